import {
  type ConnectionHistory,
  type LifeEventName,
  type OpenGap,
  SUBSCRIPTION_KINDS,
} from '../../shared/connection-history.ts';
import type { StageEvent } from '../../shared/events.ts';

/** A gap for rendering; `to` is null while it is open. Epoch milliseconds. */
export interface ShownGap extends OpenGap {
  readonly to: number | null;
}

/** A connection event; consecutive refusals of one kind share a row. */
export interface LifeRow {
  readonly type: 'life';
  readonly name: LifeEventName;
  readonly reason: string | null;
  readonly count: number;
  /** Times of the first and the last of them. */
  readonly first: number;
  readonly last: number;
  readonly inGap: boolean;
}

export type TimelineRow = LifeRow | GapRow;

export const SHOWN_LIFE = 200;

/** The connection history, newest first, after the open gaps. */
export function timelineOf(connectionHistory: ConnectionHistory): readonly TimelineRow[] {
  const gaps = gapsOf(connectionHistory);
  const gapsEndedAfter = gapReader(gaps);
  const rows: TimelineRow[] = [];
  for (const { at, name, reason } of newestFirst(connectionHistory.events)) {
    rows.push(...gapsEndedAfter(at));
    const inGap = gaps.some((gap) => gap.from <= at && at < endOf(gap));
    const above = rows.at(-1);
    if (isRepeated(above, name, reason, inGap)) {
      rows[rows.length - 1] = { ...above, count: above.count + 1, first: at };
    } else {
      rows.push({ type: 'life', name, reason, count: 1, first: at, last: at, inGap });
    }
  }
  rows.push(...gapsEndedAfter(Number.NEGATIVE_INFINITY));
  return rows.slice(0, SHOWN_LIFE);
}

type GapRow = { readonly type: 'gap'; readonly gap: ShownGap };

/** Reads gaps from the newest on: each call returns those that ended after a time. */
function gapReader(gaps: readonly ShownGap[]): (at: number) => readonly GapRow[] {
  let next = 0;
  return (at) => {
    const begin = next;
    for (let gap = gaps[next]; gap && endOf(gap) > at; gap = gaps[next]) next += 1;
    return gaps.slice(begin, next).map((gap) => ({ type: 'gap', gap }));
  };
}

/** All gaps, newest first, starting with the open ones. */
export function gapsOf({ gaps, openGaps }: ConnectionHistory): readonly ShownGap[] {
  const open = openGaps.map((gap) => ({ ...gap, to: null }));
  return [...open.sort((a, b) => b.from - a.from), ...newestFirst(gaps)];
}

/** The open gap that began first; null: all events are being received. */
export function firstOpenGap(history: ConnectionHistory | null): OpenGap | null {
  return [...(history?.openGaps ?? [])].sort((a, b) => a.from - b.from)[0] ?? null;
}

/** The kinds of all open gaps. */
export function missedKinds({ openGaps }: ConnectionHistory): OpenGap['kinds'] {
  return SUBSCRIPTION_KINDS.filter((kind) => openGaps.some(({ kinds }) => kinds.includes(kind)));
}

const SUMMARY_MS = 24 * 3_600_000;

/**
 * The times within the 24 hours before `now` in which anything was missed: how many, and how long with the open ones
 * up to `now`. Gaps of different kinds that overlap are one.
 */
export function summaryOf(connectionHistory: ConnectionHistory, now: number) {
  const begin = now - SUMMARY_MS;
  const recent = gapsOf(connectionHistory)
    .map(({ from, to }) => ({ from: Math.max(from, begin), to: to ?? now }))
    .filter(({ to }) => to > begin);
  return united(recent);
}

/** The times in which anything was missed. */
export function countGaps(connectionHistory: ConnectionHistory): number {
  return united(
    gapsOf(connectionHistory).map(({ from, to }) => ({ from, to: to ?? Number.POSITIVE_INFINITY })),
  ).count;
}

function united(stretches: readonly { readonly from: number; readonly to: number }[]) {
  let [count, missedMs, end] = [0, 0, Number.NEGATIVE_INFINITY];
  for (const { from, to } of [...stretches].sort((a, b) => a.from - b.from)) {
    if (from > end) count += 1;
    missedMs += Math.max(0, to - Math.max(from, end));
    end = Math.max(end, to);
  }
  return { count, missedMs };
}

/** The gaps that ended after the newest row, oldest first; the open one is the last. */
export function gapsAfter(newestFirst: readonly ShownGap[], newest: StageEvent | undefined) {
  if (!newest) return [];
  return newestFirst.filter(({ to }) => to === null || to > newest.receivedAt).reverse();
}

/** The gaps that ended between a row and the one before it, oldest first; none before the first. */
export function gapsBefore(
  newestFirst: readonly ShownGap[],
  row: StageEvent,
  before: StageEvent | undefined,
) {
  if (!before) return [];
  return newestFirst
    .filter(({ to }) => to !== null && to > before.receivedAt && to <= row.receivedAt)
    .reverse();
}

function endOf({ to }: ShownGap): number {
  return to ?? Number.POSITIVE_INFINITY;
}

function newestFirst<T>(oldestFirst: readonly T[]): readonly T[] {
  return [...oldestFirst].reverse();
}

/** Merges equal refusals: an outage causes hundreds, which would push out everything else. */
function isRepeated(
  row: TimelineRow | undefined,
  name: LifeEventName,
  reason: string | null,
  inGap: boolean,
): row is LifeRow {
  if (row?.type !== 'life' || name !== 'session-refused') return false;
  return row.name === name && row.reason === reason && row.inGap === inGap;
}
