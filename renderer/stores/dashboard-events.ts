import { EVENT_KINDS, type EventKind, type StageEvent } from '../../shared/events.ts';

/** Kept of each kind, so that a busy chat does not wash the donations away. */
export const KEPT_PER_KIND = 200;

/** Newest first; at most `KEPT_PER_KIND` of each kind. */
export type EventList = readonly StageEvent[];

/**
 * The list after new events (in the order of their numbers, as the core sends them). What is not
 * newer than the list's newest is already in it. `reset` starts over.
 */
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
    const room = left.get(event.kind) ?? 0;
    left.set(event.kind, room - 1);
    return room > 0;
  });
}
