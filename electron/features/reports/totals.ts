import type { CommandArgs } from '../../../shared/contract/index.ts';
import { REPORT_GROUPS_MOST, type ReportGroupTotals } from '../../../shared/contract/reports.ts';
import { StagelightError } from '../../base/errors.ts';
import type { BroadcastRecord, BroadcastRepository } from '../overlay/index.ts';
import type { ReportRepository } from './report-repository.ts';
import type { Period } from './row-pages.ts';

const BROADCASTS_AT_ONCE = 100;

/** Totals by hour, day, month or broadcast. Throws `StagelightError`, `LedgerError`. */
export function groupTotals(
  repository: ReportRepository,
  broadcasts: Pick<BroadcastRepository, 'list'>,
  { from, to, group, zone }: CommandArgs<'reports.totals'>,
): readonly ReportGroupTotals[] {
  if (group === 'broadcast') {
    return broadcastsIn(broadcasts, { from, to }).map((broadcast) => {
      const part = { from: Math.max(from, broadcast.beganAt), to: Math.min(to, endOf(broadcast)) };
      return { ...part, broadcast: broadcast.id, totals: repository.totals(part) };
    });
  }
  const calendar = new ZoneCalendar(zone);
  const stretches = calendar.cut({ from, to }, group, REPORT_GROUPS_MOST + 1);
  if (stretches.length > REPORT_GROUPS_MOST) throw tooManyGroups();
  return stretches.map((part) => ({ ...part, broadcast: null, totals: repository.totals(part) }));
}

/** Broadcasts that overlap the period, oldest first. */
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
    if (found.length > REPORT_GROUPS_MOST) throw tooManyGroups();
    const last = page.at(-1);
    // Broadcasts are consecutive: those older than an ended one ended even earlier.
    if (!last || page.length < BROADCASTS_AT_ONCE || endOf(last) <= from) return found.reverse();
    before = last.id;
  }
}

function tooManyGroups(): StagelightError {
  return new StagelightError({
    code: 'reports-too-many-groups',
    values: { most: REPORT_GROUPS_MOST },
  });
}

function endOf({ endedAt }: BroadcastRecord): number {
  return endedAt ?? Number.MAX_SAFE_INTEGER;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

type ZoneStep = 'hour' | 'day' | 'month';

/** Hours, days and months of one time zone; all epoch milliseconds. Throws a RangeError for an unknown zone. */
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

  /** Splits a period at the starts of hours, days or months. Ends after `most` parts. */
  cut({ from, to }: Period, step: ZoneStep, most: number): readonly Period[] {
    const stretches: Period[] = [];
    for (let began = from; began < to && stretches.length < most; ) {
      const ended = Math.min(to, this.next(began, step));
      stretches.push({ from: began, to: ended });
      began = ended;
    }
    return stretches;
  }

  next(at: number, step: ZoneStep): number {
    const local = this.#localOf(at);
    const day = new Date(local);
    if (step === 'hour') {
      // Always later than `at`, even when clocks are set back and an hour repeats.
      const rest = ((local % HOUR_MS) + HOUR_MS) % HOUR_MS;
      return at + HOUR_MS - rest;
    }
    const year = day.getUTCFullYear();
    const month = day.getUTCMonth();
    const border =
      step === 'day' ? Date.UTC(year, month, day.getUTCDate() + 1) : Date.UTC(year, month + 1, 1);
    return Math.max(at + 1, this.#momentOf(border));
  }

  /** Local date and time: 2026-01-31 18:30:05. */
  text(at: number): string {
    return new Date(this.#localOf(at)).toISOString().slice(0, 19).replace('T', ' ');
  }

  /** Local time, expressed as if it were UTC. */
  #localOf(at: number): number {
    const parts: Record<string, number> = {};
    for (const { type, value } of this.#format.formatToParts(at)) parts[type] = Number(value);
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
    const milliseconds = ((at % 1_000) + 1_000) % 1_000;
    return Date.UTC(year, month - 1, day, hour, minute, second, milliseconds);
  }

  /** The first time with this local time or a later one: a day may begin at one o'clock. */
  #momentOf(local: number): number {
    let low = local - DAY_MS;
    let high = local + DAY_MS;
    const guess = local - (this.#localOf(local) - local);
    if (this.#localOf(guess) === local) {
      // If clocks are set back over midnight, the earlier time counts.
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
