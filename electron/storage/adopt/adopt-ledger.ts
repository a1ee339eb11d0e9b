import { closeSync, fsyncSync, openSync, rmSync } from 'node:fs';
import { constants, DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { SearchRepository } from '../../features/reports/search-repository.ts';
import { LedgerTooNewError } from '../errors.ts';
import { APPLICATION_ID, formatOf, inTransaction, MIGRATIONS, migrate } from '../migrations.ts';
import {
  ADOPTED_LEDGER,
  ADOPTED_TABLES,
  type AdoptedTable,
  adoptedRow,
  type Cell,
  MOST_CELL_BYTES,
} from './adopted-tables.ts';

/** The ledger cannot be adopted: not a database, damaged, or with a foreign structure. */
export class ForeignLedgerError extends Error {
  constructor(detail: string, options?: ErrorOptions) {
    super(detail, options);
    this.name = 'ForeignLedgerError';
  }
}

export interface AdoptedLedger {
  readonly events: number;
  readonly messages: number;
  /** Invalid rows, which were left out. */
  readonly badRows: number;
}

const BATCH = 10_000;
/** SQLite's result code for a violated constraint of our tables, without its extended part. */
const CONSTRAINT = 19;

/**
 * Copies a foreign ledger into a new one, row by row: only known columns of known tables, each row
 * checked. Runs none of its views, triggers, indexes or generated columns. Slow for large ledgers
 * and blocks its thread: run it in a worker.
 * @param now epoch milliseconds; the heartbeat cannot be later.
 * @param target created anew, and removed if this throws.
 * @throws ForeignLedgerError, LedgerTooNewError, or SQLite's errors about `target`.
 */
export function adoptLedger(source: string, target: string, now: number): AdoptedLedger {
  removeLedger(target);
  const theirs = openTheirs(source);
  try {
    const ours = new DatabaseSync(target);
    try {
      // A crash leaves an unused file, so syncing once at the end is enough.
      ours.exec('PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF');
      ours.exec('PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF');
      migrate(ours);
      const format = readFormat(theirs);
      const adopted = copyAll(theirs, ours, format, now);
      new SearchRepository(ours, (_name, work) => work()).rebuild();
      ours.exec('PRAGMA optimize');
      return adopted;
    } finally {
      ours.close();
      sync(target);
    }
  } catch (failure) {
    removeLedger(target);
    throw failure;
  } finally {
    theirs.close();
  }
}

function removeLedger(file: string): void {
  for (const companion of ['', '-journal', '-wal', '-shm'])
    rmSync(file + companion, { force: true });
}

function sync(file: string): void {
  const opened = openSync(file, 'r+');
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}

/** SQLite's errors about the foreign file are that file's fault. */
function reading<T>(work: () => T): T {
  try {
    return work();
  } catch (failure) {
    if (failure instanceof LedgerTooNewError || failure instanceof ForeignLedgerError)
      throw failure;
    throw new ForeignLedgerError('it cannot be read', { cause: failure });
  }
}

function openTheirs(file: string): DatabaseSync {
  return reading(() => {
    // Opens the file alone: its companions are neither read nor created.
    const address = pathToFileURL(file);
    address.searchParams.set('immutable', '1');
    const db = new DatabaseSync(address, {
      readOnly: true,
      allowExtension: false,
      defensive: true,
      enableForeignKeyConstraints: false,
    });
    try {
      db.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0');
      // Reading a page must not evaluate the foreign conditions.
      db.exec('PRAGMA ignore_check_constraints = ON; PRAGMA query_only = ON');
      db.setAuthorizer(mayRead);
      return db;
    } catch (failure) {
      db.close();
      throw failure;
    }
  });
}

const { SQLITE_SELECT, SQLITE_PRAGMA, SQLITE_FUNCTION, SQLITE_READ } = constants;
const READ_ONLY: readonly number[] = [SQLITE_SELECT, SQLITE_PRAGMA, SQLITE_FUNCTION, SQLITE_READ];

/** Allows only reading tables, never on behalf of a view or trigger. */
function mayRead(
  action: number,
  first: string | null,
  _second: string | null,
  _database: string | null,
  onBehalfOf: string | null,
): number {
  const isOwn = onBehalfOf === null && READ_ONLY.includes(action);
  const isCall = action === SQLITE_FUNCTION;
  return isOwn && !(isCall && first === 'load_extension')
    ? constants.SQLITE_OK
    : constants.SQLITE_DENY;
}

function readFormat(db: DatabaseSync): number {
  return reading(() => {
    const id = db.prepare('PRAGMA application_id').get()?.['application_id'];
    if (id !== APPLICATION_ID) throw new ForeignLedgerError('it is no ledger of Stagelight');
    const format = formatOf(db);
    if (format > MIGRATIONS.length) throw new LedgerTooNewError(format, MIGRATIONS.length);
    if (format < 1) throw new ForeignLedgerError(`format ${format}`);
    return format;
  });
}

function copyAll(
  theirs: DatabaseSync,
  ours: DatabaseSync,
  format: number,
  now: number,
): AdoptedLedger {
  const tables = ADOPTED_TABLES.filter(({ since }) => since <= format);
  for (const table of [ADOPTED_LEDGER, ...tables]) assertTable(theirs, table, format);
  let badRows = copyLedgerRow(theirs, ours, format, now);
  for (const table of tables) badRows += copyTable(theirs, ours, table, format);
  const count = (name: string): number =>
    Number(ours.prepare(`SELECT count(*) AS count FROM ${name}`).get()?.['count']);
  return { events: count('events'), messages: count('chat'), badRows };
}

function columnsOf({ columns, since, added }: AdoptedTable, format: number): readonly string[] {
  return Object.keys(columns).filter((name) => (added?.[name] ?? since) <= format);
}

/** Requires a table like ours: no view, virtual table, generated column or damaged page. */
function assertTable(db: DatabaseSync, table: AdoptedTable, format: number): void {
  const { name } = table;
  reading(() => {
    const found = db.prepare(`PRAGMA main.table_list("${name}")`).all();
    if (found.length !== 1 || found[0]?.['type'] !== 'table') {
      throw new ForeignLedgerError(`${name} is no table`);
    }
    const columns = db.prepare(`PRAGMA main.table_xinfo("${name}")`).all();
    for (const wanted of columnsOf(table, format)) {
      const column = columns.find((candidate) => candidate['name'] === wanted);
      if (column?.['hidden'] !== 0) throw new ForeignLedgerError(`${name}.${wanted} is no column`);
    }
    const verdict = db.prepare(`PRAGMA main.quick_check("${name}")`).get();
    if (verdict?.['quick_check'] !== 'ok') throw new ForeignLedgerError(`${name} is damaged`);
  });
}

/** Rows in the table's own order. Too large a cell comes as a blob, which the checks refuse. */
function* rowsOf(
  db: DatabaseSync,
  table: AdoptedTable,
  format: number,
): Generator<Readonly<Record<string, unknown>>> {
  const cells = columnsOf(table, format).map(
    (name) => `iif(octet_length("${name}") > ${MOST_CELL_BYTES}, x'', "${name}") AS "${name}"`,
  );
  const statement = reading(() =>
    db.prepare(`SELECT ${cells.join(', ')} FROM main."${table.name}" NOT INDEXED`),
  );
  statement.setReadBigInts(true);
  const rows = statement.iterate();
  for (;;) {
    const next = reading(() => rows.next());
    if (next.done) return;
    yield next.value;
  }
}

function copyTable(
  theirs: DatabaseSync,
  ours: DatabaseSync,
  table: AdoptedTable,
  format: number,
): number {
  const names = Object.keys(table.columns);
  const insert = ours.prepare(
    `INSERT INTO "${table.name}" (${names.map((name) => `"${name}"`).join(', ')})
      VALUES (${names.map(() => '?').join(', ')}) ON CONFLICT DO NOTHING`,
  );
  let bad = 0;
  const take = (row: Readonly<Record<string, unknown>>): void => {
    const cells = adoptedRow(table, row);
    if (cells === null || !isTaken(() => insert.run(...names.map((name) => cells[name] ?? null)))) {
      bad += 1;
    }
  };
  const rows = rowsOf(theirs, table, format);
  for (let isOver = false; !isOver; ) {
    inTransaction(ours, () => {
      for (let taken = 0; taken < BATCH && !isOver; taken += 1) {
        const next = rows.next();
        if (next.done) isOver = true;
        else take(next.value);
      }
    });
  }
  return bad;
}

/** Whether the row was inserted; an existing row, or one that violates a constraint, was not. */
function isTaken(insert: () => { readonly changes: number | bigint }): boolean {
  try {
    return Number(insert().changes) > 0;
  } catch (failure) {
    const code = failure instanceof Error && 'errcode' in failure ? Number(failure.errcode) : 0;
    if ((code & 0xff) === CONSTRAINT) return false;
    throw failure;
  }
}

/** Numbering continues under a new epoch: no page may take new events for ones it has seen. */
function copyLedgerRow(
  theirs: DatabaseSync,
  ours: DatabaseSync,
  format: number,
  now: number,
): number {
  const rows = rowsOf(theirs, ADOPTED_LEDGER, format);
  const first = rows.next();
  const cells = first.done ? null : adoptedRow(ADOPTED_LEDGER, first.value);
  const isOnly = rows.next().done === true;
  if (cells === null || !isOnly) return 1;
  const past = (name: string): Cell => (Number(cells[name]) > now ? null : (cells[name] ?? null));
  ours
    .prepare(`UPDATE ledger SET
      next_number = ?, heard_at = ?, mark = ?, broadcast_began_at = ?, left_at = ?`)
    .run(
      cells['next_number'] ?? 1,
      past('heard_at'),
      past('heard_at') === null ? null : (cells['mark'] ?? null),
      past('broadcast_began_at'),
      past('left_at'),
    );
  // The same as in the migration that introduced broadcasts.
  const began = past('broadcast_began_at');
  if (format < BROADCASTS_SINCE && began !== null) {
    ours.prepare('INSERT INTO broadcasts (began_at) VALUES (?)').run(began);
  }
  return 0;
}

const BROADCASTS_SINCE = 5;
