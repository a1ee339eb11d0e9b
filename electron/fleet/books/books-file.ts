import { DatabaseSync } from 'node:sqlite';
import type { CoverageMark } from '../../../shared/connection-history.ts';
import type { Decoded, ValuedEvent, ValuedKind } from '../../../shared/events.ts';
import { parseJson } from '../../../shared/json.ts';
import type { Clock } from '../../base/clock.ts';
import type { Logger } from '../../base/log.ts';
import { markCells, markIn } from '../../storage/coverage-mark.ts';
import { GAP_COLUMNS, gapOf } from '../../storage/gap-rows.ts';
import { inTransaction } from '../../storage/migrations.ts';
import { openLedger } from '../../storage/open-ledger.ts';
import { eventOf, type Row } from '../../storage/rows.ts';
import { prepareAll, type Statements } from '../../storage/statements.ts';
import type { NumberBlock } from './channel-marks.ts';
import type {
  BookEntry,
  Page,
  Position,
  Stretch,
  Waiting,
  WaitingEntry,
  WrittenEntry,
} from './messages.ts';
import { SharedEvents } from './shared-events.ts';
import { BOOKS_SQL, REQUEUE_SQL, STATE_TABLES } from './tables.ts';
import { Contents, contentOf, contentOfEvent, Taker, viewerHash } from './taker.ts';

const SQL = {
  books: 'SELECT * FROM fleet_books',
  begin: `UPDATE fleet_books SET epoch = :epoch, owner = max(owner, :epoch), numbers_end = :end,
      doubtful_from = NULL`,
  numbersEnd: 'UPDATE fleet_books SET numbers_end = ?',
  doubt: 'UPDATE fleet_books SET doubtful_from = min(coalesce(doubtful_from, :at), :at)',
  trust: 'UPDATE fleet_books SET doubtful_from = NULL',
  isInDoubt: `SELECT 1 FROM fleet_books JOIN fleet_outbox ON fleet_outbox.epoch = fleet_books.epoch
    JOIN events ON events.seq = fleet_outbox.key ->> '$[0]'
    WHERE fleet_outbox.type = 'event' AND events.received_at >= doubtful_from LIMIT 1`,
  eventsFrom: 'SELECT kind, payload FROM events WHERE seq >= ?',
  move: 'UPDATE fleet_books SET stream = ?, position = ?, late = ?',
  waiting: 'SELECT * FROM fleet_outbox WHERE id > ? ORDER BY id LIMIT ?',
  waitingBooks: `SELECT * FROM fleet_outbox WHERE type <> 'state' AND id > ? ORDER BY id LIMIT ?`,
  addViewer: `INSERT OR IGNORE INTO fleet_outbox (type, source, key, epoch)
    SELECT 'viewer', 'viewer', json_array(?), epoch FROM fleet_books`,
  isWaiting: 'SELECT 1 FROM fleet_outbox LIMIT 1',
  booksWait: `SELECT 1 FROM fleet_outbox WHERE type <> 'state' LIMIT 1`,
  howMany: 'SELECT count(*) AS count FROM fleet_outbox',
  oldest: `SELECT events.received_at AS at FROM fleet_outbox
    JOIN events ON events.seq = fleet_outbox.key ->> '$[0]'
    WHERE fleet_outbox.type = 'event' ORDER BY fleet_outbox.id LIMIT 1`,
  settle: 'DELETE FROM fleet_outbox WHERE id = ?',
  event: `SELECT events.seq AS number, events.kind AS kind, events.received_at AS at,
      events.payload AS payload, alerts.*
    FROM events LEFT JOIN alerts ON alerts.seq = events.seq WHERE events.seq = ?`,
  gap: `SELECT id, ${GAP_COLUMNS} FROM gaps WHERE id = ?`,
  isUsed: 'SELECT 1 FROM events UNION ALL SELECT 1 FROM gaps LIMIT 1',
  next: `SELECT max(next_number, (SELECT coalesce(max(seq), 0) + 1 FROM events),
      (SELECT coalesce(max(seq), 0) + 1 FROM chat)) AS next, heard_at, mark FROM ledger`,
  setNext: 'UPDATE ledger SET next_number = max(next_number, ?)',
  numbering: 'SELECT epoch FROM ledger',
  setNumbering: 'UPDATE ledger SET epoch = ?',
  goOn: `UPDATE ledger SET heard_at = :heard, mark = :mark, left_at = coalesce(:heard, left_at),
      broadcast_began_at = (SELECT began_at FROM broadcasts WHERE ended_at IS NULL
        ORDER BY began_at DESC LIMIT 1)`,
} as const;

