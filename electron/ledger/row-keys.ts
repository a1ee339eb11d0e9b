import type { BookSort } from '../../shared/contract/reports.ts';
import type { RowCursor, RowFilter } from './reading-ports.ts';

/** A question for the keys of rows, the latest first: `seq`, and whether it is `chat`. */
export interface KeyQuestion {
  readonly sql: string;
  readonly values: Readonly<Record<string, number | string>>;
}

const ORDER = 'ORDER BY received_at DESC, seq DESC';
/** Later than every row. */
export const END: RowCursor = { at: Number.MAX_SAFE_INTEGER, seq: Number.MAX_SAFE_INTEGER };

/** As the index has it: else SQLite does not see that it may be used. */
const COUNTED = `kind IN ('SUBSCRIPTION', 'DROPS')`;

/** Where the rows of a time are. The indexes are named, as everywhere in the books. */
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

/** Rows without words, by time. Amounts of the shop are left to whoever reads the row. */
export function keysByTime(filter: RowFilter, before: RowCursor | null): KeyQuestion | null {
  const { sorts, who, min, max } = filter;
  const hasLimits = min !== null || max !== null;
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
  const { at, seq } = before ?? END;
  const values = {
    ...{ from: filter.from, to: filter.to, at, seq },
    ...(who === null ? {} : { who }),
    ...(usesLimit(parts, ':min') && min !== null ? { min } : {}),
    ...(usesLimit(parts, ':max') && max !== null ? { max } : {}),
  };
  return { sql: `${parts.join(' UNION ALL ')} ${ORDER}`, values };
}

function usesLimit(parts: readonly string[], name: string): boolean {
  return parts.some((part) => part.includes(name));
}

/** As few questions as say it. */
function sourcesOf(sorts: readonly BookSort[], hasLimits: boolean): readonly Source[] {
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

function keyPart(table: 'events' | 'chat', index: string, where: string, isChat: 0 | 1): string {
  return `SELECT seq, received_at, ${isChat} AS chat FROM ${table} INDEXED BY ${index}
    WHERE ${where === '' ? '' : `${where} AND `}received_at >= :from AND received_at < :to
      AND (received_at, seq) < (:at, :seq)`;
}

/** Rows that may have the words in them, by number. */
export function keysByWords(
  match: string,
  sorts: readonly BookSort[],
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
