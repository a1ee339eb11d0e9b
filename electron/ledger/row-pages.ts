import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { sortOf } from '../../shared/contract/reports.ts';
import { isValued, type StageEvent } from '../../shared/events.ts';
import { receiptOf } from './alert-receipt.ts';
import type { BookPage, BookRow, RowCursor, RowFilter } from './reading-ports.ts';
import { type KeyQuestion, keysByTime, keysByWords } from './row-keys.ts';
import { columnsOf, type Row, stageEventOf } from './rows.ts';
import { comparable, matchOf, NEEDLE_MAX, searchText } from './search-text.ts';

/** Rows that are looked at for one page at most: the thread has more to do. */
const MOST_LOOKED_AT = 3_000;
/** Characters of payload after which a page ends: it goes to a page of the dashboard in one frame. */
const PAGE_CHARACTERS = 400_000;
/** How far the clock may have been set back while numbers went on. */
const CLOCK_MARGIN_MS = 3_600_000;

const EVENT_AND_ALERT = `SELECT events.seq, events.kind, events.received_at, events.payload,
    alerts.state, alerts.note, alerts.queued_at, alerts.painted_at, alerts.ended_at
  FROM events LEFT JOIN alerts ON alerts.seq = events.seq WHERE events.seq = ?`;

export const PAGE_SQL = {
  event: EVENT_AND_ALERT,
  message: `SELECT seq, 'CHAT' AS kind, received_at, payload FROM chat WHERE seq = ?`,
  firstEvent: `SELECT seq FROM events INDEXED BY events_by_time WHERE received_at >= ?
    ORDER BY received_at, seq LIMIT 1`,
  firstMessage: `SELECT seq FROM chat INDEXED BY chat_by_time WHERE received_at >= ?
    ORDER BY received_at, seq LIMIT 1`,
  lastEvent: `SELECT seq FROM events INDEXED BY events_by_time WHERE received_at < ?
    ORDER BY received_at DESC, seq DESC LIMIT 1`,
  lastMessage: `SELECT seq FROM chat INDEXED BY chat_by_time WHERE received_at < ?
    ORDER BY received_at DESC, seq DESC LIMIT 1`,
  // Without marks there is nothing to be found yet.
  searchedFrom: `SELECT max(at) AS at FROM (
    SELECT (SELECT received_at FROM events WHERE seq >= low ORDER BY seq LIMIT 1) AS at
      FROM search_marks WHERE source = 'events' AND low > 0
    UNION ALL
    SELECT (SELECT received_at FROM chat WHERE seq >= low ORDER BY seq LIMIT 1)
      FROM search_marks WHERE source = 'chat' AND low > 0 AND :chat = 1)`,
  unsearched: `SELECT 1 FROM search_marks WHERE low > 0 AND (source = 'events' OR :chat = 1)`,
} as const;

type Statements = Readonly<Record<keyof typeof PAGE_SQL, StatementSync>>;

/** Lists of what is in the books, the latest first. */
export class PageReader {
  readonly #db: DatabaseSync;
  readonly #sql: Statements;

  constructor(db: DatabaseSync) {
    const prepared = Object.entries(PAGE_SQL).map(
      ([name, sql]) => [name, db.prepare(sql)] as const,
    );
    this.#db = db;
    this.#sql = Object.fromEntries(prepared) as Statements;
  }

  page(filter: RowFilter, before: RowCursor | null, limit: number): BookPage {
    const needle = needleOf(filter.text);
    const match = needle === null ? null : matchOf(needle);
    const question =
      match === null ? keysByTime(filter, before) : this.#byWords(filter, match, before);
    const searchedFrom = match === null ? null : this.#searchedFrom(filter);
    if (question === null) return { rows: [], next: null, searchedFrom };
    return { ...this.#read(question, filter, limit), searchedFrom };
  }

  #byWords(filter: RowFilter, match: string, before: RowCursor | null): KeyQuestion | null {
    const { from, to } = filter;
    const first = [this.#sql.firstEvent, this.#sql.firstMessage].flatMap((ask) =>
      seqOf(ask.get(from - CLOCK_MARGIN_MS)),
    );
    const last = [this.#sql.lastEvent, this.#sql.lastMessage].flatMap((ask) =>
      seqOf(ask.get(Math.min(Number.MAX_SAFE_INTEGER, to + CLOCK_MARGIN_MS))),
    );
    if (first.length === 0 || last.length === 0) return null;
    const end = Math.max(...last) + 1;
    return keysByWords(match, filter.sorts, {
      low: Math.min(...first),
      before: before === null ? end : Math.min(end, before.seq),
    });
  }

  #read(
    { sql, values }: KeyQuestion,
    filter: RowFilter,
    limit: number,
  ): Pick<BookPage, 'rows' | 'next'> {
    const fits = fitting(filter);
    const rows: BookRow[] = [];
    let lookedAt = 0;
    let characters = 0;
    let last: RowCursor | null = null;
    for (const { seq, chat } of this.#db.prepare(sql).iterate(values)) {
      const isFull = rows.length === limit || characters > PAGE_CHARACTERS;
      if (isFull || lookedAt === MOST_LOOKED_AT) return { rows, next: last };
      const row = (chat === 1 ? this.#sql.message : this.#sql.event).get(Number(seq));
      const event = row ? stageEventOf(row) : null;
      lookedAt += 1;
      if (!row || !event) continue;
      last = { at: event.receivedAt, seq: event.seq };
      if (!fits(event)) continue;
      rows.push({ event, receipt: receiptOf(row) });
      characters += String(row['payload']).length;
    }
    return { rows, next: null };
  }

  /** Since when every word is findable; null: since ever. */
  #searchedFrom({ sorts }: RowFilter): number | null {
    const chat = sorts.includes('chat') ? 1 : 0;
    if (this.#sql.unsearched.get({ chat }) === undefined) return null;
    const at = this.#sql.searchedFrom.get({ chat })?.['at'];
    return typeof at === 'number' ? at : Number.MAX_SAFE_INTEGER;
  }
}

function seqOf(row: Row | undefined): readonly number[] {
  return row === undefined ? [] : [Number(row['seq'])];
}

/** Whether an event is what a list is narrowed to; made once a page. */
function fitting(filter: RowFilter): (event: StageEvent) => boolean {
  const { from, to, who, min, max } = filter;
  const sorts = new Set(filter.sorts);
  const needle = needleOf(filter.text);
  const isAny = min === null && max === null;
  return (event) => {
    if (event.receivedAt < from || event.receivedAt >= to) return false;
    if (!sorts.has(sortOf(event))) return false;
    if (who !== null && whoOf(event) !== who) return false;
    if (!isAny && !isWithin(amountOf(event), min, max)) return false;
    return needle === null || searchText(event).includes(needle);
  };
}

/** The words as they are compared; null: none. */
function needleOf(text: string | null): string | null {
  if (text === null) return null;
  const needle = comparable(text).slice(0, NEEDLE_MAX);
  return needle === '' ? null : needle;
}

function whoOf(event: StageEvent): string | null {
  return isValued(event) ? columnsOf(event).who : event.data.senderChannelId;
}

/** In its own unit; null: it has none. */
function amountOf(event: StageEvent): number | null {
  if (event.kind === 'DONATION') return event.data.payAmount;
  return event.kind === 'GOODS_PURCHASE' ? event.data.totalAmount : null;
}

function isWithin(amount: number | null, min: number | null, max: number | null): boolean {
  return amount !== null && amount >= (min ?? amount) && amount <= (max ?? amount);
}