const KEPT_KIB = 256;
const BUSY_MS = 1_000;
/** The alert of an event that waited for longer is not played any more. */
const FRESH_MS = 120_000;

interface FileParts {
  readonly path: string;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * A channel's ledger as the stream's index: what is in it and not yet in the stream, up to where it has the
 * stream's entries, and those that it takes from there. A connection of its own, beside the core's.
 */
export class BooksFile {
  /** Tells this file from those of other hosts. */
  readonly id: string;
  readonly #db: DatabaseSync;
  readonly #sql: Statements<typeof SQL>;
  readonly #taker: Taker;
  readonly #shared: SharedEvents;

  private constructor(db: DatabaseSync, log: Logger) {
    this.#db = db;
    this.#sql = prepareAll(db, SQL);
    this.id = String(this.#books()['file']);
    this.#taker = new Taker(db, this.id, log);
    this.#shared = new SharedEvents(db);
  }

  /** With its ledger, which is made if there is none. Throws a `LedgerError`, or SQLite's errors. */
  static open(parts: FileParts): BooksFile {
    // As the core does: checked, and in the newest format.
    openLedger({ file: parts.path, clock: parts.clock, log: parts.log }).ledger.close();
    return BooksFile.beside(parts);
  }

  /** Of a ledger that was opened before. */
  static beside({ path, log }: Omit<FileParts, 'clock'>): BooksFile {
    const db = new DatabaseSync(path, { timeout: BUSY_MS });
    try {
      // What a loss of power takes from here comes again from the stream.
      db.exec(`PRAGMA synchronous = NORMAL; PRAGMA cache_size = -${KEPT_KIB}`);
      inTransaction(db, () => db.exec(BOOKS_SQL));
      return new BooksFile(db, log);
    } catch (failure) {
      db.close();
      throw failure;
    }
  }

  /** The core's own thread keeps the file's log short from now on. */
  leaveLog(): void {
    this.#db.exec('PRAGMA wal_autocheckpoint = 0');
  }

  get position(): Position {
    const { stream, position, late } = this.#books();
    return { stream: String(stream), position: Number(position), late: Number(late) };
  }

  get epoch(): number {
    return Number(this.#books()['epoch']);
  }

  get numbersEnd(): number {
    return Number(this.#books()['numbers_end']);
  }

  /** What the core had received last; null: it stopped, or never was live. */
  get mark(): CoverageMark | null {
    return markIn(this.#sql.next.get());
  }

  /** Above every number in use. */
  get nextNumber(): number {
    return Number(this.#sql.next.get()?.['next']);
  }

  get isUsed(): boolean {
    return this.#sql.isUsed.get() !== undefined;
  }

  /** The ledger's own epoch: numbers go on as long as it is the same. */
  get numbering(): string {
    return String(this.#sql.numbering.get()?.['epoch']);
  }

  /** From here on the core writes under this claim, with numbers of this block. */
  begin(epoch: number, numbers: NumberBlock): void {
    inTransaction(this.#db, () => {
      this.#sql.setNumbering.run(numbers.numbering);
      this.#sql.begin.run({ epoch, end: numbers.to });
      this.#sql.setNext.run(numbers.from);
      this.#shared.tidy();
    });
  }

  /** Another block. `from`: the end of the present one, or higher. */
  extend({ from, to }: NumberBlock): void {
    inTransaction(this.#db, () => {
      if (from !== this.numbersEnd) this.#sql.setNext.run(from);
      this.#sql.numbersEnd.run(to);
    });
  }

  /** The core finds a run that did not stop and left this; null: there was none. */
  goOn(left: CoverageMark | null): void {
    const [heard, mark] = markCells(left);
    this.#sql.goOn.run({ heard, mark });
  }

  /** The other hosts remove a viewer's messages too. */
  forget(viewer: string): void {
    this.#sql.addViewer.run(viewerHash(viewer));
  }

  /** All of it is for a stream that was made anew, or that never saw it. */
  requeue(): void {
    inTransaction(this.#db, () => this.#db.exec(REQUEUE_SQL));
  }

  moveTo({ stream, position, late }: Position): void {
    this.#sql.move.run(stream, position, late);
  }

  /** What is received from then on may have been received by another host too. */
  doubtFrom(at: number): void {
    this.#sql.doubt.run({ at: Math.floor(at) });
  }

  /**
   * Another host may receive what this one receives from now on: its events from the number `since` on. Returns that
   * number; a lower one where there may be another such host from before.
   */
  give(since: number, at: number, until: number): number {
    this.doubtFrom(at);
    return this.#shared.give({ epoch: this.epoch, since, at, until });
  }

  /** A former owner has received some of what comes now: its events from the number `since` on. */
  takeOver(giver: { readonly epoch: number; readonly since: number }, at: number, until: number) {
    const { epoch, since } = giver;
    this.#shared.add({ epoch: this.epoch, giver: epoch, since, at, until });
  }

  /** What is received after that moment no other host has. */
  shareUntil(at: number): void {
    this.#shared.end(this.epoch, at);
  }

  /** They came when the channel was another host's already: under this file's claim, with numbers of its block. */
  addLate(events: readonly Decoded<ValuedKind>[], receivedAt: number): void {
    inTransaction(this.#db, () => {
      for (const event of events) this.#shared.leaveOut(this.#add(event, receivedAt, true));
    });
  }

  /**
   * Of what sessions brought that were made ready for a channel of another host: the events that are not in the books. Who
   * else has one sends it under the same id as this host.
   */
  admit(entries: readonly WaitingEntry[], now: number): readonly WaitingEntry[] {
    const fresh: WaitingEntry[] = [];
    // Several sessions may have brought the same.
    for (const [, its] of Map.groupBy(entries, ({ session }) => session)) {
      const others = fresh.map(({ event }) => contentOfEvent(event));
      const had = new Contents([...this.contentsFrom(its[0]?.since ?? 0), ...others]);
      const left = its.filter(({ event }) => !had.takeOut(contentOfEvent(event)));
      // Another host's clock may be ahead.
      for (const each of left) fresh.push({ ...each, receivedAt: Math.min(each.receivedAt, now) });
    }
    inTransaction(this.#db, () => {
      for (const { giver, since, receivedAt: at } of fresh) {
        this.takeOver({ epoch: giver, since }, at, at);
      }
    });
    return fresh;
  }

  /** They come into the books, under this file's claim. Not while its core runs. */
  addWaiting(admitted: readonly WaitingEntry[], now: number): void {
    inTransaction(this.#db, () => {
      for (const { event, receivedAt, giver, since } of admitted) {
        const seq = this.#add(event, receivedAt, now - receivedAt > FRESH_MS);
        this.#shared.name(seq, giver, since);
      }
    });
  }

  /** The contents of events from this number on. */
  contentsFrom(number: number): readonly string[] {
    return this.#sql.eventsFrom.all(number).map(contentOf);
  }

  /** Whether events wait that the next owner may have received too. */
  get isInDoubt(): boolean {
    return this.#sql.isInDoubt.get() !== undefined;
  }

  /** The newest owner that the stream has told of. */
  get owner(): number {
    return Number(this.#books()['owner']);
  }

  /** Takes away what the other owner has too. Call it when everything of the stream was taken. */
  dropTwins(): number {
    const { doubtful_from: from, epoch, numbers_end: end } = this.#books();
    if (typeof from !== 'number') return 0;
    const dropped = inTransaction(this.#db, () =>
      this.#taker.dropTwins(from, Number(epoch), Number(end)),
    );
    this.#sql.trust.run();
    return dropped;
  }

  /** `booksOnly`: without states of which a later owner may have newer ones. */
  hasWaiting(booksOnly = false): boolean {
    return (booksOnly ? this.#sql.booksWait : this.#sql.isWaiting).get() !== undefined;
  }

  /** How many entries wait, and when the first event among them was received; null: none does. */
  get lag(): { readonly waiting: number; readonly since: number | null } {
    const waiting = Number(this.#sql.howMany.get()?.['count']);
    const at = waiting === 0 ? undefined : this.#sql.oldest.get()?.['at'];
    return { waiting, since: typeof at === 'number' ? at : null };
  }

  /** Oldest first, after the row `after`. `booksOnly`: as above. */
  waiting(after: number, most: number, booksOnly = false): readonly Waiting[] {
    const page = booksOnly ? this.#sql.waitingBooks : this.#sql.waiting;
    return page.all(after, most).flatMap((row) => {
      const entry = this.#entryFor(row);
      if (entry) return { id: Number(row['id']), entry, sharedId: this.#sharedIdOf(entry) };
      this.#sql.settle.run(Number(row['id']));
      return [];
    });
  }

  /** The stream has them. */
  settle(ids: readonly number[]): void {
    if (ids.length === 0) return;
    inTransaction(this.#db, () => {
      for (const id of ids) this.#sql.settle.run(id);
    });
  }

  /** The stream has the same event of another host: that one stays. `twin` null: it was erased since. */
  yieldTo(twin: BookEntry | null, seq: number): void {
    inTransaction(this.#db, () => this.#taker.yieldTo(twin?.type === 'event' ? twin : null, seq));
  }

  /** What waits and another host has too is known by its id from now on, whatever the stream brings. */
  nameShared(): void {
    inTransaction(this.#db, () => this.#shared.nameAll());
  }

  /**
   * Writes what the stream has, in one transaction. Returns where entries of this file were that still waited.
   * `booksOnly`: it is from before states that the file has already.
   */
  take(entries: Page, booksOnly = false): Stretch {
    return inTransaction(this.#db, () => this.#taker.take(entries, booksOnly));
  }

  get isOpen(): boolean {
    return this.#db.isOpen;
  }

  close(): void {
    if (this.#db.isOpen) this.#db.close();
  }

  /** Returns its number. */
  #add(event: Decoded<ValuedKind>, receivedAt: number, isLate: boolean): number {
    const seq = this.nextNumber;
    if (seq >= this.numbersEnd) throw new RangeError('The claim has no numbers left.');
    this.#taker.add({ ...event, seq, receivedAt, origin: 'platform' } as ValuedEvent, isLate);
    this.#sql.setNext.run(seq + 1);
    return seq;
  }

  #books(): Row {
    return this.#sql.books.get() ?? {};
  }

  #sharedIdOf(entry: WrittenEntry): string | null {
    if (entry.type !== 'event' || entry.anonymous) return null;
    return this.#shared.idOf(entry.epoch, entry.event.seq);
  }

  /** null: what it was about is gone. */
  #entryFor(row: Row): WrittenEntry | null {
    const key = parseJson(String(row['key'])) as (string | number)[];
    const writer = { epoch: Number(row['epoch']), file: this.id };
    const type = String(row['type']);
    switch (type) {
      case 'event':
      case 'anonymous': {
        const found = this.#sql.event.get(key[0] ?? 0);
        const { number, at, kind, payload, seq, ...alert } = found ?? {};
        const event = eventOf({ seq: number, received_at: at, kind, payload });
        const anonymous = type === 'anonymous';
        const settled = typeof seq === 'number' ? { seq, ...alert } : null;
        return event && { type: 'event', ...writer, event, alert: settled, anonymous };
      }
      case 'gap': {
        const row = this.#sql.gap.get(key[0] ?? 0);
        return row ? { type, ...writer, id: Number(row['id']), gap: gapOf(row) } : null;
      }
      case 'viewer':
        return { type, ...writer, viewer: String(key[0]) };
      default:
        return this.#stateFor(String(row['source']), key);
    }
  }

  /** Under the present claim: it is what the owner says now. */
  #stateFor(name: string, key: readonly (string | number)[]): WrittenEntry | null {
    const kind = STATE_TABLES.find(({ table }) => table.name === name);
    if (!kind) return null;
    const columns = Object.keys(kind.table.columns).join(', ');
    const where = kind.key.map((column) => `${column} = ?`).join(' AND ');
    const row = this.#db.prepare(`SELECT ${columns} FROM ${name} WHERE ${where}`).get(...key);
    return {
      type: 'state',
      epoch: this.epoch,
      file: this.id,
      table: name,
      key,
      row: (row as Row | undefined) ?? null,
    };
  }
}
