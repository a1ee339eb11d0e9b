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

/** Event kinds as the subscribe operation names them. */
export type SubscribableEvent = 'chat' | 'donation' | 'subscription';

export const SUBSCRIBABLE_EVENTS: readonly SubscribableEvent[] = [
  'chat',
  'donation',
  'subscription',
];

/** The scope each subscription needs ("Subscribe to an event"). */
export const SCOPE_OF_EVENT: Readonly<Record<SubscribableEvent, Scope>> = {
  chat: 'READ:LIVE_CHAT',
  donation: 'READ:DONATION',
  subscription: 'READ:SUBSCRIPTION',
};
