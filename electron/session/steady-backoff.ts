import { Backoff, type BackoffPolicy } from '../base/backoff.ts';
import type { Clock } from '../base/clock.ts';
import type { Random } from '../base/random.ts';

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

  /** The wait before the next attempt, in milliseconds. */
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
