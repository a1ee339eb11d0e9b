import { useQueryClient } from '@tanstack/react-query';
import { BookText, CloudOff } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { ReportGroup } from '../../../shared/contract/reports.ts';
import { type DashboardState, selectReachable } from '../../stores/dashboard-store.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { usePage, useSelect, useWords } from '../context.ts';
import { useSettled, useThrottled } from '../paced-value.ts';
import { ProblemNote } from '../problems.tsx';
import { useReading } from '../query.ts';
import { ChartCard } from './chart-card.tsx';
import { DataCard } from './data-card.tsx';
import { ExportCard } from './export-card.tsx';
import {
  broadcastChoice,
  type Choice,
  dayOf,
  groupOf,
  monthOf,
  ownZone,
  type Period,
  PeriodBar,
} from './period.tsx';
import { RecordsCard } from './records-card.tsx';
import { AmountsCard, SupportersCard } from './shares-cards.tsx';
import { TotalsCards } from './totals-cards.tsx';
import { GapsCard, PayoutsCard, ReceiptsCard } from './trouble-cards.tsx';
import { ANYTHING, useRecords } from './use-records.ts';

const BROADCASTS = 100;

export function ReportsPage() {
  const { clock } = usePage().host;
  const reachable = useSelect(selectReachable);
  useReadAgain();
  // Today's income is what is asked for most often.
  const [choice, setChoice] = useState<Choice>(() => ({
    kind: 'day',
    period: dayOf(clock.now()),
    broadcast: null,
  }));
  const { value } = useReading('reports', 'reports.broadcasts', { limit: BROADCASTS });
  const broadcasts = value?.broadcasts ?? null;
  const [isReading, setReading] = useState(true);
  useEffect(() => {
    if (broadcasts === null) return;
    setChoice((now) => {
      if (now.kind !== 'broadcast') return now;
      const chosen = broadcasts.find(({ id }) => id === now.broadcast);
      if (chosen) return sameOr(now, broadcastChoice(chosen, clock.now()));
      if (now.period !== null) return now;
      const latest = broadcasts[0];
      return latest
        ? broadcastChoice(latest, clock.now())
        : { kind: 'month', period: monthOf(clock.now()), broadcast: null };
    });
  }, [broadcasts, clock]);
  return (
    <div className="books flow" data-stale={!reachable}>
      <PeriodBar
        choice={choice}
        broadcasts={broadcasts}
        isLoading={isReading && reachable}
        onChoose={setChoice}
      />
      {choice.period ? (
        <Reports choice={choice} period={choice.period} onReading={setReading} />
      ) : null}
      {choice.period === null && !reachable ? <OutOfReach /> : null}
    </div>
  );
}

/** A running period is read again at most this often, milliseconds. */
const AGAIN_MS = 3_000;

/** Also changes when all events are sent again because a viewer's data was deleted. */
const newestValued = (state: DashboardState) =>
  state.events.find(({ kind, origin }) => kind !== 'CHAT' && origin === 'platform') ?? state.events;

/** Reads all reports again a while after an event with a value. */
function useReadAgain(): void {
  const client = useQueryClient();
  const newest = useThrottled(useSelect(newestValued), AGAIN_MS);
  const read = useRef(newest);
  useEffect(() => {
    if (newest === read.current) return;
    read.current = newest;
    void client.invalidateQueries({ queryKey: ['reports'] });
  }, [client, newest]);
}

/** Returns the current choice if both are equal, so nothing is read again. */
function sameOr(now: Choice, next: Choice): Choice {
  const isSame = now.period?.from === next.period?.from && now.period?.to === next.period?.to;
  return isSame ? now : next;
}

/** The app became unreachable before anything was read. */
function OutOfReach() {
  const { t } = useWords();
  return (
    <Empty
      icon={CloudOff}
      title={t('reports.out-of-reach')}
      text={t('reports.out-of-reach-text')}
    />
  );
}

interface ReportsProps {
  readonly choice: Choice;
  readonly period: Period;
  readonly onReading: (isReading: boolean) => void;
}

function Reports({ choice, period, onReading }: ReportsProps) {
  const { t } = useWords();
  const reachable = useSelect(selectReachable);
  const [isByBroadcast, setByBroadcast] = useState(false);
  const canCut = choice.kind === 'month' || choice.kind === 'range';
  const group: ReportGroup = canCut && isByBroadcast ? 'broadcast' : groupOf(period);
  const totals = useReading('reports', 'reports.totals', { ...period, group, zone: ownZone() });
  useEffect(() => onReading(totals.isLoading), [onReading, totals.isLoading]);
  const [narrowed, setNarrowed] = useState(ANYTHING);
  // Searches once typing pauses.
  const settled = useSettled(narrowed, REST_MS);
  const records = useRecords(period, settled);
  const list = useRef<HTMLOListElement>(null);
  // The list may be far from the button: move the focus there.
  const find = (who: string) => {
    setNarrowed({ ...ANYTHING, who });
    list.current?.focus();
  };
  return (
    <>
      {totals.value === null && !reachable ? <OutOfReach /> : null}
      <ProblemNote problem={totals.problem} />
      {totals.value ? (
        <>
          <TotalsCards totals={totals.value.totals} />
          <div className="reports-chart-side stack">
            <ChartCard totals={totals.value.totals} groups={totals.value.groups} group={group} />
            {canCut ? (
              <Button
                variant="ghost"
                icon={BookText}
                onPress={() => setByBroadcast(!isByBroadcast)}
              >
                {t(isByBroadcast ? 'reports.cut-by-time' : 'reports.cut-by-broadcast')}
              </Button>
            ) : null}
          </div>
        </>
      ) : null}
      <div className="reports-columns columns">
        <RecordsCard list={list} narrowed={narrowed} records={records} onNarrow={setNarrowed} />
        <div className="reports-side flow">
          <SupportersCard period={period} onFind={find} />
          <AmountsCard period={period} />
          <GapsCard period={period} />
          <ReceiptsCard period={period} />
          <PayoutsCard period={period} />
          <ExportCard period={period} narrowed={settled} />
          <DataCard who={settled.who} />
        </div>
      </div>
    </>
  );
}

/** Typing counts after this pause, milliseconds. */
const REST_MS = 250;
