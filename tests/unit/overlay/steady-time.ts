import { act } from '@testing-library/react';
import { vi } from 'vitest';

/** Moves the page's fake time in small steps, so that what one step sets up is due in a later one. */
export function advance(ms: number, step = 20): void {
  for (let gone = 0; gone < ms; gone += step) {
    act(() => void vi.advanceTimersByTime(Math.min(step, ms - gone)));
  }
}
