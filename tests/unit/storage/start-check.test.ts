import { closeSync, existsSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import type { RowFilter } from '../../../electron/features/reports/row-pages.ts';
import { LedgerError } from '../../../electron/storage/errors.ts';
import { donation, openForTest, temporaryFolder } from './support.ts';

const PAGE = 4_096;
const MEGABYTE = 1_048_576;

const DONATIONS: RowFilter = {
  from: 0,
  to: Number.MAX_SAFE_INTEGER,
  sorts: ['donation'],
  text: null,
  who: null,
  min: null,
  max: null,
};

/** Books that are too large to be looked at whole at every start. */
function largeBooks(): string {
  const file = join(temporaryFolder(), 'ledger.sqlite');
  const { ledger } = openForTest(file);
  ledger.record(
    Array.from({ length: 300 }, (_, index) =>
      donation(index + 1, { donationText: `words of the books ${index}` }),
    ),
  );
  ledger.close();
  const db = new DatabaseSync(file);
  db.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF');
  const insert = db.prepare(`INSERT INTO chat VALUES (?, 1, 'v', 'n', '', ?)`);
  for (let seq = 1_000; seq < 1_132; seq += 1) insert.run(seq, ' '.repeat(MEGABYTE));
  db.close();
  const reopened = openForTest(file);
  expect(reopened.setAside).toBeNull();
  reopened.ledger.close();
  return file;
}

/** Spoils the page of the file that these words are on. */
function damage(file: string, words: string): void {
  const head = readFileSync(file).subarray(0, 64 * PAGE);
  const at = Math.floor(head.lastIndexOf(words) / PAGE) * PAGE;
  expect(at).toBeGreaterThan(0);
  const opened = openSync(file, 'r+');
  writeSync(opened, Buffer.alloc(PAGE, 0xff), 0, PAGE, at);
  closeSync(opened);
}

it('large books that were closed cleanly open without a look at every page', () => {
  const file = largeBooks();
  damage(file, 'words of the books');
  const { ledger, setAside } = openForTest(file);
  expect(setAside).toBeNull();
  expect(ledger.reading.totals(DONATIONS).donation.count).toBe(300);
});

it('damage that is met in them is looked for at the next start, and sets them aside', () => {
  const file = largeBooks();
  damage(file, 'words of the books');
  const { ledger } = openForTest(file);
  expect(() => ledger.reading.page(DONATIONS, null, 300)).toThrow(LedgerError);
  ledger.close();
  expect(existsSync(`${file}-suspect`)).toBe(true);
  const again = openForTest(file);
  expect(again.setAside).toMatch(/ledger-corrupt-/);
  expect(again.ledger.reading.totals(DONATIONS).donation.count).toBe(0);
  expect(existsSync(`${file}-suspect`)).toBe(false);
});

it('books that somebody was suspicious of are trusted again when they are whole', () => {
  const file = largeBooks();
  const opened = openSync(`${file}-suspect`, 'w');
  closeSync(opened);
  const { setAside } = openForTest(file);
  expect([setAside, existsSync(`${file}-suspect`)]).toEqual([null, false]);
});
