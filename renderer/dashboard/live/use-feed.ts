import { useSyncExternalStore } from 'react';
import type { FeedSnapshot, LiveFeed } from '../../stores/live-feed.ts';
import { useDashboard } from '../context.ts';

/** The feed and how it stands; draws anew with every batch. */
export function useFeed(): { readonly feed: LiveFeed; readonly now: FeedSnapshot } {
  const { feed } = useDashboard();
  return { feed, now: useSyncExternalStore(feed.subscribe, feed.snapshot) };
}
