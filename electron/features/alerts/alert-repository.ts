import type { AlertFlaw } from '../../../shared/alerts.ts';
import type { ValuedEvent } from '../../../shared/events.ts';
import { eventOf, type Row, type RowReceipt, receiptOf } from '../../storage/rows.ts';
import { prepareAll } from '../../storage/statements.ts';
import { Repository } from '../repository.ts';

export interface AlertRecord extends RowReceipt {
  readonly event: ValuedEvent;
}

const COLUMNS = `events.seq, events.kind, events.received_at, events.payload, events.perhaps_twice,
  alerts.state, alerts.note, alerts.queued_at, alerts.painted_at, alerts.ended_at, alerts.flaw`;

// Indexes are named because SQLite without statistics may choose one that reads every row.
const SQL = {
  latest: `SELECT ${COLUMNS} FROM alerts INDEXED BY alerts_by_end
    JOIN events ON events.seq = alerts.seq
    WHERE alerts.state = ? AND alerts.note IS NULL
    ORDER BY alerts.ended_at DESC, alerts.seq DESC LIMIT ?`,
  oldest: `SELECT ${COLUMNS} FROM alerts INDEXED BY alerts_by_state
    JOIN events ON events.seq = alerts.seq
    WHERE alerts.state = ? ORDER BY alerts.seq LIMIT ?`,
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
  setFlaw: `UPDATE alerts SET flaw = ? WHERE seq = ? AND state = 'over' AND note IS NULL`,
} as const;

/** Without rows that were changed outside the app and are unreadable. */
function recordsOf(rows: readonly Row[]): readonly AlertRecord[] {
  return rows.flatMap((row) => {
    const event = eventOf(row);
    const receipt = receiptOf(row);
    return event && receipt ? [{ event, ...receipt }] : [];
  });
}

/** The alert queue's access to the ledger. Throws a `LedgerError` on disk errors. */
export class AlertRepository extends Repository {
  readonly #sql = prepareAll(this.db, SQL);

  /** The alerts that ended last, latest first; of `over` only those that were shown. */
  latest(state: 'over' | 'never-appeared', limit: number): readonly AlertRecord[] {
    return this.call('alerts.latest', () => recordsOf(this.#sql.latest.all(state, limit)));
  }

  /** Those that never appeared, in the order in which they came. */
  oldestMissed(limit: number): readonly AlertRecord[] {
    return this.call('alerts.oldestMissed', () =>
      recordsOf(this.#sql.oldest.all('never-appeared', limit)),
    );
  }

  turnedDown(limit: number): readonly AlertRecord[] {
    return this.call('alerts.turnedDown', () => recordsOf(this.#sql.turnedDown.all(limit)));
  }

  find(seq: number): AlertRecord | null {
    return this.call('alerts.find', () => recordsOf(this.#sql.find.all(seq))[0] ?? null);
  }

  donatedBefore(viewer: string, seq: number): boolean {
    return this.call(
      'alerts.donatedBefore',
      () => this.#sql.donatedBefore.get(viewer, seq) !== undefined,
    );
  }

  /** Notes what viewers missed of alerts that were shown. */
  setFlaw(alertIds: readonly number[], flaw: AlertFlaw | null): void {
    this.call('alerts.setFlaw', () => {
      for (const alertId of alertIds) this.#sql.setFlaw.run(flaw, alertId);
    });
  }

  /** Empties the "never appeared" list; returns the number of alerts. */
  dismissAll(at: number): number {
    return this.call('alerts.dismissAll', () => Number(this.#sql.dismissAll.run(at).changes));
  }
}
