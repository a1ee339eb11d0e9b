import { describe, expect, it } from 'vitest';
import { FOUND_ROWS } from '../../chaos/found-rows.ts';
import { judged } from '../../chaos/judged.ts';
import { CHAOS_ROWS } from '../../chaos/rows.ts';
import { scheduleOf } from '../../chaos/schedule.ts';
import { IS_LONG } from '../../support/long.ts';

/** Schedules of a few hours; `npm run test:chaos` plays days. */
const HOURS = IS_LONG ? 1 : 4;
const SEEDS = Array.from({ length: IS_LONG ? 500 : 25 }, (_, at) => at + 1);

describe('what the chaos machine found', () => {
  it.each([...CHAOS_ROWS, ...FOUND_ROWS])('$name: nothing paid is lost', async ({ schedule }) => {
    const { faults } = await judged(schedule);
    expect(faults).toEqual([]);
  });
});

describe(`a schedule of ${HOURS} hours by chance`, () => {
  it.each(SEEDS)('number %i breaks no promise', async (seed) => {
    const { faults } = await judged(scheduleOf(seed, HOURS));
    expect(faults).toEqual([]);
  });
});
