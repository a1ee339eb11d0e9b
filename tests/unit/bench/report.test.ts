import { describe, expect, it } from 'vitest';
import { missesOf, type Row, type Target, tableOf, verdictOf } from '../../bench/report.ts';

const row = (value: number, target?: Target): Row => ({
  name: 'figure',
  value,
  text: String(value),
  ...(target ? { target } : {}),
});

describe("the benchmark's targets", () => {
  it.each([
    ['at-most', 1.3, 'PASS'],
    ['at-most', 1.31, 'MISS'],
    ['under', 1.3, 'MISS'],
    ['under', 1.29, 'PASS'],
    ['at-least', 1.3, 'PASS'],
    ['at-least', 1.29, 'MISS'],
    ['equal', 1.3, 'PASS'],
    ['equal', 1.29, 'MISS'],
    ['at-most', Number.NaN, 'MISS'],
  ] as const)('%s 1.3 says of %d: %s', (kind, value, verdict) => {
    expect(verdictOf(row(value, { kind, value: 1.3 }))).toBe(verdict);
  });

  it('has no verdict where nothing was asked', () => {
    expect(verdictOf(row(1))).toBeNull();
  });

  it('lists what was missed, and writes the limit into the table', () => {
    const missed = row(2, { kind: 'at-most', value: 1.3 });
    const sections = [{ title: 'part', rows: [row(1, { kind: 'under', value: 3 }), missed] }];
    expect(missesOf(sections)).toEqual([missed]);
    expect(tableOf(sections)).toMatch(/figure +2 +≤ 1\.3 +MISS/);
  });
});
