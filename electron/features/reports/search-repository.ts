import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { StageEvent } from '../../../shared/events.ts';
import { inTransaction } from '../../storage/migrations.ts';
import { type Row, stageEventOf } from '../../storage/rows.ts';
import { type LedgerCall, prepareAll, type Statements } from '../../storage/statements.ts';

const SOURCES = ['events', 'chat'] as const;
type Source = (typeof SOURCES)[number];

const KIND = { events: 'kind', chat: `'CHAT' AS kind` } as const satisfies Record<Source, string>;

function sqlOf(source: Source) {
  const columns = `seq, ${KIND[source]}, received_at, payload`;
  const search = `search_${source}`;
  return {
    marks: `SELECT low, high FROM search_marks WHERE source = '${source}'`,
    setLow: `UPDATE search_marks SET low = ? WHERE source = '${source}'`,
    setHigh: `UPDATE search_marks SET high = ? WHERE source = '${source}'`,
    newer: `SELECT ${columns} FROM ${source} WHERE seq >= ? ORDER BY seq LIMIT ?`,
    older: `SELECT ${columns} FROM ${source} WHERE seq < ? ORDER BY seq DESC LIMIT ?`,
    newest: `SELECT coalesce(max(seq), 0) + 1 AS next FROM ${source}`,
    insert: `INSERT INTO ${search} (rowid, pairs) VALUES (?, ?)`,
    // Puts together at most so many pages.
    merge: `INSERT INTO ${search} (${search}, rank) VALUES ('merge', -200)`,
    clear: `INSERT INTO ${search} (${search}) VALUES ('delete-all')`,
  } as const;
}

/** What makes words findable. Throws a `LedgerError` when the disk will not have it. */
export class SearchRepository {
  readonly #db: DatabaseSync;
  readonly #call: LedgerCall;
  readonly #sql: Readonly<Record<Source, Statements<ReturnType<typeof sqlOf>>>>;
  readonly #changes: StatementSync;

  constructor(db: DatabaseSync, call: LedgerCall) {
    this.#db = db;
    this.#call = call;
    this.#sql = { events: prepareAll(db, sqlOf('events')), chat: prepareAll(db, sqlOf('chat')) };
    this.#changes = db.prepare('SELECT total_changes() AS changes');
  }

  /** Takes in what is new, oldest first, `most` rows at most; how many. */
  takeNew(most: number): number {
    return this.#step('search.takeNew', most, (source, left) => {
      const { marks, newer, setHigh } = this.#sql[source];
      const high = Number(marks.get()?.['high'] ?? 1);
      const rows = newer.all(high, left);
      if (rows.length > 0) setHigh.run(Number(rows.at(-1)?.['seq']) + 1);
      return rows;
    });
  }

  /** Takes in what was there before, latest first, `most` rows at most; how many. */
  takeOld(most: number): number {
    return this.#step('search.takeOld', most, (source, left) => {
      const { marks, older, setLow } = this.#sql[source];
      const low = Number(marks.get()?.['low'] ?? 0);
      if (low === 0) return [];
      const rows = older.all(low, left);
      // 0: there is nothing older; said in the step that finds out.
      setLow.run(rows.length < left ? 0 : Number(rows.at(-1)?.['seq']));
      return rows;
    });
  }

  /** Puts together what was written in pieces; false: there is nothing more to put together. */
  tidy(): boolean {
    return this.#write('search.tidy', () =>
      SOURCES.some((source) => {
        const before = this.#written();
        this.#sql[source].merge.run();
        // Every command counts as one change; more of them: pages were put together.
        return this.#written() - before > 1;
      }),
    );
  }

  /** Begins anew, when what was written cannot be read. */
  rebuild(): void {
    this.#write('search.rebuild', () => {
      for (const source of SOURCES) {
        const { clear, newest, setLow, setHigh } = this.#sql[source];
        clear.run();
        const next = Number(newest.get()?.['next'] ?? 1);
        setLow.run(next);
        setHigh.run(next);
      }
    });
  }

  #step(
    name: string,
    most: number,
    take: (source: Source, left: number) => readonly Row[],
  ): number {
    return this.#write(name, () => {
      let taken = 0;
      for (const source of SOURCES) {
        if (taken >= most) break;
        const rows = take(source, most - taken);
        for (const row of rows) this.#insert(source, row);
        taken += rows.length;
      }
      return taken;
    });
  }

  #insert(source: Source, row: Row): void {
    const event = stageEventOf(row);
    const pairs = event === null ? '' : pairsOf(searchText(event));
    if (pairs !== '') this.#sql[source].insert.run(Number(row['seq']), pairs);
  }

  #written(): number {
    return Number(this.#changes.get()?.['changes'] ?? 0);
  }

  /** What is lost with the power is taken in once more. */
  #write<T>(name: string, work: () => T): T {
    return this.#call(name, () => inTransaction(this.#db, work), 'lazy');
  }
}

/** Characters of a row that can be found; what a hostile text has beyond them is not worth the room. */
const FOUND_IN = 1_000;
/** Longest words that are looked for, characters. */
export const NEEDLE_MAX = 100;

/** Text as it is compared: full-width and composed forms, case and spaces alike. */
export function comparable(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();
}

/** Everything of an event that somebody wrote or is called, as it is compared. */
export function searchText(event: StageEvent): string {
  return comparable(wordsOf(event).join('\n').slice(0, FOUND_IN));
}

function wordsOf(event: StageEvent): readonly string[] {
  switch (event.kind) {
    case 'CHAT':
      return [event.data.profile.nickname, event.data.content];
    case 'DONATION':
      return [event.data.donatorNickname ?? '', event.data.donationText];
    case 'SUBSCRIPTION':
      return [event.data.subscriberChannelName ?? '', event.data.subscriptionMessage];
    case 'DROPS':
      return [event.data.rewardTitle, event.data.rewardDescription];
    case 'GOODS_PURCHASE': {
      const { profile, shopName, representativeItemName, content } = event.data;
      return [profile?.nickname ?? '', shopName, representativeItemName, content];
    }
  }
}

/** Digits of a character in the index: enough for every code point (36 ^ 4 > 0x10ffff). */
const DIGITS = 4;

/** A character as letters and digits, so that the index takes none for a space between words. */
function codeOf(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(36).padStart(DIGITS, '0');
}

/**
 * The words of the index: every pair of neighbours once, and the last character by itself, so that
 * every character begins one of them.
 */
export function pairsOf(text: string): string {
  const codes = Array.from(text, codeOf);
  return [...new Set(codes.map((code, at) => code + (codes[at + 1] ?? '')))].join(' ');
}

/**
 * The question to the index for rows that may have the text in them; whether they do has to be
 * looked up. null: nothing is asked for.
 */
export function matchOf(needle: string): string | null {
  const codes = Array.from(comparable(needle).slice(0, NEEDLE_MAX), codeOf);
  const [first] = codes;
  if (first === undefined) return null;
  if (codes.length === 1) return `"${first}"*`;
  const pairs = codes.slice(0, -1).map((code, at) => `"${code}${codes[at + 1] ?? ''}"`);
  return [...new Set(pairs)].join(' AND ');
}
