import type { ListedSession, SessionOperations } from './ports.ts';
import type { ListSessions } from './session-supply.ts';
import type { SocketEnd } from './socket.ts';
import type { SubscriptionKind, SubscriptionRule } from './subscriptions.ts';

/** A kind that the platform refused alone, and why (stable, kebab-case). */
export interface RefusedKind {
  readonly kind: SubscriptionKind;
  readonly reason: string;
}

export type Confirmation =
  | {
      readonly type: 'confirmed';
      readonly subscribed: readonly SubscriptionKind[];
      /** What the list showed in the end; null: it could not be read. */
      readonly shown: readonly SubscriptionKind[] | null;
      /** What the list lacked at first. */
      readonly lacked: readonly SubscriptionKind[];
      readonly refused: readonly RefusedKind[];
    }
  /** The list does not show the session. It may be stale. */
  | { readonly type: 'missing' };

export interface ConfirmRequest {
  readonly sessionKey: string;
  /** True when the session was made a moment ago: nothing can be subscribed yet. */
  readonly fresh: boolean;
  readonly wanted: readonly SubscriptionRule[];
  /** Kinds not to ask for this time: the platform refused them a short while ago. */
  readonly leftOut: readonly SubscriptionKind[];
}

/** What confirming asks of the platform. */
export interface ConfirmCalls extends Pick<SessionOperations, 'subscribe'> {
  readonly list: ListSessions;
}

export interface ConfirmHooks {
  /** About a refused subscription: why that kind alone is left out; null lets the failure through. */
  refusal(rule: SubscriptionRule, failure: unknown): string | null;
  /** The list could not be read: true trusts the session, whose subscriptions survive. */
  trust(failure: unknown): boolean;
  /** Whether the session is in the list that was just read. */
  onLook(isListed: boolean): void;
  /** Events of this kind may come from now on. */
  onSubscribing(kind: SubscriptionKind): void;
  /** Resolves after so many milliseconds. */
  pause(ms: number): Promise<void>;
  /** What the call brings; null when it takes too long to wait for. */
  soon<T>(call: Promise<T>): Promise<T | null>;
}

/**
 * A platform that answers a subscription may deliver a little later: until the list shows it, this
 * long apart. Then its answer has to do.
 */
const LOOK_AFTER_MS = [0, 500, 1_000, 1_500, 2_000] as const;

/**
 * Makes sure that the session holds every wanted subscription: looks at the list, subscribes to what
 * is missing, and waits until the list shows it.
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
  // Nothing at all would come: that is a failure, not a missing kind.
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

/** The kinds that the list shows; null: it cannot be read. */
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

/** What the list shows of a session's subscriptions; null: it does not show the session. */
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
 * What to do when something fails, in one table. The specification documents no close codes and
 * few statuses (notes, 10), so only what is certain to be useless to repeat is not repeated.
 */

/** What a failed request means for the session. */
export type RequestVerdict =
  | 'unavailable'
  /** Nobody is signed in: no call can be made, but a link that delivers goes on. */
  | 'sign-in'
  /** The platform has ended the grant: nothing is delivered any more, though the link looks alive. */
  | 'grant-revoked'
  | 'refused';

/** After a failed request: try it again, or not until the streamer acts. */
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

/** Statuses of a refused upgrade that mean: this session will not come back. */
const SESSION_IS_GONE: ReadonlySet<number> = new Set([400, 401, 403, 404, 410]);

/** Those with which a platform says that it does not know the session, and not that it will not now. */
const SESSION_IS_UNKNOWN: ReadonlySet<number> = new Set([401, 404, 410]);

/** Whether a second connection ended for want of its session: then the first one is worth nothing. */
export function isUnknownSession(end: SocketEnd): boolean {
  return end.type === 'refused' && SESSION_IS_UNKNOWN.has(end.status);
}

export interface SocketVerdict {
  readonly verdict: 'same-session' | 'new-session';
  /** Stable, kebab-case, for people and logs. */
  readonly reason: string;
}

/** After a connection ended: the same url while the session lives, else a new session. */
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
