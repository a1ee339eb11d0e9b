import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { parseJson } from '../../../shared/json.ts';
import { type LedgerCall, prepareAll, type Statements } from '../../storage/statements.ts';

/** Up to where the streamer has seen who follows them; times are epoch milliseconds. */
export interface FollowerMark {
  /** When the newest follower came whom the streamer has seen; null: there was none. */
  readonly newestAt: number | null;
  /** Who came at that very moment. */
  readonly newestIds: readonly string[];
  readonly lookedAt: number;
}

const SQL = {
  find: 'SELECT newest_at, newest_ids, looked_at FROM follower_marks WHERE owner = ?',
  set: `INSERT INTO follower_marks (owner, newest_at, newest_ids, looked_at) VALUES (?, ?, ?, ?)
    ON CONFLICT (owner) DO UPDATE SET newest_at = excluded.newest_at,
      newest_ids = excluded.newest_ids, looked_at = excluded.looked_at`,
} as const;

const idsSchema = z.array(z.string());

/** What is kept of people. Throws a `LedgerError` when the disk will not have it. */
export class PeopleRepository {
  readonly #sql: Statements<typeof SQL>;
  readonly #call: LedgerCall;

  /** Throws SQLite's own error when the tables are not what they should be. */
  constructor(db: DatabaseSync, call: LedgerCall) {
    this.#sql = prepareAll(db, SQL);
    this.#call = call;
  }

  /** `owner`: the signed-in channel; null: the streamer never looked. */
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
