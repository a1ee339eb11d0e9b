import type { DatabaseSync } from 'node:sqlite';

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
