/** What a number field came to: the number, nothing sent, or why it cannot be used. */
export type NumberReading =
  | { readonly type: 'number'; readonly value: number }
  | { readonly type: 'missing' }
  | { readonly type: 'refused'; readonly why: 'unreadable' | 'negative' | 'huge' | 'fractional' };

const DECIMAL = /^[+-]?\d{1,400}(?:\.\d{1,400})?$/;

function toNumber(value: unknown): number {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return Number.NaN;
  const trimmed = value.length <= 1_000 ? value.trim() : '';
  return DECIMAL.test(trimmed) ? Number(trimmed) : Number.NaN;
}

/**
 * Reads a number that came as a number or as decimal text. Negative ones, those above `max` and,
 * unless `fractions`, those that are not whole are refused: a wrong number in the books is worse
 * than none.
 */
export function readNumber(
  value: unknown,
  { max = Number.MAX_SAFE_INTEGER, fractions = false } = {},
): NumberReading {
  if (value === undefined || value === null) return { type: 'missing' };
  const number = toNumber(value);
  if (Number.isNaN(number)) return { type: 'refused', why: 'unreadable' };
  if (number < 0) return { type: 'refused', why: 'negative' };
  if (number > max) return { type: 'refused', why: 'huge' };
  if (!fractions && !Number.isInteger(number)) return { type: 'refused', why: 'fractional' };
  // Minus zero would be written as "-0".
  return { type: 'number', value: number === 0 ? 0 : number };
}
