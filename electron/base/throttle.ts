import type { Clock } from './clock.ts';
import type { Disposable } from './disposables.ts';

/** At most once an interval, the last request always. A timer stands only while a run is owed. */
export class Throttle implements Disposable {
  readonly #clock: Clock;
  readonly #intervalMs: number;
  readonly #run: () => void;
  #lastRun = Number.NEGATIVE_INFINITY;
  #timer: Disposable | null = null;

  constructor(clock: Clock, intervalMs: number, run: () => void) {
    this.#clock = clock;
    this.#intervalMs = intervalMs;
    this.#run = run;
  }

  request(): void {
    if (this.#timer) return;
    const wait = this.#lastRun + this.#intervalMs - this.#clock.monotonic();
    if (wait <= 0) this.runNow();
    else this.#timer = this.#clock.setTimeout(() => this.runNow(), wait);
  }

  /** Runs without waiting; a run that was owed is settled by it. */
  runNow(): void {
    this.dispose();
    this.#lastRun = this.#clock.monotonic();
    this.#run();
  }

  dispose(): void {
    this.#timer?.dispose();
    this.#timer = null;
  }
}
