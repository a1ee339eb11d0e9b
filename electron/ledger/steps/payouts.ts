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
