import { useEffect, useState } from 'react';

export type TimeLeft =
  | { readonly unit: 'days' | 'minutes' | 'seconds'; readonly amount: number }
  | { readonly unit: 'hours'; readonly amount: number; readonly minutes: number }
  | { readonly unit: 'over' };

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** What is said about so many milliseconds: whole days, else minutes and seconds that have begun. */
export function timeLeft(ms: number): TimeLeft {
  if (ms <= 0) return { unit: 'over' };
  if (ms <= MINUTE) return { unit: 'seconds', amount: Math.ceil(ms / SECOND) };
  if (ms >= 2 * DAY) return { unit: 'days', amount: Math.floor(ms / DAY) };
  const minutes = Math.ceil(ms / MINUTE);
  if (minutes < 60) return { unit: 'minutes', amount: minutes };
  return { unit: 'hours', amount: Math.floor(minutes / 60), minutes: minutes % 60 };
}

/** After how many milliseconds other words are due; null: never again. */
export function nextTick(ms: number): number | null {
  if (ms <= 0) return null;
  const step = ms <= MINUTE ? SECOND : MINUTE;
  // At the border itself the old words still hold: one millisecond later they do not.
  return ms % step === 0 ? step : ms % step;
}

/**
 * The time until `deadline` (epoch milliseconds; null: there is none), kept true by one timer: once
 * a minute, once a second in the last minute, none when it is over or nobody sees it.
 */
export function useTimeLeft(deadline: number | null, visible: boolean): TimeLeft | null {
  const [, tick] = useState(0);
  const ms = deadline === null ? 0 : deadline - Date.now();
  useEffect(() => {
    if (deadline === null || !visible) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = (): void => {
      const next = nextTick(deadline - Date.now());
      if (next === null) return;
      timer = setTimeout(() => {
        tick((count) => count + 1);
        wait();
      }, next);
    };
    // What was said while nobody looked may be old.
    tick((count) => count + 1);
    wait();
    return () => clearTimeout(timer);
  }, [deadline, visible]);
  return deadline === null ? null : timeLeft(ms);
}
