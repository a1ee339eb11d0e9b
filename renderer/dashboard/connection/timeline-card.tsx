import { History, Route } from 'lucide-react';
import { Fragment, useMemo } from 'react';
import { gapsOf, type TimelineRow, timelineOf } from '../../stores/dashboard-lifeline.ts';
import { selectLifeline } from '../../stores/dashboard-store.ts';
import { Card } from '../../ui/card.tsx';
import { useSelect, useWords } from '../context.ts';
import { GapRow } from './gap-row.tsx';
import { GapsBadge } from './gaps-badge.tsx';
import { LifeLine } from './life-line.tsx';

/** Everything that happened to the connection, newest on top, with the gaps where they were. */
export function TimelineCard() {
  const { t } = useWords();
  const lifeline = useSelect(selectLifeline);
  const rows = useMemo(() => (lifeline ? timelineOf(lifeline) : []), [lifeline]);
  return (
    <Card
      icon={Route}
      title={t('life.title')}
      className="timeline"
      aside={
        lifeline && rows.length > 0 ? (
          <GapsBadge count={gapsOf(lifeline).length} open={lifeline.openGap !== null} />
        ) : null
      }
    >
      {rows.length === 0 ? (
        <div className="empty">
          <History size={32} aria-hidden />
          <p className="empty-title">{t('life.empty')}</p>
          <p className="empty-text">{t('life.empty-text')}</p>
        </div>
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
    <ol className="life-list" aria-label={t('life.title')} tabIndex={0}>
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

/** Rows are added on top: counted from below, a row keeps its number. */
function keyOf(row: TimelineRow, fromBelow: number): string {
  return row.type === 'gap' ? `gap ${row.gap.from}` : `${row.name} ${row.first} ${fromBelow}`;
}
