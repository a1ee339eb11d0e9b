/** The 14 scopes of the specification ("Scopes"). */
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

/** The scope each subscription needs ("Subscribe to an event"). */
export const SCOPE_OF_EVENT = {
  chat: 'READ:LIVE_CHAT',
  donation: 'READ:DONATION',
  subscription: 'READ:SUBSCRIPTION',
} as const satisfies Record<string, Scope>;

/** Event kinds as the subscribe operation names them. */
export type SubscribableEvent = keyof typeof SCOPE_OF_EVENT;
export const SUBSCRIBABLE_EVENTS = Object.keys(SCOPE_OF_EVENT) as readonly SubscribableEvent[];
