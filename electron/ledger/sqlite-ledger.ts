import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { DrawTally, StageEvent, ValuedEvent } from '../../shared/events.ts';
import { addSums, type ExactSum } from '../../shared/exact-sum.ts';
import type { Gap } from '../../shared/lifeline.ts';
import type { Clock } from '../base/clock.ts';
import type { Logger } from '../base/log.ts';
import { SqliteAlertBooks } from './alert-books.ts';
import { SqliteBroadcastBooks } from './broadcast-books.ts';
import { SqliteChatBooks } from './chat-log.ts';
import { SqliteClaimBooks } from './claim-books.ts';
import { LedgerCallError } from './errors.ts';
import { exactColumns, exactOf, nearColumns, type SumColumns, sumRows } from './exact-sql.ts';
import { type LedgerCall, type LedgerSafety, SqliteFigureBooks } from './figure-books.ts';
import { GroupSync, type SyncLog } from './group-sync.ts';
import { formatOf, inTransaction } from './migrations.ts';
import { SqlitePayoutBooks } from './payout-books.ts';
import type { ClaimBooks, PayoutBooks } from './payout-ports.ts';
import { SqlitePeopleBooks } from './people-books.ts';
import type {
  AlertBooks,
  AlertNote,
  AlertState,
  BroadcastBooks,
  ChatBooks,
  FigureBooks,
  Ledger,
  PeopleBooks,
  StreamBooks,
  Totals,
  ViewerBooks,
} from './ports.ts';
import { SqliteReadingBooks } from './reading-books.ts';
import type { ReadingBooks, SearchBooks, ViewerEraser } from './reading-ports.ts';
import { columnsOf, eventOf, type Row } from './rows.ts';
import { SqliteSearchBooks } from './search-books.ts';
import { SqliteStreamBooks } from './stream-books.ts';
import { tallyOf } from './tally.ts';
import { SqliteViewerBooks } from './viewer-books.ts';
import { SqliteViewerEraser } from './viewer-eraser.ts';
import { withoutSync } from './without-sync.ts';

const EVENT = 'events.seq, events.kind, events.received_at, events.payload';

const FIRST_FREE = `(SELECT coalesce(max(seq), 0) + 1 FROM events),
      (SELECT coalesce(max(seq), 0) + 1 FROM chat)`;

const beamsOf = (sum: SumColumns) => `SELECT donation_type = 'CHEERING' AS cheering,
    ${sum('beams', 'given')}
  FROM events WHERE kind = 'DONATION' GROUP BY donation_type`;

const moneyOf = (sum: SumColumns) => `SELECT currency, ${sum('amount_minor', 'money')} FROM events
  WHERE kind = 'GOODS_PURCHASE' AND amount_minor IS NOT NULL GROUP BY currency`;

