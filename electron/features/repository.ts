import type { DatabaseSync } from 'node:sqlite';
import type { LedgerCall } from '../storage/statements.ts';

/** What a feature keeps in the ledger. Its methods throw a `LedgerError`. */
export abstract class Repository {
  protected readonly db: DatabaseSync;
  protected readonly call: LedgerCall;

  constructor(db: DatabaseSync, call: LedgerCall) {
    this.db = db;
    this.call = call;
  }
}
