/** What one viewer did, and what a broadcast is counted by. */
export const LIVE_STEP = `
  CREATE INDEX events_by_viewer ON events (who, received_at) WHERE who IS NOT NULL;
  -- All that the counts of a period need.
  CREATE INDEX events_counted_by_time ON events (kind, received_at, draw_count)
    WHERE kind IN ('SUBSCRIPTION', 'DROPS');
`;
