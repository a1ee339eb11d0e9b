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
