import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { LedgerCall } from './figure-books.ts';
import { inTransaction } from './migrations.ts';
import type { ChatBooks, ChatCursor, ChatMessage } from './ports.ts';
import { stageEventOf } from './rows.ts';

/** The indexes are named: without statistics SQLite may take one that has to read every row. */
export const CHAT_SQL = {
  insert: `INSERT INTO chat (seq, received_at, who, nickname, content, payload)
    VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (seq) DO NOTHING`,
  bySender: `SELECT seq, 'CHAT' AS kind, received_at, payload FROM chat INDEXED BY chat_by_sender
    WHERE who = ? AND (received_at, seq) < (?, ?) ORDER BY received_at DESC, seq DESC LIMIT ?`,
  prune: `DELETE FROM chat WHERE seq IN (SELECT seq FROM chat INDEXED BY chat_by_time
    WHERE received_at < ? ORDER BY received_at LIMIT ?)`,
} as const;

type Statements = Readonly<Record<keyof typeof CHAT_SQL, StatementSync>>;

/** Later than every message. */
const END: ChatCursor = { receivedAt: Number.MAX_SAFE_INTEGER, seq: Number.MAX_SAFE_INTEGER };

/** The chat in the books. Part of `SqliteLedger`. */
export class SqliteChatBooks implements ChatBooks {
  readonly #db: DatabaseSync;
  readonly #sql: Statements;
  readonly #call: LedgerCall;

  /** Throws SQLite's own error when the tables are not what they should be. */
  constructor(db: DatabaseSync, call: LedgerCall) {
    const prepared = Object.entries(CHAT_SQL).map(
      ([name, sql]) => [name, db.prepare(sql)] as const,
    );
    this.#db = db;
    this.#sql = Object.fromEntries(prepared) as Statements;
    this.#call = call;
  }

  record(messages: readonly ChatMessage[]): void {
    if (messages.length === 0) return;
    this.#write('chat.record', () => {
      for (const message of messages) this.#insert(message);
    });
  }

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

  /** Chat is worth less than a wait for the disk. */
  #write<T>(name: string, work: () => T): T {
    return this.#call(name, () => inTransaction(this.#db, work), 'lazy');
  }
}
