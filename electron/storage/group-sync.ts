import type { DatabaseSync } from 'node:sqlite';

/**
 * Makes durable what the log of the ledger held before the call, without holding up the thread;
 * `pagesInLog`: how long the log is. Rejects when the disk refuses.
 */
export type SyncLog = (pagesInLog: number) => Promise<void>;

interface Running {
  /** The writes that it covers. */
  readonly upTo: number;
  readonly end: Promise<void>;
}

/**
 * Counts writes and brings them to the disk in groups: while one sync runs, everybody who writes
 * shares the next one. At most one runs at a time.
 */
export class GroupSync {
  readonly #sync: () => Promise<void>;
  readonly #onFailure: (failure: unknown) => void;
  #written = 0;
  #durable = 0;
  #running: Running | null = null;
  #next: Promise<void> | null = null;
  #kicked = false;

  /** `onFailure` hears of syncs that failed with nobody waiting for them. */
  constructor(sync: () => Promise<void>, onFailure: (failure: unknown) => void) {
    this.#sync = sync;
    this.#onFailure = onFailure;
  }

  /** Something was written: it is on its way to the disk when the present piece of work is over. */
  wrote(): void {
    this.#written += 1;
    if (this.#kicked) return;
    this.#kicked = true;
    queueMicrotask(() => void this.#kick());
  }

  /**
   * null: everything written is on the disk. Otherwise resolves when everything written until now
   * is, and rejects with the disk's refusal.
   */
  durable(): Promise<void> | null {
    if (this.#durable === this.#written) return null;
    if (this.#running === null) return this.#run();
    if (this.#running.upTo === this.#written) return this.#running.end;
    this.#next ??= this.#afterThis(this.#running.end);
    return this.#next;
  }

  async #kick(): Promise<void> {
    this.#kicked = false;
    try {
      await this.durable();
    } catch (failure) {
      this.#onFailure(failure);
    }
  }

  async #afterThis(present: Promise<void>): Promise<void> {
    await present.catch(() => undefined);
    this.#next = null;
    await this.durable();
  }

  #run(): Promise<void> {
    const upTo = this.#written;
    const end = this.#sync().then(
      () => {
        this.#durable = upTo;
        this.#running = null;
      },
      (failure: unknown) => {
        this.#running = null;
        throw failure;
      },
    );
    this.#running = { upTo, end };
    return end;
  }
}

/**
 * Runs one write that need not wait for the disk: it is lost only when the whole machine stops.
 * Writes before and after it are as safe as ever.
 */
export function withoutSync<T>(db: DatabaseSync, write: () => T): T {
  db.exec('PRAGMA synchronous = NORMAL');
  try {
    return write();
  } finally {
    db.exec('PRAGMA synchronous = FULL');
  }
}
