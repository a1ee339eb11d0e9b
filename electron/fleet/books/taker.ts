import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { SUBSCRIPTION_KINDS } from '../../../shared/connection-history.ts';
import type { Decoded, ValuedEvent, ValuedKind } from '../../../shared/events.ts';
import { jsonText, parseJson } from '../../../shared/json.ts';
import type { Logger } from '../../base/log.ts';
import { ADOPTED_TABLES, adoptedRow } from '../../storage/adopt/adopted-tables.ts';
import { STORED_EVENTS } from '../../storage/adopt/stored-events.ts';
import { GAP_COLUMNS, gapCells } from '../../storage/gap-rows.ts';
import { type Row, rowOf } from '../../storage/rows.ts';
import { prepareAll, type Statements } from '../../storage/statements.ts';
import type { EventEntry, GapEntry, Page, StateEntry, Stretch, WrittenEntry } from './messages.ts';
import { STATE_TABLES, type StateTable } from './tables.ts';

const EVENT_COLUMNS = Object.keys(tableOf('events').columns);
const ALERT_COLUMNS = Object.keys(tableOf('alerts').columns);
/** How an id begins that two hosts have. */
export const SHARED = 'shared-';
/** Copies of one event reach two hosts within this; a computer that was stopped reads them later. */
const TWIN_MS = 120_000;

const insertInto = (table: string, columns: readonly string[]): string =>
  `INSERT INTO ${table} (${columns.join(', ')})
    VALUES (${columns.map((name) => `:${name}`).join(', ')}) ON CONFLICT DO NOTHING`;

const SQL = {
  taking: 'UPDATE fleet_books SET taking = ?',
  owner: 'SELECT owner FROM fleet_books',
  setOwner: 'UPDATE fleet_books SET owner = ?',
  addEvent: insertInto('events', EVENT_COLUMNS),
  addAlert: insertInto('alerts', ALERT_COLUMNS),
  isThere: `SELECT 1 FROM gaps WHERE began_at = ? AND ended_at = ? AND reason = ?
    AND coalesce(kinds, '${SUBSCRIPTION_KINDS.join()}') = ?`,
  addGap: `INSERT INTO gaps (${GAP_COLUMNS}) VALUES (?, ?, ?, ?)`,
  rewrite: 'UPDATE events SET who = NULL, payload = ? WHERE seq = ? AND payload <> ?',
  unsearch: 'DELETE FROM search_events WHERE rowid = ?',
  chatters: 'SELECT DISTINCT who FROM chat',
  removeChat: 'DELETE FROM chat WHERE who = ?',
  waits: 'SELECT id, epoch, type FROM fleet_outbox WHERE source = ? AND key = ?',
  settle: 'DELETE FROM fleet_outbox WHERE source = ? AND key = ?',
  doubtful: `SELECT seq, kind, received_at, payload FROM events
    JOIN fleet_outbox ON source = 'events' AND key = json_array(seq)
    WHERE fleet_outbox.epoch = ? AND received_at >= ?
      AND seq NOT IN (SELECT seq FROM fleet_shared_ids WHERE shared_id <> '') ORDER BY seq`,
  others: `SELECT seq, kind, payload FROM events INDEXED BY events_by_time
    WHERE received_at BETWEEN ? AND ? AND seq >= ? ORDER BY seq`,
  shared: `SELECT seq FROM fleet_shared_ids
    JOIN fleet_outbox ON source = 'events' AND key = json_array(seq)
    WHERE shared_id = ? AND shared_id <> ''`,
  // Of the host that gave the channel, and without an id of both: it read that when it had lost the channel.
  takenFrom: `SELECT events.seq AS seq, kind, payload FROM fleet_shares
    JOIN fleet_outbox ON fleet_outbox.epoch = fleet_shares.epoch AND type = 'event'
    JOIN events ON events.seq = fleet_outbox.key ->> '$[0]'
      AND received_at BETWEEN began_at AND ended_at
    WHERE giver = :giver AND fleet_shares.epoch <> :giver AND since <= :seq AND events.seq <> :seq
    ORDER BY events.seq`,
  isIn: 'SELECT 1 FROM events WHERE seq = ?',
  alert: 'SELECT * FROM alerts WHERE seq = ?',
  unalert: 'DELETE FROM alerts WHERE seq = ?',
  // The reverse of what the trigger adds to the sums.
  unsum: `UPDATE sums SET count = count - 1,
      unknown = unknown - iif(coalesce(beams, amount_minor, draw_count) IS NULL, 1, 0),
      amount_high = amount_high + ((amount - coalesce(beams, amount_minor, draw_count, 0)) >> 53),
      amount = (amount - coalesce(beams, amount_minor, draw_count, 0)) & 9007199254740991
    FROM (SELECT * FROM events WHERE seq = ?) AS gone
    WHERE quarter = gone.received_at / 900000 AND sums.currency = coalesce(gone.currency, '')
      AND sort = CASE gone.kind
        WHEN 'DONATION' THEN iif(gone.donation_type = 'CHEERING', 'cheering', 'donation')
        WHEN 'SUBSCRIPTION' THEN 'subscription' WHEN 'DROPS' THEN 'draw' ELSE 'purchase' END`,
  remove: 'DELETE FROM events WHERE seq = ?',
} as const;

