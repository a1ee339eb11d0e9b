import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { FileVault } from '../../electron/auth/file-vault.ts';
import { parseGrant } from '../../electron/auth/grant-store.ts';
import type { Grant } from '../../electron/auth/ports.ts';
import { createFiles } from '../../electron/base/files.ts';
import { Redactor, silentLogger } from '../../electron/base/log.ts';
import { markIn } from '../../electron/storage/coverage-mark.ts';
import type { CoverageMark } from '../../shared/connection-history.ts';
import { VirtualClock } from './virtual-clock.ts';

/** What a vault file holds after its process was killed. */
export interface LeftVault {
  readonly grant: Grant | null;
  readonly overlayKey: string | null;
  /** Permission bits; null: there is no file. */
  readonly mode: number | null;
  /** Codes of what the vault complained of. */
  readonly problems: readonly string[];
}

export async function readLeftVault(folder: string): Promise<LeftVault> {
  const path = join(folder, 'vault.json');
  const problems: string[] = [];
  const clock = new VirtualClock();
  const vault = new FileVault({
    path,
    files: createFiles(clock),
    clock,
    redactor: new Redactor(),
    log: silentLogger,
    onProblem: ({ code }) => problems.push(code),
  });
  const text = await vault.read('grant');
  const grant = text === null ? null : parseGrant(text);
  if (text !== null && grant === null) problems.push('the grant cannot be read');
  const mode = await stat(path).then(
    (found) => found.mode & 0o777,
    () => null,
  );
  return { grant, overlayKey: await vault.read('overlay-key'), mode, problems };
}

/** An event in the ledger: its kind and the mark that it was sent with. */
export interface BookedEvent {
  readonly kind: string;
  readonly mark: string;
}

export interface LeftBooks {
  /** SQLite's own verdict; `ok` when the file is whole. */
  readonly integrity: string;
  /** The last moment at which a mark of life was set. */
  readonly markedAt: number | null;
  readonly mark: CoverageMark | null;
  readonly events: ReadonlyMap<number, BookedEvent>;
  /** Beginnings of the gaps, in the order in which they were recorded. */
  readonly gaps: readonly number[];
  readonly eventsWithoutAlert: number;
}

/** The ledger as they lie there: looking at them tidies nothing up for the process that comes next. */
export function readLeftBooks(folder: string): LeftBooks {
  const db = new DatabaseSync(join(folder, 'ledger.sqlite'), { readOnly: true });
  try {
    const one = (sql: string): unknown => Object.values(db.prepare(sql).get() ?? {})[0];
    const marked = db.prepare('SELECT heard_at, mark FROM ledger').get();
    const markedAt = marked?.['heard_at'];
    const rows = db.prepare('SELECT seq, kind, channel_id, payload FROM events').all();
    return {
      integrity: String(one('PRAGMA integrity_check')),
      markedAt: typeof markedAt === 'number' ? markedAt : null,
      mark: markIn(marked),
      events: new Map(rows.map((row) => [Number(row['seq']), bookedEvent(row)])),
      gaps: db
        .prepare('SELECT began_at FROM gaps ORDER BY id')
        .all()
        .map((row) => Number(row['began_at'])),
      eventsWithoutAlert: Number(
        one('SELECT count(*) FROM events WHERE seq NOT IN (SELECT seq FROM alerts)'),
      ),
    };
  } finally {
    db.close();
  }
}

/** The mark stands in a column and in the payload: both must be there. */
function bookedEvent(row: Readonly<Record<string, unknown>>): BookedEvent {
  const data: unknown = JSON.parse(String(row['payload']));
  const isWhole =
    typeof data === 'object' &&
    data !== null &&
    'channelId' in data &&
    data.channelId === row['channel_id'];
  return { kind: String(row['kind']), mark: isWhole ? String(row['channel_id']) : 'not whole' };
}
