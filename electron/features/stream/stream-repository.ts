import type { DatabaseSync } from 'node:sqlite';
import type {
  ChangedBy,
  StreamFieldName,
  StreamFieldValue,
} from '../../../shared/contract/stream.ts';
import {
  STREAM_FIELDS,
  type StreamChangeEntry,
  type StreamPart,
} from '../../../shared/contract/stream.ts';
import { inTransaction } from '../../storage/migrations.ts';
import type { Row } from '../../storage/rows.ts';
import { type LedgerCall, prepareAll, type Statements } from '../../storage/statements.ts';

/** A field of the stream's or the chat's settings with another value. */
export interface StreamFieldChange {
  readonly field: StreamFieldName;
  /** null: it was not known. */
  readonly before: { readonly value: StreamFieldValue } | null;
  readonly after: StreamFieldValue;
}

export interface NewStreamChanges {
  /** Whose; '' where the channel is not known. */
  readonly channel: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly by: ChangedBy;
  /** What it belongs to, as `record` answered; null: it is the first of its deed. */
  readonly doing: number | null;
  /** At least one. */
  readonly changes: readonly StreamFieldChange[];
}

/** What was set in one go. */
export interface StreamDoing {
  readonly id: number;
  readonly changes: readonly StreamChangeEntry[];
}

/** What was read last; the payloads are as `setSeen` got them. */
export interface StreamSeen {
  readonly channel: string;
  readonly parts: { readonly [P in StreamPart]?: unknown };
}

export const STREAM_SQL = {
  insert: `INSERT INTO stream_changes (doing, at, channel, by, field, before, after)
    VALUES (?, ?, ?, ?, ?, ?, ?)`,
  // Of a deed that has no number yet the first row gives it.
  number: 'UPDATE stream_changes SET doing = id WHERE id = ?',
  latest: `SELECT id, at, by, field, before, after
    FROM stream_changes INDEXED BY stream_changes_by_channel
    WHERE channel = ? ORDER BY id DESC LIMIT ?`,
  lastDoing: `SELECT doing FROM stream_changes INDEXED BY stream_changes_by_us
    WHERE channel = ? AND by = 'us' ORDER BY id DESC LIMIT 1`,
  ofDoing: `SELECT id, at, by, field, before, after
    FROM stream_changes INDEXED BY stream_changes_by_doing
    WHERE doing = ? AND by = 'us' ORDER BY id`,
  setSeen: `INSERT INTO stream_seen (channel, part, at, payload) VALUES (?, ?, ?, ?)
    ON CONFLICT (channel, part) DO UPDATE SET at = excluded.at, payload = excluded.payload`,
  seen: 'SELECT channel, part, at, payload FROM stream_seen WHERE channel = ?',
  seenLast: 'SELECT channel FROM stream_seen ORDER BY at DESC LIMIT 1',
} as const;

const FIELDS: ReadonlySet<unknown> = new Set(STREAM_FIELDS);
const PARTS: readonly StreamPart[] = ['live', 'chat'];

/** What was set at the platform, by whom, and what was read last. Throws a `LedgerError` when the disk will not have it. */
export class StreamRepository {
  readonly #db: DatabaseSync;
  readonly #sql: Statements<typeof STREAM_SQL>;
  readonly #call: LedgerCall;

  /** Throws SQLite's own error when the tables are not what they should be. */
  constructor(db: DatabaseSync, call: LedgerCall) {
    this.#db = db;
    this.#sql = prepareAll(db, STREAM_SQL);
    this.#call = call;
  }

  /** Answers the number of the deed, for what else belongs to it. */
  record({ channel, at, by, doing, changes }: NewStreamChanges): number {
    return this.#call('stream.record', () =>
      inTransaction(this.#db, () => {
        let number = doing;
        for (const { field, before, after } of changes) {
          const was = before === null ? null : JSON.stringify(before.value);
          const is = JSON.stringify(after);
          const row = this.#sql.insert.run(number ?? 0, at, channel, by, field, was, is);
          const id = Number(row.lastInsertRowid);
          if (number === null) this.#sql.number.run(id);
          number ??= id;
        }
        return number ?? 0;
      }),
    );
  }

  /** The latest first. */
  latest(channel: string, limit: number): readonly StreamChangeEntry[] {
    return this.#call('stream.latest', () =>
      this.#sql.latest.all(channel, limit).flatMap((row) => entryOf(row) ?? []),
    );
  }

  /** null: nothing was set here yet. */
  lastOwn(channel: string): StreamDoing | null {
    return this.#call('stream.lastOwn', () => {
      const doing = this.#sql.lastDoing.get(channel)?.['doing'];
      if (typeof doing !== 'number') return null;
      const changes = this.#sql.ofDoing.all(doing).flatMap((row) => entryOf(row) ?? []);
      return { id: doing, changes };
    });
  }

  /** The last of it may be lost with the power. */
  setSeen(channel: string, part: StreamPart, at: number, payload: unknown): void {
    const text = JSON.stringify(payload);
    // Once a minute, and read again soon: not worth a wait for the disk.
    this.#call('stream.setSeen', () => this.#sql.setSeen.run(channel, part, at, text), 'lazy');
  }

  /** null as the channel: that of the last reading. null: nothing was read yet. */
  seen(channel: string | null): StreamSeen | null {
    return this.#call('stream.seen', () => {
      const wanted = channel ?? this.#sql.seenLast.get()?.['channel'];
      if (typeof wanted !== 'string') return null;
      const rows = this.#sql.seen.all(wanted);
      const parts = PARTS.flatMap((part) => {
        const row = rows.find((candidate) => candidate['part'] === part);
        return row ? [[part, parsed(row['payload']) ?? null] as const] : [];
      });
      return { channel: wanted, parts: Object.fromEntries(parts) };
    });
  }
}

/** null: the row was changed by other hands, or is of another version, and cannot be read. */
function entryOf(row: Row): StreamChangeEntry | null {
  const { id, at, by, field, before } = row;
  const after = parsed(row['after']);
  const was = before === null ? null : parsed(before);
  if (!FIELDS.has(field) || after === undefined || was === undefined) return null;
  const known = before === null ? null : { value: was };
  return { id, at, by, field, before: known, after } as StreamChangeEntry;
}

function parsed(text: unknown): unknown {
  if (typeof text !== 'string') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