const SQL = {
  epoch: 'SELECT epoch FROM ledger',
  insertEvent: `INSERT INTO events (seq, kind, received_at, channel_id, who, beams, donation_type,
      amount_minor, currency, campaign_id, reward_id, draw_count, payload)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (seq) DO NOTHING`,
  insertAlert: `INSERT INTO alerts (seq, state, received_at, queued_at) VALUES (?, 'queued', ?, ?)
    ON CONFLICT (seq) DO NOTHING`,
  // Also above every number in the books: they may be ahead after a write that came late.
  reserve: `UPDATE ledger SET next_number =
      max(next_number, ${FIRST_FREE}) + ?
    RETURNING next_number`,
  release: `UPDATE ledger SET next_number = max(?, ${FIRST_FREE}) WHERE next_number > ?`,
  // total() adds as floating point: exact up to 2^53 and, unlike sum(), never an overflow error.
  // max(seq) makes SQLite answer the other columns of that row, the latest round.
  tallies: `SELECT max(events.seq) AS seq, kind, received_at, payload,
      count(*) AS rounds, total(draw_count) AS total
    FROM events WHERE kind = 'DROPS' GROUP BY campaign_id, reward_id ORDER BY max(events.seq)`,
  beams: beamsOf(nearColumns),
  beamsExact: beamsOf(exactColumns),
  money: moneyOf(nearColumns),
  moneyExact: moneyOf(exactColumns),
  setState: `UPDATE alerts SET state = :state, note = :note,
      painted_at = CASE WHEN :state = 'painted' THEN coalesce(painted_at, :at) ELSE painted_at END,
      ended_at = CASE WHEN :state IN ('over', 'never-appeared') THEN :at ELSE NULL END
    WHERE seq = :seq`,
  giveUp: `UPDATE alerts SET state = 'never-appeared', ended_at = :at
    WHERE state = 'painted' OR (state = 'queued' AND received_at < :before)`,
  inState: `SELECT ${EVENT} FROM alerts JOIN events ON events.seq = alerts.seq
    WHERE alerts.state = ? ORDER BY alerts.seq LIMIT ?`,
  countState: 'SELECT count(*) AS count FROM alerts WHERE state = ?',
  insertGap: 'INSERT INTO gaps (began_at, ended_at, reason) VALUES (?, ?, ?)',
  // By their order, not by their times: the clock may have been set back in between.
  gaps: 'SELECT began_at, ended_at, reason FROM gaps ORDER BY id DESC LIMIT ?',
  setHeard: 'UPDATE ledger SET heard_at = ?',
  heardAt: 'SELECT heard_at FROM ledger',
  changes: 'SELECT total_changes() AS changes',
  // Looks at the log and moves nothing.
  log: 'PRAGMA wal_checkpoint(NOOP)',
} as const;

/** Longer than this nobody waits for a sync: what was to be shown is shown. */
const LONGEST_SYNC_MS = 2_000;

type Statements = Readonly<Record<keyof typeof SQL, StatementSync>>;

function prepareAll(db: DatabaseSync): Statements {
  const prepared = Object.entries(SQL).map(([name, sql]) => [name, db.prepare(sql)] as const);
  return Object.fromEntries(prepared) as Statements;
}

/** The books in one SQLite file. Made by `openLedger`, which has checked the file. */
export class SqliteLedger implements Ledger {
  readonly epoch: string;
  readonly figures: FigureBooks;
  readonly alerts: AlertBooks;
  readonly chat: ChatBooks;
  readonly broadcasts: BroadcastBooks;
  readonly claims: ClaimBooks;
  readonly payouts: PayoutBooks;
  readonly stream: StreamBooks;
  readonly viewers: ViewerBooks;
  readonly people: PeopleBooks;
  readonly reading: ReadingBooks;
  readonly search: SearchBooks;
  readonly eraser: ViewerEraser;
  readonly #db: DatabaseSync;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #onFailure: (failure: unknown) => void;
  readonly #sql: Statements;
  /** null: every commit waits for the disk itself. */
  #sync: GroupSync | null = null;
  #changes = 0;
  #syncFails = false;

  /**
   * Throws SQLite's own error when the tables are not what they should be. `onFailure` hears of every
   * call that failed, with what SQLite said.
   */
  constructor(
    db: DatabaseSync,
    clock: Clock,
    log: Logger,
    onFailure: (failure: unknown) => void = () => {},
  ) {
    this.#onFailure = onFailure;
    this.#db = db;
    this.#clock = clock;
    this.#log = log;
    this.#sql = prepareAll(db);
    const call: LedgerCall = (name, work, safety) => this.#call(name, work, safety);
    this.alerts = new SqliteAlertBooks(db, call);
    this.figures = new SqliteFigureBooks(db, call);
    this.chat = new SqliteChatBooks(db, call);
    this.broadcasts = new SqliteBroadcastBooks(db, call);
    this.claims = new SqliteClaimBooks(db, call);
    this.payouts = new SqlitePayoutBooks(db, call);
    this.stream = new SqliteStreamBooks(db, call);
    this.viewers = new SqliteViewerBooks(db, call);
    this.people = new SqlitePeopleBooks(db, call);
    this.reading = new SqliteReadingBooks(db, call);
    this.search = new SqliteSearchBooks(db, call);
    this.eraser = new SqliteViewerEraser(db, call);
    const epoch = this.#sql.epoch.get()?.['epoch'];
    if (typeof epoch !== 'string') throw new TypeError('The ledger has no epoch.');
    this.epoch = epoch;
  }