type Cells = Record<string, string | number | null>;

/** Writes entries of the stream into a channel's ledger. Inside a transaction of the caller. */
export class Taker {
  readonly #db: DatabaseSync;
  readonly #file: string;
  readonly #log: Logger;
  readonly #sql: Statements<typeof SQL>;

  constructor(db: DatabaseSync, file: string, log: Logger) {
    this.#db = db;
    this.#file = file;
    this.#log = log;
    this.#sql = prepareAll(db, SQL);
  }

  /** Returns where entries of this file were that still waited here. */
  take(entries: Page, booksOnly: boolean): Stretch {
    const found: number[] = [];
    let owner = Number(this.#sql.owner.get()?.['owner']);
    this.#sql.taking.run(1);
    for (const [place, entry, id] of entries) {
      // One that waits is in nobody's books yet.
      if (entry.type === 'waiting') continue;
      // Of a former owner: the present one has gone on from what there was before it.
      const isPassedOver = booksOnly && entry.type === 'state';
      if (!isPassedOver && this.#takeOne(entry, id, entry.epoch < owner)) found.push(place);
      owner = Math.max(owner, entry.epoch);
    }
    this.#sql.taking.run(0);
    this.#sql.setOwner.run(owner);
    const [from, to] = [found[0], found.at(-1)];
    return from === undefined || to === undefined ? null : { from, to };
  }

  /** How many events of the claim were received by the next owner too. Each has one twin at most. */
  dropTwins(from: number, epoch: number, numbersEnd: number): number {
    const doubtful = this.#sql.doubtful.all(epoch, from);
    const [first, last] = [doubtful[0], doubtful.at(-1)];
    if (!first || !last) return 0;
    const until = Number(last['received_at']);
    const rows = this.#sql.others.all(from - TWIN_MS, until + TWIN_MS, numbersEnd);
    const others = new Contents(rows.map(contentOf));
    const twins = doubtful.filter((row) => others.takeOut(contentOf(row)));
    this.#sql.taking.run(1);
    for (const { seq } of twins) this.#unbook(Number(seq));
    this.#sql.taking.run(0);
    return twins.length;
  }

  /** An event that no core has heard, as one that waits for the stream. */
  add(event: ValuedEvent, isLate: boolean): void {
    this.#sql.addEvent.run(rowOf(event));
    this.#sql.addAlert.run(alertCells(event.seq, event.receivedAt, null, isLate));
  }

  /** Another host's event comes in the place of this file's. null: it was erased since. */
  yieldTo(twin: EventEntry | null, seq: number): void {
    this.#sql.taking.run(1);
    const isLate = twin !== null && twin.epoch < Number(this.#sql.owner.get()?.['owner']);
    if (twin) this.#event(this.#inPlaceOf(seq, twin), isLate);
    else this.#unbook(seq);
    this.#sql.taking.run(0);
  }

  /** The event of this file that waits and is the same; null: none is. */
  #twinOf({ epoch, event, anonymous }: EventEntry, id: string): number | null {
    const { seq } = event;
    const own = this.#sql.shared.get(id)?.['seq'];
    if (typeof own === 'number') return own === seq ? null : own;
    if (anonymous || id.startsWith(SHARED) || this.#sql.isIn.get(seq)) return null;
    const mine = this.#sql.takenFrom.all({ giver: epoch, seq });
    if (mine.length === 0) return null;
    const content = contentOf({ kind: event.kind, payload: rowOf(event).payload });
    const twin = mine.find((row) => contentOf(row) === content);
    return twin ? Number(twin['seq']) : null;
  }

  /** Where this host's viewers have seen it, its alert is over. */
  #inPlaceOf(seq: number, twin: EventEntry): EventEntry {
    const alert = this.#sql.alert.get(seq);
    this.#unbook(seq);
    return alert?.['state'] === 'over' ? { ...twin, alert } : twin;
  }

  /** Whether it is one of this file that still waited. */
  #takeOne(entry: WrittenEntry, id: string, isLate: boolean): boolean {
    switch (entry.type) {
      case 'event': {
        const own = this.#twinOf(entry, id);
        return this.#event(own === null ? entry : this.#inPlaceOf(own, entry), isLate);
      }
      case 'gap':
        return this.#gap(entry);
      case 'viewer':
        if (entry.file !== this.#file) this.#forget(entry.viewer);
        return false;
      case 'state':
        if (entry.file !== this.#file && !isLate) this.#state(entry);
        return false;
      default:
        return false;
    }
  }

  #event({ event, alert, anonymous }: EventEntry, isLate: boolean): boolean {
    const key = JSON.stringify([event.seq]);
    const cells = rowOf(event);
    if (anonymous) this.#anonymize(event.seq, cells.payload);
    this.#sql.addEvent.run(cells);
    const known = alert && adopted('alerts', alert);
    this.#sql.addAlert.run(alertCells(event.seq, event.receivedAt, known, isLate));
    const waits = this.#sql.waits.get('events', key);
    // One that waits as an anonymous one is not settled by the one with the name.
    if (!waits || (waits['type'] === 'anonymous' && !anonymous)) return false;
    this.#sql.settle.run('events', key);
    return true;
  }

  #forget(viewer: string): void {
    const who = this.#sql.chatters.all().find((row) => viewerHash(String(row['who'])) === viewer);
    if (!who) return;
    this.#db.exec('PRAGMA secure_delete = ON');
    this.#sql.removeChat.run(String(who['who']));
    this.#db.exec('PRAGMA secure_delete = OFF');
  }

  #anonymize(seq: number, payload: string): void {
    this.#db.exec('PRAGMA secure_delete = ON');
    const { changes } = this.#sql.rewrite.run(payload, seq, payload);
    if (changes > 0) this.#sql.unsearch.run(seq);
    this.#db.exec('PRAGMA secure_delete = OFF');
  }

