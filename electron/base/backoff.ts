import type { Random } from './random.ts';

/** Waiting times between attempts, in milliseconds. Without a limit on the number of attempts. */
export interface BackoffPolicy {
  /** The shortest wait. */
  readonly minMs: number;
  /** The longest wait. */
  readonly maxMs: number;
}

/** Reconnects: full jitter from 0.5 s up to 30 s (design, decision 3). */
export const RECONNECT_BACKOFF: BackoffPolicy = { minMs: 500, maxMs: 30_000 };

/**
 * Counts attempts and answers how long to wait before the next. The wait is drawn evenly between
 * `minMs` and a ceiling that doubles with every attempt, so that many clients cut off at the same
 * instant do not come back at the same instant.
 */
export class Backoff {
  readonly #policy: BackoffPolicy;
  readonly #random: Random;
  #attempts = 0;

  constructor(policy: BackoffPolicy, random: Random) {
    this.#policy = policy;
    this.#random = random;
  }

  /** Attempts since the last success. */
  get attempts(): number {
    return this.#attempts;
  }

  /** The next wait in milliseconds; counts one attempt. */
  next(): number {
    this.#attempts += 1;
    const { minMs, maxMs } = this.#policy;
    const ceiling = Math.min(maxMs, minMs * 2 ** Math.min(this.#attempts, 30));
    return minMs + this.#random() * (ceiling - minMs);
  }

  reset(): void {
    this.#attempts = 0;
  }
}
