/** The scopes of the specification's section "Scopes", in its order. */
export const SCOPES = [
  'READ:USER',
  'READ:CHANNEL',
  'READ:SUBSCRIPTION',
  'READ:LIVE_STREAM_KEY',
  'READ:LIVE_STREAM_SETTINGS',
  'WRITE:LIVE_STREAM_SETTINGS',
  'READ:LIVE_CHAT',
  'WRITE:LIVE_CHAT',
  'WRITE:LIVE_CHAT_NOTICE',
  'READ:LIVE_CHAT_SETTINGS',
  'WRITE:LIVE_CHAT_SETTINGS',
  'WRITE:USER_BLOCK',
  'READ:USER_BLOCK',
  'READ:DONATION',
] as const;

export type Scope = (typeof SCOPES)[number];
