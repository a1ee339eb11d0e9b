import {
  ArrowRightLeft,
  CirclePause,
  CirclePlus,
  Gauge,
  HeartPulse,
  History,
  Hourglass,
  MonitorCheck,
  MonitorX,
  OctagonAlert,
  Radio,
  RefreshCw,
  Route,
  Unplug,
} from 'lucide-react';
import { Fragment, memo, useMemo } from 'react';
import {
  countGaps,
  type LifeRow,
  type TimelineRow,
  timelineOf,
} from '../../stores/dashboard-history.ts';
import { selectConnectionHistory } from '../../stores/dashboard-store.ts';
import { Card } from '../../ui/card.tsx';
import { Empty } from '../../ui/empty.tsx';
import { useSelect, useWords } from '../context.ts';
import { GapRow, GapsBadge, reasonText } from './coverage.tsx';

export function TimelineCard() {
  const { t } = useWords();
  const connectionHistory = useSelect(selectConnectionHistory);
  const rows = useMemo(
    () => (connectionHistory ? timelineOf(connectionHistory) : []),
    [connectionHistory],
  );
  return (
    <Card
      icon={Route}
      title={t('life.title')}
      className="timeline"
      aside={
        connectionHistory && rows.length > 0 ? (
          <GapsBadge
            count={countGaps(connectionHistory)}
            open={connectionHistory.openGaps.length > 0}
          />
        ) : null
      }
    >
      {rows.length === 0 ? (
        <Empty icon={History} title={t('life.empty')} text={t('life.empty-text')} />
      ) : (
        <Rows rows={rows} />
      )}
    </Card>
  );
}

function Rows({ rows }: { readonly rows: readonly TimelineRow[] }) {
  const { t, day } = useWords();
  const days = rows.map((row) =>
    row.type === 'gap' && row.gap.to === null ? null : day(timeOf(row)),
  );
  const isOneDay = new Set(days.filter((name) => name !== null)).size <= 1;
  return (
    // A scrolling region must be reachable by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <ol className="life-list scrolls" aria-label={t('life.title')} tabIndex={0}>
      {rows.map((row, at) => (
        <Fragment key={keyOf(row, rows.length - at)}>
          {!isOneDay && days[at] !== null && days[at] !== (days[at - 1] ?? null) ? (
            <li className="life-day">{days[at]}</li>
          ) : null}
          {row.type === 'gap' ? <GapRow gap={row.gap} /> : <LifeLine row={row} />}
        </Fragment>
      ))}
    </ol>
  );
}

function timeOf(row: TimelineRow): number {
  return row.type === 'gap' ? (row.gap.to ?? row.gap.from) : row.last;
}

/** Rows are added on top; counted from the bottom, a row keeps its number. */
function keyOf(row: TimelineRow, fromBelow: number): string {
  if (row.type === 'life') return `${row.name} ${row.first} ${fromBelow}`;
  const { from, to, kinds } = row.gap;
  return `gap ${from} ${to} ${kinds.join()}`;
}

/** Disconnections stand out; planned steps stay subdued. */
const EVENT_STYLES = {
  'session-created': { icon: CirclePlus, tone: 'neutral' },
  live: { icon: Radio, tone: 'live' },
  renewed: { icon: RefreshCw, tone: 'neutral' },
  'rolled-over': { icon: ArrowRightLeft, tone: 'neutral' },
  lost: { icon: Unplug, tone: 'warn' },
  'session-refused': { icon: Hourglass, tone: 'warn' },
  blocked: { icon: OctagonAlert, tone: 'error' },
  stopped: { icon: CirclePause, tone: 'neutral' },
  'overlay-refresh': { icon: HeartPulse, tone: 'warn' },
  'overlay-renew': { icon: HeartPulse, tone: 'warn' },
  'overlay-fresh-address': { icon: HeartPulse, tone: 'warn' },
  'overlay-recreate': { icon: HeartPulse, tone: 'warn' },
  'overlay-healed': { icon: MonitorCheck, tone: 'live' },
  'overlay-given-up': { icon: MonitorX, tone: 'error' },
  'overlay-load-0': { icon: Gauge, tone: 'live' },
  'overlay-load-1': { icon: Gauge, tone: 'warn' },
  'overlay-load-2': { icon: Gauge, tone: 'warn' },
  'overlay-load-3': { icon: Gauge, tone: 'warn' },
} as const;

const LifeLine = memo(function LifeLine({ row }: { readonly row: LifeRow }) {
  const words = useWords();
  const { t, time, dateTime } = words;
  const { icon: Icon, tone } = EVENT_STYLES[row.name];
  const reason = reasonText(row.reason, words);
  const when =
    row.count > 1 ? t('life.span', { from: time(row.first), to: time(row.last) }) : time(row.last);
  return (
    <li className={`life tone-${tone}`} data-name={row.name} data-in-gap={row.inGap}>
      <Icon size={16} aria-hidden className="life-icon" />
      <div className="life-body">
        <p className="life-word">
          {t(`life.${row.name}`)}
          {row.count > 1 ? (
            <span className="life-count">{t('life.times', { count: row.count })}</span>
          ) : null}
        </p>
        {reason ? (
          <p className="life-reason" title={row.reason ?? undefined}>
            {reason}
          </p>
        ) : null}
      </div>
      <time
        className="life-time"
        dateTime={new Date(row.last).toISOString()}
        title={dateTime(row.last)}
      >
        {when}
      </time>
    </li>
  );
});
