import { type ExactSum, nearSum } from './exact-sum.ts';
import type { Language } from './locales/index.ts';

/** Decimals of a currency: none for KRW and JPY, two for USD and for unknown codes. */
export function currencyDecimals(currency: string): number {
  try {
    const format = new Intl.NumberFormat('en', { style: 'currency', currency });
    return format.resolvedOptions().maximumFractionDigits ?? 2;
  } catch {
    return 2;
  }
}

/** Throws if the currency is no code of three letters. */
function moneyFormat(currency: string, language: Language): Intl.NumberFormat {
  const currencyDisplay = 'narrowSymbol';
  return new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay });
}

/** An unknown currency's code follows the number. */
export function formatMoney(amount: number, currency: string, language: Language): string {
  try {
    return moneyFormat(currency, language).format(amount);
  } catch {
    return `${new Intl.NumberFormat(language).format(amount)} ${currency}`.trim();
  }
}

/** A sum in smallest units, formatted with all digits. */
export function formatMoneySum(sum: ExactSum, currency: string, language: Language): string {
  const decimals = currencyDecimals(currency);
  const near = nearSum(sum) / 10 ** decimals;
  // A number is exact up to fifteen digits.
  if (Math.abs(nearSum(sum)) < 1e15) return formatMoney(near, currency, language);
  const digits = String(sum).padStart(decimals + 1, '0');
  const whole = BigInt(digits.slice(0, digits.length - decimals));
  const rest = digits.slice(digits.length - decimals);
  try {
    return moneyFormat(currency, language)
      .formatToParts(whole)
      .map(({ type, value }) => (type === 'fraction' ? rest : value))
      .join('');
  } catch {
    const separator = new Intl.NumberFormat(language).format(0.1).charAt(1);
    return `${new Intl.NumberFormat(language).format(whole)}${separator}${rest} ${currency}`.trim();
  }
}

/** The amount in whole smallest units of the currency, for summing. */
export function toMinorUnits(amount: number, currency: string): number {
  return Math.round(amount * 10 ** currencyDecimals(currency));
}
