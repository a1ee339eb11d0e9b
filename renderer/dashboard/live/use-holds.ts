import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { LiveFeed } from '../../stores/live-feed.ts';
import { usePage } from '../context.ts';

/** Why the list stands still. */
export type Hold = 'scroll' | 'button' | 'focus' | 'pointer';

/** A pointer that rests reads no more. */
export const POINTER_RESTS_MS = 3_000;

export interface Holds {
  readonly reasons: ReadonlySet<Hold>;
  set(reason: Hold, on: boolean): void;
  /** The pointer moves over the rows: nothing may move away under it for a while. */
  pointerMoved(): void;
  /** The list goes on, whatever held it. */
  clear(): void;
}

/** Holds the feed for as long as there is a reason to. */
export function useHolds(feed: LiveFeed): Holds {
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
