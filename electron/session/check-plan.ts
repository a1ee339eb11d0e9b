import type { Clock } from '../base/clock.ts';
import type { SubscriptionKind } from './subscriptions.ts';
import type { SessionTimes } from './times.ts';

/** A look that brought no list is repeated after this. */
const AGAIN_MS = 60_000;
/** A kind that was refused is asked for again after this. */
const REFUSED_MS = 3_600_000;

interface Look {
  readonly failed: boolean;
  readonly refused: readonly SubscriptionKind[];
}

/**
 * When a live line is to prove next that events still reach it, and which kinds it leaves out of its
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

  /** Kinds that the platform refused within the last hour. */
  get refused(): readonly SubscriptionKind[] {
    const since = this.#clock.monotonic() - REFUSED_MS;
    return [...this.#refused].flatMap(([kind, at]) => (at > since ? [kind] : []));
  }

  /** Milliseconds until the next look. */
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

  /** An event came. */
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

  /** Scopes changed: nothing is left out any more. */
  forgive(): void {
    this.#refused.clear();
  }
}
