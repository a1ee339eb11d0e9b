import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { ERASER_SQL } from '../../../electron/features/reports/forget-viewer.ts';
import { READING_SQL } from '../../../electron/features/reports/report-repository.ts';
import type { RowFilter } from '../../../electron/features/reports/row-pages.ts';
import {
  type KeyQuestion,
  keysByTime,
  keysByWords,
  PAGE_SQL,
} from '../../../electron/features/reports/row-pages.ts';
import { SUM_SQL } from '../../../electron/features/reports/sum-reader.ts';
import { REPORT_SORTS, type RecordSort } from '../../../shared/contract/reports.ts';
import { openForTest, temporaryFolder } from './support.ts';

const ALL: RowFilter = {
  from: 0,
  to: 1,
  sorts: REPORT_SORTS,
  text: null,
  who: null,
  min: null,
  max: null,
};

function planOf(sql: string): string[] {
  const file = join(temporaryFolder(), 'ledger.sqlite');
  openForTest(file).ledger.close();
  const db = new DatabaseSync(file);
  try {
    // Parameters that are not bound are NULL: enough for a plan.
    return db
      .prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .all()
      .map((row) => String(row['detail']));
  } finally {
    db.close();
  }
}

/** Steps that read a table or an index from one end to the other. */
function scansOf(sql: string): string[] {
  return planOf(sql).filter(
    (step) => /^SCAN (events|alerts|chat|sums|gaps)\b/.test(step) && !step.includes('search_'),
  );
}

describe('no question reads all of a table that grows', () => {
  const statements = Object.entries({
    ...Object.fromEntries(Object.entries(SUM_SQL).map(([name, sql]) => [`sums: ${name}`, sql])),
    ...Object.fromEntries(Object.entries(READING_SQL).map(([name, sql]) => [name, sql])),
    ...Object.fromEntries(Object.entries(PAGE_SQL).map(([name, sql]) => [`page: ${name}`, sql])),
    ...Object.fromEntries(
      Object.entries(ERASER_SQL)
        .filter(([, sql]) => sql.startsWith('SELECT'))
        .map(([name, sql]) => [`eraser: ${name}`, sql]),
    ),
  }).filter(([name]) => name !== 'sums: span');
  it.each(statements)('%s', (_, sql) => {
    expect(scansOf(sql)).toEqual([]);
  });

  it('the first and the last of all are the ends of an index', () => {
    const scans = scansOf(SUM_SQL.span);
    expect(scans.every((step) => step.includes('USING COVERING INDEX events_by_time'))).toBe(true);
    expect(SUM_SQL.span.match(/LIMIT 1/g)).toHaveLength(2);
  });
});

describe('sums are read off an index that has all of them', () => {
  it.each([
    ['beams', 'events_donated_by_time'],
    ['money', 'events_bought_by_time'],
    ['given', 'events_donated_by_time'],
    ['countGaps', 'gaps_by_end'],
  ] as const)('%s', (name, index) => {
    const [first] = planOf(READING_SQL[name]).filter((step) => /^(SEARCH|SCAN)\b/.test(step));
    expect(first).toContain(`COVERING INDEX ${index}`);
  });
});

describe('a list comes off its indexes in order, and only as much of it as is asked for', () => {
  const lists: readonly (readonly [string, Partial<RowFilter>])[] = [
    ['everything', {}],
    ...REPORT_SORTS.map((sort) => [sort, { sorts: [sort] }] as const),
    ['both sorts of beams', { sorts: ['donation', 'cheering'] as readonly RecordSort[] }],
    ['three sorts', { sorts: ['cheering', 'draw', 'chat'] as readonly RecordSort[] }],
    ['a viewer', { who: 'viewer-1' }],
    ['amounts', { min: 1, max: 2 }],
  ];
  it.each(lists)('%s', (_, filter) => {
    const question = keysByTime({ ...ALL, ...filter }, null) as KeyQuestion;
    const plan = planOf(question.sql);
    expect(plan.filter((step) => /^SCAN (events|chat)/.test(step))).toEqual([]);
    // Sorting rows of one and the same moment is fine, sorting all of them is not.
    expect(plan.filter((step) => /USE TEMP B-TREE FOR ORDER BY/.test(step))).toEqual([]);
  });

  it('words', () => {
    const { sql } = keysByWords('"a"', REPORT_SORTS, { low: 1, before: 9 });
    const plan = planOf(sql);
    expect(plan.filter((step) => step.includes('TEMP B-TREE'))).toEqual([]);
    expect(plan.filter((step) => step.includes('VIRTUAL TABLE INDEX'))).toHaveLength(2);
  });
});
