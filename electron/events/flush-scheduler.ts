import type { Clock } from '../base/clock.ts';
import type { Disposable } from '../base/disposables.ts';
import { NamedTimers } from '../base/named-timers.ts';

/** Runs a function after the present work, like `setImmediate`. */
export type Schedule = (run: () => void) => void;

/** Shorter writes do not matter, and no timer is as exact. */
const QUICK_MS = 1;
const LONGEST_PAUSE_MS = 20;

/**
 * Calls `run` once at the end of a turn in which it was requested. After a slow write it waits as
 * long as that took, at most 20 ms, so that later events share a write and a slow disk takes at
 * most half of the thread's time.
 */
export class FlushScheduler implements Disposable {
  readonly #clock: Clock;
  readonly #schedule: Schedule;
  readonly #run: () => void;
  readonly #timers: NamedTimers;
  #asked = false;
  #pauseUntil = Number.NEGATIVE_INFINITY;
  #disposed = false;

  constructor(clock: Clock, schedule: Schedule, run: () => void) {
    this.#clock = clock;
    this.#schedule = schedule;
    this.#run = run;
    this.#timers = new NamedTimers(clock);
  }

  ask(): void {
    if (this.#asked || this.#disposed) return;
    this.#asked = true;
    this.#schedule(() => this.#turnEnded());
  }

  measure<T>(write: () => T): T {
    const before = this.#clock.monotonic();
    const result = write();
    const took = this.#clock.monotonic() - before;
    if (took >= QUICK_MS) this.#pauseUntil = before + took + Math.min(took, LONGEST_PAUSE_MS);
    return result;
  }

  dispose(): void {
    this.#disposed = true;
    this.#timers.dispose();
  }

  #turnEnded(): void {
    if (this.#disposed) return;
    const left = this.#pauseUntil - this.#clock.monotonic();
    if (left > 0) this.#timers.set('pause', left, () => this.#finish());
    else this.#finish();
  }

  #finish(): void {
    this.#asked = false;
    this.#run();
  }
}
