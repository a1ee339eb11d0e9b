import type { DatabaseSync } from 'node:sqlite';
import type { AlertFlaw } from '../../../shared/alerts.ts';
import type { CommandResult } from '../../../shared/contract/index.ts';
import {
  type RecordSort,
  type ReportCursor,
  type ReportRowView,
  sortOf,
} from '../../../shared/contract/reports.ts';
import { isValued, type StageEvent } from '../../../shared/events.ts';
import { columnsOf, type Row, receiptOf, stageEventOf } from '../../storage/rows.ts';
import { prepareAll, type Statements } from '../../storage/statements.ts';
import { comparable, matchOf, NEEDLE_MAX, searchText } from './search-repository.ts';

/** A period in epoch milliseconds: from `from`, before `to`. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

export interface RowFilter extends Period {
  readonly sorts: readonly RecordSort[];
  /** Text that a row must contain, ignoring case; null: any. */
  readonly text: string | null;
  /** A viewer's channel; null: anyone. */
  readonly who: string | null;
  /**
   * Limits in the row's own unit: beams, or whole units of its currency. Rows without an amount
   * never match a limit. null: no limit.
   */
  readonly min: number | null;
  readonly max: number | null;
  /** Only those whose alert had it; left out: any. */
  readonly flaw?: AlertFlaw;
}

/** Rows, latest first. An empty page may still have a next one. */
export type ReportPage = CommandResult<'reports.list'>;

/** Maximum rows read per page, so that the thread is free for other work. */
const MOST_LOOKED_AT = 3_000;
/** A page ends after this many payload characters, because a dashboard gets it in one frame. */
const PAGE_CHARACTERS = 400_000;
/** How far the clock may have been set back while event numbers increased. */
const CLOCK_MARGIN_MS = 3_600_000;

