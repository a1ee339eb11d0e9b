import { type FileHandle, open } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { type Clock, delay } from '../base/clock.ts';
import type { Logger } from '../base/log.ts';

export interface LogKeeperOptions {
  /** The file of the ledger; its log stands beside it. */
  readonly file: string;
  readonly clock: Clock;
  readonly log: Logger;
  /** Opens the log for syncs; left out: of the file system. */
  readonly openLog?: (path: string) => Promise<LogFile>;
}

/** What is needed of the log's file. */
export type LogFile = Pick<FileHandle, 'datasync' | 'close'>;

/** Of 4 KB each, as SQLite's own limit: with so many pages more the log is moved into the file. */
const LONG = 1_000;
/** The log did not come to its end between two writes: events wait until it has. */
const TOO_LONG = 4_000;
/** 64 MB: from here on every writer waits. */
const MUCH_TOO_LONG = 16_000;
/** Events wait no longer than this for the log to be shortened. */
const LONGEST_HOLD_MS = 500;

/**
 * Brings the log of the ledger to the disk beside the thread that writes it, and keeps it short. What
 * stands in the log when `sync` is called is durable when it resolves.
 */
export class LogKeeper {
  readonly #options: LogKeeperOptions;
  readonly #checkpoints: CheckpointThread;
  #handle: Promise<LogFile> | null = null;
  #running: Promise<void> = Promise.resolve();
  /**
   * A sync failed: whatever the system held of the log then may be lost, also when a later sync goes
   * well. Until its pages are in the file.
   */
  #isDoubtful = false;
  #wasSaid = false;
  /** Length at which the log is moved the next time. */
  #nextAt = LONG;

  constructor(options: LogKeeperOptions) {
    this.#options = options;
    this.#checkpoints = new CheckpointThread(options.file);
  }

  /** One at a time. A log that cannot be synced is moved into the file; rejects when neither works. */
  readonly sync = (pagesInLog: number): Promise<void> => {
    const end = this.#sync(pagesInLog);
    this.#running = end.catch(() => undefined);
    return end;
  };

  /** Waits for what is running, and lets go of the file. For after the ledger was closed. */
  async close(): Promise<void> {
    await this.#running;
    await this.#checkpoints.close();
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

  /** The pages of the log are written to the file and synced there. */
  async #moveAll(): Promise<void> {
    if (!(await this.#checkpoints.run('PASSIVE'))) {
      throw new Error(
        'The log of the books could not be synced, and not be moved into their file.',
      );
    }
    this.#isDoubtful = false;
  }

  #open(): Promise<LogFile> {
    if (this.#handle === null) {
      const { file, openLog = openForSync } = this.#options;
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
      await this.#checkpoints.run(mode);
    } catch (failure) {
      this.#options.log.warn('ledger: the log could not be shortened', { failure, pagesInLog });
    }
  }
}

/** A sync needs a handle that may write; only Windows minds. */
function openForSync(path: string): Promise<LogFile> {
  return open(path, 'r+');
}

/** `PASSIVE` waits for nobody; `RESTART` makes writers wait until the log can begin anew. */
export type CheckpointMode = 'PASSIVE' | 'RESTART';

/** Of what the thread tells. */
interface Answer {
  readonly isWhole: boolean;
  readonly failure: string | null;
}

/**
 * What the thread does, as text: a file of its own would have to be found in the sources, in two
 * builds and inside the app's archive.
 *
 * When all of the log is in the file, the next commit begins the log anew, which waits for the disk
 * once; the thread makes that commit itself, so that nobody else waits. It changes nothing.
 */
const SOURCE = `
const { parentPort, workerData } = require('node:worker_threads');
const { DatabaseSync } = require('node:sqlite');

function checkpoint(mode) {
  const db = new DatabaseSync(workerData.file, { timeout: workerData.busyMs });
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

parentPort.on('message', (mode) => {
  try {
    parentPort.postMessage({ isWhole: checkpoint(mode), failure: null });
  } catch (failure) {
    parentPort.postMessage({ isWhole: false, failure: String(failure) });
  }
});
`;

/** How long the thread waits for a writer, and keeps one waiting at most, milliseconds. */
const BUSY_MS = 1_000;

/**
 * Moves the log of the ledger into their file, in a thread of its own with a connection of its own: it
 * waits for the disk several times. The thread begins with the first checkpoint.
 */
export class CheckpointThread {
  readonly #file: string;
  #worker: Worker | null = null;
  #running: Promise<unknown> = Promise.resolve();

  constructor(file: string) {
    this.#file = file;
  }

  /**
   * Whether all that the log held is in the file, and on the disk there. One after the other. Rejects
   * when the disk refuses, or the thread ends.
   */
  run(mode: CheckpointMode): Promise<boolean> {
    const answer = this.#running.then(() => this.#ask(mode));
    this.#running = answer.catch(() => undefined);
    return answer;
  }

  /** Waits for the checkpoint that is running, and ends the thread. */
  async close(): Promise<void> {
    await this.#running;
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
  }

  async #ask(mode: CheckpointMode): Promise<boolean> {
    this.#worker ??= new Worker(SOURCE, {
      eval: true,
      workerData: { file: this.#file, busyMs: BUSY_MS },
    });
    const worker = this.#worker;
    try {
      return await answerOf(worker, mode);
    } catch (failure) {
      // Another one is made for the next time.
      this.#worker = null;
      void worker.terminate();
      throw failure;
    } finally {
      // It must not keep a process alive that is done.
      worker.unref();
    }
  }
}

function answerOf(worker: Worker, mode: CheckpointMode): Promise<boolean> {
  const { promise, resolve, reject } = Promise.withResolvers<boolean>();
  const onAnswer = ({ isWhole, failure }: Answer): void => {
    if (failure === null) resolve(isWhole);
    else reject(new Error(failure));
  };
  const onExit = (): void => reject(new Error('The thread of the checkpoints has ended.'));
  worker.once('message', onAnswer).once('error', reject).once('exit', onExit);
  worker.ref();
  worker.postMessage(mode);
  return promise.finally(() => {
    worker.off('message', onAnswer).off('error', reject).off('exit', onExit);
  });
}
