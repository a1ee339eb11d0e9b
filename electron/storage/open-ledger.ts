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
import { type Clock, toIsoTime } from '../base/clock.ts';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../base/files.ts';
import type { Logger } from '../base/log.ts';
import { LedgerBusyError, LedgerError, LedgerUnavailableError } from './errors.ts';
import type { SyncLog } from './group-sync.ts';
import type { Ledger } from './ledger.ts';
import { SqliteLedger } from './ledger.ts';
import { APPLICATION_ID, formatOf, MIGRATIONS, migrate } from './migrations.ts';
import type { Row } from './rows.ts';

export interface OpenLedgerOptions {
  /** Path of the file; its folder is made when it is missing. */
  readonly file: string;
  readonly clock: Clock;
  readonly log: Logger;
  /** Brings commits to the disk beside the thread; left out, each commit waits for the disk. */
  readonly sync?: SyncLog;
}

export interface OpenedLedger {
  readonly ledger: Ledger;
  /** Where a damaged file was put before a new one was started; null when there was none. */
  readonly setAside: string | null;
}

const BUSY_MS = 1_000;
/** Of the file kept in memory at most: a message of the chat goes to a page of its sender's. */
const CACHE_KIB = 16_384;
/** Beside a file in which damage was met: the next start looks at all of it. */
const SUSPECT = '-suspect';
/** Files that are kept beside the main one. */
const COMPANIONS = ['', '-wal', '-shm', SUSPECT] as const;
/** Books of this size are looked at whole within a third of a second. */
const QUICKLY_CHECKED_BYTES = 128 * 1024 * 1024;

/** SQLite's result codes, without the extended part. */
const SQLITE = { BUSY: 5, LOCKED: 6, NOMEM: 7, READONLY: 8, CORRUPT: 11, FULL: 13 } as const;

/** The file is not what it should be: not ours, or damaged. Never leaves this module. */
class DamagedFileError extends Error {}

function resultCode(failure: unknown): number | null {
  if (!(failure instanceof Error) || !('errcode' in failure)) return null;
  return Number(failure.errcode) & 0xff;
}

/** Failures of the machine rather than of the file: setting the file aside would not help. */
function isNotTheFile(failure: unknown): boolean {
  const code = resultCode(failure);
  const codes: readonly (number | null)[] = [SQLITE.FULL, SQLITE.READONLY, SQLITE.NOMEM];
  return codes.includes(code);
}

function isDamage(failure: unknown): boolean {
  return resultCode(failure) === SQLITE.CORRUPT;
}

/** Once is enough; what cannot be noted is met again. */
function markSuspect(file: string, log: Logger): void {
  if (file === ':memory:' || existsSync(file + SUSPECT)) return;
  try {
    writeFileSync(file + SUSPECT, '', { mode: PRIVATE_FILE });
    log.error('ledger: damage met, the next start looks at all of it');
  } catch (failure) {
    log.warn('ledger: damage met and could not be noted', { failure });
  }
}

function isBusy(failure: unknown): boolean {
  const code = resultCode(failure);
  return code === SQLITE.BUSY || code === SQLITE.LOCKED;
}

/** First bytes of every SQLite file. */
const MAGIC = 'SQLite format 3\0';

/** Before SQLite touches anything: it would tidy away the companions of a file it cannot read. */
function checkHeader(file: string): void {
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
 * Table by table, without the chat: it is large, and worth neither a slow start nor the ledger. Nor is
 * the search, which can be made anew.
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
 * Whether there is reason to look at every page of the file before it is used. A year's million rows
 * take longer than a start may; when they were closed cleanly and nothing was wrong with them, what is
 * small is looked at, and damage in the rest is met when it is read.
 */
function needsWholeCheck(file: string): boolean {
  const wasLeftOpen = existsSync(`${file}-wal`) && statSync(`${file}-wal`).size > 0;
  return wasLeftOpen || existsSync(file + SUSPECT) || statSync(file).size < QUICKLY_CHECKED_BYTES;
}

/** Tables that grow with every event. */
const LARGE: readonly string[] = ['events', 'alerts', 'sums', 'claims', 'payout_items'];

function checkSmall(db: DatabaseSync): void {
  checkTables(db, (name) => !LARGE.includes(name));
}

/** Opens, checks and migrates. Nothing is written before the format is known to be ours. */
function openFile({ file, clock, log, sync }: OpenLedgerOptions): SqliteLedger {
  const isOld = existsSync(file);
  if (isOld) checkHeader(file);
  // SQLite gives its companions the rights of the file.
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
      else if (isOld) checkSmall(db);
    }
    migrate(db);
    if (isWhole) rmSync(file + SUSPECT, { force: true });
    const ledger = new SqliteLedger(db, clock, log, (failure) => {
      if (isDamage(failure)) markSuspect(file, log);
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
  const [day = '', time = ''] = toIsoTime(clock.now()).split('T');
  const stamp = `${day.replaceAll('-', '')}-${time.slice(0, 8).replaceAll(':', '')}`;
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : `-${number}`;
    const name = join(dirname(file), `ledger-corrupt-${stamp}${suffix}.sqlite`);
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

function translated(failure: unknown): LedgerError {
  if (failure instanceof LedgerError) return failure;
  return isBusy(failure) ? new LedgerBusyError(failure) : new LedgerUnavailableError(failure);
}

/**
 * Opens the ledger. A damaged or unreadable file is renamed, with its date, and new books are begun.
 * Throws `LedgerTooNewError` (file untouched), `LedgerBusyError` or `LedgerUnavailableError`.
 */
export function openLedger(options: OpenLedgerOptions): OpenedLedger {
  const { file, clock, log } = options;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: PRIVATE_FOLDER });
    try {
      return { ledger: openFile(options), setAside: null };
    } catch (failure) {
      const keep = failure instanceof LedgerError || isBusy(failure) || isNotTheFile(failure);
      if (keep || !existsSync(file)) throw failure;
      const setAside = putAside(file, clock);
      log.error('ledger: damaged file set aside, new books begun', { setAside, failure });
      return { ledger: openFile(options), setAside };
    }
  } catch (failure) {
    throw translated(failure);
  }
}

/** All pages in one step: a step that is not the last begins anew whenever somebody writes. */
const ALL_PAGES = 0x7fff_ffff;
const COPY_BUSY_MS = 5_000;

/**
 * Writes the ledger as they are now to `target`, while they are in use: what is recorded meanwhile is
 * whole in it or not at all. The copy stands for itself, without companions. The work is done beside
 * this thread.
 *
 * @throws LedgerUnavailableError; then `target` is of no use.
 */
export async function copyLedger(file: string, target: string): Promise<void> {
  try {
    // A connection of its own: that of the ledger goes on with what it does.
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
