import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { markOfAll } from '../../../electron/storage/coverage-mark.ts';
import { LedgerBusyError } from '../../../electron/storage/errors.ts';
import { COVERAGE_STEP } from '../../../electron/storage/migration-steps.ts';
import { formatOf, MIGRATIONS, migrate } from '../../../electron/storage/migrations.ts';
import type { CoverageMark } from '../../../shared/connection-history.ts';
import { gapOf } from '../../support/gaps.ts';
import { type FormatOneBooks, writeFormatOne } from './format-one.ts';
import { donation, draw, openForTest, purchase, subscription, temporaryFolder } from './support.ts';

const OLD: FormatOneBooks = {
  epoch: '00112233445566778899aabbccddeeff',
  nextNumber: 5_001,
  events: [
    [donation(1, { payAmount: 700, donationType: 'CHEERING' }), 'over'],
    [subscription(2), 'queued'],
    [draw(3, { count: 4 }), 'never-appeared'],
    [purchase(4), 'painted'],
    [donation(4_000, { donationText: '<b>감사합니다</b>' }), 'queued'],
    [draw(4_001, { count: 6 }), 'queued'],
  ],
};

function formatOneFile(): string {
  const file = join(temporaryFolder(), 'ledger.sqlite');
  writeFormatOne(file, OLD);
  return file;
}

function inspect<T>(file: string, look: (db: DatabaseSync) => T): T {
  const db = new DatabaseSync(file);
  try {
    return look(db);
  } finally {
    db.close();
  }
}

describe('books of format 1', () => {
  it('are brought to today’s format in place, with all they hold', () => {
    const file = formatOneFile();
    expect(inspect(file, formatOf)).toBe(1);
    const { ledger, setAside } = openForTest(file);
    expect(setAside).toBeNull();
    expect(ledger.epoch).toBe(OLD.epoch);
    for (const state of ['queued', 'painted', 'over', 'never-appeared'] as const) {
      const kept = OLD.events.filter((entry) => entry[1] === state).map(([event]) => event);
      expect(ledger.alertsInState(state, 10)).toStrictEqual(kept);
    }
    expect(ledger.totals()).toEqual({
      donationBeams: 1_000,
      cheeringBeams: 700,
      shopMoney: { KRW: 10_000 },
    });
    expect(ledger.tallies()).toMatchObject([{ rounds: 2, total: 10, lastCount: 6 }]);
    expect(ledger.reserveNumbers(10)).toBe(OLD.nextNumber);
    ledger.close();
    expect(inspect(file, formatOf)).toBe(MIGRATIONS.length);
    expect(inspect(file, (db) => db.prepare('PRAGMA integrity_check').get())).toEqual({
      integrity_check: 'ok',
    });
    expect(readdirSync(dirname(file))).toEqual(['ledger.sqlite']);
  });

  it('have no gaps and no mark of life at first, and take both from then on', () => {
    const file = formatOneFile();
    const { ledger } = openForTest(file);
    expect([ledger.gaps(10), ledger.mark()]).toEqual([[], null]);
    const gap = gapOf({ from: 1, to: 2, reason: 'reset', kinds: ['donation'] });
    const mark: CoverageMark = { donation: { received: 3, proved: 1 } };
    ledger.recordGap(gap);
    ledger.setMark(mark);
    ledger.record([donation(6_000)]);
    ledger.close();
    const again = openForTest(file).ledger;
    expect([again.gaps(10), again.mark()]).toEqual([[gap], mark]);
    expect(again.countAlerts('queued')).toBe(4);
  });

  it('stay at format 1, whole, when the step cannot be finished', () => {
    const file = formatOneFile();
    const failing = [...MIGRATIONS.slice(0, 1), `${MIGRATIONS[1]}; INSERT INTO nowhere VALUES (1)`];
    expect(() => inspect(file, (db) => migrate(db, failing))).toThrow(/nowhere/);
    expect(inspect(file, formatOf)).toBe(1);
    const tables = inspect(file, (db) =>
      db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").all(),
    );
    expect(tables.map(({ name }) => name)).toEqual(['alerts', 'events', 'ledger']);
    expect(openForTest(file).ledger.countAlerts('queued')).toBe(3);
  });

  it('wait, untouched, while another program writes in them', () => {
    const file = formatOneFile();
    const other = new DatabaseSync(file);
    other.exec('BEGIN IMMEDIATE');
    expect(() => openForTest(file)).toThrow(LedgerBusyError);
    other.exec('ROLLBACK');
    expect(formatOf(other)).toBe(1);
    other.close();
    expect(openForTest(file).ledger.epoch).toBe(OLD.epoch);
  });

  it('are defined by a step that never changes any more', () => {
    const digest = createHash('sha256')
      .update(MIGRATIONS[0] ?? '')
      .digest('hex');
    expect(digest).toMatchInlineSnapshot(
      `"2b0ef65efe8993e09dc4ab2dd44ed5dd5694e216689c759590fe70858bd0b5bd"`,
    );
  });
});

describe('books from before kinds were told apart', () => {
  it('have gaps and a mark of all kinds, and take those of some from then on', () => {
    const file = join(temporaryFolder(), 'ledger.sqlite');
    inspect(file, (db) => {
      migrate(db, MIGRATIONS.slice(0, MIGRATIONS.indexOf(COVERAGE_STEP)));
      db.exec("INSERT INTO gaps VALUES (1, 5, 9, 'reset'); UPDATE ledger SET heard_at = 77");
    });
    const { ledger } = openForTest(file);
    const old = gapOf({ from: 5, to: 9, reason: 'reset' });
    expect([ledger.gaps(10), ledger.mark()]).toEqual([[old], markOfAll(77)]);
    const gap = gapOf({ from: 77, to: 80, reason: 'crash', kinds: ['chat', 'subscription'] });
    const mark: CoverageMark = { chat: { received: 90, proved: 80 } };
    ledger.recordGap(gap);
    ledger.setMark(mark);
    ledger.close();
    const again = openForTest(file).ledger;
    expect([again.gaps(10), again.mark()]).toEqual([[old, gap], mark]);
  });
});
