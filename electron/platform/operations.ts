import { SCOPE_OF_EVENT, type Scope, type SubscribableEvent } from './scopes.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** How a call authenticates; never in two ways at once. */
export type AuthKind =
  /** No authentication. */
  | { readonly kind: 'none' }
  /** Client id and secret in the body (token operations). */
  | { readonly kind: 'body' }
  /** The headers `Client-Id` and `Client-Secret`. */
  | { readonly kind: 'client' }
  /** `Authorization: Bearer`; the scope is null if the specification names none. */
  | { readonly kind: 'bearer'; readonly scope: Scope | null };

export type QuotaCategory = 'READ_DROPS' | 'WRITE_DROPS';

/** One operation of the platform, as data. */
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
  /**
   * The answer must not be missed: the timeout doubles, and a stopping app does not abort the call.
   */
  readonly mustFinish?: true;
}

export const byClient: AuthKind = { kind: 'client' };
export const byNobody: AuthKind = { kind: 'none' };
export const byBody: AuthKind = { kind: 'body' };
export const byUser = (scope: Scope | null): AuthKind => ({ kind: 'bearer', scope });

const AUTH = '/api/openapi/auth/v1';
const OPEN = '/api/openapi/open/v1';

/** Path of the authorization page below `{auth_url}` ("Authorization page"). */
export const AUTHORIZATION_PATH = '/auth/openapi/account-interlock';

/** Every operation whose path the specification itself shows ("Endpoints"). */
export const SPEC_OPERATIONS = {
  exchangeCode: {
    name: 'auth.exchangeCode',
    method: 'POST',
    path: `${AUTH}/token`,
    auth: byBody,
    repeat: 'never',
  },
  refresh: {
    name: 'auth.refresh',
    method: 'POST',
    path: `${AUTH}/token`,
    auth: byBody,
    repeat: 'never',
    // The old token is used up once the platform answers, so the answer must not be missed.
    mustFinish: true,
  },
  revoke: {
    name: 'auth.revoke',
    method: 'POST',
    path: `${AUTH}/token/revoke`,
    auth: byBody,
    repeat: 'never',
  },
  channels: {
    name: 'channels.get',
    method: 'GET',
    path: `${OPEN}/channels`,
    auth: byClient,
    repeat: 'safe',
  },
  currentUser: {
    name: 'users.me',
    method: 'GET',
    path: `${OPEN}/users/me`,
    auth: byUser('READ:USER'),
    repeat: 'safe',
  },
  campaigns: {
    name: 'drops.campaigns',
    method: 'GET',
    path: `${OPEN}/drops/campaigns`,
    auth: byClient,
    repeat: 'safe',
    quota: 'READ_DROPS',
  },
  claims: {
    name: 'drops.claims',
    method: 'GET',
    path: `${OPEN}/drops/reward-claims`,
    auth: byClient,
    repeat: 'safe',
    quota: 'READ_DROPS',
  },
  setFulfillment: {
    name: 'drops.setFulfillment',
    method: 'PUT',
    path: `${OPEN}/drops/reward-claims`,
    auth: byClient,
    repeat: 'never',
    quota: 'WRITE_DROPS',
  },
  // A GET that creates: each call uses one more of three (or ten) sessions.
  createUserSession: {
    name: 'sessions.createUser',
    method: 'GET',
    path: `${OPEN}/sessions/auth`,
    auth: byUser(null),
    repeat: 'never',
  },
  createClientSession: {
    name: 'sessions.createClient',
    method: 'GET',
    path: `${OPEN}/sessions/auth/client`,
    auth: byClient,
    repeat: 'never',
  },
  listUserSessions: {
    name: 'sessions.listUser',
    method: 'GET',
    path: `${OPEN}/sessions`,
    auth: byClient,
    // The live stream paces and repeats its calls itself.
    repeat: 'never',
  },
  listClientSessions: {
    name: 'sessions.listClient',
    method: 'GET',
    path: `${OPEN}/sessions/client`,
    auth: byClient,
    repeat: 'safe',
  },
} as const satisfies Record<string, Operation>;

/** Subscribing and unsubscribing: the scope depends on the event. */
export function subscriptionOperation(
  change: 'subscribe' | 'unsubscribe',
  event: SubscribableEvent,
): Operation {
  return {
    name: `sessions.${change}`,
    method: 'POST',
    path: `${OPEN}/sessions/events/${change}/${event}`,
    auth: byUser(SCOPE_OF_EVENT[event]),
    repeat: 'never',
  };
}
