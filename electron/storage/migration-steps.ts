/** What viewers missed of alerts that were shown. They are few, and found without reading the others. */
export const ALERT_FLAWS_STEP = `
  -- NULL: nothing that is known.
  ALTER TABLE alerts ADD COLUMN flaw TEXT;
  CREATE INDEX alerts_flawed ON alerts (flaw, received_at) WHERE flaw IS NOT NULL;
`;

/**
 * What the ledger needs to be searched and added up.
 *
 * `sums` holds one row a quarter of an hour, sort and currency: hours, days and months of every time
 * zone in use begin with a quarter, so that any period is added up without reading its events. A
 * trigger keeps it, in the transaction of the event. Amounts stop at 2^53 - 1: one that is out of
 * its mind must not keep an event out of the ledger.
 *
 * The words are found by pairs of neighbouring characters (Korean words are often of two): which rows
 * have a pair, not where. They are filled later, in small steps (`search_marks`: numbers from `low`
 * on and below `high` are in), because they cost more than the event itself may.
 */
export const BOOKS_STEP = `
  CREATE TABLE sums (
    quarter INTEGER NOT NULL,
    sort TEXT NOT NULL,
    currency TEXT NOT NULL,
    count INTEGER NOT NULL,
    unknown INTEGER NOT NULL,
    amount INTEGER NOT NULL,
    PRIMARY KEY (quarter, sort, currency)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO sums
    SELECT received_at / 900000,
      CASE kind WHEN 'DONATION' THEN iif(donation_type = 'CHEERING', 'cheering', 'donation')
        WHEN 'SUBSCRIPTION' THEN 'subscription' WHEN 'DROPS' THEN 'draw' ELSE 'purchase' END,
      coalesce(currency, ''), count(*),
      count(*) - count(coalesce(beams, amount_minor, draw_count)),
      min(9007199254740991, CAST(total(coalesce(beams, amount_minor, draw_count)) AS INTEGER))
    FROM events GROUP BY 1, 2, 3;
  CREATE TRIGGER events_summed AFTER INSERT ON events BEGIN
    INSERT INTO sums VALUES (
      new.received_at / 900000,
      CASE new.kind WHEN 'DONATION' THEN iif(new.donation_type = 'CHEERING', 'cheering', 'donation')
        WHEN 'SUBSCRIPTION' THEN 'subscription' WHEN 'DROPS' THEN 'draw' ELSE 'purchase' END,
      coalesce(new.currency, ''), 1,
      iif(coalesce(new.beams, new.amount_minor, new.draw_count) IS NULL, 1, 0),
      min(9007199254740991, coalesce(new.beams, new.amount_minor, new.draw_count, 0))
    ) ON CONFLICT (quarter, sort, currency) DO UPDATE SET
      count = count + 1,
      unknown = unknown + excluded.unknown,
      amount = min(9007199254740991, amount + excluded.amount);
  END;

  -- The same with who gave it: the supporters of a period are found without reading its events.
  DROP INDEX events_donated_by_time;
  CREATE INDEX events_donated_by_time ON events (received_at, donation_type, beams, who)
    WHERE kind = 'DONATION';
  CREATE INDEX gaps_by_end ON gaps (ended_at, began_at);

  CREATE VIRTUAL TABLE search_events
    USING fts5 (pairs, content = '', contentless_delete = 1, detail = none, prefix = '4');
  CREATE VIRTUAL TABLE search_chat
    USING fts5 (pairs, content = '', contentless_delete = 1, detail = none, prefix = '4');
  CREATE TABLE search_marks (
    source TEXT PRIMARY KEY,
    low INTEGER NOT NULL,
    high INTEGER NOT NULL
  ) STRICT;
  INSERT INTO search_marks
    SELECT 'events', coalesce(max(seq) + 1, 0), coalesce(max(seq) + 1, 0) FROM events;
  INSERT INTO search_marks
    SELECT 'chat', coalesce(max(seq) + 1, 0), coalesce(max(seq) + 1, 0) FROM chat;
  -- What leaves the chat leaves the search.
  CREATE TRIGGER chat_unsearched AFTER DELETE ON chat BEGIN
    DELETE FROM search_chat WHERE rowid = old.seq;
  END;
`;

