import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { stampOf } from '../base/atomic-file.ts';
import type { Clock } from '../base/clock.ts';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../base/files.ts';
import type { Logger } from '../base/log.ts';
import { LedgerBusyError, LedgerError, LedgerUnavailableError } from './errors.ts';
import { type Ledger, SqliteLedger } from './ledger.ts';
import type { SyncLog } from './ledger-disk.ts';
import { APPLICATION_ID, formatOf, MIGRATIONS, migrate } from './migrations.ts';
import type { Row } from './rows.ts';

interface OpenLedgerOptions {
  readonly file: string;
  readonly clock: Clock;
  readonly log: Logger;
  /** Syncs commits outside the thread; left out: each commit waits for the disk. */
  readonly sync?: SyncLog;
  /** Waits within the thread. */
  readonly pause?: (ms: number) => void;
}

export interface OpenedLedger {
  readonly ledger: Ledger;
  readonly setAside: string | null;
}

const BUSY_MS = 1_000;
/** Before the next tries where the system refuses the file. */
const AGAIN_MS = [100, 400, 1_000] as const;
const sleep = (ms: number): void =>
  void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
/** Most of the file cached in memory: each chat message goes to its sender's page. */
const CACHE_KIB = 16_384;
/** Marker beside a file in which damage was found: the next start checks all of it. */
const SUSPECT = '-suspect';
const COMPANIONS = ['', '-wal', '-shm', SUSPECT] as const;
/** Ledgers up to this size are checked completely within a third of a second. */
const QUICKLY_CHECKED_BYTES = 128 * 1024 * 1024;

/** SQLite's result codes, without the extended part. */
const SQLITE = { ERROR: 1, BUSY: 5, LOCKED: 6, CORRUPT: 11, NOTADB: 26 } as const;

/** The file is damaged or not ours. Never leaves this module. */
class DamagedFileError extends Error {}

function failedWith(failure: unknown, ...codes: readonly number[]): boolean {
  if (!(failure instanceof Error) || !('errcode' in failure)) return false;
  return codes.includes(Number(failure.errcode) & 0xff);
}

/**
 * Only this is a reason to begin a new ledger. Whatever else goes wrong (rights, too many open files,
 * a virus scanner, a disk that is full or away) says nothing of the file.
 */
function isDamage(failure: unknown): boolean {
  if (failure instanceof DamagedFileError) return true;
  if (failedWith(failure, SQLITE.CORRUPT, SQLITE.NOTADB)) return true;
  // A table or a column is missing that its format has.
  return failedWith(failure, SQLITE.ERROR) && /^no such/.test(String((failure as Error).message));
}

function isBusy(failure: unknown): boolean {
  return failedWith(failure, SQLITE.BUSY, SQLITE.LOCKED);
}

/** Creates the marker once; if that fails, the damage will be found again. */
function markSuspect(file: string, log: Logger): void {
  if (file === ':memory:' || existsSync(file + SUSPECT)) return;
  try {
    writeFileSync(file + SUSPECT, '', { mode: PRIVATE_FILE });
    log.error('ledger: damage met, the next start looks at all of it');
  } catch (failure) {
    log.warn('ledger: damage met and could not be noted', { failure });
  }
}

const MAGIC = 'SQLite format 3\0';

/** Runs before SQLite, which would delete the companions of a file it cannot read. */
function checkHeader(file: string): void {
  if (statSync(file).isDirectory()) throw new DamagedFileError('It is a folder.');
  const head = Buffer.alloc(MAGIC.length);
  const opened = openSync(file, 'r');
  try {
    const length = readSync(opened, head, 0, head.length, 0);
    if (length > 0 && head.toString('latin1') !== MAGIC) {
      throw new DamagedFileError('It is not a database.');
    }
  } finally {
    closeSync(opened);
  }
}

function checkOurs(db: DatabaseSync): void {
  const tables = db.prepare('SELECT count(*) AS count FROM sqlite_schema').get();
  if (tables?.['count'] === 0) return;
  const id = db.prepare('PRAGMA application_id').get()?.['application_id'];
  if (id !== APPLICATION_ID) throw new DamagedFileError('It is not a ledger of Stagelight.');
}

/**
 * Checks table by table, without the chat, which is large and not worth a slow start or a lost
 * ledger, and without the search, which can be rebuilt.
 */
function checkTables(db: DatabaseSync, isChecked: (name: string) => boolean): void {
  const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
  for (const row of [{ name: 'sqlite_schema' } as Row, ...tables]) {
    const name = String(row['name']);
    if (name === 'chat' || name.startsWith('search_') || !isChecked(name)) continue;
    const verdict = db.prepare(`PRAGMA quick_check("${name}")`).get();
    if (verdict?.['quick_check'] !== 'ok') throw new DamagedFileError('The check found damage.');
  }
}

function checkWhole(db: DatabaseSync): void {
  checkTables(db, () => true);
  if (db.prepare('PRAGMA foreign_key_check').get() !== undefined) {
    throw new DamagedFileError('An alert has no event.');
  }
}

