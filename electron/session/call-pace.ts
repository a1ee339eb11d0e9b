import { Backoff, type BackoffPolicy } from '../base/backoff.ts';
import type { Clock } from '../base/clock.ts';
import type { Random } from '../base/random.ts';

/** How long a platform that refuses everything is called as often as waits allow. */
const FREE_MS = 60_000;
/** After that its calls come so far apart: at most four a minute, all of them together. */
const APART_MS = 15_000;

/** While nothing but failures come back, there is a pause between any two calls of a stream. */
export class CallPace {
  readonly #clock: Clock;
  #failingSince: number | null = null;
  #calledAt = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Calls may come as often as waits allow. */
  get isFree(): boolean {
    return this.#failingSince === null || this.#clock.monotonic() - this.#failingSince < FREE_MS;
  }

  get restMs(): number {
    if (this.isFree) return 0;
    return Math.max(0, this.#calledAt + APART_MS - this.#clock.monotonic());
  }

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

/** The first wait is under half a second: with a cut every five seconds more would cost the show. */
const POLICY: BackoffPolicy = { minMs: 250, maxMs: 30_000 };
/**
 * A link that lived for so long was a success. Under the five seconds between two cuts, of which the
 * wait and the way to the platform take their part.
 */
const STEADY_MS = 3_000;

/**
 * Waits between attempts to be live. They begin anew after a link that lived at least `STEADY_MS` and
 * as long as the last wait. Becoming live alone does not: a platform that takes every link and cuts it
 * at once would else be called without a pause that grows.
 */
export class SteadyBackoff {
  readonly #backoff: Backoff;
  readonly #clock: Clock;
  #liveSince: number | null = null;
  #lastWaitMs = 0;

  constructor(clock: Clock, random: Random) {
    this.#clock = clock;
    this.#backoff = new Backoff(POLICY, random);
  }

  wentLive(): void {
    this.#liveSince = this.#clock.monotonic();
  }

  next(): number {
    if (this.#liveSince !== null) {
      const livedMs = this.#clock.monotonic() - this.#liveSince;
      if (livedMs >= Math.max(STEADY_MS, this.#lastWaitMs)) this.#backoff.reset();
    }
    this.#liveSince = null;
    this.#lastWaitMs = this.#backoff.next();
    return this.#lastWaitMs;
  }
}
