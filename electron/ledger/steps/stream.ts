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
