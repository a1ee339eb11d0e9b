import { ChartColumn, ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import type {
  ReportGroup,
  ReportGroupTotals,
  ReportTotals,
} from '../../../shared/contract/reports.ts';
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

interface ChartCardProps {
  readonly totals: ReportTotals;
  readonly groups: readonly ReportGroupTotals[];
  readonly group: ReportGroup;
}

/** One metric over time. Metrics have no common scale, so only one is shown. */
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
      title={t(`reports.chart-${group}`)}
      className="reports-chart-card"
      aside={
        metrics.length > 1 ? (
          <Segments
            label={t('reports.metric')}
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
        <p className="card-note">{t('reports.chart-empty')}</p>
      ) : (
        <Chart groups={groups} group={group} metric={metric} />
      )}
    </Card>
  );
}

interface ChartProps extends Pick<ChartCardProps, 'groups' | 'group'> {
  readonly metric: Metric;
}

function Chart({ groups, group, metric }: ChartProps) {
  const words = useWords();
  const { t } = words;
  const short = new Intl.DateTimeFormat(words.language, SHORT[group]);
  const bars = groups.map((one) => {
    const sum = metricValue(one.totals, metric);
    return {
      from: one.from,
      label: short.format(one.from),
      value: nearSum(sum),
      when: longName(one, group, words),
      amount: valueText(sum, metric, words),
    };
  });
  const top = roundTop(Math.max(0, ...bars.map(({ value }) => value)));
  return (
    <>
      <Bars
        title={t('reports.chart-of', { what: metricName(metric, words) })}
        bars={bars}
        top={top}
        topText={valueText(top, metric, words)}
      />
      <details className="how">
        <summary>
          <ChevronRight size={16} aria-hidden />
          {t('reports.as-table')}
        </summary>
        {/* A scrolling region must be reachable by keyboard. */}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
        <section className="reports-table-room" aria-label={t('reports.as-table')} tabIndex={0}>
          <table className="reports-table">
            <thead>
              <tr>
                <th scope="col">{t('reports.when')}</th>
                <th scope="col">{metricName(metric, words)}</th>
              </tr>
            </thead>
            <tbody>
              {bars.map(({ from, when, amount }) => (
                <tr key={from}>
                  <th scope="row">{when}</th>
                  <td>{amount}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
    </>
  );
}

const SHORT: Readonly<Record<ReportGroup, Intl.DateTimeFormatOptions>> = {
  hour: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  day: { month: 'numeric', day: 'numeric' },
  month: { year: '2-digit', month: 'short' },
  broadcast: { month: 'numeric', day: 'numeric' },
};

function longName({ from, to }: ReportGroupTotals, group: ReportGroup, words: Words): string {
  if (group === 'hour' || group === 'broadcast') {
    return words.t('life.span', { from: words.dateTime(from), to: words.time(to) });
  }
  const format: Intl.DateTimeFormatOptions =
    group === 'day' ? { dateStyle: 'full' } : { year: 'numeric', month: 'long' };
  return new Intl.DateTimeFormat(words.language, format).format(from);
}

interface Bar {
  readonly from: number;
  /** Shown below the bar if there is room. */
  readonly label: string;
  readonly value: number;
  readonly when: string;
  readonly amount: string;
}

interface BarsProps {
  readonly title: string;
  readonly bars: readonly Bar[];
  readonly topText: string;
  readonly top: number;
}

const WIDTH = 1_000;
const HEIGHT = 200;
/** Minimum number of places, so few bars are not stretched across the chart. */
const LEAST_PLACES = 24;
/** Labels that fit at any width. */
const LABELS = 6;

/** A bar chart: an image with a name. The same numbers are in a table for screen readers. */
function Bars({ title, bars, top, topText }: BarsProps) {
  const { t } = useWords();
  const id = useId();
  const places = Math.max(LEAST_PLACES, bars.length);
  const step = WIDTH / places;
  const gap = Math.min(step * 0.25, 6);
  const every = Math.max(1, Math.ceil(bars.length / LABELS));
  return (
    <figure className="reports-chart stack">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-labelledby={`${id}title`}
      >
        <title id={`${id}title`}>{title}</title>
        {[0, 0.5, 1].map((share) => (
          <line
            key={share}
            x1={0}
            x2={WIDTH}
            y1={HEIGHT - share * HEIGHT}
            y2={HEIGHT - share * HEIGHT}
            className="reports-chart-line"
            vectorEffect="non-scaling-stroke"
          />
        ))}
        {bars.map((bar, at) => {
          const height = top > 0 ? Math.max(bar.value > 0 ? 2 : 0, (bar.value / top) * HEIGHT) : 0;
          return (
            <g key={bar.from} className="reports-bar">
              <rect x={at * step} y={0} width={step} height={HEIGHT} className="reports-bar-room">
                <title>{t('reports.bar', { when: bar.when, value: bar.amount })}</title>
              </rect>
              <rect
                x={at * step + gap / 2}
                y={HEIGHT - height}
                width={Math.max(1, step - gap)}
                height={height}
                className="reports-bar-value"
              />
            </g>
          );
        })}
      </svg>
      <span className="reports-chart-top card-note" aria-hidden>
        {topText}
      </span>
      <div
        className="reports-chart-labels card-note"
        style={{ width: `${(bars.length / places) * 100}%` }}
        aria-hidden
      >
        {bars
          .filter((_, at) => at % every === 0)
          .map((bar) => (
            <span key={bar.from}>{bar.label}</span>
          ))}
      </div>
    </figure>
  );
}

/** The next round number at or above: 1, 2 or 5 times a power of ten. */
export function roundTop(value: number): number {
  if (value <= 0) return 0;
  const power = 10 ** Math.floor(Math.log10(value));
  const found = [1, 2, 5, 10].find((digit) => digit * power >= value) ?? 10;
  return found * power;
}
