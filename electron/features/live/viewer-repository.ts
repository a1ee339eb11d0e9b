import type { StageEvent } from '../../../shared/events.ts';
import { addSums, type ExactSum, isAboveZero } from '../../../shared/exact-sum.ts';
import type { ChatCursor } from '../../events/chat-repository.ts';
import {
  exactColumns,
  exactOf,
  nearColumns,
  type SumColumns,
  sumRows,
} from '../../storage/exact-sql.ts';
import { type Row, stageEventOf } from '../../storage/rows.ts';
import { prepareAll } from '../../storage/statements.ts';
import { Repository } from '../repository.ts';

const sumsBy = (sum: SumColumns) => `SELECT kind, donation_type = 'CHEERING' AS cheering, currency,
    count(*) AS count, ${sum('beams', 'given')}, ${sum('amount_minor', 'money')},
    min(received_at) AS first_at, max(received_at) AS last_at
  FROM events INDEXED BY events_by_viewer WHERE who = ? GROUP BY 1, 2, 3`;

const countsBy = (
  sum: SumColumns,
) => `SELECT kind, count(*) AS count, ${sum('draw_count', 'winners')}
  FROM events INDEXED BY events_counted_by_time
  WHERE kind IN ('SUBSCRIPTION', 'DROPS') AND received_at >= ? GROUP BY kind`;

/** Indexes are named because SQLite without statistics may choose one that reads every row. */
export const VIEWER_SQL = {
  sums: sumsBy(nearColumns),
  sumsExact: sumsBy(exactColumns),
  chat: `SELECT count(*) AS count, min(received_at) AS first_at, max(received_at) AS last_at
    FROM chat INDEXED BY chat_by_sender WHERE who = ?`,
  subscription: `SELECT seq, kind, received_at, payload
    FROM events INDEXED BY events_by_viewer
    WHERE who = ? AND kind = 'SUBSCRIPTION' ORDER BY received_at DESC LIMIT 1`,
  history: `SELECT * FROM (
      SELECT seq, kind, received_at, payload FROM events INDEXED BY events_by_viewer
      WHERE who = :who AND (received_at, seq) < (:at, :seq)
      ORDER BY received_at DESC, seq DESC LIMIT :limit)
    UNION ALL SELECT * FROM (
      SELECT seq, 'CHAT' AS kind, received_at, payload FROM chat INDEXED BY chat_by_sender
      WHERE who = :who AND (received_at, seq) < (:at, :seq)
      ORDER BY received_at DESC, seq DESC LIMIT :limit)
    ORDER BY 3 DESC, 1 DESC LIMIT :limit`,
  event: `SELECT seq, kind, received_at, payload FROM events WHERE seq = :seq
    UNION ALL SELECT seq, 'CHAT' AS kind, received_at, payload FROM chat WHERE seq = :seq LIMIT 1`,
  counts: countsBy(nearColumns),
  countsExact: countsBy(exactColumns),
} as const;

const END: ChatCursor = { receivedAt: Number.MAX_SAFE_INTEGER, seq: Number.MAX_SAFE_INTEGER };

/** Reads a viewer's activity and single events. Throws a `LedgerError` on disk errors. */
export class ViewerRepository extends Repository {
  readonly #sql = prepareAll(this.db, VIEWER_SQL);

  /** The ledger's data about one viewer; times are null if it has none. */
  find(channelId: string) {
    return this.call('viewers.find', () => {
      const rows = sumRows(this.#sql.sums, this.#sql.sumsExact, channelId);
      const chat = this.#sql.chat.get(channelId) ?? {};
      const times = [...rows, chat];
      return {
        ...sumsOf(rows),
        messages: Number(chat['count'] ?? 0),
        firstAt: edge(times, 'first_at', Math.min),
        lastAt: edge(times, 'last_at', Math.max),
        subscription: subscriptionOf(this.#sql.subscription.get(channelId)),
      };
    });
  }

  /** A viewer's activity, newest first; `before` selects older entries. */
  history(
    channelId: string,
    limit: number,
    before: ChatCursor | null = null,
  ): readonly StageEvent[] {
    const { receivedAt: at, seq } = before ?? END;
    return this.call('viewers.history', () =>
      this.#sql.history
        .all({ who: channelId, at, seq, limit })
        .flatMap((row) => stageEventOf(row) ?? []),
    );
  }

  event(seq: number): StageEvent | null {
    return this.call('viewers.event', () => {
      const row = this.#sql.event.get({ seq });
      return row === undefined ? null : stageEventOf(row);
    });
  }

  countsSince(from: number) {
    return this.call('viewers.countsSince', () => {
      const rows = sumRows(this.#sql.counts, this.#sql.countsExact, from);
      const of = (kind: string) => rows.find((row) => row['kind'] === kind);
      return {
        subscriptions: Number(of('SUBSCRIPTION')?.['count'] ?? 0),
        draws: Number(of('DROPS')?.['count'] ?? 0),
        winners: exactOf(of('DROPS'), 'winners'),
      };
    });
  }
}

/** Beams, cheering beams and money (by currency) are never added together. */
function sumsOf(rows: readonly Row[]) {
  const shop: Record<string, ExactSum> = {};
  const beams = { donationBeams: 0 as ExactSum, cheeringBeams: 0 as ExactSum };
  const sums = { donations: 0, subscriptions: 0, purchases: 0 };
  for (const row of rows) {
    const count = Number(row['count']);
    if (row['kind'] === 'SUBSCRIPTION') sums.subscriptions += count;
    if (row['kind'] === 'DONATION') {
      sums.donations += count;
      const into = row['cheering'] === 1 ? 'cheeringBeams' : 'donationBeams';
      beams[into] = addSums(beams[into], exactOf(row, 'given'));
    }
    if (row['kind'] === 'GOODS_PURCHASE') {
      sums.purchases += count;
      const money = exactOf(row, 'money');
      if (isAboveZero(money)) shop[String(row['currency'])] = money;
    }
  }
  return { ...sums, ...beams, shop };
}

function subscriptionOf(row: Row | undefined) {
  const event = row === undefined ? null : stageEventOf(row);
  if (event?.kind !== 'SUBSCRIPTION') return null;
  const { month, tierNo } = event.data;
  return { month, tierNo, at: event.receivedAt };
}

function edge(
  rows: readonly Row[],
  column: string,
  pick: (...times: number[]) => number,
): number | null {
  const times = rows.map((row) => row[column]).filter((time) => typeof time === 'number');
  return times.length === 0 ? null : pick(...times);
}
