import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import type { RowFilter } from '../../../electron/features/reports/row-pages.ts';
import { adoptLedger, ForeignLedgerError } from '../../../electron/storage/adopt/adopt-ledger.ts';
import { ADOPTED_LEDGER, ADOPTED_TABLES } from '../../../electron/storage/adopt/adopted-tables.ts';
import { markOfAll } from '../../../electron/storage/coverage-mark.ts';
import { MIGRATIONS, migrate } from '../../../electron/storage/migrations.ts';
import { REPORT_SORTS } from '../../../shared/contract/reports.ts';
import { change, REFUSED, writeBooks } from './hostile-ledgers.ts';
import { PARTLY } from './hostile-rows.ts';
import { openForTest, temporaryFolder } from './support.ts';

const NOW = Date.UTC(2026, 5, 1);
const ALL: RowFilter = {
  from: 0,
  to: Number.MAX_SAFE_INTEGER,
  sorts: REPORT_SORTS,
  text: null,
  who: null,
  min: null,
  max: null,
};

function places() {
  const folder = temporaryFolder();
  return { source: join(folder, 'theirs.sqlite'), target: join(folder, 'ours.sqlite') };
}

/** Names and words of everything in the file that is not data. */
function schemaOf(file: string): readonly unknown[] {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    return db.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY type, name').all();
  } finally {
    db.close();
  }
}

function ownSchema(): readonly unknown[] {
  const file = join(temporaryFolder(), 'own.sqlite');
  openForTest(file).ledger.close();
  return schemaOf(file).filter((row) => !JSON.stringify(row).includes('sqlite_stat'));
}

function read(file: string) {
  const { ledger, setAside } = openForTest(file);
  expect(setAside).toBeNull();
  const rows = ledger.reading.page(ALL, null, 100).rows;
  return {
    ledger,
    seqs: rows.map(({ event }) => event.seq),
    events: rows.map(({ event }) => event),
    totals: ledger.reading.totals(ALL),
    gaps: ledger.gaps(10),
    alerts: ledger.countAlerts('queued'),
  };
}

