import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { SubscriptionKind } from '../../shared/connection-history.ts';

/** A stretch that the books admit to have missed, by this computer's clock. */
export interface KnownGap {
  readonly channelId: string;
  readonly kinds: readonly SubscriptionKind[];
  readonly from: number;
  readonly to: number;
}

/** What all hosts together have written down. */
export interface LeftBooks {
  /** How often each event stands there, by its mark. */
  readonly events: ReadonlyMap<string, number>;
  readonly gaps: readonly KnownGap[];
  /** Claims of a channel under which two hosts wrote, and numbers of a channel that two events have. */
  readonly clashes: readonly string[];
}

/** Whether a host has events or gaps on its disk that are not in the stream yet. */
export function hasUnsent(dataDir: string): boolean {
  const waiting = join(dataDir, 'waiting');
  if (existsSync(waiting) && readdirSync(waiting).length > 0) return true;
  const folder = join(dataDir, 'channels');
  if (!existsSync(folder)) return false;
  return readdirSync(folder).some((name) => isUnsent(join(folder, name, 'ledger.sqlite')));
}

function isUnsent(file: string): boolean {
  if (!existsSync(file)) return false;
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    return db.prepare("SELECT 1 FROM fleet_outbox WHERE type <> 'state'").get() !== undefined;
  } catch {
    // Its host has only just begun to make it.
    return false;
  } finally {
    db.close();
  }
}
