import { type FileHandle, open } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { type Clock, delay } from '../base/clock.ts';
import type { Logger } from '../base/log.ts';
import { SerialQueue } from '../base/serial-queue.ts';

interface LogKeeperOptions {
  readonly file: string;
  readonly clock: Clock;
  readonly log: Logger;
  /** Opens the log for syncs; left out: from the file system. */
  readonly openLog?: (path: string) => Promise<LogFile>;
}

export type LogFile = Pick<FileHandle, 'datasync' | 'close'>;

/** Pages of 4 KB, SQLite's own limit: after this many more, the log is moved into the file. */
const LONG = 1_000;
/** The log was not moved completely between two writes: events wait until it is. */
const TOO_LONG = 4_000;
/** 64 MB: from here on every writer waits. */
const MUCH_TOO_LONG = 16_000;
const LONGEST_HOLD_MS = 500;

/** Syncs the ledger's log beside the writing thread: once `sync` resolves, it is durable. */
export class LogKeeper {
  readonly #options: LogKeeperOptions;
  #handle: Promise<LogFile> | null = null;
  #running: Promise<void> = Promise.resolve();
  /**
   * True after a failed sync until the log's pages are in the file: the system may have lost parts
   * of the log even if a later sync succeeds.
   */
  #isDoubtful = false;
  #wasSaid = false;
  #nextAt = LONG;

  constructor(options: LogKeeperOptions) {
    this.#options = options;
  }

  /** One at a time. A log that can't be synced is moved into the file; rejects if neither works. */
  readonly sync = (pagesInLog: number): Promise<void> => {
    const end = this.#sync(pagesInLog);
    this.#running = end.catch(() => undefined);
    return end;
  };

  async close(): Promise<void> {
    await this.#running;
    await thread.leave(this);
    const handle = this.#handle;
    this.#handle = null;
    await (await handle?.catch(() => null))?.close();
  }

  async #sync(pagesInLog: number): Promise<void> {
    if (this.#isDoubtful) return this.#moveAll();
    try {
      await (await this.#open()).datasync();
    } catch (failure) {
      this.#isDoubtful = true;
      if (!this.#wasSaid) this.#options.log.warn('ledger: the log cannot be synced', { failure });
      this.#wasSaid = true;
      return this.#moveAll();
    }
    if (pagesInLog < LONG) this.#nextAt = LONG;
    if (pagesInLog < this.#nextAt) return;
    this.#nextAt = pagesInLog + LONG;
    const shortened = this.#shorten(pagesInLog);
    if (pagesInLog < TOO_LONG) return;
    const limit = new AbortController();
    const { clock } = this.#options;
    await Promise.race([shortened, delay(clock, LONGEST_HOLD_MS, limit.signal)]);
    limit.abort();
  }

  async #moveAll(): Promise<void> {
    if (!(await this.#checkpoint('PASSIVE'))) {
      throw new Error(
        'The log of the books could not be synced, and not be moved into their file.',
      );
    }
    this.#isDoubtful = false;
  }

  #open(): Promise<LogFile> {
    if (this.#handle === null) {
      // Windows needs a writable handle for a sync.
      const { file, openLog = (path) => open(path, 'r+') } = this.#options;
      const handle = openLog(`${file}-wal`);
      this.#handle = handle;
      handle.catch(() => {
        this.#handle = null;
      });
    }
    return this.#handle;
  }

  async #shorten(pagesInLog: number): Promise<void> {
    const mode: CheckpointMode = pagesInLog < MUCH_TOO_LONG ? 'PASSIVE' : 'RESTART';
    try {
      await this.#checkpoint(mode);
    } catch (failure) {
      this.#options.log.warn('ledger: the log could not be shortened', { failure, pagesInLog });
    }
  }

  #checkpoint(mode: CheckpointMode): Promise<boolean> {
    return thread.run(this, { file: this.#options.file, mode });
  }
}

/** `PASSIVE` does not wait; `RESTART` makes writers wait until the log can restart. */
type CheckpointMode = 'PASSIVE' | 'RESTART';

/**
 * The thread's code as text: a separate file would have to be found in the sources, two builds and
 * the app's archive. Once the whole log is in the file, the next commit restarts the log and waits
 * for the disk; the thread makes that empty commit itself, so that no writer waits.
 */
const SOURCE = `
const { parentPort } = require('node:worker_threads');
const { DatabaseSync } = require('node:sqlite');

function checkpoint({ file, mode, busyMs }) {
  const db = new DatabaseSync(file, { timeout: busyMs });
  try {
    db.exec('PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 0');
    const { busy, log, checkpointed } = db.prepare('PRAGMA wal_checkpoint(' + mode + ')').get();
    const isWhole = busy === 0 && log === checkpointed;
    if (isWhole && log > 0) {
      const { user_version } = db.prepare('PRAGMA user_version').get();
      db.exec('PRAGMA user_version = ' + user_version);
    }
    return isWhole;
  } finally {
    db.close();
  }
}

parentPort.on('message', (wish) => {
  try {
    parentPort.postMessage({ isWhole: checkpoint(wish), failure: null });
  } catch (failure) {
    parentPort.postMessage({ isWhole: false, failure: String(failure) });
  }
});
`;

/** How long the thread waits for a writer, and at most blocks one, milliseconds. */
const BUSY_MS = 1_000;

interface Checkpoint {
  readonly file: string;
  readonly mode: CheckpointMode;
}

/**
 * Moves ledgers' logs into their files, in a thread with its own connection, because this waits for
 * the disk several times. One for all ledgers of this process: a thread takes some megabytes, and a
 * host of a fleet has hundreds. It starts with the first checkpoint.
 */
class CheckpointThread {
  readonly #queue = new SerialQueue();
  /** Those that have asked and may ask again. */
  readonly #users = new Set<object>();
  #worker: Worker | null = null;

  /** Whether the whole log is in the file and on disk. One at a time; rejects if refused. */
  run(user: object, wish: Checkpoint): Promise<boolean> {
    this.#users.add(user);
    return this.#queue.run(() => this.#ask(wish));
  }

  /** The thread ends with its last user. */
  async leave(user: object): Promise<void> {
    await this.#queue.drained();
    if (!this.#users.delete(user) || this.#users.size > 0) return;
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
  }

  async #ask(wish: Checkpoint): Promise<boolean> {
    this.#worker ??= new Worker(SOURCE, { eval: true });
    const worker = this.#worker;
    try {
      return await answerOf(worker, { ...wish, busyMs: BUSY_MS });
    } catch (failure) {
      // The next call starts a new one.
      this.#worker = null;
      void worker.terminate();
      throw failure;
    } finally {
      // Must not keep the process alive.
      worker.unref();
    }
  }
}

const thread = new CheckpointThread();

function answerOf(
  worker: Worker,
  wish: Checkpoint & { readonly busyMs: number },
): Promise<boolean> {
  const { promise, resolve, reject } = Promise.withResolvers<boolean>();
  const onAnswer = ({ isWhole, failure }: { isWhole: boolean; failure: string | null }): void => {
    if (failure === null) resolve(isWhole);
    else reject(new Error(failure));
  };
  const onExit = (): void => reject(new Error('The thread of the checkpoints has ended.'));
  worker.once('message', onAnswer).once('error', reject).once('exit', onExit);
  worker.ref();
  worker.postMessage(wish);
  return promise.finally(() => {
    worker.off('message', onAnswer).off('error', reject).off('exit', onExit);
  });
}
