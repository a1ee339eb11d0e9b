import type { StoreApi } from 'zustand/vanilla';
import type { Bridge, Feeds } from '../../shared/contract/index.ts';
import { EVENT_KINDS, type EventKind, type StageEvent } from '../../shared/events.ts';
import type { PageClock } from '../bridge/page-host.ts';
import type { LiveColumns } from './live-columns.ts';

/** Events are added in batches, at most one per this many milliseconds. */
const GATHER_MS = 50;

/** Events kept per kind, so a busy chat does not push out donations. */
export const KEPT_PER_KIND = 200;

/** Newest first; at most `KEPT_PER_KIND` of each kind. */
export type EventList = readonly StageEvent[];

/** Adds events in the order of their numbers, without those present. `reset` starts over. */
export function withEvents(
  list: EventList,
  incoming: readonly StageEvent[],
  reset: boolean,
): EventList {
  const present = reset ? [] : list;
  const newest = present[0]?.seq ?? Number.NEGATIVE_INFINITY;
  const fresh = incoming.filter((event) => event.seq > newest).reverse();
  if (fresh.length === 0) return present;
  return bounded([...fresh, ...present]);
}

function bounded(newestFirst: EventList): EventList {
  if (newestFirst.length <= KEPT_PER_KIND) return newestFirst;
  const left = new Map<EventKind, number>(EVENT_KINDS.map((kind) => [kind, KEPT_PER_KIND]));
  return newestFirst.filter((event) => {
    const remaining = left.get(event.kind) ?? 0;
    left.set(event.kind, remaining - 1);
    return remaining > 0;
  });
}

/** Adds events to the page's list and the live page's columns. Returns a function that stops. */
export function followEvents(
  bridge: Bridge,
  clock: PageClock,
  store: StoreApi<{ readonly events: EventList }>,
  columns: LiveColumns,
): () => void {
  let pending: EventList | null = null;
  const batches: Feeds['events'][] = [];
  let stopTimer = () => {};
  const put = () => {
    if (pending) store.setState({ events: pending });
    pending = null;
    for (const { reset, events } of batches.splice(0)) columns.add(events, reset);
  };
  const stopFollowing = bridge.follow('events', ({ reset, events }) => {
    batches.push({ reset, events });
    const idle = pending === null;
    pending = withEvents(pending ?? store.getState().events, events, reset);
    if (idle) stopTimer = clock.after(GATHER_MS, put);
  });
  return () => {
    stopTimer();
    stopFollowing();
  };
}
