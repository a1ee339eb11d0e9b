import { anonymous } from '../../../shared/anonymous.ts';
import type { CommandResult } from '../../../shared/contract/index.ts';
import { StagelightError } from '../../base/errors.ts';
import { inTransaction } from '../../storage/migrations.ts';
import { eventOf } from '../../storage/rows.ts';
import { prepareAll } from '../../storage/statements.ts';
import { Repository } from '../repository.ts';
import type { Pause } from './chunked-reports.ts';
import { pairsOf, searchText } from './search-repository.ts';

/** Amount of data erased for a viewer; the events are kept as anonymous ones. */
type Forgotten = CommandResult<'reports.delete-viewer'>;

/** Rows erased at once, so that the thread does not block for long. */
const ROWS_AT_ONCE = 200;

interface ForgetOptions {
  readonly eraser: ViewerEraser;
  readonly pause: Pause;
  readonly flush: () => void | Promise<void>;
  readonly forget: (channelId: string) => void;
  /** Called after texts were erased, so that the search index can be tidied. */
  readonly onDone: () => void;
}

/**
 * Erases viewers from the ledger and from memory. A crash may leave some data; repeating the
 * command erases the rest. The result throws a `StagelightError` or a `LedgerError`.
 */
export function viewerForgetter({ eraser, pause, flush, forget, onDone }: ForgetOptions) {
  const underWay = new Set<string>();
  const eraseAll = async (erase: (most: number) => number): Promise<number> => {
    let all = 0;
    for (;;) {
      const gone = erase(ROWS_AT_ONCE);
      all += gone;
      if (gone < ROWS_AT_ONCE) return all;
      await pause();
    }
  };
  return async (channelId: string): Promise<Forgotten> => {
    if (underWay.has(channelId)) throw new StagelightError({ code: 'reports-busy' });
    underWay.add(channelId);
    try {
      await flush();
      const events = await eraseAll((most) => eraser.eraseEvents(channelId, most));
      const messages = await eraseAll((most) => eraser.eraseChat(channelId, most));
      forget(channelId);
      return { messages, events };
    } finally {
      underWay.delete(channelId);
      onDone();
    }
  };
}

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

/** Erases viewers from the ledger. Throws a `LedgerError` on disk errors. */
export class ViewerEraser extends Repository {
  readonly #sql = prepareAll(this.db, ERASER_SQL);

  count(channelId: string): Forgotten {
    return this.call('eraser.count', () => ({
      messages: Number(this.#sql.messages.get(channelId)?.['count'] ?? 0),
      events: Number(this.#sql.events.get(channelId)?.['count'] ?? 0),
    }));
  }

  eraseChat(channelId: string, most: number): number {
    return this.#erase('eraser.chat', () =>
      Number(this.#sql.takeMessages.run(channelId, most).changes),
    );
  }

  /** Makes events anonymous; returns their number. */
  eraseEvents(channelId: string, most: number): number {
    return this.#erase('eraser.events', () => {
      const rows = this.#sql.theirs.all(channelId, most);
      const marks = this.#sql.marks.get();
      const [low, high] = [Number(marks?.['low'] ?? 0), Number(marks?.['high'] ?? 0)];
      for (const row of rows) {
        const seq = Number(row['seq']);
        const event = eventOf(row);
        const left = event && anonymous(event);
        // An unreadable row is emptied, since it may contain personal data.
        this.#sql.rewrite.run(left ? JSON.stringify(left.data) : '{}', seq);
        this.#sql.unsearch.run(seq);
        const pairs = left ? pairsOf(searchText(left)) : '';
        if (pairs !== '' && seq >= low && seq < high) this.#sql.search.run(seq, pairs);
      }
      return rows.length;
    });
  }

  #erase<T>(name: string, work: () => T): T {
    return this.call(name, () => {
      this.db.exec('PRAGMA secure_delete = ON');
      try {
        return inTransaction(this.db, work);
      } finally {
        this.db.exec('PRAGMA secure_delete = OFF');
      }
    });
  }
}
