import type { DatabaseSync, StatementSync } from 'node:sqlite';

export type Statements<S> = Readonly<Record<keyof S, StatementSync>>;

/** Prepares a repository's statements. Throws SQLite's error if a table is not as expected. */
export function prepareAll<S extends Readonly<Record<string, string>>>(
  db: DatabaseSync,
  sql: S,
): Statements<S> {
  const prepared = Object.entries(sql).map(([name, text]) => [name, db.prepare(text)] as const);
  return Object.fromEntries(prepared) as Statements<S>;
}

/** `lazy`: what it writes may be lost with the power, and need not be on its way to the disk. */
export type LedgerSafety = 'safe' | 'lazy';

/** Runs a question or a change; what it throws becomes a `LedgerError`. */
export type LedgerCall = <T>(name: string, work: () => T, safety?: LedgerSafety) => T;
