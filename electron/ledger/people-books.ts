import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { z } from 'zod';
import { parseJson } from '../../shared/json.ts';
import type { LedgerCall } from './figure-books.ts';
import type { FollowerMark, PeopleBooks } from './ports.ts';

const SQL = {
  find: 'SELECT newest_at, newest_ids, looked_at FROM follower_marks WHERE owner = ?',
  set: `INSERT INTO follower_marks (owner, newest_at, newest_ids, looked_at) VALUES (?, ?, ?, ?)
    ON CONFLICT (owner) DO UPDATE SET newest_at = excluded.newest_at,
      newest_ids = excluded.newest_ids, looked_at = excluded.looked_at`,
} as const;

type Statements = Readonly<Record<keyof typeof SQL, StatementSync>>;

const idsSchema = z.array(z.string());

/** What is kept of people. Part of `SqliteLedger`. */
export class SqlitePeopleBooks implements PeopleBooks {
  readonly #sql: Statements;
  readonly #call: LedgerCall;

  /** Throws SQLite's own error when the tables are not what they should be. */
  constructor(db: DatabaseSync, call: LedgerCall) {
    const prepared = Object.entries(SQL).map(([name, sql]) => [name, db.prepare(sql)] as const);
    this.#sql = Object.fromEntries(prepared) as Statements;
    this.#call = call;
  }

  followerMark(owner: string): FollowerMark | null {
    return this.#call('people.followerMark', () => {
      const row = this.#sql.find.get(owner);
      if (!row) return null;
      const newestAt = row['newest_at'];
      return {
        newestAt: typeof newestAt === 'number' ? newestAt : null,
        newestIds: idsSchema.safeParse(parseJson(String(row['newest_ids']))).data ?? [],
        lookedAt: Number(row['looked_at']),
      };
    });
  }

  setFollowerMark(owner: string, { newestAt, newestIds, lookedAt }: FollowerMark): void {
    this.#call('people.setFollowerMark', () =>
      this.#sql.set.run(owner, newestAt, JSON.stringify(newestIds), lookedAt),
    );
  }
}
