import type { Clock } from '../base/clock.ts';

/** How long a platform that refuses everything is called as often as waits allow. */
const FREE_MS = 60_000;
/** After that its calls come so far apart: at most four a minute, all of them together. */
const APART_MS = 15_000;

/**
 * Keeps all calls for a live stream (connections, lists, creations) from becoming a storm: while
 * nothing but failures come back, there is a pause between any two of them.
 */
export class CallPace {
  readonly #clock: Clock;
  #failingSince: number | null = null;
  #calledAt = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** How long the next call has to wait, in milliseconds. */
  get restMs(): number {
    const now = this.#clock.monotonic();
    if (this.#failingSince === null || now - this.#failingSince < FREE_MS) return 0;
    return Math.max(0, this.#calledAt + APART_MS - now);
  }

  /** A call begins. */
  calling(): void {
    this.#calledAt = this.#clock.monotonic();
  }

  failed(): void {
    this.#failingSince ??= this.#clock.monotonic();
  }

  /** The platform did what it was asked, or the machine has just come back to it. */
  answered(): void {
    this.#failingSince = null;
  }

  /** Runs a call and notes how it ended. */
  async call<T>(run: () => Promise<T>): Promise<T> {
    this.calling();
    try {
      const result = await run();
      this.answered();
      return result;
    } catch (failure) {
      this.failed();
      throw failure;
    }
  }
}
