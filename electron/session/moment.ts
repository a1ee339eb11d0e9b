import type { Clock } from '../base/clock.ts';

/** Larger differences between two clocks mean that the machine slept, or that one was set. */
const CLOCK_SET_MS = 2_000;

export interface Moment {
  readonly wall: number;
  readonly monotonic: number;
  readonly uptime: number;
  /** Of an earlier run: by how much the clock was set since then; null: that is not known yet. */
  readonly clockSet?: (() => number | null) | undefined;
}

/** The monotonic clock stands still in a sleep. */
export const isAfter = (one: Moment, other: Moment): boolean =>
  one.monotonic > other.monotonic ||
  (one.monotonic === other.monotonic && one.uptime > other.uptime);
export const earlier = (one: Moment, other: Moment): Moment => (isAfter(one, other) ? other : one);
export const later = (one: Moment, other: Moment): Moment => (isAfter(one, other) ? one : other);

export const momentOf = (clock: Clock): Moment => ({
  wall: clock.now(),
  monotonic: clock.monotonic(),
  uptime: clock.uptime(),
});

export const backBy = ({ wall, monotonic, uptime }: Moment, ms: number): Moment => ({
  wall: wall - ms,
  monotonic: monotonic - ms,
  uptime: uptime - ms,
});

/** A moment of an earlier run, before everything in this one. */
export function momentAt(wall: number, now: Moment, clockSet: Moment['clockSet']): Moment {
  const agoMs = Math.max(0, now.wall - wall);
  return { wall, monotonic: now.monotonic - agoMs, uptime: now.uptime - agoMs, clockSet };
}

/** Whether today's clock can name it. */
export const canBeNamed = ({ clockSet }: Moment): boolean => clockSet?.() !== null;

/** The moment in today's wall time, and never in the future: the clock may have been set since. */
export function wallOf({ wall, uptime, clockSet }: Moment, clock: Clock): number {
  const now = clock.now();
  const setMs = clockSet?.() ?? null;
  if (setMs !== null) return Math.min(now, wall + setMs);
  const today = Math.floor(now - (clock.uptime() - uptime));
  return Math.min(now, Math.abs(wall - today) > CLOCK_SET_MS ? today : wall);
}
