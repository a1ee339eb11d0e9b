/** Waiting times between any number of attempts, milliseconds. */
export interface BackoffPolicy {
  readonly minMs: number;
  readonly maxMs: number;
}

/**
 * Full jitter: drawn evenly between `minMs` and a ceiling that doubles with every failure in a row,
 * so that many clients cut off at the same instant do not come back at the same instant.
 */
export function backoffMs(
  failures: number,
  { minMs, maxMs }: BackoffPolicy,
  random: () => number,
): number {
  const ceiling = Math.min(maxMs, minMs * 2 ** Math.min(failures, 30));
  return minMs + random() * (ceiling - minMs);
}
