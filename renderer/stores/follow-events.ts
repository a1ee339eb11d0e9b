import type { StoreApi } from 'zustand/vanilla';
import type { Bridge, Feeds } from '../../shared/bridge/contract.ts';
import type { PageClock } from '../bridge/page-host.ts';
import { type EventList, withEvents } from './dashboard-events.ts';
import type { LiveFeed } from './live-feed.ts';

interface EventState {
  readonly events: EventList;
}

/** Events are put into the page together, this often at most (milliseconds). */
const GATHER_MS = 50;

/** Puts what comes in into the store and the feed; returns how to stop. */
export function followEvents(
  bridge: Bridge,
  clock: PageClock,
  store: StoreApi<EventState>,
  feed: LiveFeed,
): () => void {
  let gathered: EventList | null = null;
  const waiting: Feeds['events'][] = [];
  let stopTimer = () => {};
  const put = () => {
    if (gathered) store.setState({ events: gathered });
    gathered = null;
    for (const { reset, events } of waiting.splice(0)) feed.add(events, reset);
  };
  const stopFollowing = bridge.follow('events', ({ reset, events }) => {
    waiting.push({ reset, events });
    const idle = gathered === null;
    gathered = withEvents(gathered ?? store.getState().events, events, reset);
    if (idle) stopTimer = clock.after(GATHER_MS, put);
  });
  return () => {
    stopTimer();
    stopFollowing();
  };
}
