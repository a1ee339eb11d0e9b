import type { StatementSync } from 'node:sqlite';
import { type ExactSum, exactSum } from '../../shared/exact-sum.ts';
import type { Row } from './rows.ts';

/** Where a value is cut: its halves are added apart, so that no sum of them leaves 53 bits. */
const LOW_BITS = 26;
const LOW_MASK = 2 ** LOW_BITS - 1;

/** Makes the columns of a sum of whole values. `filter`: of which rows; left out: of all. */
export type SumColumns = (value: string, name: string, filter?: string) => string;

function where(filter: string | undefined): string {
  return filter === undefined ? '' : ` FILTER (WHERE ${filter})`;
}

/** One column, fast: SQLite adds whole numbers exactly, and answers them rounded above 2^53. */
export const nearColumns: SumColumns = (value, name, filter) =>
  `total(${value})${where(filter)} AS ${name}`;

/** Two columns, slower: exact however large, where SQLite's own sum() would end with an error. */
export const exactColumns: SumColumns = (value, name, filter) =>
  `sum((${value}) >> ${LOW_BITS})${where(filter)} AS ${name}_high,
    sum((${value}) & ${LOW_MASK})${where(filter)} AS ${name}_low`;

/** Rows of the statement with `nearColumns`; of that with `exactColumns` where a sum was rounded. */
export function sumRows(
  near: StatementSync,
  exact: StatementSync,
  ...values: readonly (string | number)[]
): readonly Row[] {
  const rows = near.all(...values);
  return rows.some(isRounded) ? exact.all(...values) : rows;
}

function isRounded(row: Row): boolean {
  for (const name in row) if (Number(row[name]) > Number.MAX_SAFE_INTEGER) return true;
  return false;
}

/** The sum in a row of `sumRows`; 0 where there was nothing to add. */
export function exactOf(row: Row | undefined, name: string): ExactSum {
  const near = row?.[name];
  if (typeof near === 'number') return near;
  const high = BigInt(Number(row?.[`${name}_high`] ?? 0));
  const low = BigInt(Number(row?.[`${name}_low`] ?? 0));
  return exactSum((high << BigInt(LOW_BITS)) + low);
}
