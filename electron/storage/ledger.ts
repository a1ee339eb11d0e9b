import type { DatabaseSync } from 'node:sqlite';
import type { CoverageMark, Gap } from '../../shared/connection-history.ts';
import type { DrawTally, StageEvent, ValuedEvent } from '../../shared/events.ts';
import { addSums, type ExactSum } from '../../shared/exact-sum.ts';
import type { Clock } from '../base/clock.ts';
import type { Logger } from '../base/log.ts';
import { ChatRepository } from '../events/chat-repository.ts';
import { AlertRepository } from '../features/alerts/alert-repository.ts';
import { ClaimRepository } from '../features/drops/claim-repository.ts';
import { PayoutRepository } from '../features/drops/payout-repository.ts';
import { ViewerRepository } from '../features/live/viewer-repository.ts';
import { MarksRepository } from '../features/marks/marks-repository.ts';
import { BroadcastRepository } from '../features/overlay/broadcast-repository.ts';
import { FigureRepository, type Totals } from '../features/overlay/figure-repository.ts';
import { PeopleRepository } from '../features/people/people-repository.ts';
import { ViewerEraser } from '../features/reports/forget-viewer.ts';
import { ReportRepository } from '../features/reports/report-repository.ts';
import { SearchRepository } from '../features/reports/search-repository.ts';
import { ShowRepository } from '../features/show/show-repository.ts';
import { SinksRepository } from '../features/sinks/sinks-repository.ts';
import { StreamRepository } from '../features/stream/stream-repository.ts';
import { clockAheadIn, goesBack, markCells, markIn } from './coverage-mark.ts';
import { exactColumns, exactOf, nearColumns, type SumColumns, sumRows } from './exact-sql.ts';
import { GAP_COLUMNS, gapCells, gapOf } from './gap-rows.ts';
import { LedgerDisk, type SyncLog } from './ledger-disk.ts';
import { type AlertNote, type AlertState, eventOf, type Row, rowOf, tallyOf } from './rows.ts';
import { type LedgerCall, prepareAll, type Statements } from './statements.ts';

