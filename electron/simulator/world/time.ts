/** Lengths of time in milliseconds, and the calendar rules of the specification. */

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Korea Standard Time has no summer time: always nine hours ahead of UTC. */
const KST_OFFSET_MS = 9 * HOUR_MS;

/** The number of the Korean day an instant belongs to. */
export function kstDay(epochMs: number): number {
  return Math.floor((epochMs + KST_OFFSET_MS) / DAY_MS);
}

/** The instant of the next midnight in Korea. */
export function nextKstMidnight(epochMs: number): number {
  return (kstDay(epochMs) + 1) * DAY_MS - KST_OFFSET_MS;
}

/**
 * The same day and time of day `months` calendar months later (UTC); the last day of the month
 * where that month is too short.
 */
export function addMonths(epochMs: number, months: number): number {
  const date = new Date(epochMs);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, lastDay));
  return date.getTime();
}
