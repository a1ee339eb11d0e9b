import type { Clock } from '../base/clock.ts';
import type { Disposable } from '../base/disposables.ts';
import { NamedTimers } from '../base/named-timers.ts';
import type { RollOverTime } from './machine.ts';
import type { SessionTimes } from './times.ts';

/** When the next session is to take over, on both clocks: timers stand still in a sleep. */
export class RollOverPlan implements Disposable {
  readonly #clock: Clock;
  readonly #times: SessionTimes;
  readonly #onDue: () => void;
  readonly #timers: NamedTimers;
  #due: { readonly wall: number; readonly monotonic: number } | null = null;

  constructor(clock: Clock, times: SessionTimes, onDue: () => void) {
    this.#clock = clock;
    this.#times = times;
    this.#onDue = onDue;
    this.#timers = new NamedTimers(clock);
  }

  get dueAt(): number | null {
    return this.#due?.wall ?? null;
  }

  plan(createdAt: number, when: RollOverTime): void {
    const now = this.#clock.now();
    const { sessionValidityMs, rollOverAfterMs, rollOverAgainMs } = this.#times;
    const age = when === 'at-expiry' ? sessionValidityMs : rollOverAfterMs;
    const dueAt = createdAt + age;
    // At its end it was tried already: a platform that keeps a session for longer is not asked at once.
    const isAgain = when === 'soon' || (when === 'at-expiry' && dueAt <= now);
    const wall = Math.max(dueAt, now + (isAgain ? rollOverAgainMs : 0));
    this.#due = { wall, monotonic: this.#clock.monotonic() + wall - now };
    this.look();
  }

  /** Sets the timer by the clock that says sooner: after a sleep the wall clock, never one set back. */
  look(): void {
    if (!this.#due) return;
    const { wall, monotonic } = this.#due;
    const leftMs = Math.min(wall - this.#clock.now(), monotonic - this.#clock.monotonic());
    this.#timers.set('due', Math.max(0, leftMs), () => {
      this.#due = null;
      this.#onDue();
    });
  }

  dispose(): void {
    this.#timers.dispose();
    this.#due = null;
  }
}
