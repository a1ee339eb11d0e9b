import type { DatabaseSync } from 'node:sqlite';
import { LedgerTooNewError } from './errors.ts';
import {
  ALERT_FLAWS_STEP,
  BOOKS_STEP,
  COVERAGE_STEP,
  EXACT_SUMS_STEP,
  LIVE_STEP,
  MARKS_STEP,
  PAYOUT_OUTCOMES_STEP,
  PAYOUTS_STEP,
  PEOPLE_STEP,
  SHOW_STEP,
  SINKS_STEP,
  STREAM_STEP,
} from './migration-steps.ts';

/** "Stgl": marks the file as ours. */
export const APPLICATION_ID = 0x53_74_67_6c;

/**
 * Step N brings a file from format N to N + 1 (`user_version`). Released steps never change; add
 * another one. No copy of the file is made: a step is one transaction, so a crash or full disk
 * leaves the former format, and the steps so far only add. A copy would need twice the space of a
 * million rows at every streamer's next start. A step that removes data must keep it elsewhere.
 */
export const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE ledger (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    epoch TEXT NOT NULL,
    next_number INTEGER NOT NULL
  ) STRICT;
  INSERT INTO ledger VALUES (1, lower(hex(randomblob(16))), 1);

  CREATE TABLE events (
    seq INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    received_at INTEGER NOT NULL,
    channel_id TEXT NOT NULL,
    who TEXT,
    beams INTEGER,
    donation_type TEXT,
    amount_minor INTEGER,
    currency TEXT,
    campaign_id TEXT,
    reward_id TEXT,
    draw_count INTEGER,
    payload TEXT NOT NULL
  ) STRICT;
  CREATE INDEX events_by_time ON events (received_at);
  -- These three hold all that the sums need, so that a million rows are added up without being read.
  CREATE INDEX events_donated ON events (donation_type, beams) WHERE kind = 'DONATION';
  CREATE INDEX events_bought ON events (currency, amount_minor) WHERE kind = 'GOODS_PURCHASE';
  CREATE INDEX events_drawn ON events (campaign_id, reward_id, draw_count) WHERE kind = 'DROPS';

  CREATE TABLE alerts (
    seq INTEGER PRIMARY KEY REFERENCES events (seq),
    state TEXT NOT NULL CHECK (state IN ('queued', 'painted', 'over', 'never-appeared')),
    received_at INTEGER NOT NULL,
    queued_at INTEGER NOT NULL,
    painted_at INTEGER,
    ended_at INTEGER
  ) STRICT;
  CREATE INDEX alerts_by_state ON alerts (state, seq);
  `,
  `
  CREATE TABLE gaps (
    id INTEGER PRIMARY KEY,
    began_at INTEGER NOT NULL,
    ended_at INTEGER NOT NULL CHECK (ended_at >= began_at),
    reason TEXT NOT NULL
  ) STRICT;
  -- The mark of life: when something was heard last, while the app runs.
  ALTER TABLE ledger ADD COLUMN heard_at INTEGER;
  `,
  `
  -- When the broadcast began that widgets add up, and when the app was left last.
  ALTER TABLE ledger ADD COLUMN broadcast_began_at INTEGER;
  ALTER TABLE ledger ADD COLUMN left_at INTEGER;
  -- All that the sums of a period and the ranking need, as above.
  CREATE INDEX events_donated_by_time ON events (received_at, donation_type, beams)
    WHERE kind = 'DONATION';
  CREATE INDEX events_bought_by_time ON events (received_at, currency, amount_minor)
    WHERE kind = 'GOODS_PURCHASE';
  CREATE INDEX events_by_supporter ON events (who, received_at, donation_type, beams)
    WHERE kind = 'DONATION' AND who IS NOT NULL;
  `,
  `
  -- Why an alert is over although nobody saw it: the streamer's wish. NULL: it had its time.
  ALTER TABLE alerts ADD COLUMN note TEXT;
  -- The latest of a state are found without reading all of it.
  CREATE INDEX alerts_by_end ON alerts (state, ended_at);
  -- Whether a viewer has donated before.
  CREATE INDEX events_by_donor ON events (who) WHERE kind = 'DONATION' AND who IS NOT NULL;
  `,
  `
  -- What viewers said, for as long as the streamer keeps it. Numbered with the events.
  CREATE TABLE chat (
    seq INTEGER PRIMARY KEY,
    received_at INTEGER NOT NULL,
    who TEXT NOT NULL,
    nickname TEXT NOT NULL,
    content TEXT NOT NULL,
    payload TEXT NOT NULL
  ) STRICT;
  CREATE INDEX chat_by_sender ON chat (who, received_at);
  CREATE INDEX chat_by_time ON chat (received_at);

  -- A broadcast is what arrived from began_at on and before ended_at; NULL: it goes on.
  CREATE TABLE broadcasts (
    id INTEGER PRIMARY KEY,
    began_at INTEGER NOT NULL,
    ended_at INTEGER CHECK (ended_at >= began_at)
  ) STRICT;
  INSERT INTO broadcasts (began_at)
    SELECT broadcast_began_at FROM ledger WHERE broadcast_began_at IS NOT NULL;
  `,
  `
  -- The latest alerts that nobody was to see; they are few among all that are over.
  CREATE INDEX alerts_turned_down ON alerts (ended_at)
    WHERE note IN ('below-minimum', 'rejected');
  `,
  STREAM_STEP,
  PAYOUTS_STEP,
  PEOPLE_STEP,
  BOOKS_STEP,
  LIVE_STEP,
  PAYOUT_OUTCOMES_STEP,
  EXACT_SUMS_STEP,
  MARKS_STEP,
  ALERT_FLAWS_STEP,
  SHOW_STEP,
  SINKS_STEP,
  COVERAGE_STEP,
];

/** Runs `work` in one transaction, rolled back if it throws. */
export function inTransaction<T>(db: DatabaseSync, work: () => T): T {
  db.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    db.exec('COMMIT');
    return result;
  } catch (failure) {
    // A full disk may have ended the transaction already.
    if (db.isTransaction) db.exec('ROLLBACK');
    throw failure;
  }
}

/** Format of the file; 0 for a new one. */
export function formatOf(db: DatabaseSync): number {
  return Number(db.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);
}

/** Brings the file to the newest format. Throws `LedgerTooNewError` if it is newer. */
export function migrate(db: DatabaseSync, migrations: readonly string[] = MIGRATIONS): void {
  const found = formatOf(db);
  if (found > migrations.length) throw new LedgerTooNewError(found, migrations.length);
  for (const [step, sql] of migrations.entries()) {
    if (step < found) continue;
    inTransaction(db, () => {
      db.exec(sql);
      db.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${step + 1}`);
    });
  }
}
