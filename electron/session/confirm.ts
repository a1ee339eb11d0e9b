import type { ListedSession, SessionOperations } from './ports.ts';
import type { ListSessions } from './session-supply.ts';
import type { SocketEnd } from './socket.ts';
import type { SubscriptionKind, SubscriptionRule } from './subscriptions.ts';

/** A kind that the platform refused on its own, and why (stable, kebab-case). */
export interface RefusedKind {
  readonly kind: SubscriptionKind;
  readonly reason: string;
}

export type Confirmation =
  | {
      readonly type: 'confirmed';
      readonly subscribed: readonly SubscriptionKind[];
      /** Kinds in the last list; null if it could not be read. */
      readonly shown: readonly SubscriptionKind[] | null;
      /** Kinds missing from the first list. */
      readonly lacked: readonly SubscriptionKind[];
      readonly refused: readonly RefusedKind[];
    }
  /** The list does not show the session, but may be stale. */
  | { readonly type: 'missing' };

export interface ConfirmRequest {
  readonly sessionKey: string;
  /** True if the session is new: nothing can be subscribed yet. */
  readonly fresh: boolean;
  readonly wanted: readonly SubscriptionRule[];
  /** Kinds to skip this time: the platform refused them recently. */
  readonly leftOut: readonly SubscriptionKind[];
}

/** Calls and callbacks needed to confirm subscriptions. */
export interface ConfirmCalls extends Pick<SessionOperations, 'subscribe'> {
  readonly list: ListSessions;
}

export interface ConfirmHooks {
  /** Why the kind of a refused subscription is skipped; null rethrows the failure. */
  refusal(rule: SubscriptionRule, failure: unknown): string | null;
  /** The list could not be read: true trusts the session, whose subscriptions survive. */
  trust(failure: unknown): boolean;
  /** Whether the list just read shows the session. */
  onLook(isListed: boolean): void;
  /** Events of this kind may arrive from now on. */
  onSubscribing(kind: SubscriptionKind): void;
  /** Resolves after this many milliseconds. */
  pause(ms: number): Promise<void>;
  /** The call's result; null if it takes too long. */
  soon<T>(call: Promise<T>): Promise<T | null>;
}

/**
 * Pauses between reads of the list: a subscription may take effect a little after its answer. After
 * the last one the answer alone must do.
 */
const LOOK_AFTER_MS = [0, 500, 1_000, 1_500, 2_000] as const;

/**
 * Ensures that the session has every wanted subscription: reads the list, subscribes to the missing
 * kinds, and waits until the list shows them.
 */
export async function confirmSubscriptions(
  sessions: ConfirmCalls,
  request: ConfirmRequest,
  hooks: ConfirmHooks,
): Promise<Confirmation> {
  const { wanted, leftOut, fresh } = request;
  const held = fresh ? [] : await heldSubscriptions(sessions, request, hooks);
  if (held === 'missing') return { type: 'missing' };
  if (held === 'unknown') {
    const subscribed = kindsOf(wanted).filter((kind) => !leftOut.includes(kind));
    return { type: 'confirmed', subscribed, shown: null, lacked: [], refused: [] };
  }
  const lacking = wanted.filter(({ kind }) => !held.includes(kind));
  const asked = lacking.filter(({ kind }) => !leftOut.includes(kind));
  for (const { kind } of wanted) if (held.includes(kind)) hooks.onSubscribing(kind);
  const refused = await subscribeTo(asked, sessions, request.sessionKey, hooks);
  const isRefused = (kind: SubscriptionKind): boolean =>
    leftOut.includes(kind) || refused.some((one) => one.kind === kind);
  const subscribed = kindsOf(wanted).filter((kind) => held.includes(kind) || !isRefused(kind));
  // Without any subscription nothing would arrive, which is a failure rather than a missing kind.
  if (subscribed.length === 0 && refused[0]) throw refused[0].failure;
  const shown =
    asked.length > refused.length ? await untilShown(sessions, request, subscribed, hooks) : held;
  return {
    type: 'confirmed',
    subscribed,
    shown,
    lacked: kindsOf(lacking),
    refused: refused.map(({ kind, reason }) => ({ kind, reason })),
  };
}

