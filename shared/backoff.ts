/** Waiting times between any number of attempts, milliseconds. */
export interface BackoffPolicy {
  readonly minMs: number;
  readonly maxMs: number;
}

/**
 * The wait before the next attempt, milliseconds, after `failures` in a row (1: the first). Full
 * jitter: it is drawn evenly between `minMs` and a ceiling that doubles with every failure, so that
 * many clients cut off at the same instant do not come back at the same instant.
 *
 * @param random uniform numbers in [0, 1).
 */
export function backoffMs(
  failures: number,
  { minMs, maxMs }: BackoffPolicy,
  random: () => number,
): number {
  const ceiling = Math.min(maxMs, minMs * 2 ** Math.min(failures, 30));
  return minMs + random() * (ceiling - minMs);
}