/** The same sorts as `sortOf` in the contract of the reports. */
const SORT = `CASE kind WHEN 'DONATION' THEN iif(donation_type = 'CHEERING', 'cheering', 'donation')
  WHEN 'SUBSCRIPTION' THEN 'subscription' WHEN 'DROPS' THEN 'draw' ELSE 'purchase' END`;
const VALUE = 'coalesce(beams, amount_minor, draw_count)';

/**
 * Sums of a quarter of an hour are exact without an end: `amount` stays below 2^53, `amount_high`
 * counts how often 2^53 went over. Rows that had stopped at 2^53 - 1 are added up anew, in halves:
 * sum() would end with an error above 2^63.
 */
export const EXACT_SUMS_STEP = `
  ALTER TABLE sums ADD COLUMN amount_high INTEGER NOT NULL DEFAULT 0;
  UPDATE sums SET amount_high = halves.high >> 27,
      amount = ((halves.high & 134217727) << 26) + (halves.low & 67108863)
    FROM (
      SELECT quarter, sort, currency, high + (low >> 26) AS high, low FROM (
        SELECT capped.quarter AS quarter, capped.sort AS sort, capped.currency AS currency,
          sum(${VALUE} >> 26) AS high, sum(${VALUE} & 67108863) AS low
        FROM sums AS capped CROSS JOIN events INDEXED BY events_by_time
          ON events.received_at >= capped.quarter * 900000
          AND events.received_at < (capped.quarter + 1) * 900000
          AND ${SORT} = capped.sort AND coalesce(events.currency, '') = capped.currency
        WHERE capped.amount = 9007199254740991
        GROUP BY 1, 2, 3)
    ) AS halves
    WHERE sums.quarter = halves.quarter AND sums.sort = halves.sort
      AND sums.currency = halves.currency;
  DROP TRIGGER events_summed;
  CREATE TRIGGER events_summed AFTER INSERT ON events BEGIN
    INSERT INTO sums (quarter, sort, currency, count, unknown, amount, amount_high) VALUES (
      new.received_at / 900000,
      CASE new.kind WHEN 'DONATION' THEN iif(new.donation_type = 'CHEERING', 'cheering', 'donation')
        WHEN 'SUBSCRIPTION' THEN 'subscription' WHEN 'DROPS' THEN 'draw' ELSE 'purchase' END,
      coalesce(new.currency, ''), 1,
      iif(coalesce(new.beams, new.amount_minor, new.draw_count) IS NULL, 1, 0),
      min(9007199254740991, coalesce(new.beams, new.amount_minor, new.draw_count, 0)), 0
    ) ON CONFLICT (quarter, sort, currency) DO UPDATE SET
      count = count + 1,
      unknown = unknown + excluded.unknown,
      amount_high = amount_high + ((amount + excluded.amount) >> 53),
      amount = (amount + excluded.amount) & 9007199254740991;
  END;
`;

/** What one viewer did, and what a broadcast is counted by. */
export const LIVE_STEP = `
  CREATE INDEX events_by_viewer ON events (who, received_at) WHERE who IS NOT NULL;
  -- All that the counts of a period need.
  CREATE INDEX events_counted_by_time ON events (kind, received_at, draw_count)
    WHERE kind IN ('SUBSCRIPTION', 'DROPS');
`;

/** What became of a claim in any job is found without reading the jobs. */
export const PAYOUT_OUTCOMES_STEP = `
  CREATE INDEX payout_items_by_outcome ON payout_items (claim_id, job_id, status);
`;

