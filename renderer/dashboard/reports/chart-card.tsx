import { ChartColumn, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { BookGroup, BookGroupTotals, BookTotals } from '../../../shared/contract/reports.ts';
import { nearSum } from '../../../shared/exact-sum.ts';
import type { Words } from '../../i18n/dashboard.ts';
import { Card } from '../../ui/card.tsx';
import { Segments } from '../../ui/fields.tsx';
import { useWords } from '../context.ts';
import {
  countOf,
  type Metric,
  metricKey,
  metricName,
  metricsOf,
  metricValue,
  valueText,
} from './amounts.ts';
import { Bars, roundTop } from './bars.tsx';

interface ChartCardProps {
  readonly totals: BookTotals;
  readonly groups: readonly BookGroupTotals[];
  readonly group: BookGroup;
}

/** How one kind of value came in over time. One kind at a time: they have no scale in common. */
export function ChartCard({ totals, groups, group }: ChartCardProps) {
  const words = useWords();
  const { t } = words;
  const metrics = metricsOf(totals);
  const [chosen, setChosen] = useState('sum donation');
  const metric = metrics.find((one) => metricKey(one) === chosen) ?? metrics[0];
  if (!metric) return null;
  return (
    <Card
      icon={ChartColumn}
      title={t(`books.chart-${group}`)}
      className="books-chart-card"
      aside={
        metrics.length > 1 ? (
          <Segments
            label={t('books.metric')}
            choices={metrics.map((one) => ({
              value: metricKey(one),
              label: metricName(one, words),
            }))}
            chosen={metricKey(metric)}
            onChoose={setChosen}
          />
        ) : null
      }
    >
      {countOf(totals) === 0 ? (
        <p className="card-note">{t('books.chart-empty')}</p>
      ) : (
        <Chart groups={groups} group={group} metric={metric} />
      )}
    </Card>
  );
}

function Chart({
  groups,
  group,
  metric,
}: Omit<ChartCardProps, 'totals'> & { readonly metric: Metric }) {
  const words = useWords();
  const { t } = words;
  const values = groups.map(({ totals }) => metricValue(totals, metric));
  const lengths = values.map(nearSum);
  const top = roundTop(Math.max(0, ...lengths));
  const bars = groups.map((one, at) => ({
    key: `${one.from}`,
    label: shortName(one, group, words),
    value: lengths[at] ?? 0,
    text: t('books.bar', {
      when: longName(one, group, words),
      value: valueText(values[at] ?? 0, metric, words),
    }),
  }));
  return (
    <>
      <Bars
        title={t('books.chart-of', { what: metricName(metric, words) })}
        bars={bars}
        top={top}
        topText={valueText(top, metric, words)}
      />
      <details className="how">
        <summary>
          <ChevronRight size={16} aria-hidden />
          {t('books.as-table')}
        </summary>
        {/* A scrolling region must be reachable by keyboard. */}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
        <section className="books-table-room" aria-label={t('books.as-table')} tabIndex={0}>
          <table className="books-table">
            <thead>
              <tr>
                <th scope="col">{t('books.when')}</th>
                <th scope="col">{metricName(metric, words)}</th>
              </tr>
            </thead>
            <tbody>
              {groups.map((one, at) => (
                <tr key={one.from}>
                  <th scope="row">{longName(one, group, words)}</th>
                  <td>{valueText(values[at] ?? 0, metric, words)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
    </>
  );
}

function shortName({ from }: BookGroupTotals, group: BookGroup, words: Words): string {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(words.language, options).format(new Date(from));
  switch (group) {
    case 'hour':
      return format({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
    case 'month':
      return format({ year: '2-digit', month: 'short' });
    case 'day':
    case 'broadcast':
      return format({ month: 'numeric', day: 'numeric' });
  }
}

function longName({ from, to }: BookGroupTotals, group: BookGroup, words: Words): string {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(words.language, options).format(new Date(from));
  switch (group) {
    case 'hour':
    case 'broadcast':
      return words.t('life.span', { from: words.dateTime(from), to: words.time(to) });
    case 'day':
      return format({ dateStyle: 'full' });
    case 'month':
      return format({ year: 'numeric', month: 'long' });
  }
}