describe('books that come from elsewhere', () => {
  it('come over whole, into books of our own making', () => {
    const { source, target } = places();
    writeBooks(source);
    expect(adoptLedger(source, target, NOW)).toEqual({ events: 6, messages: 2, badRows: 0 });
    const [theirs, ours] = [read(source), read(target)];
    expect(ours.events).toEqual(theirs.events);
    expect(ours.totals).toEqual(theirs.totals);
    expect([ours.gaps, ours.alerts]).toEqual([theirs.gaps, theirs.alerts]);
    expect(ours.alerts).toBe(6);
    expect(ours.ledger.reserveNumbers(1)).toBe(theirs.ledger.reserveNumbers(1));
    // A page that is still open must not take new events for those it has seen.
    expect(ours.ledger.epoch).not.toBe(theirs.ledger.epoch);
  });

  it('can be searched again', () => {
    const { source, target } = places();
    writeBooks(source);
    adoptLedger(source, target, NOW);
    const { ledger } = openForTest(target);
    while (ledger.search.takeOld(100) > 0);
    const found = ledger.reading.page({ ...ALL, text: '머그컵' }, null, 10).rows;
    expect(found.map(({ event }) => event.seq)).toEqual([5]);
  });

  it.each(Array.from({ length: MIGRATIONS.length }, (_, index) => index + 1))(
    'come over from format %i',
    (format) => {
      const { source, target } = places();
      const db = new DatabaseSync(source);
      migrate(db, MIGRATIONS.slice(0, format));
      db.exec(`UPDATE ledger SET next_number = 40`);
      if (format >= 2)
        db.exec(`INSERT INTO gaps (id, began_at, ended_at, reason) VALUES (1, 5, 9, 'reset')`);
      if (format >= 3) db.exec('UPDATE ledger SET broadcast_began_at = 77, left_at = 99');
      db.close();
      expect(adoptLedger(source, target, NOW)).toEqual({ events: 0, messages: 0, badRows: 0 });
      const { ledger, gaps } = read(target);
      expect(ledger.reserveNumbers(1)).toBe(40);
      expect(gaps).toHaveLength(format >= 2 ? 1 : 0);
      // The broadcast of before broadcasts had a table is one of them.
      expect(ledger.broadcasts.list(10)).toHaveLength(format >= 3 && format < 5 ? 1 : 0);
    },
  );

  it('of a newer app are left alone', () => {
    const { source, target } = places();
    writeBooks(source);
    change(source, 'PRAGMA user_version = 2147483647');
    const before = readFileSync(source);
    expect(() => adoptLedger(source, target, NOW)).toThrow(/newer Stagelight/);
    expect(readFileSync(source)).toEqual(before);
    expect(existsSync(target)).toBe(false);
  });

  it.each(REFUSED)('are refused when they are $name', ({ make }) => {
    const { source, target } = places();
    make(source);
    expect(() => adoptLedger(source, target, NOW)).toThrow(ForeignLedgerError);
    expect(existsSync(target)).toBe(false);
  });

  it.each(PARTLY)('leave out what is wrong, and bring the rest: $name', ({ make, badRows }) => {
    const { source, target } = places();
    make(source);
    expect(adoptLedger(source, target, NOW)).toMatchObject({ events: 6, messages: 2, badRows });
    // Nothing of theirs but rows is in it: no view, trigger, table or index.
    const known = new Set(ownSchema().map((row) => JSON.stringify(row)));
    const strange = schemaOf(target).filter(
      (row) => !known.has(JSON.stringify(row)) && !JSON.stringify(row).includes('sqlite_stat'),
    );
    expect(strange).toEqual([]);
    const { seqs, totals, ledger } = read(target);
    expect(seqs).toEqual([8, 7, 6, 5, 4, 3, 2, 1]);
    expect(totals.donation).toEqual({ count: 2, unknown: 0, amount: 2_000 });
    // The numbering goes on behind what is there.
    expect(ledger.reserveNumbers(1)).toBeLessThan(1_000);
  });

  it('take no picture from where none may come', () => {
    const { source, target } = places();
    writeBooks(source);
    change(
      source,
      `UPDATE chat SET payload = json_set(payload, '$.profile.badges[0].imageUrl', 'javascript:alert(1)',
        '$.emojis', json('{":x:":"http://tracker.example/x.png",":y:":"https://ok.example/y.png"}'))
        WHERE seq = 7`,
    );
    expect(adoptLedger(source, target, NOW).badRows).toBe(0);
    const message = read(target).events.find(({ seq }) => seq === 7);
    expect(message?.data).toMatchObject({
      profile: { badges: [{ imageUrl: null }] },
      emojis: { ':y:': 'https://ok.example/y.png' },
    });
    expect(JSON.stringify(message)).not.toMatch(/javascript|tracker/);
  });

  it('say of an event what its content says, not what stands beside it', () => {
    const { source, target } = places();
    writeBooks(source);
    change(source, `UPDATE events SET beams = 999999999, who = 'somebody else' WHERE seq = 1`);
    adoptLedger(source, target, NOW);
    expect(read(target).totals.donation.amount).toBe(2_000);
    const db = new DatabaseSync(target, { readOnly: true });
    expect(db.prepare('SELECT who, beams FROM events WHERE seq = 1').get()).toEqual({
      who: 'viewer-1',
      beams: 1_000,
    });
    db.close();
  });

  it('take up no payout that was under way', () => {
    const { source, target } = places();
    writeBooks(source);
    change(
      source,
      `INSERT INTO payout_jobs VALUES (1, 'FULFILLED', 'running', 5, NULL, NULL, NULL);
      INSERT INTO payout_items VALUES (1, 0, 'claim-1', NULL);`,
    );
    expect(adoptLedger(source, target, NOW).badRows).toBe(0);
    const db = new DatabaseSync(target, { readOnly: true });
    expect(db.prepare('SELECT phase FROM payout_jobs').all()).toEqual([{ phase: 'stopped' }]);
    db.close();
  });

  it('were never heard of later than now', () => {
    const { source, target } = places();
    writeBooks(source);
    const mark = JSON.stringify(markOfAll(NOW + 1));
    change(source, `UPDATE ledger SET heard_at = ${NOW + 1}, mark = '${mark}', left_at = ${NOW}`);
    adoptLedger(source, target, NOW);
    expect(read(target).ledger.mark()).toBeNull();
  });

  it('bring until when each kind was received, and one time for all where they have only that', () => {
    const told = places();
    writeBooks(told.source);
    const mark = { donation: { received: NOW - 1, proved: NOW - 2.5 } };
    const text = JSON.stringify(mark);
    change(told.source, `UPDATE ledger SET heard_at = ${NOW - 1}, mark = '${text}'`);
    expect(adoptLedger(told.source, told.target, NOW).badRows).toBe(0);
    expect(read(told.target).ledger.mark()).toEqual(mark);
    const untold = places();
    writeBooks(untold.source);
    change(untold.source, `UPDATE ledger SET heard_at = ${NOW - 1}`);
    expect(adoptLedger(untold.source, untold.target, NOW).badRows).toBe(0);
    expect(read(untold.target).ledger.mark()).toEqual(markOfAll(NOW - 1));
  });
});

describe('what is taken over', () => {
  it('is every column that our books have, but for what is made anew out of them', () => {
    const db = new DatabaseSync(':memory:');
    migrate(db);
    const tables = db
      .prepare(`SELECT name FROM pragma_table_list WHERE type = 'table' AND schema = 'main'`)
      .all()
      .map((row) => String(row['name']))
      .filter((name) => !name.startsWith('sqlite_'));
    const columnsOf = (name: string) =>
      db
        .prepare(`PRAGMA table_info("${name}")`)
        .all()
        .map((row) => String(row['name']));
    const ours = Object.fromEntries(tables.map((name) => [name, columnsOf(name)]));
    // Messages that waited then are not wanted now.
    const { ledger, sums, search_marks, activity_messages: _, ...copied } = ours;
    expect([sums, search_marks].every((columns) => columns !== undefined)).toBe(true);
    expect(ledger).toEqual(['id', 'epoch', ...Object.keys(ADOPTED_LEDGER.columns)]);
    expect(
      Object.fromEntries(
        ADOPTED_TABLES.map(({ name, columns }) => [name, Object.keys(columns).sort()]),
      ),
    ).toEqual(
      Object.fromEntries(Object.entries(copied).map(([name, columns]) => [name, columns.sort()])),
    );
    db.close();
  });
});