/** Claims as they were read, and every change of a payout before and after the call. */
export const PAYOUTS_STEP = `
  CREATE TABLE claims (
    claim_id TEXT PRIMARY KEY,
    campaign_id TEXT NOT NULL,
    reward_id TEXT NOT NULL,
    category_id TEXT NOT NULL,
    category_name TEXT NOT NULL,
    channel_id TEXT NOT NULL,
    state TEXT NOT NULL,
    claimed_at INTEGER,
    updated_at INTEGER,
    first_seen_at INTEGER NOT NULL,
    seen_at INTEGER NOT NULL,
    -- claimed_at, or the next best that is known.
    waits_since INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  -- Few are unpaid among all there ever were.
  CREATE INDEX claims_unpaid ON claims (campaign_id, reward_id) WHERE state = 'CLAIMED';
  CREATE INDEX claims_waiting ON claims (waits_since, claim_id, campaign_id)
    WHERE state = 'CLAIMED';
  CREATE INDEX claims_by_campaign ON claims (campaign_id, claim_id);
  CREATE INDEX claims_by_viewer ON claims (channel_id, claim_id);

  -- Campaigns as they were read last, in the platform's order.
  CREATE TABLE campaigns (
    campaign_id TEXT PRIMARY KEY,
    position INTEGER NOT NULL,
    payload TEXT NOT NULL,
    -- How far its unpaid claims were read: the last one's page and place on it.
    mark_page INTEGER,
    mark_index INTEGER,
    mark_claim_id TEXT,
    -- When they were read last, and last from the first page on.
    read_at INTEGER,
    swept_at INTEGER
  ) STRICT;

  CREATE TABLE payout_jobs (
    id INTEGER PRIMARY KEY,
    state TEXT NOT NULL CHECK (state IN ('CLAIMED', 'FULFILLED')),
    phase TEXT NOT NULL CHECK (phase IN ('queued', 'running', 'stopped', 'done')),
    created_at INTEGER NOT NULL,
    ended_at INTEGER,
    dismissed_at INTEGER,
    problem TEXT
  ) STRICT;
  -- status NULL: never sent, or refused unread. SENT: under way. UNKNOWN: no usable answer came.
  CREATE TABLE payout_items (
    job_id INTEGER NOT NULL REFERENCES payout_jobs (id),
    position INTEGER NOT NULL,
    claim_id TEXT NOT NULL,
    status TEXT,
    PRIMARY KEY (job_id, position)
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX payout_items_by_claim ON payout_items (job_id, claim_id);
  CREATE INDEX payout_items_by_status ON payout_items (job_id, status, position);
  -- One row a call, written before it; ended_at NULL: nobody knows what came of it.
  CREATE TABLE payout_calls (
    id INTEGER PRIMARY KEY,
    job_id INTEGER NOT NULL REFERENCES payout_jobs (id),
    planned_at INTEGER NOT NULL,
    claim_ids TEXT NOT NULL,
    ended_at INTEGER,
    outcome TEXT CHECK (outcome IN ('answered', 'refused', 'unknown')),
    groups TEXT,
    problem TEXT
  ) STRICT;
  CREATE INDEX payout_calls_by_job ON payout_calls (job_id);
  CREATE INDEX payout_calls_by_time ON payout_calls (planned_at);

  -- Calls of one day of Korea, and how many there were when the platform refused one.
  CREATE TABLE drops_quota (
    day TEXT NOT NULL,
    category TEXT NOT NULL CHECK (category IN ('READ_DROPS', 'WRITE_DROPS')),
    used INTEGER NOT NULL,
    refused_at_count INTEGER,
    PRIMARY KEY (day, category)
  ) STRICT, WITHOUT ROWID;
`;

/**
 * Up to where the streamer has seen who follows them, for every channel that was signed in here:
 * newest_at and newest_ids (JSON, those who came at that very moment) of the newest follower then.
 */
export const PEOPLE_STEP = `
  CREATE TABLE follower_marks (
    owner TEXT PRIMARY KEY,
    newest_at INTEGER,
    newest_ids TEXT NOT NULL,
    looked_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
`;

/** What was set at the platform, and by whom. */
export const STREAM_STEP = `
  -- Every change of a setting. What was changed together has the number of its first row in common.
  CREATE TABLE stream_changes (
    id INTEGER PRIMARY KEY,
    doing INTEGER NOT NULL,
    at INTEGER NOT NULL,
    channel TEXT NOT NULL,
    by TEXT NOT NULL CHECK (by IN ('us', 'elsewhere')),
    field TEXT NOT NULL,
    -- JSON; NULL: it was not known.
    before TEXT,
    after TEXT NOT NULL
  ) STRICT;
  CREATE INDEX stream_changes_by_channel ON stream_changes (channel, id);
  CREATE INDEX stream_changes_by_us ON stream_changes (channel, id) WHERE by = 'us';
  CREATE INDEX stream_changes_by_doing ON stream_changes (doing);

  -- What was read last of each part, so that changes made while the app is off are noticed.
  CREATE TABLE stream_seen (
    channel TEXT NOT NULL,
    part TEXT NOT NULL,
    at INTEGER NOT NULL,
    payload TEXT NOT NULL,
    PRIMARY KEY (channel, part)
  ) STRICT;
`;

