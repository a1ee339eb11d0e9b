import type { Language } from './problem.ts';

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

/** The amount as a whole number of the currency's smallest unit, for adding up. */
export function toMinorUnits(amount: number, currency: string): number {
  return Math.round(amount * 10 ** currencyDecimals(currency));
}
