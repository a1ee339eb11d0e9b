import type { SubscriptionKind } from '../../shared/connection-history.ts';
import type { Clock } from '../base/clock.ts';
import type { Shown } from './covered-session.ts';
import { SCOPE_MISSING } from './failure-meaning.ts';
import type { SessionTimes } from './times.ts';

/** A kind that the platform refused on its own, and why (stable, kebab-case). */
export interface RefusedKind {
  readonly kind: SubscriptionKind;
  readonly reason: string;
  /** The platform asked to wait at least this long; 0 if it did not. */
  readonly retryAfterMs: number;
}

/** A look that brought no list is repeated after this. */
const AGAIN_MS = 60_000;
/** A kind that was refused is asked for again after these, and after the last one from then on. */
const REFUSED_MS = [5_000, 30_000, 120_000, 600_000] as const;
/** Only the streamer can give another scope; that is heard of at once. */
const NO_SCOPE_MS = 3_600_000;

/**
 * When a live link is to prove next that events still reach it, and which kinds it leaves out of its
 * looks for a while because the platform refused them.
 */
export class CheckPlan {
  readonly #clock: Clock;
  readonly #times: Pick<SessionTimes, 'checkMs' | 'quietMs'>;
  /** `dueAt`: when the kind is asked for again, monotonic. */
  readonly #refused = new Map<
    SubscriptionKind,
    { readonly times: number; readonly dueAt: number }
  >();
  /** When each kind was proved last, monotonic. */
  readonly #proved = new Map<SubscriptionKind, number>();
  #looked: { readonly at: number; readonly failed: boolean };

  constructor(clock: Clock, times: Pick<SessionTimes, 'checkMs' | 'quietMs'>) {
    this.#clock = clock;
    this.#times = times;
    this.#looked = { at: clock.monotonic(), failed: false };
  }

  get leftOut(): readonly SubscriptionKind[] {
    const now = this.#clock.monotonic();
    return [...this.#refused].flatMap(([kind, { dueAt }]) => (dueAt > now ? [kind] : []));
  }

  get dueInMs(): number {
    const { checkMs, quietMs } = this.#times;
    const { at, failed } = this.#looked;
    const asks = [...this.#refused.values()].map(({ dueAt }) => dueAt);
    const proof = Math.min(
      at + checkMs,
      ...[...this.#proved.values()].map((last) => last + quietMs),
    );
    // What a list does not show was answered all the same: it is not asked without a pause.
    const again = at + Math.min(AGAIN_MS, quietMs);
    const dueAt = failed ? again : Math.min(Math.max(again, proof), ...asks);
    return Math.max(0, dueAt - this.#clock.monotonic());
  }

  /** A list shows them, or an event of each of them came that was sent later than this. */
  proved({ kinds, askedAt: { monotonic } }: Shown): void {
    for (const kind of kinds) {
      const last = this.#proved.get(kind);
      if (last !== undefined) this.#proved.set(kind, Math.max(last, monotonic));
    }
  }

  /** There was no look. */
  failed(): void {
    this.#looked = { at: this.#clock.monotonic(), failed: true };
  }

  /** Refused in a look, also in one that a lost connection has made useless: they are not asked for at once. */
  refused(refused: readonly RefusedKind[]): void {
    const now = this.#clock.monotonic();
    for (const { kind, reason, retryAfterMs } of refused) {
      const times = this.#refused.get(kind)?.times ?? 0;
      const wait = REFUSED_MS[Math.min(times, REFUSED_MS.length - 1)] ?? NO_SCOPE_MS;
      const waitMs = reason === SCOPE_MISSING ? NO_SCOPE_MS : Math.max(wait, retryAfterMs);
      this.#refused.set(kind, { times: times + 1, dueAt: now + waitMs });
    }
  }

  /** `shown`: null where no list was read. `still`: all that the platform refuses by now. */
  looked(
    subscribed: readonly SubscriptionKind[],
    shown: Shown | null,
    still: readonly RefusedKind[],
  ): void {
    const now = this.#clock.monotonic();
    this.#looked = { at: now, failed: shown === null };
    for (const kind of this.#proved.keys())
      if (!subscribed.includes(kind)) this.#proved.delete(kind);
    for (const kind of subscribed) if (!this.#proved.has(kind)) this.#proved.set(kind, now);
    if (shown) this.proved(shown);
    for (const kind of this.#refused.keys()) {
      if (!still.some((one) => one.kind === kind)) this.#refused.delete(kind);
    }
  }

  /** More scopes may be granted now: tries refused kinds again. */
  forgive(): void {
    this.#refused.clear();
  }
}
