import type { DatabaseSync } from 'node:sqlite';
import type { ValuedEvent } from '../../../shared/events.ts';
import type { AlertNote, AlertState } from '../../storage/alert-receipt.ts';
import { eventOf, type Row } from '../../storage/rows.ts';
import { type LedgerCall, prepareAll, type Statements } from '../../storage/statements.ts';

/** An alert in the ledger; times are epoch milliseconds, null: not (yet). */
export interface AlertRecord {
  readonly event: ValuedEvent;
  readonly state: AlertState;
  readonly note: AlertNote | null;
  readonly queuedAt: number;
  /** The first time. */
  readonly paintedAt: number | null;
  readonly endedAt: number | null;
}

const COLUMNS = `events.seq, events.kind, events.received_at, events.payload,
  alerts.state, alerts.note, alerts.queued_at, alerts.painted_at, alerts.ended_at`;

// Indexes are named because SQLite without statistics may choose one that reads every row.
const SQL = {
  latest: `SELECT ${COLUMNS} FROM alerts INDEXED BY alerts_by_end
    JOIN events ON events.seq = alerts.seq
    WHERE alerts.state = ? AND alerts.note IS NULL
    ORDER BY alerts.ended_at DESC, alerts.seq DESC LIMIT ?`,
  turnedDown: `SELECT ${COLUMNS} FROM alerts INDEXED BY alerts_turned_down
    JOIN events ON events.seq = alerts.seq
    WHERE alerts.note IN ('below-minimum', 'rejected')
    ORDER BY alerts.ended_at DESC, alerts.seq DESC LIMIT ?`,
  find: `SELECT ${COLUMNS} FROM alerts JOIN events ON events.seq = alerts.seq
    WHERE alerts.seq = ?`,
  donatedBefore: `SELECT 1 FROM events INDEXED BY events_by_donor
    WHERE kind = 'DONATION' AND who IS NOT NULL AND who = ? AND seq < ? LIMIT 1`,
  dismissAll: `UPDATE alerts SET state = 'over', note = 'dismissed', ended_at = ?
    WHERE state = 'never-appeared'`,
} as const;

const STATES: readonly AlertState[] = ['queued', 'painted', 'over', 'never-appeared'];
const NOTES: readonly AlertNote[] = ['below-minimum', 'rejected', 'dismissed'];

function time(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

/** Returns null if the row was changed outside the app and is unreadable. */
function recordOf(row: Row): AlertRecord | null {
  const event = eventOf(row);
  const state = STATES.find((known) => known === row['state']);
  if (!event || !state) return null;
  return {
    event,
    state,
    note: NOTES.find((known) => known === row['note']) ?? null,
    queuedAt: Number(row['queued_at']),
    paintedAt: time(row['painted_at']),
    endedAt: time(row['ended_at']),
  };
}

/** The alert queue's access to the ledger. Throws a `LedgerError` on disk errors. */
export class AlertRepository {
  readonly #sql: Statements<typeof SQL>;
  readonly #call: LedgerCall;

  constructor(db: DatabaseSync, call: LedgerCall) {
    this.#sql = prepareAll(db, SQL);
    this.#call = call;
  }

  /** The alerts that ended last, latest first; of `over` only those that were shown. */
  latest(state: 'over' | 'never-appeared', limit: number): readonly AlertRecord[] {
    return this.#call('alerts.latest', () =>
      this.#sql.latest.all(state, limit).flatMap((row) => recordOf(row) ?? []),
    );
  }

  /** Rejected alerts and those below the minimum, latest first. */
  turnedDown(limit: number): readonly AlertRecord[] {
    return this.#call('alerts.turnedDown', () =>
      this.#sql.turnedDown.all(limit).flatMap((row) => recordOf(row) ?? []),
    );
  }

  /** Returns null if there is no such alert. */
  find(seq: number): AlertRecord | null {
    return this.#call('alerts.find', () => {
      const row = this.#sql.find.get(seq);
      return row ? recordOf(row) : null;
    });
  }

  /** Whether the viewer donated in an event below this number. */
  donatedBefore(viewer: string, seq: number): boolean {
    return this.#call(
      'alerts.donatedBefore',
      () => this.#sql.donatedBefore.get(viewer, seq) !== undefined,
    );
  }

  /** Empties the "never appeared" list; returns the number of alerts. */
  dismissAll(at: number): number {
    return this.#call('alerts.dismissAll', () => Number(this.#sql.dismissAll.run(at).changes));
  }
}
