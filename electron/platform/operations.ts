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

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** How a call authenticates; never in two ways at once. */
export type AuthKind =
  | { readonly kind: 'none' }
  /** Client id and secret in the body (token operations). */
  | { readonly kind: 'body' }
  /** The headers `Client-Id` and `Client-Secret`. */
  | { readonly kind: 'client' }
  /** `Authorization: Bearer`; the scope is null if the specification names none. */
  | { readonly kind: 'bearer'; readonly scope: Scope | null };

export type QuotaCategory = 'READ_DROPS' | 'WRITE_DROPS';

export interface Operation {
  /** The name in our client, used in errors and logs. */
  readonly name: string;
  readonly method: Method;
  /** Below the base address; `{name}` is replaced. */
  readonly path: string;
  readonly auth: AuthKind;
  /** `safe`: repeating changes nothing, so a failed call may be retried. */
  readonly repeat: 'safe' | 'never';
  readonly quota?: QuotaCategory;
  /** The answer must not be missed: nothing aborts the call. Who waits decides how long. */
  readonly mustFinish?: true;
}

export const byClient: AuthKind = { kind: 'client' };
export const byNobody: AuthKind = { kind: 'none' };
const byBody: AuthKind = { kind: 'body' };
export const byUser = (scope: Scope | null): AuthKind => ({ kind: 'bearer', scope });

/** A question: asking it again changes nothing. */
export const get = (name: string, path: string, auth: AuthKind): Operation => ({
  name,
  method: 'GET',
  path,
  auth,
  repeat: 'safe',
});

export const change = (method: Method, name: string, path: string, auth: AuthKind): Operation => ({
  name,
  method,
  path,
  auth,
  repeat: 'never',
});

const AUTH = '/api/openapi/auth/v1';
const OPEN = '/api/openapi/open/v1';

/** Path of the authorization page below `{auth_url}` ("Authorization page"). */
export const AUTHORIZATION_PATH = '/auth/openapi/account-interlock';

/** Every operation whose path the specification itself shows ("Endpoints"). */
export const SPEC_OPERATIONS = {
  exchangeCode: change('POST', 'auth.exchangeCode', `${AUTH}/token`, byBody),
  refresh: {
    ...change('POST', 'auth.refresh', `${AUTH}/token`, byBody),
    // The old token is used up once the platform answers, so the answer must not be missed.
    mustFinish: true,
  },
  revoke: change('POST', 'auth.revoke', `${AUTH}/token/revoke`, byBody),
  channels: get('channels.get', `${OPEN}/channels`, byClient),
  currentUser: get('users.me', `${OPEN}/users/me`, byUser('READ:USER')),
  campaigns: {
    ...get('drops.campaigns', `${OPEN}/drops/campaigns`, byClient),
    quota: 'READ_DROPS',
  },
  claims: {
    ...get('drops.claims', `${OPEN}/drops/reward-claims`, byClient),
    quota: 'READ_DROPS',
  },
  setFulfillment: {
    ...change('PUT', 'drops.setFulfillment', `${OPEN}/drops/reward-claims`, byClient),
    quota: 'WRITE_DROPS',
  },
  // A GET that creates: each call uses one more of three (or ten) sessions.
  createUserSession: change('GET', 'sessions.createUser', `${OPEN}/sessions/auth`, byUser(null)),
  createClientSession: change(
    'GET',
    'sessions.createClient',
    `${OPEN}/sessions/auth/client`,
    byClient,
  ),
  // The live stream paces and repeats its calls itself.
  listUserSessions: { ...get('sessions.listUser', `${OPEN}/sessions`, byClient), repeat: 'never' },
  listClientSessions: get('sessions.listClient', `${OPEN}/sessions/client`, byClient),
} as const satisfies Record<string, Operation>;

export function subscriptionOperation(
  kind: 'subscribe' | 'unsubscribe',
  event: SubscribableEvent,
): Operation {
  const path = `${OPEN}/sessions/events/${kind}/${event}`;
  return change('POST', `sessions.${kind}`, path, byUser(SCOPE_OF_EVENT[event]));
}
