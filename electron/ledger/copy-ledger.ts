import { backup, DatabaseSync } from 'node:sqlite';
import { LedgerUnavailableError } from './errors.ts';

/** All pages in one step: a step that is not the last begins anew whenever somebody writes. */
const ALL_PAGES = 0x7fff_ffff;
const BUSY_MS = 5_000;

/**
 * Writes the books as they are now to `target`, while they are in use: what is recorded meanwhile is
 * whole in it or not at all. The copy stands for itself, without companions. The work is done beside
 * this thread.
 *
 * @throws LedgerUnavailableError; then `target` is of no use.
 */
export async function copyLedger(file: string, target: string): Promise<void> {
  try {
    // A connection of its own: that of the books goes on with what it does.
    const source = new DatabaseSync(file, { readOnly: true, timeout: BUSY_MS });
    try {
      await backup(source, target, { rate: ALL_PAGES });
    } finally {
      source.close();
    }
    const copy = new DatabaseSync(target);
    try {
      copy.exec('PRAGMA journal_mode = DELETE');
    } finally {
      copy.close();
    }
  } catch (failure) {
    throw new LedgerUnavailableError(failure);
  }
}
