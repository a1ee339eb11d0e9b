import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { anonymous } from '../../shared/anonymous.ts';
import type { LedgerCall } from './figure-books.ts';
import { inTransaction } from './migrations.ts';
import type { Forgotten, ViewerEraser } from './reading-ports.ts';
import { eventOf } from './rows.ts';
import { pairsOf, searchText } from './search-text.ts';

export const ERASER_SQL = {
  messages: 'SELECT count(*) AS count FROM chat INDEXED BY chat_by_sender WHERE who = ?',
  events: 'SELECT count(*) AS count FROM events INDEXED BY events_by_viewer WHERE who = ?',
  takeMessages: `DELETE FROM chat WHERE seq IN (SELECT seq FROM chat INDEXED BY chat_by_sender
    WHERE who = ? LIMIT ?)`,
  theirs: `SELECT seq, kind, received_at, payload FROM events INDEXED BY events_by_viewer
    WHERE who = ? LIMIT ?`,
  rewrite: 'UPDATE events SET who = NULL, payload = ? WHERE seq = ?',
  unsearch: 'DELETE FROM search_events WHERE rowid = ?',
  marks: `SELECT low, high FROM search_marks WHERE source = 'events'`,
  search: 'INSERT INTO search_events (rowid, pairs) VALUES (?, ?)',
} as const;

type Statements = Readonly<Record<keyof typeof ERASER_SQL, StatementSync>>;

/**
 * Takes a viewer out of the books: what they said goes, what they gave stays as given by nobody, so
 * that the sums stay what they were. What was written is overwritten on the disk, not only let go.
 */
export class SqliteViewerEraser implements ViewerEraser {
  readonly #db: DatabaseSync;
  readonly #call: LedgerCall;
  readonly #sql: Statements;

  constructor(db: DatabaseSync, call: LedgerCall) {
    const prepared = Object.entries(ERASER_SQL).map(
      ([name, sql]) => [name, db.prepare(sql)] as const,
    );
    this.#db = db;
    this.#call = call;
    this.#sql = Object.fromEntries(prepared) as Statements;
  }

  count(channelId: string): Forgotten {
    return this.#call('eraser.count', () => ({
      messages: Number(this.#sql.messages.get(channelId)?.['count'] ?? 0),
      events: Number(this.#sql.events.get(channelId)?.['count'] ?? 0),
    }));
  }

  eraseChat(channelId: string, most: number): number {
    return this.#erase('eraser.chat', () =>
      Number(this.#sql.takeMessages.run(channelId, most).changes),
    );
  }

  eraseEvents(channelId: string, most: number): number {
    return this.#erase('eraser.events', () => {
      const rows = this.#sql.theirs.all(channelId, most);
      const marks = this.#sql.marks.get();
      const [low, high] = [Number(marks?.['low'] ?? 0), Number(marks?.['high'] ?? 0)];
      for (const row of rows) {
        const seq = Number(row['seq']);
        const event = eventOf(row);
        const left = event === null ? null : anonymous(event);
        // A row that cannot be read is emptied: nothing of anybody may stay in it.
        this.#sql.rewrite.run(left === null ? '{}' : JSON.stringify(left.data), seq);
        this.#sql.unsearch.run(seq);
        const pairs = left === null ? '' : pairsOf(searchText(left));
        if (pairs !== '' && seq >= low && seq < high) this.#sql.search.run(seq, pairs);
      }
      return rows.length;
    });
  }

  #erase<T>(name: string, work: () => T): T {
    return this.#call(name, () => {
      this.#db.exec('PRAGMA secure_delete = ON');
      try {
        return inTransaction(this.#db, work);
      } finally {
        this.#db.exec('PRAGMA secure_delete = OFF');
      }
    });
  }
}
