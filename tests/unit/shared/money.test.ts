import { describe, expect, it } from 'vitest';
import { currencyDecimals, formatMoney, toMinorUnits } from '../../../shared/money.ts';

/** Intl puts narrow and no-break spaces between number and sign. */
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ');

describe('money', () => {
  it.each([
    ['KRW', 0],
    ['JPY', 0],
    ['USD', 2],
    ['ZZZ', 2],
    ['', 2],
    ['not a code', 2],
  ])('of %j has %i decimals', (currency, decimals) => {
    expect(currencyDecimals(currency)).toBe(decimals);
  });

  it.each([
    [12_000, 'KRW', 'ko', '₩12,000'],
    [12_000, 'KRW', 'en', '₩12,000'],
    [1500, 'JPY', 'ko', '¥1,500'],
    [19.9, 'USD', 'en', '$19.90'],
    [19.9, 'USD', 'ko', '$19.90'],
    [0, 'KRW', 'ko', '₩0'],
    [-5, 'USD', 'en', '-$5.00'],
    [5, 'not a code', 'en', '5 not a code'],
    [5, '', 'en', '5'],
  ] as const)('%d %s reads in %s as %s', (amount, currency, language, expected) => {
    expect(plain(formatMoney(amount, currency, language))).toBe(expected);
  });

  it.each([
    [12_000, 'KRW', 12_000],
    [1500, 'JPY', 1500],
    [19.9, 'USD', 1990],
    [0.1 + 0.2, 'USD', 30],
    [0, 'USD', 0],
  ])('%d %s is %i of the smallest unit', (amount, currency, units) => {
    expect(toMinorUnits(amount, currency)).toBe(units);
  });
});
