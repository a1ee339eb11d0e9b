/** As `books.ts` has it. */
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
