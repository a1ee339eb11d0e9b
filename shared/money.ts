import { type ExactSum, nearSum } from './exact-sum.ts';
import type { Language } from './locales/index.ts';

/** Decimals of a currency: none for KRW and JPY, two for USD and for codes nobody knows. */
export function currencyDecimals(currency: string): number {
  try {
    const format = new Intl.NumberFormat('en', { style: 'currency', currency });
    return format.resolvedOptions().maximumFractionDigits ?? 2;
  } catch {
    return 2;
  }
}

/** Money in the reader's language; a currency nobody knows keeps its code behind the number. */
export function formatMoney(amount: number, currency: string, language: Language): string {
  try {
    return new Intl.NumberFormat(language, {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
    }).format(amount);
  } catch {
    return `${new Intl.NumberFormat(language).format(amount)} ${currency}`.trim();
  }
}

/** A sum of money in smallest units, with all its digits. */
export function formatMoneySum(sum: ExactSum, currency: string, language: Language): string {
  const decimals = currencyDecimals(currency);
  const near = nearSum(sum) / 10 ** decimals;
  // Up to fifteen digits a number holds every amount as it is written.
  if (Math.abs(nearSum(sum)) < 1e15) return formatMoney(near, currency, language);
  const digits = String(sum).padStart(decimals + 1, '0');
  const whole = BigInt(digits.slice(0, digits.length - decimals));
  const rest = digits.slice(digits.length - decimals);
  try {
    return new Intl.NumberFormat(language, {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
    })
      .formatToParts(whole)
      .map(({ type, value }) => (type === 'fraction' ? rest : value))
      .join('');
  } catch {
    const separator = new Intl.NumberFormat(language).format(0.1).charAt(1);
    return `${new Intl.NumberFormat(language).format(whole)}${separator}${rest} ${currency}`.trim();
  }
}

/** The amount as a whole number of the currency's smallest unit, for adding up. */
export function toMinorUnits(amount: number, currency: string): number {
  return Math.round(amount * 10 ** currencyDecimals(currency));
}
