import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { silentLogger } from '../../../electron/base/log.ts';
import {
  LedgerBusyError,
  LedgerTooNewError,
  LedgerUnavailableError,
} from '../../../electron/storage/errors.ts';
import {
  APPLICATION_ID,
  formatOf,
  MIGRATIONS,
  migrate,
} from '../../../electron/storage/migrations.ts';
import { openLedger } from '../../../electron/storage/open-ledger.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { donation, openForTest, temporaryFolder } from './support.ts';

function ledgerFile(): string {
  return join(temporaryFolder(), 'ledger.sqlite');
}

function writtenLedger(): string {
  const file = ledgerFile();
  const { ledger } = openForTest(file);
  ledger.record(Array.from({ length: 500 }, (_, n) => donation(n + 1)));
  ledger.close();
  return file;
}

/** Overwrites the middle of a file, past its header. */
function scribble(file: string): void {
  const bytes = readFileSync(file);
  bytes.fill(0xa5, 4_096, bytes.length - 4_096);
  writeFileSync(file, bytes);
}

function asides(file: string): string[] {
  return readdirSync(join(file, '..')).filter((name) => name.startsWith('ledger-corrupt-'));
}

describe('opening the books', () => {
  it.skipIf(process.platform === 'win32')('makes files that only their owner can read', () => {
    const file = join(temporaryFolder(), 'deep', 'ledger.sqlite');
    const { ledger } = openForTest(file);
    ledger.record([donation(1)]);
    const modes = ['', '-wal', '-shm'].map((end) => statSync(file + end).mode & 0o777);
    expect(modes).toEqual([0o600, 0o600, 0o600]);
    expect(statSync(join(file, '..')).mode & 0o777).toBe(0o700);
    ledger.close();
  });

  it('makes the folder and a file that survives a loss of power', () => {
    const file = join(temporaryFolder(), 'deep', 'er', 'ledger.sqlite');
    const { ledger, setAside } = openForTest(file);
    expect(setAside).toBeNull();
    ledger.record([donation(1)]);
    const other = new DatabaseSync(file);
    expect(other.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
    expect(formatOf(other)).toBe(MIGRATIONS.length);
    expect(other.prepare('PRAGMA application_id').get()).toEqual({
      application_id: APPLICATION_ID,
    });
    other.close();
  });

  it('takes an empty file for new books', () => {
    const file = ledgerFile();
    writeFileSync(file, '');
    expect(openForTest(file).setAside).toBeNull();
  });

  it('finds everything again, also beside a reader that still has it open', () => {
    const file = writtenLedger();
    const first = openForTest(file);
    const second = openForTest(file);
    expect(second.setAside).toBeNull();
    expect(second.ledger.countAlerts('queued')).toBe(500);
    expect(second.ledger.epoch).toBe(first.ledger.epoch);
  });
});

describe('a damaged file', () => {
  it.each([
    [
      'is no database',
      (file: string) => writeFileSync(file, 'hello, this is no database'.repeat(99)),
    ],
    ['is full of zeroes', (file: string) => writeFileSync(file, Buffer.alloc(20_000))],
    ['was overwritten in the middle', (file: string) => scribble(file)],
    ['was cut short', (file: string) => truncateSync(file, 9_000)],
    [
      'is the database of another program',
      (file: string) => {
        writeFileSync(file, '');
        const other = new DatabaseSync(file);
        other.exec('CREATE TABLE cats (name TEXT)');
        other.close();
      },
    ],
    [
      'has lost a table',
      (file: string) => {
        const db = new DatabaseSync(file);
        db.exec('DROP TABLE alerts');
        db.close();
      },
    ],
    [
      'has alerts without events',
      (file: string) => {
        const db = new DatabaseSync(file, { enableForeignKeyConstraints: false });
        db.exec('DELETE FROM events WHERE seq = 7');
        db.close();
      },
    ],
  ] as const)('that %s is set aside with its date, and new books are begun', (_, damage) => {
    const file = writtenLedger();
    damage(file);
    const damaged = readFileSync(file);
    const clock = new VirtualClock(Date.UTC(2026, 10, 20, 9, 30, 5));
    const { ledger, setAside } = openForTest(file, clock);
    expect(basename(setAside ?? '')).toBe('ledger-corrupt-20261120-093005.sqlite');
    expect(readFileSync(setAside ?? '').equals(damaged)).toBe(true);
    expect(ledger.countAlerts('queued')).toBe(0);
    ledger.record([donation(1)]);
    ledger.close();
    expect(openForTest(file).setAside).toBeNull();
  });

  it('begins another numbering, and says so by its epoch', () => {
    const file = writtenLedger();
    const { epoch } = openForTest(file).ledger;
    writeFileSync(file, 'x'.repeat(5_000));
    expect(openForTest(file).ledger.epoch).not.toBe(epoch);
  });

  it('takes its companions along, and does not overwrite an earlier one', () => {
    const file = ledgerFile();
    for (let round = 0; round < 2; round += 1) {
      writeFileSync(file, 'x'.repeat(5_000));
      writeFileSync(`${file}-wal`, 'y'.repeat(100));
      const { ledger } = openForTest(file);
      ledger.close();
    }
    expect(asides(file).filter((name) => name.endsWith('.sqlite'))).toHaveLength(2);
    expect(asides(file).filter((name) => name.endsWith('-wal'))).toHaveLength(2);
  });

  it('may even be a folder', () => {
    const file = ledgerFile();
    mkdirSync(file);
    expect(openForTest(file).setAside).toMatch(/ledger-corrupt-/);
  });
});

describe('what is not the fault of the file', () => {
  it('leaves a file of a newer version as it is, with a clear error', () => {
    const file = writtenLedger();
    const db = new DatabaseSync(file);
    db.exec(`PRAGMA user_version = ${MIGRATIONS.length + 1}`);
    db.close();
    const before = readFileSync(file);
    expect(() => openForTest(file)).toThrow(LedgerTooNewError);
    expect(() => openForTest(file)).toThrow(/update stagelight/i);
    expect(readFileSync(file).equals(before)).toBe(true);
    expect(asides(file)).toEqual([]);
  });

  it('does not set aside a file that another program keeps locked', () => {
    const file = writtenLedger();
    const other = new DatabaseSync(file);
    other.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    expect(() => openForTest(file)).toThrow(LedgerBusyError);
    expect(asides(file)).toEqual([]);
    other.exec('ROLLBACK');
    other.close();
    expect(openForTest(file).ledger.countAlerts('queued')).toBe(500);
  });

  const opened = (file: string, pause: (ms: number) => void = () => undefined) =>
    openLedger({ file, clock: new VirtualClock(), log: silentLogger, pause });

  it('does not set aside a file whose log cannot be opened, as with too many open files', () => {
    const file = writtenLedger();
    mkdirSync(`${file}-wal`);
    const before = readFileSync(file);
    const waited: number[] = [];
    expect(() => opened(file, (ms) => waited.push(ms))).toThrow(LedgerUnavailableError);
    expect(waited.length).toBeGreaterThan(1);
    expect(asides(file)).toEqual([]);
    expect(readFileSync(file).equals(before)).toBe(true);
    rmdirSync(`${file}-wal`);
    expect(openForTest(file).ledger.countAlerts('queued')).toBe(500);
  });

  it('opens a file that the system refuses for a moment only', () => {
    const file = writtenLedger();
    mkdirSync(`${file}-wal`);
    const { ledger, setAside } = opened(file, () => rmSync(`${file}-wal`, { recursive: true }));
    expect([setAside, ledger.countAlerts('queued')]).toEqual([null, 500]);
    ledger.close();
  });

  it.runIf(process.getuid?.() === 0)('does not set aside a file that may not be read', () => {
    const file = writtenLedger();
    chmodSync(file, 0o600);
    chownSync(dirname(file), 65_534, 65_534);
    process.seteuid?.(65_534);
    try {
      expect(() => opened(file)).toThrow(LedgerUnavailableError);
    } finally {
      process.seteuid?.(0);
    }
    expect(asides(file)).toEqual([]);
    expect(openForTest(file).ledger.countAlerts('queued')).toBe(500);
  });

  it('says that the books cannot be opened where no folder can be', () => {
    const blocked = ledgerFile();
    writeFileSync(blocked, 'a file in the way');
    expect(() => openForTest(join(blocked, 'ledger.sqlite'))).toThrow(LedgerUnavailableError);
    expect(existsSync(blocked)).toBe(true);
  });
});

describe('migrations', () => {
  const first = 'CREATE TABLE one (a INTEGER)';
  const second = 'CREATE TABLE two (b INTEGER); INSERT INTO two SELECT a FROM one';

  it('run in order, each once', () => {
    const db = new DatabaseSync(':memory:');
    migrate(db, [first]);
    db.exec('INSERT INTO one VALUES (5)');
    migrate(db, [first, second]);
    migrate(db, [first, second]);
    expect(formatOf(db)).toBe(2);
    expect(db.prepare('SELECT b FROM two').all()).toEqual([{ b: 5 }]);
    db.close();
  });

  it('that fail leave the file at the step before', () => {
    const db = new DatabaseSync(':memory:');
    const broken = 'CREATE TABLE two (b INTEGER); INSERT INTO nowhere VALUES (1)';
    expect(() => migrate(db, [first, broken])).toThrow(/nowhere/);
    expect(formatOf(db)).toBe(1);
    expect(db.isTransaction).toBe(false);
    migrate(db, [first, second]);
    expect(formatOf(db)).toBe(2);
    db.close();
  });

  it('refuse a file that is ahead of them', () => {
    const db = new DatabaseSync(':memory:');
    migrate(db, [first, second]);
    expect(() => migrate(db, [first])).toThrow(LedgerTooNewError);
    db.close();
  });

  it('keep a copy of today’s format readable', () => {
    const file = writtenLedger();
    const copy = join(temporaryFolder(), 'copy.sqlite');
    copyFileSync(file, copy);
    expect(openForTest(copy).ledger.totals().donationBeams).toBe(500_000);
  });
});
