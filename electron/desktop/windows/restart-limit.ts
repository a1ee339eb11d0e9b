import type { Clock } from '../../base/clock.ts';

/** Lets something happen at most `most` times within any `windowMs` milliseconds. */
export class RestartLimit {
  readonly #clock: Clock;
  readonly #most: number;
  readonly #windowMs: number;
  #times: number[] = [];

  constructor(clock: Clock, most: number, windowMs: number) {
    this.#clock = clock;
    this.#most = most;
    this.#windowMs = windowMs;
  }

  /** Whether it may happen now; then it counts. */
  take(): boolean {
    const now = this.#clock.monotonic();
    this.#times = this.#times.filter((time) => now - time < this.#windowMs);
    if (this.#times.length >= this.#most) return false;
    this.#times.push(now);
    return true;
  }

  /** Starts to count anew. */
  forget(): void {
    this.#times = [];
  }
}
