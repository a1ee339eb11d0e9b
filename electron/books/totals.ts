import {
  BOOK_GROUPS_MOST,
  type BookGroup,
  type BookGroupTotals,
} from '../../shared/contract/reports.ts';
import type { BroadcastBooks, BroadcastRecord } from '../ledger/ports.ts';
import type { Period, ReadingBooks } from '../ledger/reading-ports.ts';
import { TooManyGroupsError } from './errors.ts';
import { ZoneCalendar } from './zone-borders.ts';

export interface GroupReading extends Period {
  readonly group: BookGroup;
  /** IANA's name. */
  readonly zone: string;
}

const BROADCASTS_AT_ONCE = 100;

/**
 * The sums of what a period is cut into. A period that begins before the books do, or ends after
 * them, is cut only where there is something.
 *
 * @throws TooManyGroupsError, LedgerError
 */
export function groupTotals(
  books: ReadingBooks,
  broadcasts: Pick<BroadcastBooks, 'list'>,
  { from, to, group, zone }: GroupReading,
): readonly BookGroupTotals[] {
  if (group === 'broadcast') {
    return broadcastsIn(broadcasts, { from, to }).map((broadcast) => {
      const part = { from: Math.max(from, broadcast.beganAt), to: Math.min(to, endOf(broadcast)) };
      return { ...part, broadcast: broadcast.id, totals: books.totals(part) };
    });
  }
  const calendar = new ZoneCalendar(zone);
  const stretches = calendar.cut({ from, to }, group, BOOK_GROUPS_MOST + 1);
  if (stretches.length > BOOK_GROUPS_MOST) throw new TooManyGroupsError(BOOK_GROUPS_MOST);
  return stretches.map((part) => ({ ...part, broadcast: null, totals: books.totals(part) }));
}

/** Those that reach into the period, the oldest first. */
function broadcastsIn(
  books: Pick<BroadcastBooks, 'list'>,
  { from, to }: Period,
): BroadcastRecord[] {
  const found: BroadcastRecord[] = [];
  let before: number | null = null;
  for (;;) {
    const page: readonly BroadcastRecord[] = books.list(BROADCASTS_AT_ONCE, before);
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
