import { type BackoffPolicy, backoffMs } from '../../shared/backoff.ts';
import type { Random } from './random.ts';

export type { BackoffPolicy };

/** Reconnects: full jitter from 0.5 s up to 30 s (design, decision 3). */
export const RECONNECT_BACKOFF: BackoffPolicy = { minMs: 500, maxMs: 30_000 };

/** Counts attempts and answers how long to wait before the next (`backoffMs`). */
export class Backoff {
  readonly #policy: BackoffPolicy;
  readonly #random: Random;
  #attempts = 0;

  constructor(policy: BackoffPolicy, random: Random) {
    this.#policy = policy;
    this.#random = random;
  }

  get attempts(): number {
    return this.#attempts;
  }

  /** The next wait in milliseconds; counts one attempt. */
  next(): number {
    this.#attempts += 1;
    return backoffMs(this.#attempts, this.#policy, this.#random);
  }

  reset(): void {
    this.#attempts = 0;
  }
}