async function subscribeTo(
  rules: readonly SubscriptionRule[],
  sessions: ConfirmCalls,
  sessionKey: string,
  hooks: ConfirmHooks,
): Promise<readonly (RefusedKind & { readonly failure: unknown })[]> {
  const refused: (RefusedKind & { readonly failure: unknown })[] = [];
  for (const rule of rules) {
    try {
      hooks.onSubscribing(rule.kind);
      await sessions.subscribe(rule.kind, sessionKey);
    } catch (failure) {
      const reason = hooks.refusal(rule, failure);
      if (reason === null) throw failure;
      refused.push({ kind: rule.kind, reason, failure });
    }
  }
  return refused;
}

/** The kinds that the list shows; null if it cannot be read. */
async function untilShown(
  sessions: ConfirmCalls,
  { sessionKey, wanted }: ConfirmRequest,
  subscribed: readonly SubscriptionKind[],
  hooks: ConfirmHooks,
): Promise<readonly SubscriptionKind[] | null> {
  let shown: readonly SubscriptionKind[] = [];
  for (const ms of LOOK_AFTER_MS) {
    if (ms > 0) await hooks.pause(ms);
    const listed = await hooks.soon(sessions.list().catch(() => null));
    if (!listed) return null;
    shown = kindsIn(listed, sessionKey, wanted) ?? [];
    if (subscribed.every((kind) => shown.includes(kind))) return shown;
  }
  return shown;
}

async function heldSubscriptions(
  sessions: ConfirmCalls,
  { sessionKey, wanted }: ConfirmRequest,
  hooks: ConfirmHooks,
): Promise<readonly SubscriptionKind[] | 'missing' | 'unknown'> {
  try {
    const kinds = kindsIn(await sessions.list(), sessionKey, wanted);
    hooks.onLook(kinds !== null);
    return kinds ?? 'missing';
  } catch (failure) {
    if (hooks.trust(failure)) return 'unknown';
    throw failure;
  }
}

/** The listed subscriptions of a session; null if the session is not listed. */
function kindsIn(
  listed: readonly ListedSession[],
  sessionKey: string,
  wanted: readonly SubscriptionRule[],
): readonly SubscriptionKind[] | null {
  const own = listed.find((session) => session.sessionKey === sessionKey);
  if (!own) return null;
  const names = own.subscribedEvents.map((item) => item.eventType.toUpperCase());
  return kindsOf(wanted.filter(({ eventType }) => names.includes(eventType)));
}

const kindsOf = (rules: readonly SubscriptionRule[]): readonly SubscriptionKind[] =>
  rules.map(({ kind }) => kind);

/**
 * One table of reactions to failures. The specification documents no close codes and few statuses
 * (notes, 10), so everything is retried unless that is certain to be useless.
 */

/** The consequence of a failed request for the session. */
export type RequestVerdict =
  | 'unavailable'
  /** Signed out: no call is possible, but a link that delivers continues. */
  | 'sign-in'
  /** The platform ended the grant: nothing is delivered, though the link looks alive. */
  | 'grant-revoked'
  | 'refused';

/** Whether to retry after a failed request, or wait for the streamer. */
export function afterRequest(verdict: RequestVerdict): 'retry' | 'blocked' {
  switch (verdict) {
    case 'unavailable':
    case 'refused':
      return 'retry';
    case 'sign-in':
    case 'grant-revoked':
      return 'blocked';
  }
}

/** Statuses of a refused upgrade that mean the session is gone for good. */
const SESSION_IS_GONE: ReadonlySet<number> = new Set([400, 401, 403, 404, 410]);

/** Statuses that mean the platform does not know the session, rather than a temporary refusal. */
const SESSION_IS_UNKNOWN: ReadonlySet<number> = new Set([401, 404, 410]);

/**
 * Whether a second connection failed because its session is unknown: the first one is then useless
 * too.
 */
export function isUnknownSession(end: SocketEnd): boolean {
  return end.type === 'refused' && SESSION_IS_UNKNOWN.has(end.status);
}

export interface SocketVerdict {
  readonly verdict: 'same-session' | 'new-session';
  /** Stable, kebab-case, for users and logs. */
  readonly reason: string;
}

/** After a connection ended: reuse the url while the session lives, else create a session. */
export function afterSocket(end: SocketEnd, sessionExpired: boolean): SocketVerdict {
  if (sessionExpired) return { verdict: 'new-session', reason: 'session-expired' };
  switch (end.type) {
    case 'closed':
      return { verdict: 'same-session', reason: `closed-${end.code}` };
    case 'refused':
      if (SESSION_IS_GONE.has(end.status))
        return { verdict: 'new-session', reason: 'session-gone' };
      return { verdict: 'same-session', reason: `refused-${end.status}` };
    case 'unreachable':
      return { verdict: 'same-session', reason: 'unreachable' };
  }
}
