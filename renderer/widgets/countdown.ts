import { useEffect, useState } from 'react';

const SECOND = 1_000;

/**
 * Whole seconds until then, rounded up, counted down by one timer; none runs while it is hidden.
 * `deadline`: epoch milliseconds by this page's clock. null: there is none.
 */
export function useSecondsLeft(deadline: number | null, visible: boolean): number | null {
  const [, tick] = useState(0);
  useEffect(() => {
    if (deadline === null || !visible) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = (): void => {
      const left = deadline - Date.now();
      if (left <= 0) return;
      // At the boundary the old second still stands; it changes a millisecond later.
      timer = setTimeout(
        () => {
          tick((count) => count + 1);
          wait();
        },
        (left % SECOND) + 1,
      );
    };
    // The value may be stale after being hidden.
    tick((count) => count + 1);
    wait();
    return () => clearTimeout(timer);
  }, [deadline, visible]);
  return deadline === null ? null : Math.max(0, Math.ceil((deadline - Date.now()) / SECOND));
}

/** As clocks show it: `1:05`, `1:02:03`. */
export function clockText(seconds: number): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3_600);
  const minutes = Math.floor(seconds / 60) % 60;
  const rest = two(seconds % 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}
