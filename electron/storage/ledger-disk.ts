import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../base/clock.ts';
import type { Logger } from '../base/log.ts';
import { LedgerCallError } from './errors.ts';
import { formatOf, inTransaction } from './migrations.ts';
import { type LedgerSafety, prepareAll, type Statements } from './statements.ts';

const SQL = {
  changes: 'SELECT total_changes() AS changes',
  // Reports the log's size and moves nothing.
  log: 'PRAGMA wal_checkpoint(NOOP)',
} as const;

/** Longest wait for a sync; after it, events are shown anyway. */
const LONGEST_SYNC_MS = 2_000;

/** Runs every call to the ledger's file and syncs its writes. */
export class LedgerDisk {
  readonly #db: DatabaseSync;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #onFailure: (failure: unknown) => void;
  readonly #sql: Statements<typeof SQL>;
  /** null: every commit waits for the disk. */
  #sync: GroupSync | null = null;
  #changes = 0;
  #syncFails = false;

  constructor(db: DatabaseSync, clock: Clock, log: Logger, onFailure: (failure: unknown) => void) {
    this.#db = db;
    this.#clock = clock;
    this.#log = log;
    this.#onFailure = onFailure;
    this.#sql = prepareAll(db, SQL);
  }

  readonly call = <T>(name: string, work: () => T, safety: LedgerSafety = 'safe'): T => {
    try {
      const isSpared = safety === 'lazy' && this.#sync === null;
      return isSpared ? withoutSync(this.#db, work) : work();
    } catch (failure) {
      this.#onFailure(failure);
      throw new LedgerCallError(name, failure);
    } finally {
      this.#noticeChanges(safety);
    }
  };

  change<T>(name: string, work: () => T): T {
    return this.call(name, () => inTransaction(this.#db, work));
  }

  syncBeside(sync: SyncLog): void {
    this.#db.exec('PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 0');
    const pages = (): number => Number(this.#sql.log.get()?.['log'] ?? 0);
    this.#changes = this.#countChanges();
    this.#sync = new GroupSync(
      async () => {
        // The end of the run has already synced everything.
        if (this.#sync === null || !this.#db.isOpen) return;
        await sync(pages());
        this.#syncFails = false;
      },
      (failure) => {
        if (!this.#syncFails) this.#log.error('ledger: not brought to the disk', { failure });
        this.#syncFails = true;
      },
    );
  }

  whenDurable(): Promise<void> | null {
    const durable = this.#sync?.durable() ?? null;
    return durable === null ? null : this.#inTime(durable);
  }

  commitDurably(): void {
    if (this.#sync === null) return;
    this.#sync = null;
    this.call('sync', () => {
      this.#db.exec('PRAGMA synchronous = FULL');
      // Any commit syncs the whole log; this one changes nothing.
      this.#db.exec(`PRAGMA user_version = ${formatOf(this.#db)}`);
    });
  }

  close(): void {
    if (this.#db.isOpen) this.#db.close();
  }

  #noticeChanges(safety: LedgerSafety): void {
    if (this.#sync === null || !this.#db.isOpen) return;
    const changes = this.#countChanges();
    if (changes !== this.#changes && safety === 'safe') this.#sync.wrote();
    this.#changes = changes;
  }

  #countChanges(): number {
    return Number(this.#sql.changes.get()?.['changes'] ?? 0);
  }

  async #inTime(durable: Promise<void>): Promise<void> {
    const late = Promise.withResolvers<never>();
    const limit = this.#clock.setTimeout(
      () => late.reject(new Error(`The disk did not answer within ${LONGEST_SYNC_MS} ms.`)),
      LONGEST_SYNC_MS,
    );
    try {
      await Promise.race([durable, late.promise]);
    } catch (cause) {
      throw new LedgerCallError('sync', cause);
    } finally {
      limit.dispose();
    }
  }
}

/**
 * Makes durable everything in the ledger's log at the time of the call, without blocking the
 * thread; `pagesInLog`: length of the log. Rejects if the disk refuses.
 */
export type SyncLog = (pagesInLog: number) => Promise<void>;

/** Syncs writes in groups: one sync at a time; writes during it share the next one. */
export class GroupSync {
  readonly #sync: () => Promise<void>;
  readonly #onFailure: (failure: unknown) => void;
  #written = 0;
  #durable = 0;
  #running: { readonly upTo: number; readonly end: Promise<void> } | null = null;
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

  /** null: all is on disk. Otherwise resolves once all written so far is, or rejects. */
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
