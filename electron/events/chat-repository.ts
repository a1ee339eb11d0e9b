import type { DatabaseSync } from 'node:sqlite';
import type { StageEvent } from '../../shared/events.ts';
import { inTransaction } from '../storage/migrations.ts';
import { stageEventOf } from '../storage/rows.ts';
import { type LedgerCall, prepareAll, type Statements } from '../storage/statements.ts';

export type ChatMessage = StageEvent<'CHAT'>;

/** Where to continue a viewer's history: the oldest message read so far. */
export type ChatCursor = Pick<ChatMessage, 'seq' | 'receivedAt'>;

/** Indexes are named: without statistics SQLite may choose one that reads every row. */
export const CHAT_SQL = {
  insert: `INSERT INTO chat (seq, received_at, who, nickname, content, payload)
    VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (seq) DO NOTHING`,
  bySender: `SELECT seq, 'CHAT' AS kind, received_at, payload FROM chat INDEXED BY chat_by_sender
    WHERE who = ? AND (received_at, seq) < (?, ?) ORDER BY received_at DESC, seq DESC LIMIT ?`,
  prune: `DELETE FROM chat WHERE seq IN (SELECT seq FROM chat INDEXED BY chat_by_time
    WHERE received_at < ? ORDER BY received_at LIMIT ?)`,
} as const;

const END: ChatCursor = { receivedAt: Number.MAX_SAFE_INTEGER, seq: Number.MAX_SAFE_INTEGER };

/** Stored chat messages. Throws a `LedgerError` if the disk refuses. */
export class ChatRepository {
  readonly #db: DatabaseSync;
  readonly #sql: Statements<typeof CHAT_SQL>;
  readonly #call: LedgerCall;

  /** Throws SQLite's own error if the tables are not as expected. */
  constructor(db: DatabaseSync, call: LedgerCall) {
    this.#db = db;
    this.#sql = prepareAll(db, CHAT_SQL);
    this.#call = call;
  }

  /** Existing numbers are left alone. A power loss may lose the latest. */
  record(messages: readonly ChatMessage[]): void {
    if (messages.length === 0) return;
    this.#write('chat.record', () => {
      for (const message of messages) this.#insert(message);
    });
  }

  /** One viewer's messages, newest first; `before`: only older ones. */
  bySender(
    channelId: string,
    limit: number,
    before: ChatCursor | null = null,
  ): readonly ChatMessage[] {
    const { receivedAt, seq } = before ?? END;
    return this.#call('chat.bySender', () =>
      this.#sql.bySender.all(channelId, receivedAt, seq, limit).flatMap((row) => {
        const event = stageEventOf(row);
        return event?.kind === 'CHAT' ? [event as ChatMessage] : [];
      }),
    );
  }

  /** Deletes at most `most` messages from before the time, oldest first; answers how many. */
  prune(before: number, most: number): number {
    return this.#write('chat.prune', () =>
      Number(this.#sql.prune.run(Math.floor(before), most).changes),
    );
  }

  #insert({ seq, receivedAt, data }: ChatMessage): void {
    const { senderChannelId, profile, content } = data;
    const payload = JSON.stringify(data);
    this.#sql.insert.run(seq, receivedAt, senderChannelId, profile.nickname, content, payload);
  }

  #write<T>(name: string, work: () => T): T {
    return this.#call(name, () => inTransaction(this.#db, work), 'lazy');
  }
}
