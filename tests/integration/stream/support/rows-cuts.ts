import { expect } from 'vitest';
import type { FaultRow } from './fault-row.ts';
import { type FaultStage, MINUTE, SECOND } from './fault-stage.ts';
import { inject } from './fault-tools.ts';

const CUT_FOR_MS = 5 * MINUTE;
const LOOK_EVERY_MS = 100;

/** The line is cut again and again: how much of the time is it live, at least? */
export const CUT_ROWS: readonly FaultRow[] = (
  [
    [5, 80],
    [10, 90],
    [20, 95],
    [60, 98],
  ] as const
).map(
  ([seconds, percent]): FaultRow => ({
    name: `cut every ${seconds} seconds for 5 minutes: live at least ${percent} % of them`,
    strike: async (stage) => {
      inject(stage, { kind: 'cut-every', everyMs: seconds * SECOND });
      expect(await percentLive(stage), 'live, percent').toBeGreaterThanOrEqual(percent);
      stage.simulator.faults.clear();
    },
    gap: 'some',
    liveWithinMs: CUT_FOR_MS + 10 * SECOND,
  }),
);

async function percentLive(stage: FaultStage): Promise<number> {
  const looks = CUT_FOR_MS / LOOK_EVERY_MS;
  let live = 0;
  for (let look = 0; look < looks; look += 1) {
    await stage.run(LOOK_EVERY_MS);
    if (stage.isLive) live += 1;
  }
  return (live / looks) * 100;
}
