import { afterAll, describe, expect, it } from 'vitest';
import { type Outcome, outcomeOf, tableOf, waitsBetween, worstSecond } from './harness/fault-outcome.ts';
import type { FaultRow } from './harness/fault-row.ts';
import { type FaultStage, MINUTE, openStage, SECOND } from './harness/fault-stage.ts';
import { CONNECTION_ROWS } from './harness/rows-connection.ts';

const ROWS: readonly FaultRow[] = [...CONNECTION_ROWS];

/** Longest time that a row may take to come back where it names no other. */
const LIVE_WITHIN_MS = 2 * MINUTE;
const MOST_CALLS_A_SECOND = 5;

const outcomes: [string, Outcome][] = [];

describe('the fault matrix', () => {
  it.each(ROWS)('$name', async (row) => {
    const { stage, dispose } = await openStage(row);
    try {
      const struckAt = await play(stage, row);
      const outcome = judge(stage, row, struckAt);
      outcomes.push([row.name, outcome]);
    } finally {
      await dispose();
    }
  });

  afterAll(() => console.log(`\n${tableOf(outcomes)}\n`));
});

/** Answers when the fault struck. */
async function play(stage: FaultStage, row: FaultRow): Promise<number> {
  await stage.app.account.start();
  expect(await stage.runUntil(() => stage.isLive, MINUTE), 'live at first').toBe(true);
  stage.startPublishing();
  await stage.run(70 * SECOND);
  await row.before?.(stage);
  const struckAt = stage.clock.monotonic();
  await row.strike(stage);
  await settled(stage, row, struckAt);
  // Long enough for a PING that is not answered.
  await stage.run(2.5 * MINUTE);
  if (!row.asksFor) expect(stage.isLive, 'live in the end').toBe(true);
  else asked(stage, row.asksFor);
  await stage.stop();
  return struckAt;
}
