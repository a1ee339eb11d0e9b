import type { Clock } from '../base/clock.ts';
import type { Logger } from '../base/log.ts';
import { CheckPlan } from './check-plan.ts';
import {
  type Confirmation,
  type ConfirmCalls,
  confirmSubscriptions,
  type RefusedKind,
} from './confirm.ts';
import type { DoubtInput } from './doubt.ts';
import type { FailureMeaning } from './failure-meaning.ts';
import type { SubscriptionKind, SubscriptionRule } from './subscriptions.ts';
import type { SessionTimes } from './times.ts';

export interface SubscriptionHooks {
  /** Events of this kind may arrive from now on. */
  readonly onSubscribing: (kind: SubscriptionKind) => void;
  /** An event came. */
  readonly onDelivered: (kind: SubscriptionKind) => void;
  /** The list shows the session with these subscriptions; `all`: with all it should have. */
  readonly onShown: (kinds: readonly SubscriptionKind[], all: boolean) => void;
  /** This subscription was gone, and is restored or refused. */
  readonly onSubscriptionGone: (kind: SubscriptionKind) => void;
  /** The kinds that the platform refuses at present. */
  readonly onRefused: (refused: readonly RefusedKind[]) => void;
}

export interface SessionSubscriptionsOptions {
  readonly sessionKey: string;
  readonly calls: ConfirmCalls;
  readonly classify: (failure: unknown) => FailureMeaning;
  readonly hooks: SubscriptionHooks;
  /** Receives the list's result about the session itself. */
  readonly onLook: (found: Extract<DoubtInput['type'], 'listed' | 'missing' | 'no-list'>) => void;
  /** Resolves after this many milliseconds; never, if the connection is lost first. */
  readonly pause: (ms: number) => Promise<void>;
  /** The call's result; null if it takes too long. */
  readonly soon: <T>(call: Promise<T>) => Promise<T | null>;
  readonly times: SessionTimes;
  readonly clock: Clock;
  readonly log: Logger;
}

/** One session's subscriptions: wanted, refused and last confirmed, and when to check again. */
export class SessionSubscriptions {
  readonly #options: SessionSubscriptionsOptions;
  readonly #plan: CheckPlan;
  /** The subscriptions last confirmed. */
  #held: readonly SubscriptionKind[] = [];
  #refused: readonly RefusedKind[] = [];

  constructor(options: SessionSubscriptionsOptions) {
    this.#options = options;
    this.#plan = new CheckPlan(options.clock, options.times);
  }

  /** Milliseconds until the next check of the session. */
  get checkInMs(): number {
    return this.#plan.dueInMs;
  }

  /** See `confirmSubscriptions`; throws its errors. */
  async confirm(wanted: readonly SubscriptionRule[], fresh: boolean): Promise<Confirmation> {
    try {
      return await this.#ask(wanted, fresh);
    } catch (failure) {
      const refused = this.#refused.map(({ kind }) => kind);
      this.#plan.looked({ failed: true, refused });
      throw failure;
    }
  }

  /**
   * Adopts a confirmation. Call before the link continues: missed events belong to a gap still
   * open.
   */
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
    this.#plan.looked({ failed: shown === null, refused: kinds });
    hooks.onRefused(this.#refused);
    const isAll = shown !== null && subscribed.every((kind) => shown.includes(kind));
    if (shown) hooks.onShown(shown, isAll);
  }

  delivered(kind: SubscriptionKind): void {
    this.#plan.delivered();
    this.#options.hooks.onDelivered(kind);
  }

  /** More scopes may be granted now: tries refused kinds again. */
  forgive(): void {
    this.#plan.forgive();
  }

  #ask(wanted: readonly SubscriptionRule[], fresh: boolean): Promise<Confirmation> {
    const { sessionKey, calls, classify, hooks, onLook, pause, soon, log } = this.#options;
    const leftOut = fresh ? [] : this.#plan.refused;
    return confirmSubscriptions(
      calls,
      { sessionKey, fresh, wanted, leftOut },
      {
        onSubscribing: hooks.onSubscribing,
        onLook: (isListed) => onLook(isListed ? 'listed' : 'missing'),
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
