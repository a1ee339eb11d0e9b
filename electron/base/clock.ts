import { uptime } from 'node:os';
import type { Disposable } from './disposables.ts';

/** The only source of time. Injected everywhere, so that tests and the simulator can move it. */
export interface Clock {
  /** The wall clock, milliseconds since 1970 (UTC). It may jump; do not measure durations with it. */
  now(): number;
  /** A clock that never jumps, milliseconds from an arbitrary start: for measuring durations. */
  monotonic(): number;
  /**
   * How long this computer has been running, its sleep included, in milliseconds to about a second. Nobody sets it:
   * with it a time of day is found again after the wall clock was set.
   */
  uptime(): number;
  /** Calls `run` once after `delayMs` milliseconds, unless disposed before. */
  setTimeout(run: () => void, delayMs: number): Disposable;
}

/** Longest delay Node's timers take; longer ones would fire at once. */
const MAX_TIMER_MS = 2_147_483_647;

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  uptime: () => uptime() * 1_000,
  setTimeout(run, delayMs) {
    const timer = setTimeout(run, Math.min(Math.max(0, delayMs), MAX_TIMER_MS));
    return { dispose: () => clearTimeout(timer) };
  },
};

/** Resolves after `delayMs` milliseconds, or at once when `signal` is aborted. Never rejects. */
export function delay(clock: Clock, delayMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const finish = () => {
      timer.dispose();
      signal?.removeEventListener('abort', finish);
      resolve();
    };
    const timer = clock.setTimeout(finish, delayMs);
    signal?.addEventListener('abort', finish);
  });
}

/** The instant as RFC 3339 text in UTC. */
export function toIsoTime(epochMs: number): string {
  return new Date(epochMs).toISOString();
}