  #gap({ epoch, file, id, gap }: GapEntry): boolean {
    if (file === this.#file) {
      const key = JSON.stringify([id]);
      if (this.#sql.waits.get('gaps', key)?.['epoch'] !== epoch) return false;
      this.#sql.settle.run('gaps', key);
      return true;
    }
    const cells = gapCells(gap);
    if (!this.#sql.isThere.get(...cells)) this.#sql.addGap.run(...cells);
    return false;
  }

  #state(entry: StateEntry): void {
    const kind = STATE_TABLES.find(({ table }) => table.name === entry.table);
    if (!kind || kind.key.length !== entry.key.length) return;
    this.#sql.settle.run(kind.table.name, JSON.stringify(entry.key));
    try {
      if (entry.row === null) this.#remove(kind, entry.key);
      else this.#put(kind, entry.row);
    } catch (failure) {
      this.#log.warn('a row of the books could not be taken', { table: entry.table, failure });
    }
  }

  #put({ table, key }: StateTable, row: Row): void {
    const cells = adopted(table.name, row);
    if (!cells) return;
    const names = Object.keys(table.columns);
    const others = names.filter((name) => !key.includes(name));
    this.#db
      .prepare(
        `INSERT INTO ${table.name} (${names.join(', ')}) VALUES (${names.map((name) => `:${name}`).join(', ')})
        ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${others.map((name) => `${name} = excluded.${name}`).join(', ')}`,
      )
      .run(cells);
  }

  #remove({ table, key }: StateTable, values: readonly (string | number)[]): void {
    const where = key.map((name) => `${name} = ?`).join(' AND ');
    this.#db.prepare(`DELETE FROM ${table.name} WHERE ${where}`).run(...values);
  }

  #unbook(seq: number): void {
    this.#sql.unalert.run(seq);
    this.#sql.unsum.run(seq);
    this.#sql.unsearch.run(seq);
    this.#sql.remove.run(seq);
    this.#sql.settle.run('events', JSON.stringify([seq]));
  }
}

