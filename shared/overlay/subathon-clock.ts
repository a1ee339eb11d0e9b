/**
 * The time of a subathon clock: no timer ticks, it is what was left at one moment. Time is counted in
 * hundredths of a millisecond, of which one millisecond takes as many as the speed has percent:
 * whole numbers, so that nothing is lost by rounding.
 */
export interface SubathonTime {
  /** Epoch milliseconds. */
  readonly at: number;
  /** What was left then, in hundredths of a millisecond. */
  readonly left: number;
  /** Percent. */
  readonly speed: number;
  readonly paused: boolean;
  /** It ends then at the latest, epoch milliseconds; null: there is no such moment. */
  readonly endBy: number | null;
}

export const UNITS_A_MS = 100;

/** What is left at a moment, without the latest end, in hundredths of a millisecond. */
function unitsAt({ at, left, speed, paused }: SubathonTime, moment: number): number {
  return paused ? left : Math.max(0, left - Math.max(0, moment - at) * speed);
}

/** When it runs out if nothing is added; null: never, it is paused. Epoch milliseconds. */
export function endsAt(time: SubathonTime): number | null {
  const { at, left, speed, paused, endBy } = time;
  const runsOut = paused ? null : at + Math.ceil(left / speed);
  return runsOut === null || endBy === null ? (runsOut ?? endBy) : Math.min(runsOut, endBy);
}

export function isOut(time: SubathonTime, moment: number): boolean {
  const end = endsAt(time);
  return end !== null && moment >= end;
}

/** What the clock shows at a moment, milliseconds. While it is paused the latest end comes no nearer on it. */
export function leftAt(time: SubathonTime, moment: number): number {
  if (isOut(time, moment)) return 0;
  const { at, speed, paused, endBy } = time;
  const room = endBy === null ? Number.POSITIVE_INFINITY : (endBy - (paused ? at : moment)) * speed;
  return Math.max(0, Math.min(unitsAt(time, moment), room)) / UNITS_A_MS;
}

/**
 * The same time, said as of another moment. Once it has run out it stays at that: no time runs
 * below nothing, and what is beyond the latest end is kept for a later one.
 */
export function asOf(time: SubathonTime, moment: number): Pick<SubathonTime, 'at' | 'left'> {
  const end = endsAt(time);
  return { at: moment, left: unitsAt(time, end === null ? moment : Math.min(moment, end)) };
}
