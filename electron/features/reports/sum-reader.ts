import type { DatabaseSync } from 'node:sqlite';
import {
  type CountedSum,
  NO_SUM,
  type ReportTotals,
  type ValueSort,
} from '../../../shared/contract/reports.ts';
import { addSums, type ExactSum, exactSum } from '../../../shared/exact-sum.ts';
import {
  exactColumns,
  exactOf,
  nearColumns,
  type SumColumns,
  sumRows,
} from '../../storage/exact-sql.ts';
import type { Row } from '../../storage/rows.ts';
import { prepareAll, type Statements } from '../../storage/statements.ts';
import type { Period } from './row-pages.ts';

/** The period of one row in `sums`; hours of every time zone begin at one. */
export const QUARTER_MS = 900_000;

/** The same expression as in the trigger. */
const SORT = `CASE kind WHEN 'DONATION' THEN iif(donation_type = 'CHEERING', 'cheering', 'donation')
  WHEN 'SUBSCRIPTION' THEN 'subscription' WHEN 'DROPS' THEN 'draw' ELSE 'purchase' END`;
const AMOUNT = 'coalesce(beams, amount_minor, draw_count)';

/** `amount_high` counts the overflows of 2^53. */
const wholeBy = (sums: string) => `SELECT sort, currency, total(count) AS count,
    total(unknown) AS unknown, ${sums}
  FROM sums WHERE quarter >= ? AND quarter < ? GROUP BY sort, currency`;

const restBy = (sum: SumColumns) => `SELECT ${SORT} AS sort, coalesce(currency, '') AS currency,
    count(*) AS count, count(*) - count(${AMOUNT}) AS unknown, ${sum(AMOUNT, 'sum')}
  FROM events INDEXED BY events_by_time WHERE received_at >= ? AND received_at < ?
  GROUP BY 1, 2`;

export const SUM_SQL = {
  whole: wholeBy('total(amount + amount_high * 9007199254740992.0) AS sum'),
  wholeExact: wholeBy(`${exactColumns('amount', 'sum')}, ${exactColumns('amount_high', 'above')}`),
  rest: restBy(nearColumns),
  restExact: restBy(exactColumns),
  quarters: `SELECT quarter, total(count) AS count FROM sums
    WHERE quarter >= ? AND quarter <= ? GROUP BY quarter ORDER BY quarter`,
  span: `SELECT min(received_at) AS first, max(received_at) AS last
    FROM (SELECT * FROM (SELECT received_at FROM events INDEXED BY events_by_time
        ORDER BY received_at LIMIT 1)
      UNION ALL SELECT * FROM (SELECT received_at FROM events INDEXED BY events_by_time
        ORDER BY received_at DESC LIMIT 1))`,
} as const;

/** Sums of any period: whole quarter-hours from `sums`, the rest at both ends from events. */
export class SumReader {
  readonly #sql: Statements<typeof SUM_SQL>;

  constructor(db: DatabaseSync) {
    this.#sql = prepareAll(db, SUM_SQL);
  }

  totals({ from, to }: Period): ReportTotals {
    const first = Math.ceil(from / QUARTER_MS);
    const last = Math.floor(to / QUARTER_MS);
    if (first > last) return totalsOf(this.#rest(from, to));
    return totalsOf([
      ...this.#rest(from, first * QUARTER_MS),
      ...sumRows(this.#sql.whole, this.#sql.wholeExact, first, last),
      ...this.#rest(last * QUARTER_MS, to),
    ]);
  }

  parts({ from, to }: Period, most: number): readonly Period[] {
    const parts: Period[] = [];
    let began = from;
    let held = 0;
    for (const row of this.#sql.quarters.iterate(
      Math.floor(from / QUARTER_MS),
      Math.floor((to - 1) / QUARTER_MS),
    )) {
      const quarter = Number(row['quarter']) * QUARTER_MS;
      const count = Number(row['count']);
      if (held > 0 && held + count > most && quarter > began && quarter < to) {
        parts.push({ from: began, to: quarter });
        [began, held] = [quarter, 0];
      }
      held += count;
    }
    if (held > 0 && began < to) parts.push({ from: began, to });
    return parts;
  }

  span(): Period | null {
    const row = this.#sql.span.get();
    const [first, last] = [row?.['first'], row?.['last']];
    if (typeof first !== 'number' || typeof last !== 'number') return null;
    return { from: first, to: last + 1 };
  }

  #rest(from: number, to: number): readonly Row[] {
    return from < to ? sumRows(this.#sql.rest, this.#sql.restExact, from, to) : [];
  }
}

function totalsOf(rows: readonly Row[]): ReportTotals {
  const sums: Record<Exclude<ValueSort, 'purchase'>, CountedSum> = {
    donation: NO_SUM,
    cheering: NO_SUM,
    subscription: NO_SUM,
    draw: NO_SUM,
  };
  const purchase = new Map<string, CountedSum>();
  for (const row of rows) {
    const sort = row['sort'];
    const known = sort === 'subscription' ? { ...row, unknown: 0 } : row;
    if (isSummed(sort)) sums[sort] = withRow(sums[sort], known);
    else {
      const currency = String(row['currency']);
      purchase.set(currency, withRow(purchase.get(currency) ?? NO_SUM, row));
    }
  }
  return { ...sums, purchase: Object.fromEntries(purchase) };
}

function isSummed(sort: unknown): sort is Exclude<ValueSort, 'purchase'> {
  return sort === 'donation' || sort === 'cheering' || sort === 'subscription' || sort === 'draw';
}

function amountOf(row: Row): ExactSum {
  const above = exactOf(row, 'above');
  const amount = exactOf(row, 'sum');
  return above === 0 ? amount : exactSum(BigInt(amount) + (BigInt(above) << 53n));
}

function withRow(sum: CountedSum, row: Row): CountedSum {
  return {
    count: sum.count + Number(row['count']),
    unknown: sum.unknown + Number(row['unknown']),
    amount: addSums(sum.amount, amountOf(row)),
  };
}