/** Recordings of OBS, their files, and marks on their time. Names of viewers are in the events alone. */
export const MARKS_STEP = `
  CREATE TABLE recordings (
    id INTEGER PRIMARY KEY,
    began_at INTEGER NOT NULL,
    ended_at INTEGER,
    -- When it would have begun without its pauses.
    zero_at INTEGER NOT NULL,
    -- Milliseconds, pauses left out: when it ended, or how far it is known to have come.
    duration INTEGER NOT NULL,
    -- 1: its beginning was seen.
    exact INTEGER NOT NULL,
    -- How far OBS's count of its duration is behind the picture, milliseconds; NULL: not known.
    lag INTEGER,
    fps_num INTEGER NOT NULL,
    fps_den INTEGER NOT NULL,
    width INTEGER NOT NULL,
    height INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE recording_files (
    recording INTEGER NOT NULL,
    begins INTEGER NOT NULL,
    path TEXT NOT NULL,
    PRIMARY KEY (recording, begins)
  ) STRICT, WITHOUT ROWID;

  -- seq: the event, where it has one. path: of a saved replay. recording NULL: none was running.
  CREATE TABLE marks (
    id INTEGER PRIMARY KEY,
    recording INTEGER,
    position INTEGER,
    set_at INTEGER NOT NULL,
    kind TEXT NOT NULL,
    sort TEXT,
    seq INTEGER,
    amount INTEGER,
    path TEXT
  ) STRICT;
  CREATE INDEX marks_by_recording ON marks (recording, position);
  CREATE INDEX marks_by_kind ON marks (kind, id);
`;

/** The show kit: its activities, what changed them, and what they have to say in chat. */
export const SHOW_STEP = `
  -- state: JSON, with the journal up to \`folded\` in it. heard: the last event it has heard.
  CREATE TABLE activities (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    began_at INTEGER NOT NULL,
    ended_at INTEGER,
    state TEXT NOT NULL,
    folded INTEGER NOT NULL,
    heard INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX activities_by_kind ON activities (kind, id);

  CREATE TABLE activity_journal (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    activity INTEGER NOT NULL,
    at INTEGER NOT NULL,
    heard INTEGER NOT NULL,
    entry TEXT NOT NULL
  ) STRICT;
  CREATE INDEX activity_journal_by_activity ON activity_journal (activity, id);

  -- A message that is being sent when the app ends is never sent again.
  CREATE TABLE activity_messages (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    activity INTEGER NOT NULL,
    at INTEGER NOT NULL,
    message TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('waiting', 'sending'))
  ) STRICT;

  -- What the streamer calls it: the title of a vote.
  ALTER TABLE marks ADD COLUMN label TEXT;
`;

/** Where events go by themselves. Addresses and secrets are in the vault, under the same ids. */
export const SINKS_STEP = `
  -- position: the last event that it is done with. problem: JSON, why it is off or waits; NULL: none.
  CREATE TABLE sinks (
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    made_at INTEGER NOT NULL,
    settings TEXT NOT NULL,
    is_on INTEGER NOT NULL,
    position INTEGER NOT NULL,
    waiting_since INTEGER,
    problem TEXT,
    dropped INTEGER NOT NULL
  ) STRICT;

  -- What a sink gave up. The event itself is read from the events.
  CREATE TABLE dead_letters (
    sink TEXT NOT NULL,
    seq INTEGER NOT NULL,
    died_at INTEGER NOT NULL,
    problem TEXT NOT NULL,
    -- 1: it is to be sent again.
    again INTEGER NOT NULL,
    PRIMARY KEY (sink, seq)
  ) STRICT, WITHOUT ROWID;
`;

/** Gaps and what a run received, for each kind of event. */
export const COVERAGE_STEP = `
  -- The kinds of which something may be missing, as \`chat,donation\`; NULL: all, or nobody knew.
  ALTER TABLE gaps ADD COLUMN kinds TEXT;
  -- JSON: for each kind until when it was received; NULL: heard_at says it for all.
  ALTER TABLE ledger ADD COLUMN mark TEXT;
  -- 1: perhaps the same as an event before it; NULL: it is not.
  ALTER TABLE events ADD COLUMN perhaps_twice INTEGER;
`;
