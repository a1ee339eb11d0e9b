import type { CommandResult } from '../../../shared/contract/index.ts';
import type { StageEvent, ValuedKind } from '../../../shared/events.ts';
import { numberOf, type Row, stageEventOf } from '../../storage/rows.ts';
import { prepareAll } from '../../storage/statements.ts';
import { Repository } from '../repository.ts';

/** A broadcast in the ledger. */
export type BroadcastRecord = CommandResult<'reports.broadcasts'>['broadcasts'][number];

/** Extent of a broadcast's events, valued events and chat together. */
interface BroadcastSpan {
  readonly firstSeq: number;
  readonly lastSeq: number;
  /** Arrival of the first and the last event, epoch milliseconds. */
  readonly firstAt: number;
  readonly lastAt: number;
}

interface BroadcastReading {
  readonly after: number;
  /** Only events that arrived at or after `at` (epoch ms), and the `lead` ones before them. */
  readonly from?: { readonly at: number; readonly lead: number } | null;
  readonly limit: number;
}

/** `next`: the next `after`; null if there are no more (yet). */
type BroadcastPage = Pick<CommandResult<'broadcast.events'>, 'events' | 'next'>;

/** Number and time of the event at one end of a stretch, in either table. */
const edgeOf = (where: string, order: 'ASC' | 'DESC') => `SELECT seq, received_at AS at FROM (
    SELECT * FROM (SELECT seq, received_at FROM events INDEXED BY events_by_time
      WHERE ${where} ORDER BY received_at ${order}, seq ${order} LIMIT 1)
    UNION ALL
    SELECT * FROM (SELECT seq, received_at FROM chat INDEXED BY chat_by_time
      WHERE ${where} ORDER BY received_at ${order}, seq ${order} LIMIT 1)
  ) ORDER BY seq ${order} LIMIT 1`;

export const BROADCAST_SQL = {
  list: `SELECT id, began_at, ended_at FROM broadcasts WHERE id < ? ORDER BY id DESC LIMIT ?`,
  find: 'SELECT id, began_at, ended_at FROM broadcasts WHERE id = ?',
  first: edgeOf('received_at >= :from', 'ASC'),
  last: edgeOf('received_at < :before', 'DESC'),
  // Merges both tables by key, so only the requested rows are read.
  events: `SELECT seq, kind, received_at, payload FROM events WHERE seq > :after AND seq <= :last
    UNION ALL
    SELECT seq, 'CHAT' AS kind, received_at, payload FROM chat WHERE seq > :after AND seq <= :last
    ORDER BY seq LIMIT :limit`,
  lead: `SELECT seq FROM events WHERE seq < :before AND seq >= :first
    UNION ALL SELECT seq FROM chat WHERE seq < :before AND seq >= :first
    ORDER BY seq DESC LIMIT :limit`,
  marks: `SELECT kind, min(received_at) AS at, count(*) AS count FROM events
    WHERE seq BETWEEN :first AND :last
    GROUP BY CAST((received_at - :began) / :width AS INTEGER), kind ORDER BY min(received_at), kind`,
} as const;

const LOOK_BACK = 100;
/** A page ends after this many payload characters, because a dashboard gets it in one frame. */
export const PAGE_CHARACTERS = 400_000;

/** Reads broadcasts, latest first. Throws a `LedgerError` on disk errors. */
export class BroadcastRepository extends Repository {
  readonly #sql = prepareAll(this.db, BROADCAST_SQL);

  /** `before`: only broadcasts older than the one with this id. */
  list(limit: number, before: number | null = null): readonly BroadcastRecord[] {
    return this.call('broadcasts.list', () =>
      this.#sql.list.all(before ?? Number.MAX_SAFE_INTEGER, limit).map(recordOf),
    );
  }

  find(id: number): BroadcastRecord | null {
    return this.call('broadcasts.find', () => {
      const row = this.#sql.find.get(id);
      return row ? recordOf(row) : null;
    });
  }

  span({ beganAt, endedAt }: BroadcastRecord): BroadcastSpan | null {
    return this.call('broadcasts.span', () => {
      const first = this.#sql.first.get({ from: beganAt });
      const last = this.#sql.last.get({ before: endedAt ?? Number.MAX_SAFE_INTEGER });
      if (!first || !last) return null;
      const [firstSeq, lastSeq] = [Number(first['seq']), Number(last['seq'])];
      if (firstSeq > lastSeq) return null;
      return { firstSeq, lastSeq, firstAt: Number(first['at']), lastAt: Number(last['at']) };
    });
  }

  /** The latest broadcast with events; null if none of the latest hundred has any. */
  lastWithEvents(): BroadcastRecord | null {
    return this.list(LOOK_BACK).find((broadcast) => this.span(broadcast) !== null) ?? null;
  }

  /** Large events end a page early, but it has at least one event if there is any. */
  events(broadcast: BroadcastRecord, reading: BroadcastReading): BroadcastPage {
    const span = this.span(broadcast);
    if (span === null) return { events: [], next: null };
    const { limit, from = null } = reading;
    return this.call('broadcasts.events', () => {
      const first = from === null ? span.firstSeq : this.#startOf(span, from);
      return this.#page(Math.max(reading.after, first - 1), span.lastSeq, limit);
    });
  }

  /** Counts valued events in `parts` equal parts of the time from the first to the last event. */
  marks(broadcast: BroadcastRecord, parts: number) {
    const span = this.span(broadcast);
    if (span === null) return [];
    const { firstSeq, lastSeq, firstAt, lastAt } = span;
    const width = Math.max(1, Math.ceil((lastAt - firstAt + 1) / parts));
    return this.call('broadcasts.marks', () =>
      this.#sql.marks.all({ first: firstSeq, last: lastSeq, began: firstAt, width }).map((row) => ({
        at: Number(row['at']),
        kind: row['kind'] as ValuedKind,
        count: Number(row['count']),
      })),
    );
  }

  /** The event number at which a page from a given time starts. */
  #startOf(
    { firstSeq, lastSeq }: BroadcastSpan,
    { at, lead }: NonNullable<BroadcastReading['from']>,
  ): number {
    const found = this.#sql.first.get({ from: Math.ceil(at) })?.['seq'];
    const start = Math.min(Number(found ?? lastSeq + 1), lastSeq + 1);
    if (lead === 0) return Math.max(firstSeq, start);
    const before = this.#sql.lead.all({ before: start, first: firstSeq, limit: lead });
    return Math.max(firstSeq, Number(before.at(-1)?.['seq'] ?? start));
  }

  #page(after: number, last: number, limit: number): BroadcastPage {
    const events: StageEvent[] = [];
    let read = after;
    let rows = 0;
    let characters = 0;
    for (const row of this.#sql.events.iterate({ after, last, limit })) {
      const size = String(row['payload']).length;
      if (rows > 0 && characters + size > PAGE_CHARACTERS) return { events, next: read };
      const event = stageEventOf(row);
      if (event) events.push(event);
      read = Number(row['seq']);
      rows += 1;
      characters += size;
    }
    return { events, next: rows === limit && read < last ? read : null };
  }
}

function recordOf(row: Row): BroadcastRecord {
  return {
    id: Number(row['id']),
    beganAt: Number(row['began_at']),
    endedAt: numberOf(row['ended_at']),
  };
}
