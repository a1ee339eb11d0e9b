import type { ReportTotals } from '../../../shared/contract/reports.ts';
import type { ExactSum } from '../../../shared/exact-sum.ts';
import { formatMoneySum } from '../../../shared/money.ts';
import type { Words } from '../../i18n/dashboard.ts';

/** What a chart shows: beams, cheering beams, money of one currency, or a count. */
export type Metric =
  | { readonly type: 'sum'; readonly sort: 'donation' | 'cheering' }
  | { readonly type: 'money'; readonly currency: string }
  | { readonly type: 'count'; readonly sort: 'subscription' | 'draw' };

export function metricKey(metric: Metric): string {
  return metric.type === 'money' ? `money ${metric.currency}` : `${metric.type} ${metric.sort}`;
}

/** Metrics with data; donations always. */
export function metricsOf(totals: ReportTotals): readonly Metric[] {
  return [
    { type: 'sum', sort: 'donation' },
    ...(totals.cheering.count > 0 ? [{ type: 'sum', sort: 'cheering' } as const] : []),
    ...currenciesOf(totals).map((currency) => ({ type: 'money', currency }) as const),
    ...(['subscription', 'draw'] as const)
      .filter((sort) => totals[sort].count > 0)
      .map((sort) => ({ type: 'count', sort }) as const),
  ];
}

export function currenciesOf({ purchase }: ReportTotals): readonly string[] {
  return Object.keys(purchase).sort();
}

export function metricValue(totals: ReportTotals, metric: Metric): ExactSum {
  switch (metric.type) {
    case 'sum':
      return totals[metric.sort].amount;
    case 'money':
      return totals.purchase[metric.currency]?.amount ?? 0;
    case 'count':
      return totals[metric.sort].count;
  }
}

/** Amounts of money are in smallest units. */
export function moneyText(minor: ExactSum, currency: string, { language }: Words): string {
  return formatMoneySum(minor, currency, language);
}

export function valueText(value: ExactSum, metric: Metric, words: Words): string {
  switch (metric.type) {
    case 'sum':
      return words.beams(value);
    case 'money':
      return moneyText(value, metric.currency, words);
    case 'count':
      return words.t('reports.times', { count: value });
  }
}

export function metricName(metric: Metric, { t }: Words): string {
  if (metric.type === 'money') return t('reports.money-in', { currency: metric.currency });
  return t(`reports.sort-${metric.sort}`);
}

/** The number of events of all kinds, not a sum of amounts. */
export function countOf({ purchase, ...sums }: ReportTotals): number {
  const all = [...Object.values(sums), ...Object.values(purchase)];
  return all.reduce((count, one) => count + one.count, 0);
}