  record(events: readonly ValuedEvent[]): void {
    if (events.length === 0) return;
    const queuedAt = this.#clock.now();
    this.#change('record', () => {
      for (const event of events) this.#insert(event, queuedAt);
    });
  }

  reserveNumbers(count: number): number {
    return this.#change('reserveNumbers', () => {
      const end = Number(this.#sql.reserve.get(count)?.['next_number']);
      return end - count;
    });
  }

  releaseNumbers(next: number): void {
    this.#change('releaseNumbers', () => this.#sql.release.run(next, next));
  }

  tallies(): readonly DrawTally[] {
    return this.#call('tallies', () =>
      this.#sql.tallies.all().flatMap((row) => {
        const latest = this.#read(row);
        if (latest?.kind !== 'DROPS') return [];
        return [
          tallyOf(latest as StageEvent<'DROPS'>, Number(row['rounds']), Number(row['total'])),
        ];
      }),
    );
  }

  totals(): Totals {
    return this.#call('totals', () => {
      let donationBeams: ExactSum = 0;
      let cheeringBeams: ExactSum = 0;
      for (const row of sumRows(this.#sql.beams, this.#sql.beamsExact)) {
        const beams = exactOf(row, 'given');
        if (row['cheering'] === 1) cheeringBeams = addSums(cheeringBeams, beams);
        else donationBeams = addSums(donationBeams, beams);
      }
      const money = sumRows(this.#sql.money, this.#sql.moneyExact).map(
        (row) => [String(row['currency']), exactOf(row, 'money')] as const,
      );
      return {
        donationBeams,
        cheeringBeams,
        shopMoney: Object.fromEntries(money),
      };
    });
  }

  setAlertStates(
    alertIds: readonly number[],
    state: AlertState,
    at: number,
    note: AlertNote | null = null,
  ): readonly number[] {
    if (alertIds.length === 0) return [];
    const { setState } = this.#sql;
    return this.#change('setAlertStates', () =>
      alertIds.filter((seq) => Number(setState.run({ state, at, seq, note }).changes) > 0),
    );
  }

  giveUpAlerts(receivedBefore: number, at: number): number {
    return this.#change('giveUpAlerts', () =>
      Number(this.#sql.giveUp.run({ before: receivedBefore, at }).changes),
    );
  }

  alertsInState(state: AlertState, limit: number): readonly ValuedEvent[] {
    return this.#call('alertsInState', () =>
      this.#sql.inState.all(state, limit).flatMap((row) => this.#read(row) ?? []),
    );
  }

  countAlerts(state: AlertState): number {
    return this.#call('countAlerts', () => Number(this.#sql.countState.get(state)?.['count'] ?? 0));
  }

  recordGap({ from, to, reason }: Gap): void {
    this.#change('recordGap', () =>
      this.#sql.insertGap.run(Math.floor(from), Math.ceil(to), reason),
    );
  }

  gaps(limit: number): readonly Gap[] {
    return this.#call('gaps', () =>
      this.#sql.gaps
        .all(limit)
        .map((row) => ({
          from: Number(row['began_at']),
          to: Number(row['ended_at']),
          reason: String(row['reason']),
        }))
        .reverse(),
    );
  }

  setHeard(at: number | null): void {
    const mark = at === null ? null : Math.floor(at);
    const moves = mark !== null && this.heardAt() !== null;
    this.#call('setHeard', () => this.#sql.setHeard.run(mark), moves ? 'lazy' : 'safe');
  }

  heardAt(): number | null {
    return this.#call('heardAt', () => {
      const at = this.#sql.heardAt.get()?.['heard_at'];
      return typeof at === 'number' ? at : null;
    });
  }

  /**
   * From now on commits do not wait for the disk: `sync` brings them there, and sees to it that the
   * log does not grow for ever.
   */
  syncBeside(sync: SyncLog): void {
    this.#db.exec('PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 0');
    const pages = (): number => Number(this.#sql.log.get()?.['log'] ?? 0);
    this.#changes = this.#countChanges();
    this.#sync = new GroupSync(
      async () => {
        // The end of the run has brought everything there.
        if (this.#sync === null || !this.#db.isOpen) return;
        await sync(pages());
        this.#syncFails = false;
      },
      (failure) => {
        if (!this.#syncFails) this.#log.error('ledger: not brought to the disk', { failure });
        this.#syncFails = true;
      },
    );
  }

  whenDurable(): Promise<void> | null {
    const durable = this.#sync?.durable() ?? null;
    return durable === null ? null : this.#inTime(durable);
  }

  commitDurably(): void {
    if (this.#sync === null) return;
    this.#sync = null;
    this.#call('sync', () => {
      this.#db.exec('PRAGMA synchronous = FULL');
      // Any commit syncs all of the log; this one changes nothing.
      this.#db.exec(`PRAGMA user_version = ${formatOf(this.#db)}`);
    });
  }

  close(): void {
    if (this.#db.isOpen) this.#db.close();
  }

  #insert(event: ValuedEvent, queuedAt: number): void {
    const columns = columnsOf(event);
    const { seq, kind, receivedAt, data } = event;
    this.#sql.insertEvent.run(
      seq,
      kind,
      receivedAt,
      data.channelId,
      columns.who,
      columns.beams,
      columns.donationType,
      columns.amountMinor,
      columns.currency,
      columns.campaignId,
      columns.rewardId,
      columns.drawCount,
      JSON.stringify(data),
    );
    this.#sql.insertAlert.run(seq, receivedAt, queuedAt);
  }

  #read(row: Row): ValuedEvent | null {
    const event = eventOf(row);
    if (event === null) this.#log.warn('ledger: a row cannot be read', { seq: row['seq'] });
    return event;
  }

  #change<T>(call: string, work: () => T): T {
    return this.#call(call, () => inTransaction(this.#db, work));
  }

  #call<T>(call: string, work: () => T, safety: LedgerSafety = 'safe'): T {
    try {
      const isSpared = safety === 'lazy' && this.#sync === null;
      return isSpared ? withoutSync(this.#db, work) : work();
    } catch (failure) {
      this.#onFailure(failure);
      throw new LedgerCallError(call, failure);
    } finally {
      this.#noticeChanges(safety);
    }
  }

  #noticeChanges(safety: LedgerSafety): void {
    if (this.#sync === null || !this.#db.isOpen) return;
    const changes = this.#countChanges();
    if (changes !== this.#changes && safety === 'safe') this.#sync.wrote();
    this.#changes = changes;
  }

  #countChanges(): number {
    return Number(this.#sql.changes.get()?.['changes'] ?? 0);
  }

  #inTime(durable: Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      const refuse = (cause: unknown): void => reject(new LedgerCallError('sync', cause));
      const limit = this.#clock.setTimeout(
        () => refuse(new Error(`The disk did not answer within ${LONGEST_SYNC_MS} ms.`)),
        LONGEST_SYNC_MS,
      );
      const inTime =
        <T>(end: (value: T) => void) =>
        (value: T): void => {
          limit.dispose();
          end(value);
        };
      durable.then(inTime(resolve), inTime(refuse));
    });
  }
}
