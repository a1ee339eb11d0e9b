import type { SubscriptionKind } from '../../shared/connection-history.ts';
import type { Text } from '../../shared/locales/text.ts';
import type { Clock } from '../base/clock.ts';
import type { Logger } from '../base/log.ts';
import { SCOPE_OF_EVENT, type Scope, SUBSCRIBABLE_EVENTS } from '../platform/operations.ts';
import type { ListedSession, SessionsApi } from '../platform/resources/sessions.ts';
import { CheckPlan, type RefusedKind } from './check-plan.ts';
import type { Confirmed, Shown } from './covered-session.ts';
import type { FailureMeaning } from './failure-meaning.ts';
import type { Moment } from './moment.ts';
import { type Lost, OwnDate, readAs, type Whose } from './own-date.ts';
import type { ListSessions } from './session-supply.ts';
import type { SessionTimes } from './times.ts';

export interface SubscriptionRule {
  readonly kind: SubscriptionKind;
  /** Name in the session list. */
  readonly eventType: string;
  readonly scope: Scope;
  /** What the streamer does not get without it. */
  readonly disables: Text;
}

export const SUBSCRIPTIONS: readonly SubscriptionRule[] = SUBSCRIBABLE_EVENTS.map((kind) => ({
  kind,
  eventType: kind.toUpperCase(),
  scope: SCOPE_OF_EVENT[kind],
  disables: { key: `problem.events-${kind}` },
}));

/** Splits the three by what the granted scopes allow. */
export function subscriptionsAllowedBy(scopes: readonly string[]): {
  readonly allowed: readonly SubscriptionRule[];
  readonly missing: readonly SubscriptionRule[];
} {
  return {
    allowed: SUBSCRIPTIONS.filter(({ scope }) => scopes.includes(scope)),
    missing: SUBSCRIPTIONS.filter(({ scope }) => !scopes.includes(scope)),
  };
}

/** Which subscription brings the events of a name; chat brings all that have none of their own. */
export function subscriptionBringing(event: string): SubscriptionKind {
  return SUBSCRIPTIONS.find(({ eventType }) => eventType === event)?.kind ?? 'chat';
}

export interface SubscriptionHooks {
  /** Events of this kind may arrive from now on. */
  readonly onSubscribing: (kind: SubscriptionKind) => void;
  /** The session has this subscription no more, or not yet. */
  readonly onMissing: (kind: SubscriptionKind) => void;
  readonly onDelivered: (kind: SubscriptionKind, since: Moment) => void;
  readonly onRefused: (refused: readonly RefusedKind[]) => void;
}

interface SessionSubscriptionsOptions {
  readonly sessionKey: string;
  readonly calls: ConfirmCalls;
  readonly classify: (failure: unknown) => FailureMeaning;
  readonly hooks: SubscriptionHooks;
  /** When the present connection opened. */
  readonly connectedAt: () => Moment;
  /** The list could not be read. */
  readonly onNoList: () => void;
  /** Resolves after this many milliseconds; never, if the connection is lost first. */
  readonly pause: (ms: number) => Promise<void>;
  readonly soon: <T>(call: Promise<T>) => Promise<T | null>;
  readonly times: SessionTimes;
  readonly clock: Clock;
  readonly log: Logger;
}

/** One session's subscriptions: wanted, refused and last confirmed, and when to check again. */
export class SessionSubscriptions {
  readonly plan: CheckPlan;
  readonly #options: SessionSubscriptionsOptions;
  /** By the scopes that were granted last. */
  #wanted: readonly SubscriptionRule[] = SUBSCRIPTIONS;
  #held: readonly SubscriptionKind[] = [];
  #refused: readonly RefusedKind[] = [];
  readonly #ownDate = new OwnDate();
  /** Once asked for, a subscription may be there, whatever was answered. */
  #wasAsked = false;
  /** When each was asked for anew, monotonic: what was sent before that may be of the one that is gone. */
  readonly #askedAnew = new Map<SubscriptionKind, number>();

  constructor(options: SessionSubscriptionsOptions) {
    this.#options = options;
    this.plan = new CheckPlan(options.clock, options.times);
  }

