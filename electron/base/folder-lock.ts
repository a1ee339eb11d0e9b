import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { setAside } from './atomic-file.ts';
import { type Clock, delay, toIsoTime } from './clock.ts';
import { type Disposable, toDisposable } from './disposables.ts';
import { StagelightError } from './errors.ts';
import { type Files, PRIVATE_FILE } from './files.ts';

/** The lock: an empty file that stays when the lock is released. */
const LOCK_FILE = 'stagelight.lock';
/** The holder, for the error text. A separate file: see `acquireFolderLock`. */
const OWNER_FILE = 'stagelight-owner.json';
const ownerSchema = z.object({ pid: z.number(), startedAt: z.string() });

const LOOK_EVERY_MS = 100;

const SQLITE_BUSY = 5;
const SQLITE_NOT_A_DATABASE = 26;

/** Another Stagelight uses this data folder. */
export class FolderInUseError extends StagelightError {
  constructor(folder: string, options?: ErrorOptions) {
    const owner = readOwner(folder) ?? ({ key: 'problem.folder-owner-unknown' } as const);
    super({ code: 'folder-in-use', values: { folder, owner } }, options);
  }
}

/** The data folder cannot be locked: missing rights, a full or broken disk. */
export class FolderUnusableError extends StagelightError {
  constructor(folder: string, options?: ErrorOptions) {
    super({ code: 'folder-unusable', values: { folder } }, options);
  }
}

/** SQLite's error code; null for other errors. */
function sqliteCode(failure: unknown): number | null {
  if (!(failure instanceof Error) || !('errcode' in failure)) return null;
  return typeof failure.errcode === 'number' ? failure.errcode : null;
}

/** Takes the operating system's lock on the file, or throws at once. */
function lockFile(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return database;
  } catch (failure) {
    database.close();
    throw failure;
  }
}

/** "process 1234 since ..." of the holder; null if it left no note. */
function readOwner(folder: string): string | null {
  try {
    const text = readFileSync(join(folder, OWNER_FILE), 'utf8');
    const { pid, startedAt } = ownerSchema.parse(JSON.parse(text));
    return `PID ${pid}, ${startedAt.slice(0, 20)}`;
  } catch {
    return null;
  }
}

function writeOwner(folder: string, clock: Clock): void {
  const owner = { pid: process.pid, startedAt: toIsoTime(clock.now()) };
  try {
    writeFileSync(join(folder, OWNER_FILE), `${JSON.stringify(owner)}\n`, { mode: PRIVATE_FILE });
  } catch {
    // The lock works without it; only the other side's error text gets shorter.
  }
}

/**
 * Reserves a data folder (created if missing, mode 0700) for this process until the result is
 * disposed. Throws `FolderInUseError` if another process holds it, `FolderUnusableError` if it
 * cannot be locked. `patienceMs`: how long to wait for another process that is ending. The
 * operating system holds the lock, through SQLite as for the ledger: it ends with the process in
 * any case, so no stale lock must be judged by process numbers, which are reused after a restart
 * and meaningless between containers. This process must not open the lock file otherwise: on POSIX
 * systems, closing it would release the lock.
 */
export async function acquireFolderLock(
  folder: string,
  options: { readonly files: Files; readonly clock: Clock; readonly patienceMs?: number },
): Promise<Disposable> {
  const { files, clock, patienceMs = 0 } = options;
  const end = clock.monotonic() + patienceMs;
  const path = join(folder, LOCK_FILE);
  try {
    await files.createFolder(folder);
    const database = await lockInTime(() => lockOrReplace(path, files, clock), clock, end);
    writeOwner(folder, clock);
    return toDisposable(() => database.close());
  } catch (failure) {
    if (sqliteCode(failure) === SQLITE_BUSY) {
      throw new FolderInUseError(folder, { cause: failure });
    }
    throw new FolderUnusableError(folder, { cause: failure });
  }
}

/** Retries while another process holds it, until `end` on the monotonic clock. */
async function lockInTime(
  lock: () => Promise<DatabaseSync>,
  clock: Clock,
  end: number,
): Promise<DatabaseSync> {
  for (;;) {
    try {
      return await lock();
    } catch (failure) {
      if (sqliteCode(failure) !== SQLITE_BUSY || clock.monotonic() >= end) throw failure;
    }
    await delay(clock, LOOK_EVERY_MS);
  }
}

/** A lock file with foreign content cannot be a held lock: it is renamed. */
async function lockOrReplace(path: string, files: Files, clock: Clock): Promise<DatabaseSync> {
  try {
    return lockFile(path);
  } catch (failure) {
    if (sqliteCode(failure) !== SQLITE_NOT_A_DATABASE) throw failure;
    await setAside(path, files, clock);
    return lockFile(path);
  }
}
