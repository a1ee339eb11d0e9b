import type { Text } from '../../shared/locales/text.ts';
import type { Clock } from '../base/clock.ts';
import type { Logger } from '../base/log.ts';
import {
  SCOPE_OF_EVENT,
  type Scope,
  SUBSCRIBABLE_EVENTS,
  type SubscribableEvent,
} from '../platform/operations.ts';
import type { ListedSession, SessionsApi } from '../platform/resources/sessions.ts';
import type { DoubtInput } from './doubt.ts';
import type { FailureMeaning } from './failure-meaning.ts';
import type { ListSessions } from './session-supply.ts';
import type { SessionTimes } from './times.ts';

/** The three things that can be subscribed to (specification, "Subscription kinds"). */
export type SubscriptionKind = SubscribableEvent;

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
  readonly onDelivered: (kind: SubscriptionKind) => void;
  /** The list shows the session with these subscriptions; `all`: with all it should have. */
  readonly onShown: (kinds: readonly SubscriptionKind[], all: boolean) => void;
  /** This subscription was gone, and is restored or refused. */
  readonly onSubscriptionGone: (kind: SubscriptionKind) => void;
  readonly onRefused: (refused: readonly RefusedKind[]) => void;
}

interface SessionSubscriptionsOptions {
  readonly sessionKey: string;
  readonly calls: ConfirmCalls;
  readonly classify: (failure: unknown) => FailureMeaning;
  readonly hooks: SubscriptionHooks;
  readonly onLook: (found: Extract<DoubtInput['type'], 'listed' | 'missing' | 'no-list'>) => void;
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
  #held: readonly SubscriptionKind[] = [];
  #refused: readonly RefusedKind[] = [];
  /** The last connection with which the list showed the session as connected. */
  #connectedBy = 0;

  constructor(options: SessionSubscriptionsOptions) {
    this.#options = options;
    this.plan = new CheckPlan(options.clock, options.times);
  }

  /** `connection`: the open one, which is to bring the events. */
  async confirm(
    wanted: readonly SubscriptionRule[],
    fresh: boolean,
    connection: number,
  ): Promise<Confirmation> {
    try {
      return await this.#ask(wanted, fresh, connection);
    } catch (failure) {
      const refused = this.#refused.map(({ kind }) => kind);
      this.plan.looked({ failed: true, refused });
      throw failure;
    }
  }

  /** Call before the link continues: missed events belong to a gap still open. */
  adopt(found: Extract<Confirmation, { type: 'confirmed' }>): void {
    const { hooks } = this.#options;
    const { subscribed, lacked, shown } = found;
    for (const kind of this.#held) if (lacked.includes(kind)) hooks.onSubscriptionGone(kind);
    const before = this.#refused.filter(
      ({ kind }) => !subscribed.includes(kind) && !found.refused.some((one) => one.kind === kind),
    );
    this.#held = subscribed;
    this.#refused = [...before, ...found.refused];
    const kinds = this.#refused.map(({ kind }) => kind);
    this.plan.looked({ failed: shown === null, refused: kinds });
    hooks.onRefused(this.#refused);
    const isAll = shown !== null && subscribed.every((kind) => shown.includes(kind));
    if (shown) hooks.onShown(shown, isAll);
  }

  /** Events come although the list calls the session not connected: until it says otherwise, that does not count. */
  doubtList(): void {
    this.#connectedBy = 0;
  }

  delivered(kind: SubscriptionKind): void {
    this.plan.delivered();
    this.#options.hooks.onDelivered(kind);
  }

  #ask(
    wanted: readonly SubscriptionRule[],
    fresh: boolean,
    connection: number,
  ): Promise<Confirmation> {
    const { sessionKey, calls, classify, hooks, onLook, pause, soon, log } = this.#options;
    const leftOut = fresh ? [] : this.plan.refused;
    return confirmSubscriptions(
      calls,
      { sessionKey, fresh, wanted, leftOut },
      {
        onSubscribing: hooks.onSubscribing,
        onLook: (isListed) => onLook(isListed ? 'listed' : 'missing'),
        isReplaced: ({ connectedDate }) => {
          if (connectedDate !== null) this.#connectedBy = connection;
          return connectedDate === null && this.#connectedBy === connection;
        },
        pause,
        soon,
        refusal: (rule, failure) => {
          const { onlyThisKind, reason } = classify(failure);
          if (!onlyThisKind) return null;
          log.warn('subscription refused', { kind: rule.kind, reason });
          return reason;
        },
        trust: (failure) => {
          log.warn('session list unavailable, subscriptions assumed', { failure });
          onLook('no-list');
          return classify(failure).verdict !== 'sign-in';
        },
      },
    );
  }
}

/** A look that brought no list is repeated after this. */
const AGAIN_MS = 60_000;
/** A kind that was refused is asked for again after this. */
const REFUSED_MS = 3_600_000;

interface Look {
  readonly failed: boolean;
  readonly refused: readonly SubscriptionKind[];
}

/**
 * When a live link is to prove next that events still reach it, and which kinds it leaves out of its
 * looks for a while because the platform refused them.
 */
export class CheckPlan {
  readonly #clock: Clock;
  readonly #times: Pick<SessionTimes, 'checkMs' | 'quietMs'>;
  readonly #refused = new Map<SubscriptionKind, number>();
  #looked = { at: 0, failed: false };
  #eventAt: number;

