import { useEffect, useState } from 'react';
import { usePage } from '../context.ts';

/** How long nothing may change before it counts, milliseconds. */
const REST_MS = 250;

/** The value as it was when it last rested; at once where it is what it was at first. */
export function useSettled<T>(value: T): T {
  const { clock } = usePage().host;
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    if (settled === value) return;
    return clock.after(REST_MS, () => setSettled(value));
  }, [clock, value, settled]);
  return settled;
}
