import { z } from 'zod';
import { parseJson } from '../../../shared/json.ts';
import { numberOf } from '../../storage/rows.ts';
import { prepareAll } from '../../storage/statements.ts';
import { Repository } from '../repository.ts';

/** How far the streamer has seen new followers; times are epoch milliseconds. */
export interface FollowerMark {
  /** When the newest seen follower came; null if there was none. */
  readonly newestAt: number | null;
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

/** Follower state storage. Throws a `LedgerError` on disk errors. */
export class PeopleRepository extends Repository {
  readonly #sql = prepareAll(this.db, SQL);

  /** `owner`: the signed-in channel. Returns null if the streamer never looked. */
  followerMark(owner: string): FollowerMark | null {
    return this.call('people.followerMark', () => {
      const row = this.#sql.find.get(owner);
      if (!row) return null;
      return {
        newestAt: numberOf(row['newest_at']),
        newestIds: idsSchema.safeParse(parseJson(String(row['newest_ids']))).data ?? [],
        lookedAt: Number(row['looked_at']),
      };
    });
  }

  setFollowerMark(owner: string, { newestAt, newestIds, lookedAt }: FollowerMark): void {
    this.call('people.setFollowerMark', () =>
      this.#sql.set.run(owner, newestAt, JSON.stringify(newestIds), lookedAt),
    );
  }
}
