import type { DatabaseSync } from 'node:sqlite';

/**
 * Makes durable everything in the ledger's log at the time of the call, without blocking the
 * thread; `pagesInLog`: length of the log. Rejects if the disk refuses.
 */
export type SyncLog = (pagesInLog: number) => Promise<void>;

interface Running {
  /** The number of writes that it covers. */
  readonly upTo: number;
  readonly end: Promise<void>;
}

/**
 * Counts writes and syncs them in groups: writes during a sync share the next one. At most one runs
 * at a time.
 */
export class GroupSync {
  readonly #sync: () => Promise<void>;
  readonly #onFailure: (failure: unknown) => void;
  #written = 0;
  #durable = 0;
  #running: Running | null = null;
  #next: Promise<void> | null = null;
  #kicked = false;

  /** `onFailure` receives failed syncs that no one awaits. */
  constructor(sync: () => Promise<void>, onFailure: (failure: unknown) => void) {
    this.#sync = sync;
    this.#onFailure = onFailure;
  }

  /** Counts a write and starts its sync at the end of the present turn. */
  wrote(): void {
    this.#written += 1;
    if (this.#kicked) return;
    this.#kicked = true;
    queueMicrotask(() => void this.#kick());
  }

  /**
   * null: everything written is on disk. Otherwise resolves once everything written so far is, or
   * rejects with the disk's error.
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
 * Runs one write without waiting for the disk: only a crash of the whole machine loses it. Writes
 * before and after it stay as safe as ever.
 */
export function withoutSync<T>(db: DatabaseSync, write: () => T): T {
  db.exec('PRAGMA synchronous = NORMAL');
  try {
    return write();
  } finally {
    db.exec('PRAGMA synchronous = FULL');
  }
}
