import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { LiveFeed } from '../../stores/live-feed.ts';
import { usePage } from '../context.ts';

type Hold = 'scroll' | 'button' | 'focus' | 'pointer';

/** A resting pointer no longer holds the list. */
const POINTER_RESTS_MS = 3_000;

export type FeedHold = ReturnType<typeof useFeedHold>;

/** Why a list stands still; the feed is held while there is a reason. */
export function useFeedHold(feed: LiveFeed) {
  const { clock } = usePage().host;
  const [reasons, setReasons] = useState<ReadonlySet<Hold>>(() => new Set());
  const stopTimer = useRef<() => void>(() => {});
  const held = reasons.size > 0;
  useEffect(() => {
    if (held) feed.hold();
    else feed.release();
  }, [feed, held]);
  useEffect(
    () => () => {
      stopTimer.current();
      feed.release();
    },
    [feed],
  );
  const set = useCallback((reason: Hold, on: boolean) => {
    setReasons((before) => {
      if (before.has(reason) === on) return before;
      const next = new Set(before);
      if (on) next.add(reason);
      else next.delete(reason);
      return next;
    });
  }, []);
  /** Holds the list while the pointer moves over it, so no row moves away under it. */
  const pointerMoved = useCallback(() => {
    set('pointer', true);
    stopTimer.current();
    stopTimer.current = clock.after(POINTER_RESTS_MS, () => set('pointer', false));
  }, [clock, set]);
  const clear = useCallback(() => {
    stopTimer.current();
    setReasons(new Set());
  }, []);
  return useMemo(
    () => ({ reasons, set, pointerMoved, clear }),
    [reasons, set, pointerMoved, clear],
  );
}
