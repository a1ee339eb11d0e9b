/** Borders of days and months in the computer's own time zone; all epoch milliseconds. */

/** The first moment of the day that `at` is in. */
export function dayStart(at: number): number {
  const date = new Date(at);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}

/** The first moment of the day after. Not 24 hours on: some days have 23, or 25. */
export function nextDayStart(at: number): number {
  const date = new Date(at);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + 1).getTime();
}

/** The first moment of the month that `at` is in. */
export function monthStart(at: number): number {
  const date = new Date(at);
  return new Date(date.getFullYear(), date.getMonth()).getTime();
}
