import type { BookSort, BookTotals } from '../../shared/contract/reports.ts';
import type { StageEvent } from '../../shared/events.ts';
import type { ExactSum } from '../../shared/exact-sum.ts';
import type { Gap } from '../../shared/lifeline.ts';
import type { AlertNote, AlertState } from './alert-state.ts';

/** A stretch of time, epoch milliseconds: from `from` on and before `to`. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

/** Where a list goes on: the oldest row that is known. */
export interface RowCursor {
  readonly at: number;
  readonly seq: number;
}

/** What a list is narrowed to. */
export interface RowFilter extends Period {
  readonly sorts: readonly BookSort[];
  /** Words that have to be in it as they stand, upper and lower case alike; null: any. */
  readonly text: string | null;
  /** The channel of a viewer; null: anybody. */
  readonly who: string | null;
  /**
   * Of the amount in the row's own unit: beams, or units of its currency as people write them. Rows
   * without an amount are in neither. null: no limit.
   */
  readonly min: number | null;
  readonly max: number | null;
}

/** What became of an event's alert; times are epoch milliseconds, null: not (yet). */
export interface RowReceipt {
  readonly state: AlertState;
  readonly note: AlertNote | null;
  readonly queuedAt: number;
  readonly paintedAt: number | null;
  readonly endedAt: number | null;
}

export interface BookRow {
  readonly event: StageEvent;
  /** null: chat, which has no alert. */
  readonly receipt: RowReceipt | null;
}

export interface BookPage {
  /** The latest first. */
  readonly rows: readonly BookRow[];
  /** What to ask for next; null: there are no more. A page may be empty and still have one. */
  readonly next: RowCursor | null;
  /**
   * Words are found in what arrived then or later (epoch ms) and not yet in what is older; null:
   * in everything.
   */
  readonly searchedFrom: number | null;
}

/** How often something of one size was given. */
export interface AmountCount {
  readonly sort: 'donation' | 'cheering' | 'purchase';
  /** Of a purchase, else empty. */
  readonly currency: string;
  /** Beams, or smallest units. */
  readonly amount: number;
  readonly count: number;
}

/** What one viewer gave. */
export interface GivenSum {
  readonly channelId: string;
  readonly donationBeams: ExactSum;
  readonly cheeringBeams: ExactSum;
  readonly count: number;
}

/** How many alerts are in a state. */
export interface ReceiptCount {
  readonly state: AlertState;
  readonly note: AlertNote | null;
  readonly count: number;
}

/** What of a viewer was taken out. */
export interface Forgotten {
  readonly messages: number;
  /** Events that stay as anonymous ones. */
  readonly events: number;
}

/** What can be asked of the books. Throws as `Ledger` does. */
export interface ReadingBooks {
  /** Exact for every period, in time that hardly grows with what is in it. */
  totals(period: Period): BookTotals;
  /**
   * Cuts a period so that each part holds about `most` events, or a quarter of an hour: for answers
   * that have to read them all and must not keep the thread.
   */
  parts(period: Period, most: number): readonly Period[];
  page(filter: RowFilter, before: RowCursor | null, limit: number): BookPage;
  amounts(period: Period): readonly AmountCount[];
  given(period: Period): readonly GivenSum[];
  receipts(period: Period): readonly ReceiptCount[];
  /** The latest nickname among somebody's latest events; null: none has one. */
  nameOf(channelId: string): string | null;
  /** Those that reach into the period, the latest first. */
  gaps(period: Period, limit: number): readonly Gap[];
  countGaps(period: Period): { readonly count: number; readonly ms: number };
  /** First and last event with a value; null: there is none. */
  span(): Period | null;
}

/** What makes words findable. Throws as `Ledger` does. */
export interface SearchBooks {
  /** Takes in what is new, oldest first, `most` rows at most; how many. */
  takeNew(most: number): number;
  /** Takes in what was there before, latest first, `most` rows at most; how many. */
  takeOld(most: number): number;
  /** Puts together what was written in pieces; false: there is nothing more to put together. */
  tidy(): boolean;
  /** Begins anew, when what was written cannot be read. */
  rebuild(): void;
}

/** Takes viewers out of the books. Throws as `Ledger` does. */
export interface ViewerEraser {
  /** Takes out messages of the chat; how many. */
  eraseChat(channelId: string, most: number): number;
  /** Makes events anonymous; how many. */
  eraseEvents(channelId: string, most: number): number;
  count(channelId: string): Forgotten;
}
