import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  statSync,
  truncateSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import type { SecretName, Vault } from '../../electron/auth/ports.ts';
import type { Clock } from '../../electron/base/clock.ts';
import { delay } from '../../electron/base/clock.ts';
import type { Random } from '../../electron/base/random.ts';

export type DiskState = 'good' | 'slow' | 'full' | 'broken';

/** SQLite's codes and words for what the disk may do to a write. */
const REFUSALS = {
  full: { errcode: 13, message: 'database or disk is full' },
  broken: { errcode: 10, message: 'disk I/O error' },
} as const;

/** The longest that the vault takes for a write. */
const VAULT_WRITE_MS = 40;

let state: DiskState = 'good';
let onSlow: () => void = () => undefined;
/** What is written now is synced later: a power loss may take it. */
let isLazy = false;
/** The log of the database that was written last, and how much of it was synced. */
let synced: { readonly log: string; readonly bytes: number } | null = null;

/** How this process's databases find their disk from now on. `wait`: a slow one takes its time for a commit. */
export function setDisk(next: DiskState, wait: () => void = () => undefined): void {
  state = next;
  onSlow = wait;
}

function refused(): Error | null {
  if (state === 'good' || state === 'slow') return null;
  const { errcode, message } = REFUSALS[state];
  return Object.assign(new Error(message), { code: 'ERR_SQLITE_ERROR', errcode, errstr: message });
}

const COMMITS = /^\s*commit/i;
const WRITES = /^\s*(insert|update|delete|replace|commit|create|alter|drop|vacuum)/i;

/** Puts the disk between SQLite and its callers, once in this process. */
export function putDiskUnderSqlite(): void {
  const { run } = StatementSync.prototype;
  StatementSync.prototype.run = function (this: StatementSync, ...args: unknown[]) {
    const failure = WRITES.test(this.sourceSQL) ? refused() : null;
    if (failure) throw failure;
    const result = Reflect.apply(run, this, args);
    noteSynced(synced?.log ?? null);
    return result;
  } as typeof run;
  const { exec } = DatabaseSync.prototype;
  DatabaseSync.prototype.exec = function (sql: string) {
    const failure = WRITES.test(sql) ? refused() : null;
    if (failure) throw failure;
    exec.call(this, sql);
    if (/synchronous = /.test(sql)) isLazy = /synchronous = NORMAL/.test(sql);
    if (!COMMITS.test(sql)) return;
    noteSynced(`${this.location()}-wal`);
    if (state === 'slow') onSlow();
  };
}

function noteSynced(log: string | null): void {
  if (isLazy || log === null || !existsSync(log)) return;
  synced = { log, bytes: statSync(log).size };
}

const LEDGER_FILES = ['ledger.sqlite', 'ledger.sqlite-wal'];

/**
 * What the end of the process leaves: every commit. A power loss (`torn` more than 0) leaves what was
 * synced, some of what was not, and so many bytes of a write that was not finished.
 */
export function copyAsLeft(from: string, to: string, torn: number, random: Random): void {
  mkdirSync(to, { recursive: true });
  for (const file of LEDGER_FILES) {
    if (existsSync(join(from, file))) copyFileSync(join(from, file), join(to, file));
  }
  const log = join(to, 'ledger.sqlite-wal');
  if (torn === 0 || !existsSync(log)) return;
  const { size } = statSync(log);
  const least =
    synced?.log === join(from, 'ledger.sqlite-wal') ? Math.min(size, synced.bytes) : size;
  truncateSync(log, least + Math.floor(random() * (size - least + 1)));
  appendFileSync(log, Buffer.from(Array.from({ length: torn }, () => Math.floor(random() * 256))));
}

/** Secrets that outlive the runs of the app. A write that is under way at a kill is done or not. */
export class ChaosVault {
  readonly #kept = new Map<SecretName, string>();
  readonly #random: Random;

  constructor(random: Random) {
    this.#random = random;
  }

  read(name: SecretName): string | null {
    return this.#kept.get(name) ?? null;
  }

  /** As one run of the app has it, until `isOver`. */
  of(clock: Clock, isOver: () => boolean): Vault {
    const change = async (act: () => void): Promise<void> => {
      const isEarly = this.#random() < 0.5;
      if (isEarly && !isOver()) act();
      await delay(clock, this.#random() * VAULT_WRITE_MS);
      if (!isEarly && !isOver()) act();
    };
    return {
      read: async (name) => this.read(name),
      write: (name, value) => change(() => this.#kept.set(name, value)),
      remove: (name) => change(() => this.#kept.delete(name)),
    };
  }
}
