import { DatabaseSync } from 'node:sqlite';
import { MIGRATIONS, migrate } from '../../../electron/storage/migrations.ts';
import { type AlertState, columnsOf } from '../../../electron/storage/rows.ts';
import type { ValuedEvent } from '../../../shared/events.ts';

export interface FormatOneBooks {
  readonly epoch: string;
  readonly nextNumber: number;
  readonly events: readonly (readonly [event: ValuedEvent, state: AlertState])[];
}

/** Writes a ledger as the first format had it, with nothing of the formats after it. */
export function writeFormatOne(file: string, { epoch, nextNumber, events }: FormatOneBooks): void {
  const db = new DatabaseSync(file);
  try {
    db.exec('PRAGMA journal_mode = WAL');
    migrate(db, MIGRATIONS.slice(0, 1));
    db.prepare('UPDATE ledger SET epoch = ?, next_number = ?').run(epoch, nextNumber);
    const insertEvent = db.prepare('INSERT INTO events VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?)');
    const insertAlert = db.prepare('INSERT INTO alerts VALUES (?, ?, ?, ?, NULL, NULL)');
    for (const [event, state] of events) {
      const { seq, kind, receivedAt, data } = event;
      const columns = columnsOf(event);
      insertEvent.run(
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
      insertAlert.run(seq, state, receivedAt, receivedAt);
    }
  } finally {
    db.close();
  }
}