  constructor(clock: Clock, times: Pick<SessionTimes, 'checkMs' | 'quietMs'>) {
    this.#clock = clock;
    this.#times = times;
    this.#eventAt = clock.monotonic();
    this.#looked.at = this.#eventAt;
  }

  get refused(): readonly SubscriptionKind[] {
    const since = this.#clock.monotonic() - REFUSED_MS;
    return [...this.#refused].flatMap(([kind, at]) => (at > since ? [kind] : []));
  }

  get dueInMs(): number {
    const { checkMs, quietMs } = this.#times;
    const { at, failed } = this.#looked;
    const dueAt = failed
      ? at + Math.min(AGAIN_MS, quietMs)
      : Math.min(
          at + checkMs,
          Math.max(at, this.#eventAt) + quietMs,
          ...[...this.#refused.values()].map((refusedAt) => refusedAt + REFUSED_MS),
        );
    return Math.max(0, dueAt - this.#clock.monotonic());
  }

  delivered(): void {
    this.#eventAt = this.#clock.monotonic();
  }

  /** There was a look; `failed`: it brought nothing. `refused`: all kinds that are not to be had. */
  looked({ failed, refused }: Look): void {
    const now = this.#clock.monotonic();
    this.#looked = { at: now, failed };
    const still = new Set(this.refused);
    for (const kind of [...this.#refused.keys()]) {
      if (!refused.includes(kind)) this.#refused.delete(kind);
    }
    for (const kind of refused) if (!still.has(kind)) this.#refused.set(kind, now);
  }

  /** More scopes may be granted now: tries refused kinds again. */
  forgive(): void {
    this.#refused.clear();
  }
}

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
      readonly lacked: readonly SubscriptionKind[];
      readonly refused: readonly RefusedKind[];
    }
  /** The list does not show the session, but may be stale. */
  | { readonly type: 'missing' }
  /**
   * The list shows the session as not connected, while its connection is open: another one has
   * replaced that, and has gone. It may be stale, too.
   */
  | { readonly type: 'replaced' };

export interface ConfirmRequest {
  readonly sessionKey: string;
  /** True if the session is new: nothing can be subscribed yet. */
  readonly fresh: boolean;
  readonly wanted: readonly SubscriptionRule[];
  /** Kinds to skip this time: the platform refused them recently. */
  readonly leftOut: readonly SubscriptionKind[];
}

export interface ConfirmCalls extends Pick<SessionsApi, 'subscribe'> {
  readonly list: ListSessions;
}

export interface ConfirmHooks extends Pick<SessionSubscriptionsOptions, 'pause' | 'soon'> {
  /** Why the kind of a refused subscription is skipped; null rethrows the failure. */
  refusal(rule: SubscriptionRule, failure: unknown): string | null;
  /** The list could not be read: true trusts the session, whose subscriptions survive. */
  trust(failure: unknown): boolean;
  onLook(isListed: boolean): void;
  /** Whether the session, as it is listed, was connected by the open connection and is not any more. */
  isReplaced(own: ListedSession): boolean;
  onSubscribing(kind: SubscriptionKind): void;
}

/** A subscription may take effect a little after its answer; at last the answer alone must do. */
const LOOK_AFTER_MS = [0, 500, 1_000, 1_500, 2_000] as const;

/** Makes sure that the session has every wanted subscription, and that the list shows it. */
export async function confirmSubscriptions(
  sessions: ConfirmCalls,
  request: ConfirmRequest,
  hooks: ConfirmHooks,
): Promise<Confirmation> {
  const { wanted, leftOut, fresh } = request;
  const held = fresh ? [] : await heldSubscriptions(sessions, request, hooks);
  if (held === 'missing' || held === 'replaced') return { type: held };
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
    const own = ownIn(listed, sessionKey);
    if (own) hooks.isReplaced(own);
    shown = own ? kindsIn(own, wanted) : [];
    if (subscribed.every((kind) => shown.includes(kind))) return shown;
  }
  return shown;
}

async function heldSubscriptions(
  sessions: ConfirmCalls,
  { sessionKey, wanted }: ConfirmRequest,
  hooks: ConfirmHooks,
): Promise<readonly SubscriptionKind[] | 'missing' | 'replaced' | 'unknown'> {
  try {
    const own = ownIn(await sessions.list(), sessionKey);
    hooks.onLook(own !== null);
    if (!own) return 'missing';
    return hooks.isReplaced(own) ? 'replaced' : kindsIn(own, wanted);
  } catch (failure) {
    if (hooks.trust(failure)) return 'unknown';
    throw failure;
  }
}

const ownIn = (listed: readonly ListedSession[], sessionKey: string): ListedSession | null =>
  listed.find((session) => session.sessionKey === sessionKey) ?? null;

function kindsIn(
  { subscribedEvents }: ListedSession,
  wanted: readonly SubscriptionRule[],
): readonly SubscriptionKind[] {
  const names = subscribedEvents.map((item) => item.eventType.toUpperCase());
  return kindsOf(wanted.filter(({ eventType }) => names.includes(eventType)));
}

const kindsOf = (rules: readonly SubscriptionRule[]): readonly SubscriptionKind[] =>
  rules.map(({ kind }) => kind);
