import type { StageEvent } from '../../../shared/events.ts';
import { type Row, stageEventOf } from '../../storage/rows.ts';
import { prepareAll } from '../../storage/statements.ts';
import { Repository } from '../repository.ts';

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
    // Merges at most this many pages.
    merge: `INSERT INTO ${search} (${search}, rank) VALUES ('merge', -200)`,
    clear: `INSERT INTO ${search} (${search}) VALUES ('delete-all')`,
  } as const;
}

/** The search index of the ledger. Throws a `LedgerError` on disk errors. */
export class SearchRepository extends Repository {
  readonly #sql = {
    events: prepareAll(this.db, sqlOf('events')),
    chat: prepareAll(this.db, sqlOf('chat')),
  };
  readonly #changes = this.db.prepare('SELECT total_changes() AS changes');

  /** Indexes up to `most` new rows, oldest first; returns their number. */
  takeNew(most: number): number {
    return this.#step('search.takeNew', most, (source, left) => {
      const { marks, newer, setHigh } = this.#sql[source];
      const high = Number(marks.get()?.['high'] ?? 1);
      const rows = newer.all(high, left);
      if (rows.length > 0) setHigh.run(Number(rows.at(-1)?.['seq']) + 1);
      return rows;
    });
  }

  /** Indexes up to `most` old rows, latest first; returns their number. */
  takeOld(most: number): number {
    return this.#step('search.takeOld', most, (source, left) => {
      const { marks, older, setLow } = this.#sql[source];
      const low = Number(marks.get()?.['low'] ?? 0);
      if (low === 0) return [];
      const rows = older.all(low, left);
      // 0: no older rows remain; set as soon as that is known.
      setLow.run(rows.length < left ? 0 : Number(rows.at(-1)?.['seq']));
      return rows;
    });
  }

  /** Merges segments of the index; returns false if nothing is left to merge. */
  tidy(): boolean {
    return this.#write('search.tidy', () =>
      SOURCES.some((source) => {
        const before = this.#written();
        this.#sql[source].merge.run();
        // The command itself counts as one change; more changes mean pages were merged.
        return this.#written() - before > 1;
      }),
    );
  }

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

  /** Rows lost in a power failure are indexed again. */
  #write<T>(name: string, work: () => T): T {
    return this.change(name, work, 'lazy');
  }
}

/** Searchable characters per row; a hostile text is not worth more space. */
const FOUND_IN = 1_000;
export const NEEDLE_MAX = 100;

/** Text in comparable form: NFKC, lower case, single spaces. */
export function comparable(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();
}

/** All texts and names of an event, in comparable form. */
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

/** Base 36 digits per character in the index: enough for every code point (36 ^ 4 > 0x10ffff). */
const DIGITS = 4;

/** Encodes a character as letters and digits, so that the index never splits at it. */
function codeOf(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(36).padStart(DIGITS, '0');
}

/** Every pair of neighbouring characters once, and the last alone: each character begins a word. */
export function pairsOf(text: string): string {
  const codes = Array.from(text, codeOf);
  return [...new Set(codes.map((code, at) => code + (codes[at + 1] ?? '')))].join(' ');
}

/** Finds rows that may contain the text; each must still be checked. null if it is empty. */
export function matchOf(needle: string): string | null {
  const codes = Array.from(comparable(needle).slice(0, NEEDLE_MAX), codeOf);
  const [first] = codes;
  if (first === undefined) return null;
  if (codes.length === 1) return `"${first}"*`;
  const pairs = codes.slice(0, -1).map((code, at) => `"${code}${codes[at + 1] ?? ''}"`);
  return [...new Set(pairs)].join(' AND ');
}
