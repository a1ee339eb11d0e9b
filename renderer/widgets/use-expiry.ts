import { useEffect, useMemo, useRef, useState } from 'react';

/** Something that stays for a while. */
export interface Aging {
  readonly seq: number;
  /** Epoch milliseconds. */
  readonly receivedAt: number;
}

export type Age = 'stays' | 'leaves' | 'gone';

/** How long something takes to leave, milliseconds (the style sheet's --ov-time-out). */
export const LEAVE_MS = 180;

interface Book {
  readonly resets: number;
  /** From when each one's time counts, by number. */
  readonly born: Map<number, number>;
  openedAt: number;
}

const stays = (): Age => 'stays';

/**
 * Says of each item how far its time has run. What was there when the widget came counts from its
 * arrival at the core, what comes later from now: the clocks of two computers need not agree. There
 * is one timer, for the next item, and none while nothing waits to leave.
 * `stayMs` null: everything stays. `resets` tells a list that began anew from one that went on.
 */
export function useExpiry(
  items: readonly Aging[],
  stayMs: number | null,
  resets: number,
): (item: Aging) => Age {
  const book = useRef<Book | null>(null);
  const [now, setNow] = useState(0);
  if (stayMs !== null && book.current?.resets !== resets) {
    const openedAt = Date.now();
    const born = new Map(
      items.map((item) => [item.seq, Math.min(item.receivedAt, openedAt)] as const),
    );
    book.current = { resets, born, openedAt };
  }
  useEffect(() => {
    const kept = book.current;
    if (stayMs === null || !kept) return undefined;
    const today = Date.now();
    const present = new Set<number>();
    let next = Number.POSITIVE_INFINITY;
    for (const { seq } of items) {
      present.add(seq);
      const bornAt = kept.born.get(seq) ?? today;
      kept.born.set(seq, bornAt);
      const leavesAt = bornAt + stayMs;
      const seen = Math.max(now, kept.openedAt);
      if (seen < leavesAt) next = Math.min(next, leavesAt);
      else if (seen < leavesAt + LEAVE_MS) next = Math.min(next, leavesAt + LEAVE_MS);
    }
    for (const seq of kept.born.keys()) if (!present.has(seq)) kept.born.delete(seq);
    if (next === Number.POSITIVE_INFINITY) return undefined;
    // At least what was waited for: timers may come a little early.
    const timer = setTimeout(() => setNow(Math.max(next, Date.now())), Math.max(0, next - today));
    return () => clearTimeout(timer);
  }, [items, stayMs, now]);
  return useMemo(() => {
    if (stayMs === null) return stays;
    return ({ seq }: Aging) => {
      const kept = book.current;
      const bornAt = kept?.born.get(seq);
      if (!kept || bornAt === undefined) return 'stays';
      const age = Math.max(now, kept.openedAt) - bornAt;
      if (age < stayMs) return 'stays';
      return age < stayMs + LEAVE_MS ? 'leaves' : 'gone';
    };
  }, [stayMs, now]);
}