  /** `scopes` null: what is granted cannot be known now. `fresh`: the session was just made. `connection`: the open one. */
  async confirm(
    scopes: readonly string[] | null,
    fresh: boolean,
    connection: number,
    stillWanted: () => boolean,
  ): Promise<Confirmation> {
    if (scopes !== null) this.#wanted = subscriptionsAllowedBy(scopes).allowed;
    try {
      const first = await this.#ask(fresh && !this.#wasAsked, connection);
      // One that was just made may be listed only once it is subscribed.
      const isUnlisted = fresh && first.type === 'missing' && stillWanted();
      const found = isUnlisted ? await this.#ask(true, connection) : first;
      if (found.type === 'confirmed') this.plan.refused(found.refused);
      return found;
    } catch (failure) {
      this.plan.failed();
      throw failure;
    }
  }

  /** Those that the streamer is to get. */
  get wanted(): readonly SubscriptionKind[] {
    return kindsOf(this.#wanted);
  }

  /** Those that a list or an event has shown, and that were not missing since. */
  get held(): readonly SubscriptionKind[] {
    return this.#held;
  }

  adopt({ subscribed, shown, refused }: Extract<Confirmation, { type: 'confirmed' }>): void {
    this.#held = subscribed;
    const before = this.#refused.filter(
      ({ kind }) => !subscribed.includes(kind) && !refused.some((one) => one.kind === kind),
    );
    this.#refused = [...before, ...refused];
    this.plan.looked(subscribed, shown, this.#refused);
    this.#options.hooks.onRefused(this.#refused);
  }

  /**
   * What the list proves as an event of each kind would. `connection`: the open one, or the one that was lost.
   * `replaced`: it shows that another connection has replaced it, or may have. null: it does not tell.
   */
  shown(own: ListedSession, askedAt: Moment, connection: number | Lost): Shown | 'replaced' | null {
    const whose =
      typeof connection === 'number'
        ? this.#whose(own, askedAt, connection)
        : this.#ownDate.wasLast(own, connection);
    if (whose !== 'ours') return whose === 'unsure' ? null : 'replaced';
    const shown = { kinds: kindsIn(own, SUBSCRIPTIONS), askedAt };
    this.plan.proved(shown);
    return shown;
  }

  /** Events come although the list calls the session not connected: until it says otherwise, that does not count. */
  doubtList(): void {
    this.#ownDate.forget();
  }

  /** `since`: what its connection tells of the event. */
  delivered(kind: SubscriptionKind, since: Moment): void {
    this.#ownDate.came(since.monotonic);
    this.plan.proved({ kinds: [kind], askedAt: since });
    this.#options.hooks.onDelivered(kind, since);
  }

  /** An event of a kind came that no list has shown: it is there. null: that was known, or this does not tell. */
  cameUnlisted(
    kind: SubscriptionKind,
    since: Moment,
  ): Extract<Confirmation, { type: 'confirmed' }> | null {
    const askedAt = this.#askedAnew.get(kind) ?? Number.NEGATIVE_INFINITY;
    if (!this.wanted.includes(kind) || this.#held.includes(kind)) return null;
    if (since.monotonic < askedAt) return null;
    const subscribed = [...this.#held, kind];
    const found = { type: 'confirmed', subscribed, made: [kind], refused: [] } as const;
    // A list is still wanted: it tells whose connection it is.
    this.adopt({ ...found, shown: null });
    return { ...found, shown: { kinds: [kind], askedAt: since } };
  }

  #whose(own: ListedSession, askedAt: Moment, connection: number): Whose {
    const at = this.#options.clock.monotonic();
    const read = readAs(this.#options.connectedAt(), askedAt, at);
    return this.#ownDate.whose(own, { connection, read, at });
  }

  #ask(fresh: boolean, connection: number): Promise<Confirmation> {
    const { sessionKey, calls, classify, hooks, onNoList, pause, soon, clock, log } = this.#options;
    const leftOut = fresh ? [] : this.plan.leftOut;
    const subscribe: ConfirmCalls['subscribe'] = (kind, key) => {
      this.#wasAsked = true;
      if (!fresh) this.#askedAnew.set(kind, clock.monotonic());
      this.#held = this.#held.filter((one) => one !== kind);
      return calls.subscribe(kind, key);
    };
    return confirmSubscriptions(
      { ...calls, subscribe },
      { sessionKey, fresh, wanted: this.#wanted, leftOut, held: this.#held },
      {
        onSubscribing: hooks.onSubscribing,
        onMissing: hooks.onMissing,
        whose: (own, askedAt) => this.#whose(own, askedAt, connection),
        pause,
        soon,
        refusal: ({ kind }, failure) => {
          const { verdict, reason, retryAfterMs } = classify(failure);
          if (verdict === 'sign-in' || verdict === 'grant-revoked') return null;
          log.warn('subscription refused', { kind, reason, failure });
          return { kind, reason, retryAfterMs };
        },
        trust: (failure) => {
          log.warn('session list unavailable, subscriptions as they were', { failure });
          onNoList();
          return true;
        },
      },
    );
  }
}

export type Confirmation =
  | (Omit<Confirmed, 'wanted'> & {
      readonly type: 'confirmed';
      readonly refused: readonly RefusedKind[];
    })
  /** The list does not show the session, but may be stale. */
  | { readonly type: 'missing' }
  /**
   * The list shows the session as not connected, or as connected at another time, while its
   * connection is open: another one has replaced that. It may be stale, too.
   */
  | { readonly type: 'replaced' };

export interface ConfirmRequest {
  readonly sessionKey: string;
  /** True if the session is new: nothing can be subscribed yet. */
  readonly fresh: boolean;
  readonly wanted: readonly SubscriptionRule[];
  /** Kinds to skip this time: the platform refused them recently. */
  readonly leftOut: readonly SubscriptionKind[];
  /** Kinds that a list or an event has shown: without a list they count as held. */
  readonly held: readonly SubscriptionKind[];
}

export interface ConfirmCalls extends Pick<SessionsApi, 'subscribe'> {
  readonly list: ListSessions;
}

export interface ConfirmHooks extends Pick<SessionSubscriptionsOptions, 'pause' | 'soon'> {
  /** What a refused subscription is; null rethrows the failure. */
  refusal(rule: SubscriptionRule, failure: unknown): RefusedKind | null;
  /** The list could not be read: true trusts the session, whose subscriptions survive. */
  trust(failure: unknown): boolean;
  /** Whose connection the list speaks of. */
  whose(own: ListedSession, askedAt: Moment): Whose;
  onSubscribing(kind: SubscriptionKind): void;
  /** Said before it is asked for: from then on a list may show it again. */
  onMissing(kind: SubscriptionKind): void;
}

/** A subscription may take effect a little after its answer. */
const LOOK_AFTER_MS = [0, 500, 1_000, 1_500, 2_000] as const;

/** The platform took the subscription, and its list goes on not showing it: events may not come yet. */
export const UNLISTED = 'not-listed';

/** Makes sure that the session has every wanted subscription, and that the list shows it. */
export async function confirmSubscriptions(
  sessions: ConfirmCalls,
  request: ConfirmRequest,
  hooks: ConfirmHooks,
): Promise<Confirmation> {
  const { wanted, leftOut, fresh } = request;
  const held = fresh ? null : await heldSubscriptions(sessions, request, hooks);
  if (held === 'missing' || held === 'replaced') return { type: held };
  if (held === 'unknown') {
    const subscribed = kindsOf(wanted).filter((kind) => request.held.includes(kind));
    return { type: 'confirmed', subscribed, made: [], shown: null, refused: [] };
  }
  const had = held?.kinds ?? [];
  for (const { kind } of wanted) if (had.includes(kind)) hooks.onSubscribing(kind);
  const missing = wanted.filter(({ kind }) => !had.includes(kind));
  // A session that was just made never had them.
  if (held) for (const { kind } of missing) hooks.onMissing(kind);
  const asked = missing.filter(({ kind }) => !leftOut.includes(kind));
  const failed = await subscribeTo(asked, sessions, request.sessionKey, hooks);
  const answered = kindsOf(asked).filter((kind) => !failed.some((one) => one.kind === kind));
  const shown =
    held && asked.length === 0
      ? held
      : await untilShown(sessions, request, [...had, ...answered], hooks);
  // A call may have been carried out whose answer says otherwise, and one that was answered may take
  // effect later: a list tells, and else the first event.
  const isThere = (kind: SubscriptionKind): boolean => shown?.kinds.includes(kind) === true;
  const made = kindsOf(asked).filter(isThere);
  const refused = failed.filter(({ kind }) => !isThere(kind));
  const subscribed = kindsOf(wanted).filter((kind) => had.includes(kind) || made.includes(kind));
  const unlisted = answered.filter((kind) => !made.includes(kind));
  // Without any subscription nothing would arrive, which is a failure rather than a missing kind.
  if (subscribed.length + unlisted.length === 0 && refused[0]) throw refused[0].failure;
  return {
    type: 'confirmed',
    subscribed,
    made,
    shown,
    refused: [
      ...refused.map(({ failure: _, ...one }) => one),
      ...unlisted.map((kind) => ({ kind, reason: UNLISTED, retryAfterMs: 0 })),
    ],
  };
}

type FailedKind = RefusedKind & { readonly failure: unknown };

async function subscribeTo(
  rules: readonly SubscriptionRule[],
  sessions: ConfirmCalls,
  sessionKey: string,
  hooks: ConfirmHooks,
): Promise<readonly FailedKind[]> {
  const failed: FailedKind[] = [];
  for (const rule of rules) {
    try {
      hooks.onSubscribing(rule.kind);
      await sessions.subscribe(rule.kind, sessionKey);
    } catch (failure) {
      const refusal = hooks.refusal(rule, failure);
      if (refusal === null) throw failure;
      failed.push({ ...refusal, failure });
    }
  }
  return failed;
}

/** Takes subscriptions back; a refusal is logged. Never rejects. */
export async function unsubscribeFrom(
  kinds: readonly SubscriptionKind[],
  sessionKey: string,
  sessions: Pick<SessionsApi, 'unsubscribe'>,
  log: Logger,
): Promise<void> {
  const calls = kinds.map((kind) =>
    sessions.unsubscribe(kind, sessionKey).catch((failure: unknown) => {
      log.warn('a subscription could not be taken back', { kind, failure });
    }),
  );
  await Promise.all(calls);
}

/** null: the list cannot be read. */
async function untilShown(
  sessions: ConfirmCalls,
  { sessionKey, wanted }: ConfirmRequest,
  expected: readonly SubscriptionKind[],
  hooks: ConfirmHooks,
): Promise<Shown | null> {
  let shown: Shown | null = null;
  for (const ms of LOOK_AFTER_MS) {
    if (ms > 0) await hooks.pause(ms);
    const listing = await hooks.soon(sessions.list().catch(() => null));
    if (!listing) return null;
    const { listed, askedAt } = listing;
    const own = ownIn(listed, sessionKey);
    if (own) hooks.whose(own, askedAt);
    const kinds = own ? kindsIn(own, wanted) : [];
    shown = { kinds, askedAt };
    if (expected.every((kind) => kinds.includes(kind))) return shown;
  }
  return shown;
}

async function heldSubscriptions(
  sessions: ConfirmCalls,
  { sessionKey, wanted }: ConfirmRequest,
  hooks: ConfirmHooks,
): Promise<Shown | 'missing' | 'replaced' | 'unknown'> {
  try {
    const { listed, askedAt } = await sessions.list();
    const own = ownIn(listed, sessionKey);
    if (!own) return isUnclear(listed) ? 'unknown' : 'missing';
    const whose = hooks.whose(own, askedAt);
    if (whose === 'unsure') return 'unknown';
    return whose === 'anothers' ? 'replaced' : { kinds: kindsIn(own, wanted), askedAt };
  } catch (failure) {
    if (hooks.trust(failure)) return 'unknown';
    throw failure;
  }
}

export const ownIn = (listed: readonly ListedSession[], sessionKey: string): ListedSession | null =>
  listed.find((session) => session.sessionKey === sessionKey) ?? null;

/** One of the entries could not be read, which may be ours. */
export const isUnclear = (listed: readonly ListedSession[]): boolean =>
  listed.some(({ sessionKey }) => sessionKey === '');

function kindsIn(
  { subscribedEvents }: ListedSession,
  wanted: readonly SubscriptionRule[],
): readonly SubscriptionKind[] {
  const names = subscribedEvents.map((item) => item.eventType.toUpperCase());
  return kindsOf(wanted.filter(({ eventType }) => names.includes(eventType)));
}

const kindsOf = (rules: readonly SubscriptionRule[]): readonly SubscriptionKind[] =>
  rules.map(({ kind }) => kind);
