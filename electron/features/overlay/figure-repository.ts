import type { ValuedEvent } from '../../../shared/events.ts';
import type { ExactSum } from '../../../shared/exact-sum.ts';
import {
  exactColumns,
  exactOf,
  nearColumns,
  type SumColumns,
  sumRows,
} from '../../storage/exact-sql.ts';
import { eventOf, numberOf, type Row } from '../../storage/rows.ts';
import { prepareAll } from '../../storage/statements.ts';
import { Repository } from '../repository.ts';

/** Three totals that must never be added together. */
export interface Totals {
  /** Beams of CHAT, VIDEO and other donations that are not CHEERING. */
  readonly donationBeams: ExactSum;
  readonly cheeringBeams: ExactSum;
  /** Smallest units by currency. */
  readonly shopMoney: Readonly<Record<string, ExactSum>>;
}

const RANKED = `kind = 'DONATION' AND who IS NOT NULL AND donation_type <> 'CHEERING'`;

const beamsOf = (sum: SumColumns) => `SELECT
    ${sum('beams', 'donation', "donation_type <> 'CHEERING'")},
    ${sum('beams', 'cheering', "donation_type = 'CHEERING'")}
  FROM events INDEXED BY events_donated_by_time WHERE kind = 'DONATION' AND received_at >= ?`;

const moneyOf = (sum: SumColumns) => `SELECT currency, ${sum('amount_minor', 'money')}
  FROM events INDEXED BY events_bought_by_time
  WHERE kind = 'GOODS_PURCHASE' AND received_at >= ? AND amount_minor IS NOT NULL
  GROUP BY currency`;

/** Ties go to the supporter who reached the sum first. `order`: the columns of the sum. */
const supportersOf = (sum: SumColumns, ...order: string[]) => `SELECT who, ${sum('beams', 'given')}
  FROM events INDEXED BY events_by_supporter WHERE ${RANKED} AND received_at >= ?
  GROUP BY who HAVING total(beams) > 0
  ORDER BY ${order.map((column) => `${column} DESC`).join(', ')},
    max(seq) FILTER (WHERE beams > 0) LIMIT ?`;

const supporterOf = (sum: SumColumns) => `SELECT ${sum('beams', 'given')}
  FROM events INDEXED BY events_by_supporter
  WHERE ${RANKED} AND who = ? AND received_at >= ? AND seq < ?`;

/** Indexes are named because SQLite without statistics may choose one that reads every row. */
export const FIGURE_SQL = {
  beams: beamsOf(nearColumns),
  beamsExact: beamsOf(exactColumns),
  money: moneyOf(nearColumns),
  moneyExact: moneyOf(exactColumns),
  supporters: supportersOf(nearColumns, 'given'),
  supportersExact: supportersOf(
    exactColumns,
    'given_high + (given_low >> 26)',
    'given_low & 67108863',
  ),
  supporter: supporterOf(nearColumns),
  supporterExact: supporterOf(exactColumns),
  latestOf: `SELECT seq, kind, received_at, payload, perhaps_twice FROM events INDEXED BY events_by_supporter
    WHERE ${RANKED} AND who = ? ORDER BY received_at DESC LIMIT ?`,
  before: `SELECT seq, kind, received_at, payload, perhaps_twice FROM events WHERE seq < ?
    ORDER BY seq DESC LIMIT ?`,
  mark: `SELECT broadcast_began_at AS began, left_at AS left_at, heard_at AS heard,
      (SELECT received_at FROM events ORDER BY seq DESC LIMIT 1) AS latest FROM ledger`,
  begin: 'UPDATE ledger SET broadcast_began_at = ?',
  isOpen: 'SELECT 1 FROM broadcasts WHERE ended_at IS NULL AND began_at = ?',
  end: 'UPDATE broadcasts SET ended_at = max(began_at, ?) WHERE ended_at IS NULL',
  open: 'INSERT INTO broadcasts (began_at) VALUES (?)',
  leave: 'UPDATE ledger SET left_at = ?',
} as const;

const NAME_AMONG = 5;

/** Sums from a time of arrival, inclusive; 0: all. Throws a `LedgerError` on disk errors. */
export class FigureRepository extends Repository {
  readonly #sql = prepareAll(this.db, FIGURE_SQL);

  totalsSince(from: number): Totals {
    return this.call('totalsSince', () => {
      const { beams: near, beamsExact, money: nearMoney, moneyExact } = this.#sql;
      const [beams] = sumRows(near, beamsExact, from);
      const money = sumRows(nearMoney, moneyExact, from).map(
        (row) => [String(row['currency']), exactOf(row, 'money')] as const,
      );
      return {
        donationBeams: exactOf(beams, 'donation'),
        cheeringBeams: exactOf(beams, 'cheering'),
        shopMoney: Object.fromEntries(money),
      };
    });
  }

  /** Most beams first, each with the latest nickname; without CHEERING and anonymous donations. */
  supportersSince(from: number, limit: number) {
    return this.call('supportersSince', () =>
      sumRows(this.#sql.supporters, this.#sql.supportersExact, from, limit).map((row) => {
        const channelId = String(row['who']);
        return { channelId, name: this.#nameOf(channelId), beams: exactOf(row, 'given') };
      }),
    );
  }

  supporterBeams(channelId: string, from: number, beforeSeq: number): ExactSum {
    const { supporter, supporterExact } = this.#sql;
    return this.call('supporterBeams', () =>
      exactOf(sumRows(supporter, supporterExact, channelId, from, beforeSeq)[0], 'given'),
    );
  }

  /** The newest events with a number below `seq`, oldest first. */
  latestBefore(seq: number, limit: number): readonly ValuedEvent[] {
    return this.call('latestBefore', () => this.#read(this.#sql.before.all(seq, limit)).reverse());
  }

  /** When the broadcast began and when the app is last known to have run; null: never. */
  broadcast() {
    return this.call('broadcast', () => {
      const row = this.#sql.mark.get();
      const signs = [row?.['left_at'], row?.['heard'], row?.['latest']].filter(
        (sign) => typeof sign === 'number',
      );
      return {
        beganAt: numberOf(row?.['began']),
        lastSignAt: signs.length === 0 ? null : Math.max(...signs),
      };
    });
  }

  /** The same start again changes nothing. A broadcast still running ends at `formerEndedAt`. */
  setBroadcast(beganAt: number, formerEndedAt: number = beganAt): void {
    const began = Math.floor(beganAt);
    const { begin, isOpen, end, open } = this.#sql;
    this.change('setBroadcast', () => {
      begin.run(began);
      if (isOpen.get(began) !== undefined) return;
      end.run(Math.floor(formerEndedAt));
      open.run(began);
    });
  }

  setLeft(at: number): void {
    this.call('setLeft', () => this.#sql.leave.run(Math.floor(at)));
  }

  #nameOf(channelId: string): string | null {
    const names = this.#read(this.#sql.latestOf.all(channelId, NAME_AMONG)).map((event) =>
      event.kind === 'DONATION' ? event.data.donatorNickname : null,
    );
    return names.find(Boolean) ?? null;
  }

  #read(rows: readonly Row[]): ValuedEvent[] {
    return rows.flatMap((row) => eventOf(row) ?? []);
  }
}