function tableOf(name: string) {
  const table = ADOPTED_TABLES.find((each) => each.name === name);
  if (!table) throw new TypeError(`There is no table ${name}.`);
  return table;
}

/** The cells of a row of another host; null: it is not one of this table. */
function adopted(name: string, row: Row): Cells | null {
  const { since, columns } = tableOf(name);
  const exact = Object.entries(row).map(
    ([column, value]) => [column, typeof value === 'number' ? BigInt(value) : value] as const,
  );
  // Without its `whole`: that is for files of strangers.
  return adoptedRow({ name, since, columns }, Object.fromEntries(exact)) as Cells | null;
}

/** An alert of an event that came late is not played any more: it is among those that never appeared. */
function alertCells(seq: number, receivedAt: number, known: Cells | null, isLate: boolean): Cells {
  const fresh = { state: 'queued', note: null, painted_at: null, ended_at: null, flaw: null };
  const alert = { queued_at: receivedAt, ...fresh, ...known, seq, received_at: receivedAt };
  const isOver = alert.state === 'over' || alert.state === 'never-appeared';
  if (!isLate || isOver) return alert;
  return { ...alert, state: 'never-appeared', ended_at: receivedAt };
}

/** What the stream knows a removed viewer by. */
export function viewerHash(channelId: string): string {
  return createHash('sha256').update(`stagelight viewer ${channelId}`).digest('hex');
}

/** Equal for copies of one event, also for those that went through the stream. */
export function contentOf({ kind, payload }: Row): string {
  const data = parseJson(String(payload));
  const schema = STORED_EVENTS[kind as keyof typeof STORED_EVENTS];
  return `${String(kind)} ${jsonText(schema.safeParse(data).data ?? data)}`;
}

/** The same, of one that is in no ledger. */
export function contentOfEvent({ kind, data }: Decoded<ValuedKind>): string {
  return contentOf({ kind, payload: jsonText(data) });
}

/** Contents of events, each as often as it is there. */
export class Contents {
  readonly #left = new Map<string, number>();

  constructor(contents: readonly string[]) {
    for (const content of contents) this.#left.set(content, (this.#left.get(content) ?? 0) + 1);
  }

  /** One of it. False: there is none left. */
  takeOut(content: string): boolean {
    const times = this.#left.get(content) ?? 0;
    this.#left.set(content, Math.max(0, times - 1));
    return times > 0;
  }
}
