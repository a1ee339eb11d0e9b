import { useEffect, useState } from 'react';
import { isOut, leftAt, type SubathonTime } from '../../shared/overlay/subathon-clock.ts';
import { clockText } from './countdown.ts';

const SECOND = 1_000;

/**
 * Whole seconds that a subathon clock shows, rounded up, by one timer for each second of it, however
 * fast it runs; none while it stands, is out, or is hidden. `ahead`: how far this page's clock is
 * ahead of the core's.
 */
export function useSubathonLeft(time: SubathonTime, ahead: number, visible: boolean): number {
  const [, tick] = useState(0);
  useEffect(() => {
    if (!visible || time.paused) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = (): void => {
      const now = Date.now() - ahead;
      if (isOut(time, now)) return;
      const shown = leftAt(time, now) % SECOND || SECOND;
      // At the boundary the old second still stands; it changes a millisecond later.
      const waitMs = Math.ceil((shown * 100) / time.speed) + 1;
      timer = setTimeout(() => {
        tick((count) => count + 1);
        wait();
      }, waitMs);
    };
    // The value may be stale after being hidden.
    tick((count) => count + 1);
    wait();
    return () => clearTimeout(timer);
  }, [time, ahead, visible]);
  return Math.ceil(leftAt(time, Date.now() - ahead) / SECOND);
}

/** `+1:30`, `−0:05`, `0:00`; less than a second with its tenth. */
export function addedText(ms: number): string {
  const much = Math.abs(ms);
  if (much === 0) return clockText(0);
  const text =
    much < SECOND ? `0:00.${Math.floor(much / 100)}` : clockText(Math.round(much / SECOND));
  return `${ms < 0 ? '−' : '+'}${text}`;
}
