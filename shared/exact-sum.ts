import type { Language } from './locales/index.ts';

/**
 * A whole sum that is always exact, also as JSON: a number up to 2^53 - 1, above it digits as text.
 */
export type ExactSum = number | string;

export function exactSum(whole: bigint): ExactSum {
  const isNumber = whole <= BigInt(Number.MAX_SAFE_INTEGER) && whole >= 0n;
  return isNumber ? Number(whole) : String(whole);
}

export function addSums(a: ExactSum, b: ExactSum): ExactSum {
  if (typeof a === 'number' && typeof b === 'number') {
    const sum = a + b;
    if (Number.isSafeInteger(sum)) return sum;
  }
  return exactSum(BigInt(a) + BigInt(b));
}

/** Below zero where `a` is less than `b`; for sorting. */
export function compareSums(a: ExactSum, b: ExactSum): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const difference = BigInt(a) - BigInt(b);
  return difference < 0n ? -1 : Number(difference > 0n);
}

export function isAboveZero(sum: ExactSum): boolean {
  return compareSums(sum, 0) > 0;
}

/** As near as a number comes: for lengths of bars and shares, never for words. */
export function nearSum(sum: ExactSum): number {
  return Number(sum);
}

/** All digits, grouped as the language does. Older pages would round text: it goes as a BigInt. */
export function formatSum(sum: ExactSum, language: Language): string {
  return new Intl.NumberFormat(language).format(typeof sum === 'number' ? sum : BigInt(sum));
}
