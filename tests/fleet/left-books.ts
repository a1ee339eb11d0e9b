import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { markIn } from './many-channels.ts';

/** A stretch that the books admit to have missed, by this computer's clock. */
export interface KnownGap {
  readonly channelId: string;
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

/** The ledgers of all hosts. `skewMs`: how far the clock is ahead that their times are from. */
export function readLedgers(
  hosts: readonly { readonly dataDir: string; readonly skewMs: number }[],
): LeftBooks {
  const events = new Map<string, number>();
  const gaps: KnownGap[] = [];
  for (const { dataDir, skewMs } of hosts) {
    for (const { channelId, db } of ledgersBelow(join(dataDir, 'channels'))) {
      for (const { payload } of db.prepare('SELECT payload FROM events').all()) {
        const mark = markIn(String(payload));
        if (mark !== null) events.set(mark, (events.get(mark) ?? 0) + 1);
      }
      for (const row of db.prepare('SELECT began_at, ended_at FROM gaps').all()) {
        const [from, to] = [Number(row['began_at']) - skewMs, Number(row['ended_at']) - skewMs];
        gaps.push({ channelId, from, to });
      }
      db.close();
    }
  }
  return { events, gaps, clashes: [] };
}

function ledgersBelow(folder: string) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .map((name) => ({ name, file: join(folder, name, 'ledger.sqlite') }))
    .filter(({ file }) => existsSync(file))
    .map(({ name, file }) => ({
      channelId: Buffer.from(name, 'base64url').toString(),
      db: new DatabaseSync(file, { readOnly: true }),
    }));
}
