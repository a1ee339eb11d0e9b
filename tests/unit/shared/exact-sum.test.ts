import { describe, expect, it } from 'vitest';
import { exactSumSchema } from '../../../shared/contract/reports.ts';
import { addSums, compareSums, exactSum, formatSum } from '../../../shared/exact-sum.ts';
import { formatMoneySum } from '../../../shared/money.ts';

const MOST = 9_007_199_254_740_991;

describe('exact sums', () => {
  it.each([
    [1, 2, 3],
    [MOST, 0, MOST],
    [MOST, 1, '9007199254740992'],
    [MOST, MOST, '18014398509481982'],
    ['9007199254740993', 2, '9007199254740995'],
    ['9007199254740993', '9007199254740993', '18014398509481986'],
  ] as const)('%s and %s are %s', (a, b, sum) => {
    expect(addSums(a, b)).toBe(sum);
    expect(addSums(b, a)).toBe(sum);
    expect(exactSumSchema.parse(JSON.parse(JSON.stringify(sum)))).toBe(sum);
  });

  it.each([
    [1, 2, -1],
    [MOST, '9007199254740992', -1],
    ['9007199254740993', '9007199254740992', 1],
    ['9007199254740993', '9007199254740993', 0],
    ['10000000000000000', '9999999999999999', 1],
  ] as const)('%s beside %s: %i', (a, b, order) => {
    expect(Math.sign(compareSums(a, b))).toBe(order);
  });

  it('become numbers where these are exact', () => {
    expect(exactSum(9_007_199_254_740_991n)).toBe(MOST);
    expect(exactSum(9_007_199_254_740_992n)).toBe('9007199254740992');
  });

  it('are shown with all their digits', () => {
    expect(formatSum(1_234, 'ko')).toBe('1,234');
    expect(formatSum('18014398509481983', 'en')).toBe('18,014,398,509,481,983');
    expect(formatSum('123456789012345678901', 'ko')).toBe('123,456,789,012,345,678,901');
  });

  it.each([
    [0, 'KRW', '₩0'],
    [1_250, 'USD', '$12.50'],
    [MOST, 'KRW', '₩9,007,199,254,740,991'],
    ['18014398509481983', 'KRW', '₩18,014,398,509,481,983'],
    [MOST, 'USD', '$90,071,992,547,409.91'],
    ['18014398509481905', 'USD', '$180,143,985,094,819.05'],
    ['18014398509481900', 'USD', '$180,143,985,094,819.00'],
    ['18014398509481983', 'JPY', '¥18,014,398,509,481,983'],
    ['18014398509481983', 'not a code', '180,143,985,094,819.83 not a code'],
  ] as const)('%s of %s is %s', (sum, currency, text) => {
    expect(formatMoneySum(sum, currency, 'en')).toBe(text);
  });
});