const EVENT = 'events.seq, events.kind, events.received_at, events.payload, events.perhaps_twice';

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
      amount_minor, currency, campaign_id, reward_id, draw_count, payload, perhaps_twice)
    VALUES (:seq, :kind, :received_at, :channel_id, :who, :beams, :donation_type,
      :amount_minor, :currency, :campaign_id, :reward_id, :draw_count, :payload, :perhaps_twice)
    ON CONFLICT (seq) DO NOTHING`,
  insertAlert: `INSERT INTO alerts (seq, state, received_at, queued_at) VALUES (?, 'queued', ?, ?)
    ON CONFLICT (seq) DO NOTHING`,
  // Above every number in the ledger too: they may be ahead after a late write.
  reserve: `UPDATE ledger SET next_number =
      max(next_number, ${FIRST_FREE}) + ?
    RETURNING next_number`,
  firstFree: `SELECT max(next_number, ${FIRST_FREE}) AS number FROM ledger`,
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
  setState: `UPDATE alerts SET state = :state, note = :note, flaw = NULL,
      painted_at = CASE WHEN :state = 'painted' THEN coalesce(painted_at, :at) ELSE painted_at END,
      ended_at = CASE WHEN :state IN ('over', 'never-appeared') THEN :at ELSE NULL END
    WHERE seq = :seq`,
  giveUp: `UPDATE alerts SET state = 'never-appeared', ended_at = :at
    WHERE state = 'painted' OR (state = 'queued' AND received_at < :before)`,
  inState: `SELECT ${EVENT} FROM alerts JOIN events ON events.seq = alerts.seq
    WHERE alerts.state = ? ORDER BY alerts.seq LIMIT ?`,
  countState: 'SELECT count(*) AS count FROM alerts WHERE state = ?',
  insertGap: `INSERT INTO gaps (${GAP_COLUMNS}) VALUES (?, ?, ?, ?)`,
  // Ordered by id, not time: the clock may have been set back in between.
  gaps: `SELECT ${GAP_COLUMNS} FROM gaps ORDER BY id DESC LIMIT ?`,
  setMark: 'UPDATE ledger SET heard_at = ?, mark = ?',
  mark: 'SELECT heard_at, mark FROM ledger',
} as const;

/**
 * The durable record of all valued events, and of chat for a while. Writes survive the end of the
 * process at once and a power loss soon after; use `whenDurable` to be sure (`setMark`, chat
 * and search differ). Every call throws a `LedgerError` if the disk refuses, with nothing changed.
 */
export class SqliteLedger {
  /** Created with the file and never changed: another value means that numbering restarted. */
  readonly epoch: string;
  readonly figures: FigureRepository;
  readonly alerts: AlertRepository;
  readonly chat: ChatRepository;
  readonly broadcasts: BroadcastRepository;
  readonly claims: ClaimRepository;
  readonly payouts: PayoutRepository;
  readonly stream: StreamRepository;
  readonly viewers: ViewerRepository;
  readonly people: PeopleRepository;
  readonly marks: MarksRepository;
  readonly show: ShowRepository;
  readonly sinks: SinksRepository;
  readonly reading: ReportRepository;
  readonly search: SearchRepository;
  readonly eraser: ViewerEraser;
  readonly #disk: LedgerDisk;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #sql: Statements<typeof SQL>;

  /** Throws SQLite's error if tables are not as expected. `onFailure`: of every failed call. */
  constructor(
    db: DatabaseSync,
    clock: Clock,
    log: Logger,
    onFailure: (failure: unknown) => void = () => {},
  ) {
    this.#disk = new LedgerDisk(db, clock, log, onFailure);
    this.#clock = clock;
    this.#log = log;
    this.#sql = prepareAll(db, SQL);
    const call: LedgerCall = this.#disk.call;
    this.alerts = new AlertRepository(db, call);
    this.figures = new FigureRepository(db, call);
    this.chat = new ChatRepository(db, call);
    this.broadcasts = new BroadcastRepository(db, call);
    this.claims = new ClaimRepository(db, call);
    this.payouts = new PayoutRepository(db, call);
    this.stream = new StreamRepository(db, call);
    this.viewers = new ViewerRepository(db, call);
    this.people = new PeopleRepository(db, call);
    this.marks = new MarksRepository(db, call);
    this.show = new ShowRepository(db, call);
    this.sinks = new SinksRepository(db, call);
    this.reading = new ReportRepository(db, call);
    this.search = new SearchRepository(db, call);
    this.eraser = new ViewerEraser(db, call);
    const epoch = this.#sql.epoch.get()?.['epoch'];
    if (typeof epoch !== 'string') throw new TypeError('The ledger has no epoch.');
    this.epoch = epoch;
  }

  /** In one transaction, each with a `queued` alert. Existing numbers stay: it can be retried. */
  record(events: readonly ValuedEvent[]): void {
    if (events.length === 0) return;
    const queuedAt = this.#clock.now();
    this.#disk.change('record', () => {
      for (const event of events) {
        this.#sql.insertEvent.run(rowOf(event));
        this.#sql.insertAlert.run(event.seq, event.receivedAt, queuedAt);
      }
    });
  }

  reserveNumbers(count: number): number {
    return this.#disk.change('reserveNumbers', () => {
      const end = Number(this.#sql.reserve.get(count)?.['next_number']);
      return end - count;
    });
  }

  /** What `reserveNumbers` would give, without a write. */
  firstFreeNumber(): number {
    return this.#disk.call('firstFreeNumber', () => Number(this.#sql.firstFree.get()?.['number']));
  }

  /** Releases the reserved numbers from `next` on, at a clean stop. */
  releaseNumbers(next: number): void {
    this.#disk.change('releaseNumbers', () => this.#sql.release.run(next, next));
  }

  tallies(): readonly DrawTally[] {
    return this.#disk.call('tallies', () =>
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
    return this.#disk.call('totals', () => {
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

  /**
   * Sets the state of alerts in one transaction; `at` is epoch milliseconds. The first `painted`
   * time is kept. Returns those that exist; others may not be recorded yet.
   */
  setAlertStates(
    alertIds: readonly number[],
    state: AlertState,
    at: number,
    note: AlertNote | null = null,
  ): readonly number[] {
    if (alertIds.length === 0) return [];
    const { setState } = this.#sql;
    return this.#disk.change('setAlertStates', () =>
      alertIds.filter((seq) => Number(setState.run({ state, at, seq, note }).changes) > 0),
    );
  }

  /**
   * Cleans up after a crash or stop: alerts still `queued` and received before `receivedBefore`
   * (epoch milliseconds), and all `painted` ones, become `never-appeared`. Returns their number.
   */
  giveUpAlerts(receivedBefore: number, at: number): number {
    return this.#disk.change('giveUpAlerts', () =>
      Number(this.#sql.giveUp.run({ before: receivedBefore, at }).changes),
    );
  }

  /** Alerts left in a state by a crash or stop, oldest first. */
  alertsInState(state: AlertState, limit: number): readonly ValuedEvent[] {
    return this.#disk.call('alertsInState', () =>
      this.#sql.inState.all(state, limit).flatMap((row) => this.#read(row) ?? []),
    );
  }

  countAlerts(state: AlertState): number {
    return this.#disk.call('countAlerts', () =>
      Number(this.#sql.countState.get(state)?.['count'] ?? 0),
    );
  }

  /**
   * Records a gap. Throws without recording if it ends before it begins; fractions of milliseconds
   * are rounded so that it never gets shorter.
   */
  recordGap(gap: Gap): void {
    this.#disk.change('recordGap', () => this.#sql.insertGap.run(...gapCells(gap)));
  }

  gaps(limit: number): readonly Gap[] {
    return this.#disk.call('gaps', () => this.#sql.gaps.all(limit).map(gapOf).reverse());
  }

  /**
   * What was received of each kind while the app ran; null at a clean stop. Setting, clearing, and
   * taking back are synced at once. Moving it on is cheap: it survives the end of the process, but a
   * power loss may restore an earlier one, making the gap too long, never too short.
   */
  setMark(mark: CoverageMark | null, clockAhead: number | null = null): void {
    const moves = mark !== null && !goesBack(this.mark() ?? {}, mark);
    this.#disk.call(
      'setMark',
      () => this.#sql.setMark.run(...markCells(mark, clockAhead)),
      moves ? 'lazy' : 'safe',
    );
  }

  /** The last run's mark; null: it stopped cleanly, or nothing was wanted yet. */
  mark(): CoverageMark | null {
    return this.#disk.call('mark', () => markIn(this.#sql.mark.get()));
  }

  /** How far the clock was ahead of the platform's at that mark; null: not known. */
  markClock(): number | null {
    return this.#disk.call('mark', () => clockAheadIn(this.#sql.mark.get()));
  }

  /** From now on commits do not wait for the disk: `sync` syncs them and keeps the log short. */
  syncBeside(sync: SyncLog): void {
    this.#disk.syncBeside(sync);
  }

  /**
   * null: everything written is on disk. Otherwise resolves once it is; waiting callers share a
   * sync. Rejects with a `LedgerError` if the disk refuses or takes more than two seconds; the
   * writes stay in the ledger regardless.
   */
  whenDurable(): Promise<void> | null {
    return this.#disk.whenDurable();
  }

  /** At the end of a run: all is on disk on return, and from now on calls wait for the disk. */
  commitDurably(): void {
    this.#disk.commitDurably();
  }

  close(): void {
    this.#disk.close();
  }

  #read(row: Row): ValuedEvent | null {
    const event = eventOf(row);
    if (event === null) this.#log.warn('ledger: a row cannot be read', { seq: row['seq'] });
    return event;
  }
}

/** The ledger's interface, for which tests may provide a substitute. */
export type Ledger = Pick<SqliteLedger, keyof SqliteLedger>;
