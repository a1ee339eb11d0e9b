import { describe, expect, it } from 'vitest';
import { metricKey, metricsOf } from '../../../../renderer/dashboard/reports/amounts.ts';
import { roundTop } from '../../../../renderer/dashboard/reports/chart-card.tsx';
import { fileName } from '../../../../renderer/dashboard/reports/export-card.tsx';
import {
  dateText,
  dayOf,
  groupOf,
  monthOf,
  neighbour,
  rangeOf,
} from '../../../../renderer/dashboard/reports/period.tsx';
import { limitOf } from '../../../../renderer/dashboard/reports/records-card.tsx';
import { REPORT_FILE } from '../../../../shared/contract/reports.ts';
import { NO_TOTALS } from '../../../support/empty-states.ts';

const DAY = 86_400_000;
const local = (...parts: [number, number, number, number?]) => new Date(...parts).getTime();

describe('a period', () => {
  it('of a day or a month ends where the next one begins', () => {
    const at = local(2026, 1, 28, 13);
    expect(dayOf(at)).toEqual({ from: local(2026, 1, 28), to: local(2026, 2, 1) });
    expect(monthOf(at)).toEqual({ from: local(2026, 1, 1), to: local(2026, 2, 1) });
    expect(neighbour('month', monthOf(at), 1)).toEqual(monthOf(local(2026, 2, 15)));
    expect(neighbour('month', monthOf(at), -1)).toEqual(monthOf(local(2026, 0, 15)));
    expect(neighbour('day', dayOf(at), 1)).toEqual(dayOf(local(2026, 2, 1)));
  });

  it.each([
    ['2026-01-31', '2026-01-31', local(2026, 0, 31), local(2026, 1, 1)],
    ['2026-01-01', '2026-12-31', local(2026, 0, 1), local(2027, 0, 1)],
  ])('from %s to %s has both days', (first, last, from, to) => {
    expect(rangeOf(first, last)).toEqual({ from, to });
  });

  it.each([
    ['', '2026-01-01'],
    ['2026-01-02', '2026-01-01'],
    ['today', 'tomorrow'],
    ['2026-01-01', ''],
  ])('from %j to %j is none', (first, last) => {
    expect(rangeOf(first, last)).toBeNull();
  });

  it('is written the way a date field has it', () => {
    expect(dateText(local(2026, 0, 5, 23))).toBe('2026-01-05');
  });

  it.each([
    [1, 'hour'],
    [2, 'hour'],
    [3, 'day'],
    [31, 'day'],
    [366, 'month'],
  ])('of %i days is charted by %s', (days, group) => {
    expect(groupOf({ from: 0, to: days * DAY })).toBe(group);
  });
});

describe('a chart', () => {
  it.each([
    [0, 0],
    [1, 1],
    [3, 5],
    [5, 5],
    [51, 100],
    [1_999, 2_000],
  ])('of %i ends at %i', (value, top) => {
    expect(roundTop(value)).toBe(top);
  });

  it('offers what there is, each currency by itself', () => {
    const one = { count: 1, unknown: 0, amount: 5 };
    const totals = { ...NO_TOTALS, draw: one, purchase: { USD: one, KRW: one } };
    expect(metricsOf(NO_TOTALS).map(metricKey)).toEqual(['sum donation']);
    expect(metricsOf(totals).map(metricKey)).toEqual([
      'sum donation',
      'money KRW',
      'money USD',
      'count draw',
    ]);
  });
});

it.each([
  ['', null],
  ['  ', null],
  ['1,000', 1_000],
  ['12.5', 12.5],
  ['-1', undefined],
  ['1e3', undefined],
  ['ten', undefined],
  ['99999999999999999999', undefined],
])('the limit %j is %j', (text, limit) => {
  expect(limitOf(text)).toBe(limit);
});

it('a file has a name that the core takes', () => {
  const period = { from: local(2026, 0, 1), to: local(2026, 1, 1) };
  for (const format of ['csv', 'json'] as const) {
    expect(fileName(period, 1_767_225_600_123, format)).toMatch(REPORT_FILE);
  }
});

it('a file has a name of its own, however soon it follows another', () => {
  const period = { from: local(2026, 0, 1), to: local(2026, 1, 1) };
  const [one, other] = [0, 1].map((late) => fileName(period, 1_767_225_600_123 + late, 'csv'));
  expect(one).not.toBe(other);
});
