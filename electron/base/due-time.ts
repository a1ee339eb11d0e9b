import type { Clock } from './clock.ts';
import type { Disposable } from './disposables.ts';
import { NamedTimers } from './named-timers.ts';

const LOOK_MS = 5 * 60_000;

/**
 * When something is to happen, on both clocks: timers and the monotonic clock stand still in a sleep, and the wall
 * clock may be set back. The one that says sooner counts.
 */
export class DueTime implements Disposable {
  readonly #clock: Clock;
  readonly #onDue: () => void;
  readonly #timers: NamedTimers;
  #due: { readonly wall: number; readonly monotonic: number } | null = null;

  constructor(clock: Clock, onDue: () => void) {
    this.#clock = clock;
    this.#onDue = onDue;
    this.#timers = new NamedTimers(clock);
  }

  /** Epoch milliseconds; null: nothing is due. */
  get at(): number | null {
    return this.#due?.wall ?? null;
  }

  set(inMs: number): void {
    this.#due = { wall: this.#clock.now() + inMs, monotonic: this.#clock.monotonic() + inMs };
    this.look();
  }

  /** Looks at the clocks, which it also does by itself every few minutes: a timer knows nothing of a sleep. */
  look(): void {
    if (!this.#due) return;
    const { wall, monotonic } = this.#due;
    const leftMs = Math.min(wall - this.#clock.now(), monotonic - this.#clock.monotonic());
    if (leftMs > LOOK_MS) {
      this.#timers.set('due', LOOK_MS, () => this.look());
      return;
    }
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
