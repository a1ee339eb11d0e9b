/** The 14 permissions of the platform (specification, "Scopes"), those of the show itself first. */
export const PERMITS = [
  'READ:LIVE_CHAT',
  'READ:DONATION',
  'READ:SUBSCRIPTION',
  'READ:USER',
  'READ:CHANNEL',
  'READ:LIVE_STREAM_SETTINGS',
  'WRITE:LIVE_STREAM_SETTINGS',
  'READ:LIVE_STREAM_KEY',
  'WRITE:LIVE_CHAT',
  'WRITE:LIVE_CHAT_NOTICE',
  'READ:LIVE_CHAT_SETTINGS',
  'WRITE:LIVE_CHAT_SETTINGS',
  'WRITE:USER_BLOCK',
  'READ:USER_BLOCK',
] as const;
