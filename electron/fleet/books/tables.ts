import { ADOPTED_TABLES, type AdoptedTable } from '../../storage/adopt/adopted-tables.ts';

/** A table whose rows go with the channel as they are; the owner's last word counts. */
export interface StateTable {
  readonly table: AdoptedTable;
  readonly key: readonly string[];
  /** Its new rows go with something else, or those that go are not missed. */
  readonly except?: 'insert' | 'delete';
}

/**
 * What a host needs of another one's file besides events and gaps. Not the chat and what is read from the
 * platform again (claims, campaigns), nor recordings of an OBS that is nowhere near.
 */
export const STATE_TABLES: readonly StateTable[] = [
  // A new alert goes with its event.
  { ...state('alerts', 'seq'), except: 'insert' },
  state('broadcasts', 'id'),
  state('stream_changes', 'id'),
  state('stream_seen', 'channel', 'part'),
  state('payout_jobs', 'id'),
  state('payout_items', 'job_id', 'position'),
  state('payout_calls', 'id'),
  state('drops_quota', 'day', 'category'),
  state('follower_marks', 'owner'),
  state('activities', 'id'),
  // What is folded into the activity is ignored, and goes with the next fold.
  { ...state('activity_journal', 'id'), except: 'delete' },
  state('sinks', 'id'),
  state('dead_letters', 'sink', 'seq'),
];

function state(name: string, ...key: readonly string[]): StateTable {
  const table = ADOPTED_TABLES.find((each) => each.name === name);
  if (!table) throw new TypeError(`There is no table ${name}.`);
  return { table, key };
}

/**
 * A table of what is not in the stream yet, filled by triggers in the transaction of the core's own write:
 * what the books have is in the stream or in here, whenever the process is killed. `taking`: rows that
 * come from the stream are being written.
 */
const OUTBOX = `
  CREATE TABLE IF NOT EXISTS fleet_books (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    -- Tells this file from those of other hosts.
    file TEXT NOT NULL,
    -- The claim under which the core writes.
    epoch INTEGER NOT NULL,
    -- First number that is not of this claim's block.
    numbers_end INTEGER NOT NULL,
    -- The latest claim that the stream has entries of, up to the position.
    owner INTEGER NOT NULL,
    -- When the stream was made; '': none was seen yet.
    stream TEXT NOT NULL,
    -- The last place of the stream up to which everything of the channel is in this file.
    position INTEGER NOT NULL,
    -- The last note of late entries that was followed.
    late INTEGER NOT NULL,
    -- From here on another host may have received the same; NULL: nothing is in doubt.
    doubtful_from INTEGER,
    taking INTEGER NOT NULL
  ) STRICT;
  INSERT OR IGNORE INTO fleet_books
    VALUES (1, lower(hex(randomblob(8))), 0, 0, 0, '', 0, 0, NULL, 0);
  CREATE TABLE IF NOT EXISTS fleet_outbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    type TEXT NOT NULL,
    source TEXT NOT NULL,
    -- JSON: the columns of its primary key.
    key TEXT NOT NULL,
    epoch INTEGER NOT NULL,
    UNIQUE (source, key)
  ) STRICT;
  -- Times in which this host and another one may have received the same.
  CREATE TABLE IF NOT EXISTS fleet_shares (
    id INTEGER PRIMARY KEY,
    -- The claim under which this host received it.
    epoch INTEGER NOT NULL,
    -- The claim of the host that had the channel first, and its first number that both may have.
    giver INTEGER NOT NULL,
    since INTEGER NOT NULL,
    began_at INTEGER NOT NULL,
    ended_at INTEGER NOT NULL
  ) STRICT;
  -- Under what such an event goes to the stream, whenever it is sent again; '': under its number all the same.
  CREATE TABLE IF NOT EXISTS fleet_shared_ids (
    seq INTEGER PRIMARY KEY,
    shared_id TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS fleet_shared_by_id ON fleet_shared_ids (shared_id);
`;

const keyText = (columns: readonly string[], row: string): string =>
  `json_array(${columns.map((name) => `${row}.${name}`).join(', ')})`;

/** What waits is one of these, or a `viewer`, which is no row. */
type EntryType = 'event' | 'anonymous' | 'gap' | 'state';

function trigger(
  name: string,
  moment: string,
  source: string,
  type: EntryType,
  columns: readonly string[],
  row: 'new' | 'old',
): string {
  const key = keyText(columns, row);
  // A row that changes again gets a number of its own: what is on its way does not settle it.
  return `CREATE TRIGGER IF NOT EXISTS fleet_${name} AFTER ${moment} ON ${source}
    WHEN (SELECT taking FROM fleet_books) = 0 BEGIN
      DELETE FROM fleet_outbox WHERE source = '${source}' AND key = ${key};
      INSERT INTO fleet_outbox (type, source, key, epoch)
        SELECT '${type}', '${source}', ${key}, epoch FROM fleet_books;
    END;`;
}

function stateTriggers({ table: { name }, key, except }: StateTable): string {
  const inserted = trigger(`${name}_new`, 'INSERT', name, 'state', key, 'new');
  const removed = trigger(`${name}_gone`, 'DELETE', name, 'state', key, 'old');
  return [
    ...(except === 'insert' ? [] : [inserted]),
    trigger(`${name}_set`, 'UPDATE', name, 'state', key, 'new'),
    ...(except === 'delete' ? [] : [removed]),
  ].join('\n');
}

/** Makes a channel's ledger one whose entries go to the stream. Changes nothing where it is one. */
export const BOOKS_SQL = [
  OUTBOX,
  trigger('event', 'INSERT', 'events', 'event', ['seq'], 'new'),
  trigger('anonymous', 'UPDATE OF payload', 'events', 'anonymous', ['seq'], 'new'),
  trigger('gap', 'INSERT', 'gaps', 'gap', ['id'], 'new'),
  ...STATE_TABLES.map(stateTriggers),
].join('\n');

/** Everything that the file has, as if it had been written just now. */
export const REQUEUE_SQL = [
  requeue('events', 'event', ['seq']),
  requeue('gaps', 'gap', ['id']),
  ...STATE_TABLES.map(({ table, key }) => requeue(table.name, 'state', key)),
].join('\n');

function requeue(source: string, type: EntryType, columns: readonly string[]): string {
  return `INSERT INTO fleet_outbox (type, source, key, epoch)
    SELECT '${type}', '${source}', ${keyText(columns, source)}, fleet_books.epoch
    FROM ${source}, fleet_books WHERE true ORDER BY ${columns.map((name) => `${source}.${name}`).join(', ')}
    ON CONFLICT (source, key) DO NOTHING;`;
}
