import type { ExactSum } from '../../../shared/exact-sum.ts';
import type { Language } from '../../../shared/locales/index.ts';
import { formatMoneySum } from '../../../shared/money.ts';

/** Sums of money (smallest units by currency) beside one another, never added; null: there are none. */
export function shopWords(
  shop: Readonly<Record<string, ExactSum>>,
  language: Language,
): string | null {
  const sums = Object.entries(shop)
    .filter(([, minor]) => minor !== 0)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, minor]) => formatMoneySum(minor, currency, language));
  return sums.length === 0 ? null : sums.join(' · ');
}
