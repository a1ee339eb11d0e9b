import { Backoff, RECONNECT_BACKOFF } from '../base/backoff.ts';
import type { Clock } from '../base/clock.ts';
import type { Random } from '../base/random.ts';

/** A success that lasted this long is a new beginning; as long as the longest wait. */
const STEADY_MS = RECONNECT_BACKOFF.maxMs;

/**
 * Waits between attempts to be live. Becoming live alone does not begin anew: a platform that takes
 * every line and cuts it at once would else be called without a pause that grows.
 */
export class SteadyBackoff {
  readonly #backoff: Backoff;
  readonly #clock: Clock;
  #liveSince: number | null = null;

  constructor(clock: Clock, random: Random) {
    this.#clock = clock;
    this.#backoff = new Backoff(RECONNECT_BACKOFF, random);
  }

  wentLive(): void {
    this.#liveSince = this.#clock.monotonic();
  }

  /** The wait before the next attempt, in milliseconds. */
  next(): number {
    if (this.#liveSince !== null && this.#clock.monotonic() - this.#liveSince >= STEADY_MS) {
      this.#backoff.reset();
    }
    this.#liveSince = null;
    return this.#backoff.next();
  }
}
