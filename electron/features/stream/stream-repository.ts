import {
  type ChangedBy,
  STREAM_FIELDS,
  type StreamChangeEntry,
  type StreamFieldName,
  type StreamFieldValue,
  type StreamPart,
} from '../../../shared/contract/stream.ts';
import { parseJson } from '../../../shared/json.ts';
import type { Row } from '../../storage/rows.ts';
import { prepareAll } from '../../storage/statements.ts';
import { Repository } from '../repository.ts';

export interface StreamFieldChange {
  readonly field: StreamFieldName;
  /** null if it was unknown. */
  readonly before: { readonly value: StreamFieldValue } | null;
  readonly after: StreamFieldValue;
}

export interface NewStreamChanges {
  /** The channel; '' if unknown. */
  readonly channel: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly by: ChangedBy;
  /** Number of the action, as `record` returned it; null for the action's first changes. */
  readonly doing: number | null;
  readonly changes: readonly StreamFieldChange[];
}

export interface StreamDoing {
  readonly id: number;
  readonly changes: readonly StreamChangeEntry[];
}

/** The last readings; payloads as passed to `setSeen`. */
export interface StreamSeen {
  readonly channel: string;
  readonly parts: { readonly [P in StreamPart]?: unknown };
}

export const STREAM_SQL = {
  insert: `INSERT INTO stream_changes (doing, at, channel, by, field, before, after)
    VALUES (?, ?, ?, ?, ?, ?, ?)`,
  // An action without a number takes the id of its first row.
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

/** Settings changes, who made them, and the last readings. Throws a `LedgerError`. */
export class StreamRepository extends Repository {
  readonly #sql = prepareAll(this.db, STREAM_SQL);

  /** Returns the action's number, for its further changes. */
  record({ channel, at, by, doing, changes }: NewStreamChanges): number {
    return this.change('stream.record', () => {
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
    });
  }

  latest(channel: string, limit: number): readonly StreamChangeEntry[] {
    return this.call('stream.latest', () =>
      this.#sql.latest.all(channel, limit).flatMap((row) => entryOf(row) ?? []),
    );
  }

  /** Returns null if nothing has been set here yet. */
  lastOwn(channel: string): StreamDoing | null {
    return this.call('stream.lastOwn', () => {
      const doing = this.#sql.lastDoing.get(channel)?.['doing'];
      if (typeof doing !== 'number') return null;
      const changes = this.#sql.ofDoing.all(doing).flatMap((row) => entryOf(row) ?? []);
      return { id: doing, changes };
    });
  }

  /** The last write may be lost in a power failure. */
  setSeen(channel: string, part: StreamPart, at: number, payload: unknown): void {
    const text = JSON.stringify(payload);
    // Written every minute and soon read again, so it does not wait for the disk.
    this.call('stream.setSeen', () => this.#sql.setSeen.run(channel, part, at, text), 'lazy');
  }

  /** A null channel means that of the last reading. Returns null if nothing was read yet. */
  seen(channel: string | null): StreamSeen | null {
    return this.call('stream.seen', () => {
      const wanted = channel ?? this.#sql.seenLast.get()?.['channel'];
      if (typeof wanted !== 'string') return null;
      const rows = this.#sql.seen.all(wanted);
      const parts = rows.map((row) => [row['part'], parsed(row['payload']) ?? null] as const);
      return { channel: wanted, parts: Object.fromEntries(parts) };
    });
  }
}

/** Returns null if the row is unreadable: changed outside the app or of another version. */
function entryOf(row: Row): StreamChangeEntry | null {
  const { id, at, by, field, before } = row;
  const after = parsed(row['after']);
  const was = before === null ? null : parsed(before);
  if (!FIELDS.has(field) || after === undefined || was === undefined) return null;
  const known = before === null ? null : { value: was };
  return { id, at, by, field, before: known, after } as StreamChangeEntry;
}

function parsed(text: unknown): unknown {
  return typeof text === 'string' ? parseJson(text) : undefined;
}