/**
 * Whether every page must be checked before use. A year's million rows take too long at a start; if
 * the file was closed cleanly without signs of damage, only small tables are checked, and other
 * damage is found on reading.
 */
function needsWholeCheck(file: string): boolean {
  const wasLeftOpen = existsSync(`${file}-wal`) && statSync(`${file}-wal`).size > 0;
  return wasLeftOpen || existsSync(file + SUSPECT) || statSync(file).size < QUICKLY_CHECKED_BYTES;
}

const LARGE: readonly string[] = ['events', 'alerts', 'sums', 'claims', 'payout_items'];

/** Opens, checks and migrates. Writes nothing before the format is known to be ours. */
function openFile({ file, clock, log, sync }: OpenLedgerOptions): SqliteLedger {
  const isOld = existsSync(file);
  if (isOld) checkHeader(file);
  // SQLite gives its companions the permissions of the file.
  else if (file !== ':memory:') closeSync(openSync(file, 'wx', PRIVATE_FILE));
  const isWhole = isOld && needsWholeCheck(file);
  const db = new DatabaseSync(file, { timeout: BUSY_MS });
  try {
    checkOurs(db);
    if (formatOf(db) <= MIGRATIONS.length) {
      db.exec('PRAGMA journal_mode = WAL');
      db.exec('PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF');
      db.exec(`PRAGMA cache_size = -${CACHE_KIB}`);
      if (isWhole) checkWhole(db);
      else if (isOld) checkTables(db, (name) => !LARGE.includes(name));
    }
    migrate(db);
    if (isWhole) rmSync(file + SUSPECT, { force: true });
    const ledger = new SqliteLedger(db, clock, log, (failure) => {
      if (failedWith(failure, SQLITE.CORRUPT)) markSuspect(file, log);
    });
    if (sync) ledger.syncBeside(sync);
    return ledger;
  } catch (failure) {
    db.close();
    throw failure;
  }
}

/** `ledger-corrupt-20261120-093000.sqlite`; with a number behind it when there is one already. */
function freeName(file: string, clock: Clock): string {
  const stem = join(dirname(file), `ledger-corrupt-${stampOf(clock.now())}`);
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : `-${number}`;
    const name = `${stem}${suffix}.sqlite`;
    if (!existsSync(name)) return name;
  }
}

function putAside(file: string, clock: Clock): string {
  const aside = freeName(file, clock);
  for (const companion of COMPANIONS) {
    if (existsSync(file + companion)) renameSync(file + companion, aside + companion);
  }
  return aside;
}

/**
 * Opens the ledger. A damaged file is renamed with its date, and a new ledger starts. What the system
 * refuses is tried again; the file stays as it is.
 * Throws `LedgerTooNewError` (file untouched), `LedgerBusyError` or `LedgerUnavailableError`.
 */
export function openLedger(options: OpenLedgerOptions): OpenedLedger {
  const { file, log, pause = sleep } = options;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: PRIVATE_FOLDER });
    for (let tries = 0; ; tries += 1) {
      try {
        return { ledger: openFile(options), setAside: null };
      } catch (failure) {
        if (isDamage(failure)) return anew(options, failure);
        const waitMs = AGAIN_MS[tries];
        if (waitMs === undefined || failure instanceof LedgerError || isBusy(failure))
          throw failure;
        log.warn('ledger: not to be opened yet', { failure });
        pause(waitMs);
      }
    }
  } catch (failure) {
    if (failure instanceof LedgerError) throw failure;
    throw isBusy(failure) ? new LedgerBusyError(failure) : new LedgerUnavailableError(failure);
  }
}

function anew(options: OpenLedgerOptions, failure: unknown): OpenedLedger {
  const { file, clock, log } = options;
  const setAside = putAside(file, clock);
  log.error('ledger: damaged file set aside, new books begun', { setAside, failure });
  return { ledger: openFile(options), setAside };
}

/** All pages in one step: an unfinished copy restarts on every write. */
const ALL_PAGES = 0x7fff_ffff;
const COPY_BUSY_MS = 5_000;

/**
 * Copies the ledger in use to `target`: each concurrent write is in it completely or not at all.
 * The copy needs no companions. Runs outside this thread.
 * @throws LedgerUnavailableError; `target` is then unusable.
 */
export async function copyLedger(file: string, target: string): Promise<void> {
  try {
    // A separate connection, so that the ledger's own keeps working.
    const source = new DatabaseSync(file, { readOnly: true, timeout: COPY_BUSY_MS });
    try {
      await backup(source, target, { rate: ALL_PAGES });
    } finally {
      source.close();
    }
    const copy = new DatabaseSync(target);
    try {
      copy.exec('PRAGMA journal_mode = DELETE');
    } finally {
      copy.close();
    }
  } catch (failure) {
    throw new LedgerUnavailableError(failure);
  }
}
