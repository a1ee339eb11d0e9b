import type { ActivityKind } from '../../../shared/contract/show.ts';
import type { ValuedEvent } from '../../../shared/events.ts';
import { parseJson } from '../../../shared/json.ts';
import { eventOf, numberOf, type Row } from '../../storage/rows.ts';
import { prepareAll } from '../../storage/statements.ts';
import { Repository } from '../repository.ts';

export interface StoredActivity {
  readonly id: number;
  readonly kind: string;
  readonly beganAt: number;
  readonly endedAt: number | null;
  readonly state: unknown;
  /** The last journal row that is in the state; 0: none. */
  readonly folded: number;
  /** The last event that it has heard. */
  readonly heard: number;
}

export interface NewEntry {
  readonly activity: number;
  /** Epoch milliseconds. */
  readonly at: number;
  /** The event's own number, or of the last event before it. */
  readonly heard: number;
  readonly entry: unknown;
  /** What it has to say in chat. */
  readonly messages: readonly string[];
}

export interface JournalRow {
  readonly id: number;
  readonly at: number;
  readonly heard: number;
  readonly entry: unknown;
}

/** `done`: sent, or not to be sent any more; nothing of it is kept. */
export type MessageState = 'waiting' | 'sending' | 'done';

export interface StoredMessage {
  readonly id: number;
  readonly activity: number;
  readonly at: number;
  readonly message: string;
}

const SQL = {
  begin: `INSERT INTO activities (kind, began_at, ended_at, state, folded, heard)
    VALUES (:kind, :began_at, NULL, :state, 0, :heard)`,
  newest: 'SELECT * FROM activities WHERE kind = ? ORDER BY id DESC LIMIT 1',
  page: 'SELECT * FROM activities WHERE id < ? ORDER BY id DESC LIMIT ?',
  all: 'SELECT id FROM activities ORDER BY id',
  find: 'SELECT * FROM activities WHERE id = ?',
  append: 'INSERT INTO activity_journal (activity, at, heard, entry) VALUES (?, ?, ?, ?)',
  say: `INSERT INTO activity_messages (activity, at, message, state) VALUES (?, ?, ?, 'waiting')`,
  journal: `SELECT id, at, heard, entry FROM activity_journal
    WHERE activity = ? AND id > ? ORDER BY id LIMIT ?`,
  lastOf: 'SELECT max(id) AS id FROM activity_journal WHERE activity = ?',
  keep: `UPDATE activities SET state = :state, ended_at = :ended_at, folded = max(folded, :folded),
      heard = max(heard, :heard) WHERE id = :id`,
  prune: 'DELETE FROM activity_journal WHERE activity = ? AND id <= ?',
  events: `SELECT seq, kind, received_at, payload FROM events WHERE seq > ? ORDER BY seq LIMIT ?`,
  waiting: `SELECT id, activity, at, message FROM activity_messages WHERE state = 'waiting'
    ORDER BY id LIMIT ?`,
  setMessage: 'UPDATE activity_messages SET state = ? WHERE id = ?',
  removeMessage: 'DELETE FROM activity_messages WHERE id = ?',
  // What was on its way when the app ended may have arrived.
  settle: `DELETE FROM activity_messages WHERE state = 'sending' OR at < ?`,
} as const;

const LATEST = Number.MAX_SAFE_INTEGER;

/** Activities, their journal, and their messages in the ledger. Throws a `LedgerError` on disk errors. */
export class ShowRepository extends Repository {
  readonly #sql = prepareAll(this.db, SQL);

  /** Its number. */
  begin(kind: ActivityKind, beganAt: number, state: unknown, heard: number): number {
    return this.change('show.begin', () => {
      const row = { kind, began_at: Math.floor(beganAt), state: JSON.stringify(state), heard };
      return Number(this.#sql.begin.run(row).lastInsertRowid);
    });
  }

  /** In one transaction. */
  append(entries: readonly NewEntry[]): void {
    if (entries.length === 0) return;
    const { append, say } = this.#sql;
    this.change('show.append', () => {
      for (const { activity, at, heard, entry, messages } of entries) {
        append.run(activity, Math.floor(at), heard, JSON.stringify(entry));
        for (const message of messages) say.run(activity, Math.floor(at), message);
      }
    });
  }

  /** The whole state, with everything in it that the journal has of the activity; its journal goes. */
  keep(
    id: number,
    { state, endedAt, heard }: Pick<StoredActivity, 'state' | 'endedAt' | 'heard'>,
  ): void {
    this.change('show.keep', () => {
      const folded = Number(this.#sql.lastOf.get(id)?.['id'] ?? 0);
      const ended_at = endedAt === null ? null : Math.floor(endedAt);
      this.#sql.keep.run({ id, state: JSON.stringify(state), ended_at, folded, heard });
      this.#sql.prune.run(id, folded);
    });
  }

  newest(kind: ActivityKind): StoredActivity | null {
    return this.call('show.newest', () => activityOf(this.#sql.newest.get(kind)));
  }

  find(id: number): StoredActivity | null {
    return this.call('show.find', () => activityOf(this.#sql.find.get(id)));
  }

  /** Newest first. `before`: only those older than this id. */
  page(before: number | null, limit: number): readonly StoredActivity[] {
    return this.call('show.page', () =>
      this.#sql.page.all(before ?? LATEST, limit).flatMap((row) => activityOf(row) ?? []),
    );
  }

  ids(): readonly number[] {
    return this.call('show.ids', () => this.#sql.all.all().map((row) => Number(row['id'])));
  }

  /** What happened since the state was kept, in order. `after`: the last row that is known. */
  journal(activity: number, after: number, limit: number): readonly JournalRow[] {
    return this.call('show.journal', () =>
      this.#sql.journal.all(activity, after, limit).map((row) => ({
        id: Number(row['id']),
        at: Number(row['at']),
        heard: Number(row['heard']),
        entry: parseJson(String(row['entry'])),
      })),
    );
  }

  /** Events with a value above a number, in order. */
  eventsAfter(seq: number, limit: number): readonly ValuedEvent[] {
    return this.call('show.eventsAfter', () =>
      this.#sql.events.all(seq, limit).flatMap((row) => eventOf(row) ?? []),
    );
  }

  /** Oldest first. */
  waiting(limit: number): readonly StoredMessage[] {
    return this.call('show.waiting', () =>
      this.#sql.waiting.all(limit).map((row) => ({
        id: Number(row['id']),
        activity: Number(row['activity']),
        at: Number(row['at']),
        message: String(row['message']),
      })),
    );
  }

  setMessage(id: number, state: MessageState): void {
    const { setMessage, removeMessage } = this.#sql;
    this.change('show.setMessage', () =>
      state === 'done' ? removeMessage.run(id) : setMessage.run(state, id),
    );
  }

  /** At a start: what may have been sent, and what waits since before `before`, is not sent again. */
  settleMessages(before: number): void {
    this.change('show.settleMessages', () => this.#sql.settle.run(Math.floor(before)));
  }
}

function activityOf(row: Row | undefined): StoredActivity | null {
  if (!row) return null;
  return {
    id: Number(row['id']),
    kind: String(row['kind']),
    beganAt: Number(row['began_at']),
    endedAt: numberOf(row['ended_at']),
    state: parseJson(String(row['state'])),
    folded: Number(row['folded']),
    heard: Number(row['heard']),
  };
}
