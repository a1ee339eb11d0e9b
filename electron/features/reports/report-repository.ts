import type { Gap } from '../../../shared/connection-history.ts';
import type {
  AmountBar,
  ReceiptTotal,
  ReportCursor,
  Supporter,
} from '../../../shared/contract/reports.ts';
import type { StageEvent } from '../../../shared/events.ts';
import {
  exactColumns,
  exactOf,
  nearColumns,
  type SumColumns,
  sumRows,
} from '../../storage/exact-sql.ts';
import { GAP_COLUMNS, gapOf } from '../../storage/gap-rows.ts';
import { eventOf, flawOf, noteOf, stateOf } from '../../storage/rows.ts';
import { prepareAll } from '../../storage/statements.ts';
import { Repository } from '../repository.ts';
import { PageReader, type Period, type ReportPage, type RowFilter } from './row-pages.ts';
import { SumReader } from './sum-reader.ts';

/** How often an amount was given: beams, or the smallest units of a purchase's currency. */
type AmountCount = Pick<AmountBar, 'sort' | 'currency' | 'count'> & { readonly amount: number };

export type GivenSum = Omit<Supporter, 'name'>;

const givenBy = (sum: SumColumns) => `SELECT who, count(*) AS count,
    ${sum('beams', 'donation', "donation_type <> 'CHEERING'")},
    ${sum('beams', 'cheering', "donation_type = 'CHEERING'")}
  FROM events INDEXED BY events_donated_by_time
  WHERE kind = 'DONATION' AND received_at >= ? AND received_at < ? AND who IS NOT NULL
  GROUP BY who`;

export const READING_SQL = {
  beams: `SELECT iif(donation_type = 'CHEERING', 'cheering', 'donation') AS sort, '' AS currency,
      beams AS amount, count(*) AS count
    FROM events INDEXED BY events_donated_by_time
    WHERE kind = 'DONATION' AND received_at >= ? AND received_at < ? AND beams IS NOT NULL
    GROUP BY 1, 3`,
  money: `SELECT 'purchase' AS sort, currency, amount_minor AS amount, count(*) AS count
    FROM events INDEXED BY events_bought_by_time
    WHERE kind = 'GOODS_PURCHASE' AND received_at >= ? AND received_at < ?
      AND amount_minor IS NOT NULL
    GROUP BY 2, 3`,
  given: givenBy(nearColumns),
  givenExact: givenBy(exactColumns),
  receipts: `SELECT alerts.state, alerts.note, alerts.flaw, count(*) AS count
    FROM events INDEXED BY events_by_time CROSS JOIN alerts ON alerts.seq = events.seq
    WHERE events.received_at >= ? AND events.received_at < ?
    GROUP BY alerts.state, alerts.note, alerts.flaw`,
  latestOf: `SELECT seq, kind, received_at, payload FROM events INDEXED BY events_by_viewer
    WHERE who = ? ORDER BY received_at DESC LIMIT 5`,
  latestSenderName: `SELECT nickname FROM chat INDEXED BY chat_by_sender
    WHERE who = ? ORDER BY received_at DESC LIMIT 1`,
  gaps: `SELECT ${GAP_COLUMNS} FROM gaps INDEXED BY gaps_by_end
    WHERE ended_at > ? AND began_at < ? ORDER BY ended_at DESC LIMIT ?`,
  // Gaps of different kinds that overlap are one time in which something was missed.
  countGaps: `WITH clipped AS (
      SELECT max(began_at, :from) AS began, min(ended_at, :to) AS ended
      FROM gaps INDEXED BY gaps_by_end WHERE ended_at > :from AND began_at < :to
    ), reached AS (
      SELECT began, ended, max(ended) OVER (
        ORDER BY began, ended ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS reached_before
      FROM clipped
    )
    SELECT count(*) AS rows, count(*) FILTER (WHERE reached_before IS NULL OR began > reached_before) AS count,
      total(max(0, ended - max(began, coalesce(reached_before, began)))) AS ms FROM reached`,
} as const;

/** Report queries on the ledger. Throws a `LedgerError` on disk errors. */
export class ReportRepository extends Repository {
  readonly #sql = prepareAll(this.db, READING_SQL);
  readonly #sums = new SumReader(this.db);
  readonly #pages = new PageReader(this.db);

  /** Exact for every period; the time hardly grows with the number of events. */
  totals(period: Period) {
    return this.call('reports.totals', () => this.#sums.totals(period));
  }

  /** Parts of about `most` events, so that reports of every event do not block the thread. */
  parts(period: Period, most: number): readonly Period[] {
    return this.call('reports.parts', () => this.#sums.parts(period, most));
  }

  /** First and last event with a value; null if there is none. */
  span(): Period | null {
    return this.call('reports.span', () => this.#sums.span());
  }

  page(filter: RowFilter, before: ReportCursor | null, limit: number): ReportPage {
    return this.call('reports.page', () => this.#pages.page(filter, before, limit));
  }

  amounts({ from, to }: Period): readonly AmountCount[] {
    const { beams, money } = this.#sql;
    return this.call('reports.amounts', () =>
      [...beams.all(from, to), ...money.all(from, to)].map((row) => ({
        sort: row['sort'] as AmountCount['sort'],
        currency: String(row['currency']),
        amount: Number(row['amount']),
        count: Number(row['count']),
      })),
    );
  }

  given({ from, to }: Period): readonly GivenSum[] {
    return this.call('reports.given', () =>
      sumRows(this.#sql.given, this.#sql.givenExact, from, to).map((row) => ({
        channelId: String(row['who']),
        donationBeams: exactOf(row, 'donation'),
        cheeringBeams: exactOf(row, 'cheering'),
        count: Number(row['count']),
      })),
    );
  }

  receipts({ from, to }: Period): readonly ReceiptTotal[] {
    return this.call('reports.receipts', () =>
      this.#sql.receipts.all(from, to).flatMap((row) => {
        const state = stateOf(row);
        if (state === null) return [];
        return [{ state, note: noteOf(row), flaw: flawOf(row), count: Number(row['count']) }];
      }),
    );
  }

  /** The nickname in the viewer's latest events, or else chat; null if none has one. */
  nameOf(channelId: string): string | null {
    return this.call('reports.nameOf', () => {
      const events = this.#sql.latestOf.all(channelId).map(eventOf);
      const name = events.map((event) => event && nameIn(event)).find(Boolean);
      const spoken = () => this.#sql.latestSenderName.get(channelId)?.['nickname'];
      return name || String(spoken() ?? '') || null;
    });
  }

  /** Gaps that overlap the period, latest first. */
  gaps({ from, to }: Period, limit: number): readonly Gap[] {
    return this.call('reports.gaps', () => this.#sql.gaps.all(from, to, limit).map(gapOf));
  }

  countGaps({ from, to }: Period) {
    return this.call('reports.countGaps', () => {
      const row = this.#sql.countGaps.get({ from, to });
      const of = (name: string): number => Number(row?.[name] ?? 0);
      return { count: of('count'), ms: of('ms'), rows: of('rows') };
    });
  }
}

function nameIn(event: StageEvent): string | null {
  switch (event.kind) {
    case 'DONATION':
      return event.data.donatorNickname;
    case 'SUBSCRIPTION':
      return event.data.subscriberChannelName;
    case 'GOODS_PURCHASE':
      return event.data.profile?.nickname ?? null;
    case 'CHAT':
      return event.data.profile.nickname;
    case 'DROPS':
      return null;
  }
}
