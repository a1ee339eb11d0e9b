/**
 * What the books need to be searched and added up.
 *
 * `sums` holds one row a quarter of an hour, sort and currency: hours, days and months of every time
 * zone in use begin with a quarter, so that any period is added up without reading its events. A
 * trigger keeps it, in the transaction of the event. Amounts stop at 2^53 - 1: one that is out of
 * its mind must not keep an event out of the books.
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
