import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setAside } from './atomic-file.ts';
import { type Clock, delay, toIsoTime } from './clock.ts';
import { type Disposable, toDisposable } from './disposables.ts';
import { StagelightError } from './errors.ts';
import { type Files, PRIVATE_FILE } from './files.ts';

/** The lock itself. An empty file; it stays behind when the lock is released. */
const LOCK_FILE = 'stagelight.lock';
/** Who holds it, for the sentence that says so. A file of its own: see `acquireFolderLock`. */
const OWNER_FILE = 'stagelight-owner.json';

const LOOK_EVERY_MS = 100;

const SQLITE_BUSY = 5;
const SQLITE_NOT_A_DATABASE = 26;

/** Another Stagelight works with this data folder. */
export class FolderInUseError extends StagelightError {
  readonly folder: string;

  constructor(folder: string, owner: string | null, options?: ErrorOptions) {
    super(
      {
        code: 'folder-in-use',
        values: { folder, owner: owner ?? { key: 'problem.folder-owner-unknown' } },
      },
      options,
    );
    this.folder = folder;
  }
}

/** The data folder cannot be locked at all: missing rights, a full or a broken disk. */
export class FolderUnusableError extends StagelightError {
  readonly folder: string;

  constructor(folder: string, options?: ErrorOptions) {
    super(
      {
        code: 'folder-unusable',
        values: { folder },
      },
      options,
    );
    this.folder = folder;
  }
}

/** SQLite's own number for what went wrong; null when it was something else. */
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

/** "process 1234 since ..." of the holder; null when it left no word. */
function readOwner(folder: string): string | null {
  try {
    const owner: unknown = JSON.parse(readFileSync(join(folder, OWNER_FILE), 'utf8'));
    if (typeof owner !== 'object' || owner === null) return null;
    if (!('pid' in owner) || typeof owner.pid !== 'number') return null;
    if (!('startedAt' in owner) || typeof owner.startedAt !== 'string') return null;
    return `PID ${owner.pid}, ${owner.startedAt.slice(0, 20)}`;
  } catch {
    return null;
  }
}

function writeOwner(folder: string, clock: Clock): void {
  const owner = { pid: process.pid, startedAt: toIsoTime(clock.now()) };
  try {
    writeFileSync(join(folder, OWNER_FILE), `${JSON.stringify(owner)}\n`, { mode: PRIVATE_FILE });
  } catch {
    // The lock holds without it; only the other side's sentence becomes shorter.
  }
}

/**
 * Reserves a data folder (created when missing, mode 0700) for this process until the result is
 * disposed. Throws `FolderInUseError` when another holds it, `FolderUnusableError` when it cannot
 * be locked. `patienceMs`: how long another one may take to let go, because it is ending.
 *
 * The lock is the operating system's, taken through SQLite, as the ledger's are: it ends with the
 * process however that ends, so there is no stale lock to judge by process numbers, which are used
 * again after a restart and mean nothing between containers. Nobody in this process may open the
 * lock file by other means: on POSIX systems, closing it would give up the lock.
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
      throw new FolderInUseError(folder, readOwner(folder), { cause: failure });
    }
    throw new FolderUnusableError(folder, { cause: failure });
  }
}

/** Tries again while another holds it, until `end` on the monotonic clock. */
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

/** A lock file with other content than ours cannot be held by anybody: it is set aside. */
async function lockOrReplace(path: string, files: Files, clock: Clock): Promise<DatabaseSync> {
  try {
    return lockFile(path);
  } catch (failure) {
    if (sqliteCode(failure) !== SQLITE_NOT_A_DATABASE) throw failure;
    await setAside(path, files, clock);
    return lockFile(path);
  }
}
