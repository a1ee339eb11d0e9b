import type { ConnectionHistory, LifeEventName } from '../../shared/connection-history.ts';
import type { StageEvent } from '../../shared/events.ts';

/** A gap as the page draws it; `to` is null while it is open. Epoch milliseconds. */
export interface ShownGap {
  readonly from: number;
  readonly to: number | null;
  readonly reason: string;
}

/** A life event; refusals of one kind that followed each other are one row. */
export interface LifeRow {
  readonly type: 'life';
  readonly name: LifeEventName;
  readonly reason: string | null;
  readonly count: number;
  /** Of the earliest and of the latest of them. */
  readonly first: number;
  readonly last: number;
  /** It happened while events may have been missed. */
  readonly inGap: boolean;
}

export type TimelineRow = LifeRow | { readonly type: 'gap'; readonly gap: ShownGap };

/** Rows of the timeline at most. */
export const SHOWN_LIFE = 200;

/** Everything that happened to the connection, newest first, the open gap before all. */
export function timelineOf(connectionHistory: ConnectionHistory): readonly TimelineRow[] {
  const gaps = gapsOf(connectionHistory);
  const rows: TimelineRow[] = [];
  let nextGap = 0;
  const gapsEndedAfter = (at: number) => {
    for (let gap = gaps[nextGap]; gap && endOf(gap) > at; gap = gaps[nextGap]) {
      rows.push({ type: 'gap', gap });
      nextGap += 1;
    }
  };
  for (const { at, name, reason } of newestFirst(connectionHistory.events)) {
    gapsEndedAfter(at);
    const inGap = gaps.some((gap) => gap.from <= at && at < endOf(gap));
    const above = rows.at(-1);
    if (isRepeated(above, name, reason, inGap)) {
      rows[rows.length - 1] = { ...above, count: above.count + 1, first: at };
    } else {
      rows.push({ type: 'life', name, reason, count: 1, first: at, last: at, inGap });
    }
  }
  gapsEndedAfter(Number.NEGATIVE_INFINITY);
  return rows.slice(0, SHOWN_LIFE);
}

/** All gaps, newest first, the open one before all. */
export function gapsOf({ gaps, openGap }: ConnectionHistory): readonly ShownGap[] {
  const closed = newestFirst(gaps);
  return openGap ? [{ ...openGap, to: null }, ...closed] : closed;
}

/** How far back the summary looks, milliseconds. */
const SUMMARY_MS = 24 * 3_600_000;

interface GapSummary {
  readonly count: number;
  /** Milliseconds that are not covered, the open gap up to `now` included. */
  readonly missedMs: number;
}

/** What was not covered within the last 24 hours before `now`. */
export function summaryOf(connectionHistory: ConnectionHistory, now: number): GapSummary {
  const begin = now - SUMMARY_MS;
  const recent = gapsOf(connectionHistory).filter(({ to }) => to === null || to > begin);
  const missedMs = recent.reduce(
    (sum, { from, to }) => sum + Math.max(0, (to ?? now) - Math.max(from, begin)),
    0,
  );
  return { count: recent.length, missedMs };
}

type FeedRow =
  | { readonly type: 'event'; readonly event: StageEvent }
  | { readonly type: 'gap'; readonly gap: ShownGap };

/**
 * The rows of the event list with the gaps between them, each where it ended. What is older than
 * the oldest row says nothing about the list and is left out.
 */
export function withGaps(
  events: readonly StageEvent[],
  connectionHistory: ConnectionHistory | null,
): readonly FeedRow[] {
  const gaps = connectionHistory ? gapsOf(connectionHistory) : [];
  const rows: FeedRow[] = [];
  let nextGap = 0;
  for (const event of events) {
    for (let gap = gaps[nextGap]; gap && endOf(gap) > event.receivedAt; gap = gaps[nextGap]) {
      rows.push({ type: 'gap', gap });
      nextGap += 1;
    }
    rows.push({ type: 'event', event });
  }
  return rows;
}

function endOf({ to }: ShownGap): number {
  return to ?? Number.POSITIVE_INFINITY;
}

function newestFirst<T>(oldestFirst: readonly T[]): readonly T[] {
  return [...oldestFirst].reverse();
}

/** An outage is hundreds of equal refusals: they must not wash the rest out of the timeline. */
function isRepeated(
  row: TimelineRow | undefined,
  name: LifeEventName,
  reason: string | null,
  inGap: boolean,
): row is LifeRow {
  if (row?.type !== 'life' || name !== 'session-refused') return false;
  return row.name === name && row.reason === reason && row.inGap === inGap;
}
