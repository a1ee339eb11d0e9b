import {
  BOOK_GROUPS_MOST,
  type ReportGroup,
  type ReportGroupTotals,
} from '../../../shared/contract/reports.ts';
import type { BroadcastRecord, BroadcastRepository } from '../overlay/index.ts';
import { TooManyGroupsError } from './errors.ts';
import type { ReportRepository } from './report-repository.ts';
import type { Period } from './row-pages.ts';

export interface GroupReading extends Period {
  readonly group: ReportGroup;
  /** IANA's name. */
  readonly zone: string;
}

const BROADCASTS_AT_ONCE = 100;

/**
 * The sums of what a period is cut into. A period that begins before the ledger does, or ends after
 * them, is cut only where there is something.
 *
 * @throws TooManyGroupsError, LedgerError
 */
export function groupTotals(
  repository: ReportRepository,
  broadcasts: Pick<BroadcastRepository, 'list'>,
  { from, to, group, zone }: GroupReading,
): readonly ReportGroupTotals[] {
  if (group === 'broadcast') {
    return broadcastsIn(broadcasts, { from, to }).map((broadcast) => {
      const part = { from: Math.max(from, broadcast.beganAt), to: Math.min(to, endOf(broadcast)) };
      return { ...part, broadcast: broadcast.id, totals: repository.totals(part) };
    });
  }
  const calendar = new ZoneCalendar(zone);
  const stretches = calendar.cut({ from, to }, group, BOOK_GROUPS_MOST + 1);
  if (stretches.length > BOOK_GROUPS_MOST) throw new TooManyGroupsError(BOOK_GROUPS_MOST);
  return stretches.map((part) => ({ ...part, broadcast: null, totals: repository.totals(part) }));
}

/** Those that reach into the period, the oldest first. */
function broadcastsIn(
  repository: Pick<BroadcastRepository, 'list'>,
  { from, to }: Period,
): BroadcastRecord[] {
  const found: BroadcastRecord[] = [];
  let before: number | null = null;
  for (;;) {
    const page: readonly BroadcastRecord[] = repository.list(BROADCASTS_AT_ONCE, before);
    for (const broadcast of page) {
      if (broadcast.beganAt < to && endOf(broadcast) > from) found.push(broadcast);
    }
    if (found.length > BOOK_GROUPS_MOST) throw new TooManyGroupsError(BOOK_GROUPS_MOST);
    const last = page.at(-1);
    // Broadcasts follow one another: what is older than one that was over has been over for longer.
    if (!last || page.length < BROADCASTS_AT_ONCE || endOf(last) <= from) return found.reverse();
    before = last.id;
  }
}

function endOf({ endedAt }: BroadcastRecord): number {
  return endedAt ?? Number.MAX_SAFE_INTEGER;
}

/** Borders of hours, days and months in a time zone of choice; all epoch milliseconds. */

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export type ZoneStep = 'hour' | 'day' | 'month';

/** A calendar of one time zone. Throws a RangeError for a zone that nobody knows. */
export class ZoneCalendar {
  readonly #format: Intl.DateTimeFormat;

  constructor(zone: string) {
    this.#format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      calendar: 'iso8601',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  }

  /**
   * Cuts a period at the borders of hours, days or months; the first and the last stretch are what
   * is left of theirs. Ends after `most` stretches.
   */
  cut({ from, to }: Period, step: ZoneStep, most: number): readonly Period[] {
    const stretches: Period[] = [];
    for (let began = from; began < to && stretches.length < most; ) {
      const ended = Math.min(to, this.next(began, step));
      stretches.push({ from: began, to: ended });
      began = ended;
    }
    return stretches;
  }

  /** The first border after a moment. */
  next(at: number, step: ZoneStep): number {
    const local = this.#localOf(at);
    const day = new Date(local);
    if (step === 'hour') {
      // Later than now also where the clocks are put back and an hour comes twice.
      const rest = ((local % HOUR_MS) + HOUR_MS) % HOUR_MS;
      return at + HOUR_MS - rest;
    }
    const year = day.getUTCFullYear();
    const month = day.getUTCMonth();
    const border =
      step === 'day' ? Date.UTC(year, month, day.getUTCDate() + 1) : Date.UTC(year, month + 1, 1);
    return Math.max(at + 1, this.#momentOf(border));
  }

  /** As people there write it: 2026-01-31 18:30:05. */
  text(at: number): string {
    return new Date(this.#localOf(at)).toISOString().slice(0, 19).replace('T', ' ');
  }

  /** What a clock on the wall shows, as if it were UTC. */
  #localOf(at: number): number {
    const parts: Record<string, number> = {};
    for (const { type, value } of this.#format.formatToParts(at)) parts[type] = Number(value);
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
    const milliseconds = ((at % 1_000) + 1_000) % 1_000;
    return Date.UTC(year, month - 1, day, hour, minute, second, milliseconds);
  }

  /** The first moment at which the wall shows this or later: a day may begin at one o'clock. */
  #momentOf(local: number): number {
    let low = local - DAY_MS;
    let high = local + DAY_MS;
    const guess = local - (this.#localOf(local) - local);
    if (this.#localOf(guess) === local) {
      // Where the clocks were put back over midnight the earlier one counts.
      const earlier = guess - HOUR_MS;
      return this.#localOf(earlier) === local ? earlier : guess;
    }
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (this.#localOf(middle) >= local) high = middle;
      else low = middle;
    }
    return high;
  }
}
