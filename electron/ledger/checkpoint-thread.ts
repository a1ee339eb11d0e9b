import { Worker } from 'node:worker_threads';

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
 * Moves the log of the books into their file, in a thread of its own with a connection of its own: it
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
