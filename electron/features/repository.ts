import type { DatabaseSync } from 'node:sqlite';
import { inTransaction } from '../storage/migrations.ts';
import type { LedgerCall, LedgerSafety } from '../storage/statements.ts';

/** What a feature keeps in the ledger. Its methods throw a `LedgerError`. */
export abstract class Repository {
  protected readonly db: DatabaseSync;
  protected readonly call: LedgerCall;

  constructor(db: DatabaseSync, call: LedgerCall) {
    this.db = db;
    this.call = call;
  }

  /** All of it in one transaction. */
  protected change<T>(name: string, work: () => T, safety?: LedgerSafety): T {
    return this.call(name, () => inTransaction(this.db, work), safety);
  }
}
