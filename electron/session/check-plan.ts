import type { Clock } from '../base/clock.ts';
import type { Disposable } from '../base/disposables.ts';
import type { RollOverTime } from './machine.ts';
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

/** When the next session is to take over, on both clocks: timers stand still in a sleep. */
export class RollOverPlan implements Disposable {
  readonly #clock: Clock;
  readonly #times: SessionTimes;
  readonly #onDue: () => void;
  #due: { readonly wall: number; readonly monotonic: number } | null = null;
  #timer: Disposable | null = null;

  constructor(clock: Clock, times: SessionTimes, onDue: () => void) {
    this.#clock = clock;
    this.#times = times;
    this.#onDue = onDue;
  }

  /** Epoch milliseconds; null: none is planned. */
  get dueAt(): number | null {
    return this.#due?.wall ?? null;
  }

  /** For a session made at `createdAt` (epoch milliseconds). */
  plan(createdAt: number, when: RollOverTime): void {
    const now = this.#clock.now();
    const { sessionValidityMs, rollOverAfterMs, rollOverAgainMs } = this.#times;
    const age = when === 'at-expiry' ? sessionValidityMs : rollOverAfterMs;
    const wall = Math.max(createdAt + age, now + (when === 'soon' ? rollOverAgainMs : 0));
    this.#due = { wall, monotonic: this.#clock.monotonic() + wall - now };
    this.look();
  }

  /** Sets the timer by the clock that says sooner: after a sleep the wall clock, never one set back. */
  look(): void {
    if (!this.#due) return;
    const { wall, monotonic } = this.#due;
    const leftMs = Math.min(wall - this.#clock.now(), monotonic - this.#clock.monotonic());
    this.#timer?.dispose();
    this.#timer = this.#clock.setTimeout(
      () => {
        this.#due = null;
        this.#onDue();
      },
      Math.max(0, leftMs),
    );
  }

  dispose(): void {
    this.#timer?.dispose();
    this.#timer = null;
    this.#due = null;
  }
}
