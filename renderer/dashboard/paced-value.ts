import { useEffect, useRef, useState } from 'react';
import { usePage } from './context.ts';

/** The value once unchanged for `restMs` milliseconds; the first value counts at once. */
export function useSettled<T>(value: T, restMs: number): T {
  const { clock } = usePage().host;
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    if (settled === value) return;
    return clock.after(restMs, () => setSettled(value));
  }, [clock, value, settled, restMs]);
  return settled;
}

/** The value, updated at most every `periodMs` milliseconds. */
export function useThrottled<T>(value: T, periodMs: number): T {
  const { clock } = usePage().host;
  const [taken, setTaken] = useState(value);
  const newest = useRef(value);
  newest.current = value;
  const differs = value !== taken;
  useEffect(() => {
    if (!differs) return;
    return clock.after(periodMs, () => setTaken(newest.current));
  }, [clock, differs, periodMs]);
  return taken;
}
