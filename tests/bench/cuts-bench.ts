import { ConnectionWorld } from './connection-world.ts';
import { evenDraws } from './even-draws.ts';

/** Time between two cuts, and how much of it the line is to be live, in percent. */
const CUTS = [
  { everySeconds: 5, least: 80 },
  { everySeconds: 10, least: 90 },
  { everySeconds: 20, least: 95 },
  { everySeconds: 60, least: 98 },
] as const;
const CUT_FOR_MS = 10 * 60_000;
const LOOK_EVERY_MS = 100;

export interface CutShare {
  readonly everySeconds: number;
  readonly least: number;
  readonly percentLive: number;
  /** Calls of all kinds to the platform, a minute. */
  readonly callsAMinute: number;
}

/** How much of ten simulated minutes the app is live while its line is cut again and again. */
export async function sharesUnderCuts(): Promise<readonly CutShare[]> {
  const shares: CutShare[] = [];
  for (const { everySeconds, least } of CUTS) {
    const world = await ConnectionWorld.open({ random: evenDraws() });
    try {
      const callsBefore = world.network.calls.length;
      world.simulator.faults.inject({ kind: 'cut-every', everyMs: everySeconds * 1_000 });
      let live = 0;
      const looks = CUT_FOR_MS / LOOK_EVERY_MS;
      for (let look = 0; look < looks; look += 1) {
        await world.skip(LOOK_EVERY_MS);
        if (world.core.keeper.status.phase === 'live') live += 1;
      }
      const calls = world.network.calls.length - callsBefore;
      const callsAMinute = calls / (CUT_FOR_MS / 60_000);
      shares.push({ everySeconds, least, percentLive: (live / looks) * 100, callsAMinute });
    } finally {
      await world.dispose();
    }
  }
  return shares;
}