const EVENT_AND_ALERT = `SELECT events.seq, events.kind, events.received_at, events.payload, events.perhaps_twice,
    alerts.state, alerts.note, alerts.queued_at, alerts.painted_at, alerts.ended_at, alerts.flaw
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
  // Without index marks, no text is searchable yet.
  searchedFrom: `SELECT max(at) AS at FROM (
    SELECT (SELECT received_at FROM events WHERE seq >= low ORDER BY seq LIMIT 1) AS at
      FROM search_marks WHERE source = 'events' AND low > 0
    UNION ALL
    SELECT (SELECT received_at FROM chat WHERE seq >= low ORDER BY seq LIMIT 1)
      FROM search_marks WHERE source = 'chat' AND low > 0 AND :chat = 1)`,
  unsearched: `SELECT 1 FROM search_marks WHERE low > 0 AND (source = 'events' OR :chat = 1)`,
} as const;

/** Lists the ledger's rows, latest first. */
export class PageReader {
  readonly #db: DatabaseSync;
  readonly #sql: Statements<typeof PAGE_SQL>;

  constructor(db: DatabaseSync) {
    this.#db = db;
    this.#sql = prepareAll(db, PAGE_SQL);
  }

  page(filter: RowFilter, before: ReportCursor | null, limit: number): ReportPage {
    const needle = needleOf(filter.text);
    const match = needle === null ? null : matchOf(needle);
    const question =
      match === null ? keysByTime(filter, before) : this.#byWords(filter, match, before);
    const searchedFrom = match === null ? null : this.#searchedFrom(filter);
    if (question === null) return { rows: [], next: null, searchedFrom };
    return { ...this.#read(question, filter, limit), searchedFrom };
  }

  #byWords(filter: RowFilter, match: string, before: ReportCursor | null): KeyQuestion | null {
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
  ): Pick<ReportPage, 'rows' | 'next'> {
    const fits = fitting(filter);
    const rows: ReportRowView[] = [];
    let lookedAt = 0;
    let characters = 0;
    let last: ReportCursor | null = null;
    for (const { seq, chat } of this.#db.prepare(sql).iterate(values)) {
      const isFull = rows.length === limit || characters > PAGE_CHARACTERS;
      if (isFull || lookedAt === MOST_LOOKED_AT) return { rows, next: last };
      const row = (chat === 1 ? this.#sql.message : this.#sql.event).get(Number(seq));
      const event = row ? stageEventOf(row) : null;
      lookedAt += 1;
      if (!row || !event) continue;
      last = { at: event.receivedAt, seq: event.seq };
      const receipt = receiptOf(row);
      if (!fits(event, receipt)) continue;
      rows.push({ event, receipt });
      characters += String(row['payload']).length;
    }
    return { rows, next: null };
  }

  /** Time from which all texts are searchable; null: always. */
  #searchedFrom({ sorts }: RowFilter): number | null {
    const chat = sorts.includes('chat') ? 1 : 0;
    if (this.#sql.unsearched.get({ chat }) === undefined) return null;
    const at = this.#sql.searchedFrom.get({ chat })?.['at'];
    return typeof at === 'number' ? at : Number.MAX_SAFE_INTEGER;
  }
}

function seqOf(row: Row | undefined): readonly number[] {
  return row ? [Number(row['seq'])] : [];
}

/** Returns a check whether an event passes the filter; created once per page. */
function fitting(
  filter: RowFilter,
): (event: StageEvent, receipt: ReportRowView['receipt']) => boolean {
  const { from, to, who, min, max, flaw } = filter;
  const sorts = new Set(filter.sorts);
  const needle = needleOf(filter.text);
  const isAny = min === null && max === null;
  return (event, receipt) => {
    if (flaw !== undefined && receipt?.flaw !== flaw) return false;
    if (event.receivedAt < from || event.receivedAt >= to) return false;
    if (!sorts.has(sortOf(event))) return false;
    if (who !== null && whoOf(event) !== who) return false;
    if (!isAny && !isWithin(amountOf(event), min, max)) return false;
    return needle === null || searchText(event).includes(needle);
  };
}

/** The text in comparable form; null: no text filter. */
function needleOf(text: string | null): string | null {
  if (text === null) return null;
  const needle = comparable(text).slice(0, NEEDLE_MAX);
  return needle === '' ? null : needle;
}

function whoOf(event: StageEvent): string | null {
  return isValued(event) ? columnsOf(event).who : event.data.senderChannelId;
}

/** The amount in its own unit; null if it has none. */
function amountOf(event: StageEvent): number | null {
  if (event.kind === 'DONATION') return event.data.payAmount;
  return event.kind === 'GOODS_PURCHASE' ? event.data.totalAmount : null;
}

function isWithin(amount: number | null, min: number | null, max: number | null): boolean {
  return amount !== null && amount >= (min ?? amount) && amount <= (max ?? amount);
}

/** A query for row keys, latest first: `seq`, and whether the row is `chat`. */
export interface KeyQuestion {
  readonly sql: string;
  readonly values: Readonly<Record<string, number | string>>;
}

const ORDER = 'ORDER BY received_at DESC, seq DESC';
export const END: ReportCursor = { at: Number.MAX_SAFE_INTEGER, seq: Number.MAX_SAFE_INTEGER };

/** Written exactly as in the index, or SQLite would not use it. */
const COUNTED = `kind IN ('SUBSCRIPTION', 'DROPS')`;

/** Indexes by time. They are named, as everywhere in the ledger. */
const EVENT_SOURCES = {
  all: { index: 'events_by_time', where: '' },
  beams: { index: 'events_donated_by_time', where: `kind = 'DONATION'` },
  donation: {
    index: 'events_donated_by_time',
    where: `kind = 'DONATION' AND donation_type <> 'CHEERING'`,
  },
  cheering: {
    index: 'events_donated_by_time',
    where: `kind = 'DONATION' AND donation_type = 'CHEERING'`,
  },
  subscription: { index: 'events_counted_by_time', where: `${COUNTED} AND kind = 'SUBSCRIPTION'` },
  draw: { index: 'events_counted_by_time', where: `${COUNTED} AND kind = 'DROPS'` },
  purchase: { index: 'events_bought_by_time', where: `kind = 'GOODS_PURCHASE'` },
} as const;
type Source = keyof typeof EVENT_SOURCES;

/** Rows by time, without a text filter. Limits on shop amounts are checked when the row is read. */
export function keysByTime(filter: RowFilter, before: ReportCursor | null): KeyQuestion | null {
  const { sorts, who, min, max, flaw } = filter;
  const hasLimits = min !== null || max !== null;
  if (flaw !== undefined) return keysByFlaw({ ...filter, flaw }, before);
  const parts =
    who === null
      ? sourcesOf(sorts, hasLimits).map((source) => eventKeys(source, filter))
      : sorts.some((sort) => sort !== 'chat')
        ? [keyPart('events', 'events_by_viewer', 'who = :who', 0)]
        : [];
  if (sorts.includes('chat') && !hasLimits) {
    parts.push(
      who === null
        ? keyPart('chat', 'chat_by_time', '', 1)
        : keyPart('chat', 'chat_by_sender', 'who = :who', 1),
    );
  }
  if (parts.length === 0) return null;
  const sql = `${parts.join(' UNION ALL ')} ${ORDER}`;
  const limits = Object.entries({ who, min, max }).flatMap(([name, value]) =>
    value !== null && sql.includes(`:${name}`) ? [[name, value] as const] : [],
  );
  const after = before ?? END;
  return {
    sql,
    values: { from: filter.from, to: filter.to, ...after, ...Object.fromEntries(limits) },
  };
}

/** Such alerts are few: what else is asked for is looked for among them. */
function keysByFlaw(
  { from, to, flaw }: RowFilter & { readonly flaw: AlertFlaw },
  before: ReportCursor | null,
): KeyQuestion {
  const sql = `${keyPart('alerts', 'alerts_flawed', 'flaw = :flaw', 0)} ${ORDER}`;
  return { sql, values: { from, to, ...(before ?? END), flaw } };
}

/** The fewest sources that cover the filter. */
function sourcesOf(sorts: readonly RecordSort[], hasLimits: boolean): readonly Source[] {
  const asked = new Set(sorts);
  const beams: readonly Source[] =
    asked.has('donation') && asked.has('cheering')
      ? ['beams']
      : (['donation', 'cheering'] as const).filter((sort) => asked.has(sort));
  const others = (['subscription', 'draw', 'purchase'] as const).filter((sort) => asked.has(sort));
  if (hasLimits) return [...beams, ...others.filter((sort) => sort === 'purchase')];
  return beams[0] === 'beams' && others.length === 3 ? ['all'] : [...beams, ...others];
}

function eventKeys(source: Source, { min, max }: RowFilter): string {
  const { index, where } = EVENT_SOURCES[source];
  const isBeams = source === 'beams' || source === 'donation' || source === 'cheering';
  const limits = isBeams
    ? [min === null ? '' : 'beams >= :min', max === null ? '' : 'beams <= :max']
    : [];
  return keyPart('events', index, [where, ...limits].filter(Boolean).join(' AND '), 0);
}

function keyPart(
  table: 'events' | 'chat' | 'alerts',
  index: string,
  where: string,
  isChat: 0 | 1,
): string {
  return `SELECT seq, received_at, ${isChat} AS chat FROM ${table} INDEXED BY ${index}
    WHERE ${where === '' ? '' : `${where} AND `}received_at >= :from AND received_at < :to
      AND (received_at, seq) < (:at, :seq)`;
}

/** Rows that may contain the text, by number. */
export function keysByWords(
  match: string,
  sorts: readonly RecordSort[],
  numbers: { readonly low: number; readonly before: number },
): KeyQuestion {
  const part = (table: string, isChat: 0 | 1) =>
    `SELECT rowid AS seq, ${isChat} AS chat FROM ${table}
      WHERE ${table} MATCH :match AND rowid >= :low AND rowid < :before`;
  const parts = [
    ...(sorts.some((sort) => sort !== 'chat') ? [part('search_events', 0)] : []),
    ...(sorts.includes('chat') ? [part('search_chat', 1)] : []),
  ];
  return { sql: `${parts.join(' UNION ALL ')} ORDER BY seq DESC`, values: { match, ...numbers } };
}
