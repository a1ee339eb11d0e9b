import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { LedgerCall } from './figure-books.ts';
import { inTransaction } from './migrations.ts';
import type { SearchBooks } from './reading-ports.ts';
import { type Row, stageEventOf } from './rows.ts';
import { pairsOf, searchText } from './search-text.ts';

const SOURCES = ['events', 'chat'] as const;
type Source = (typeof SOURCES)[number];

const KIND = { events: 'kind', chat: `'CHAT' AS kind` } as const satisfies Record<Source, string>;

function sqlOf(source: Source) {
  const columns = `seq, ${KIND[source]}, received_at, payload`;
  const search = `search_${source}`;
  return {
    marks: `SELECT low, high FROM search_marks WHERE source = '${source}'`,
    setLow: `UPDATE search_marks SET low = ? WHERE source = '${source}'`,
    setHigh: `UPDATE search_marks SET high = ? WHERE source = '${source}'`,
    newer: `SELECT ${columns} FROM ${source} WHERE seq >= ? ORDER BY seq LIMIT ?`,
    older: `SELECT ${columns} FROM ${source} WHERE seq < ? ORDER BY seq DESC LIMIT ?`,
    newest: `SELECT coalesce(max(seq), 0) + 1 AS next FROM ${source}`,
    insert: `INSERT INTO ${search} (rowid, pairs) VALUES (?, ?)`,
    // Puts together at most so many pages.
    merge: `INSERT INTO ${search} (${search}, rank) VALUES ('merge', -200)`,
    clear: `INSERT INTO ${search} (${search}) VALUES ('delete-all')`,
  } as const;
}

type Statements = Readonly<Record<keyof ReturnType<typeof sqlOf>, StatementSync>>;

/**
 * Makes words findable. Rows come into a table in the order of their numbers, so that two marks say
 * what is in; each step moves them in its own transaction, and a crash loses nothing.
 */
export class SqliteSearchBooks implements SearchBooks {
  readonly #db: DatabaseSync;
  readonly #call: LedgerCall;
  readonly #sql: Readonly<Record<Source, Statements>>;
  readonly #changes: StatementSync;

  constructor(db: DatabaseSync, call: LedgerCall) {
    const prepare = (source: Source) =>
      Object.fromEntries(
        Object.entries(sqlOf(source)).map(([name, sql]) => [name, db.prepare(sql)] as const),
      ) as Statements;
    this.#db = db;
    this.#call = call;
    this.#sql = { events: prepare('events'), chat: prepare('chat') };
    this.#changes = db.prepare('SELECT total_changes() AS changes');
  }

  takeNew(most: number): number {
    return this.#step('search.takeNew', most, (source, left) => {
      const { marks, newer, setHigh } = this.#sql[source];
      const high = Number(marks.get()?.['high'] ?? 1);
      const rows = newer.all(high, left);
      if (rows.length > 0) setHigh.run(Number(rows.at(-1)?.['seq']) + 1);
      return rows;
    });
  }

  takeOld(most: number): number {
    return this.#step('search.takeOld', most, (source, left) => {
      const { marks, older, setLow } = this.#sql[source];
      const low = Number(marks.get()?.['low'] ?? 0);
      if (low === 0) return [];
      const rows = older.all(low, left);
      // 0: there is nothing older; said in the step that finds out.
      setLow.run(rows.length < left ? 0 : Number(rows.at(-1)?.['seq']));
      return rows;
    });
  }

  tidy(): boolean {
    return this.#write('search.tidy', () =>
      SOURCES.some((source) => {
        const before = this.#written();
        this.#sql[source].merge.run();
        // Every command counts as one change; more of them: pages were put together.
        return this.#written() - before > 1;
      }),
    );
  }

  rebuild(): void {
    this.#write('search.rebuild', () => {
      for (const source of SOURCES) {
        const { clear, newest, setLow, setHigh } = this.#sql[source];
        clear.run();
        const next = Number(newest.get()?.['next'] ?? 1);
        setLow.run(next);
        setHigh.run(next);
      }
    });
  }

  #step(
    name: string,
    most: number,
    take: (source: Source, left: number) => readonly Row[],
  ): number {
    return this.#write(name, () => {
      let taken = 0;
      for (const source of SOURCES) {
        if (taken >= most) break;
        const rows = take(source, most - taken);
        for (const row of rows) this.#insert(source, row);
        taken += rows.length;
      }
      return taken;
    });
  }

  #insert(source: Source, row: Row): void {
    const event = stageEventOf(row);
    const pairs = event === null ? '' : pairsOf(searchText(event));
    if (pairs !== '') this.#sql[source].insert.run(Number(row['seq']), pairs);
  }

  #written(): number {
    return Number(this.#changes.get()?.['changes'] ?? 0);
  }

  /** What is lost with the power is taken in once more. */
  #write<T>(name: string, work: () => T): T {
    return this.#call(name, () => inTransaction(this.#db, work), 'lazy');
  }
}
