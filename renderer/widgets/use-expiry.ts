import { useCallback, useEffect, useRef, useState } from 'react';
import { type Age, type Aging, ExpiryBook } from './expiry-book.ts';

/**
 * Says of each item how far its time has run, see `ExpiryBook`. There is one timer, for the next
 * item, and none while nothing waits to leave.
 * `stayMs` null: everything stays. `resets` tells a list that began anew from one that went on.
 */
export function useExpiry(
  items: readonly Aging[],
  stayMs: number | null,
  resets: number,
): (item: Aging) => Age {
  const [book] = useState(() => new ExpiryBook());
  const begun = useRef<number | null>(null);
  const [passed, setPassed] = useState(0);
  if (stayMs === null) begun.current = null;
  else if (begun.current !== resets) {
    book.begin(items, stayMs);
    begun.current = resets;
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at again when time has passed
  useEffect(() => {
    const waitMs = book.follow(items, stayMs);
    if (waitMs === null) return undefined;
    const due = Date.now() + waitMs;
    // At least what was waited for: timers may come a little early.
    const timer = setTimeout(() => {
      book.pass(Math.max(due, Date.now()));
      setPassed((count) => count + 1);
    }, waitMs);
    return () => clearTimeout(timer);
  }, [book, items, stayMs, passed]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another answer when time has passed
  return useCallback((item) => book.ageOf(item), [book, stayMs, passed]);
}
