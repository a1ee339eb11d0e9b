import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { KilledLane, type KillFigures, NO_FIGURES } from '../support/killed-lane.ts';
import { IS_LONG } from '../support/long.ts';
import { steadyRandom } from '../support/steady-random.ts';

const KILLS = IS_LONG ? 200 : 20;
/** Two at a time, each over a data folder of its own. */
const SEEDS = [20_261_120, 7];

describe('a core that is killed at any moment of its writing', () => {
  it('leaves a usable sign-in, every event that was shown, and books that pass their check', {
    timeout: 600_000,
  }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'stagelight-killed-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const codeCache = join(folder, 'code');
    const figures: KillFigures = { ...NO_FIGURES };
    const lane = (name: string, seed: number, into: KillFigures): KilledLane =>
      new KilledLane(join(folder, name), codeCache, steadyRandom(seed), into);
    await lane('warm-up', 1, { ...NO_FIGURES }).liveOut();

    const failures: unknown[] = [];
    const liveAll = async (seed: number): Promise<void> => {
      const data = lane(`data-${seed}`, seed, figures);
      for (let life = 0; life < KILLS / SEEDS.length; life += 1) {
        if (failures.length > 0) return;
        await data.liveAndDie();
      }
      await data.liveOut();
      figures.writtenUnseen += data.countUnseen();
    };
    // The folder is removed at the end: nobody may be alive in it then, whatever went wrong.
    await Promise.all(SEEDS.map((seed) => liveAll(seed).catch((cause) => failures.push(cause))));
    if (failures.length > 0) throw failures[0];

    expect(figures.kills).toBe(KILLS);
    // Killed while at work: the words that the deaths wait for make sure of these.
    expect(figures.rotations).toBeGreaterThan(KILLS / 4);
    expect(figures.valuedShown).toBeGreaterThan(KILLS);
    console.log(
      `killed ${figures.kills} times (${figures.killedOpening} while opening): ` +
        `${figures.rotations} rotations; newest pair in the vault ${figures.newestKept}, ` +
        `the one before ${figures.formerKept}, refused one removed ${figures.signInsCut}; ` +
        `${figures.valuedShown} valued events shown, 0 lost, ` +
        `${figures.writtenUnseen} written and not yet shown; ${figures.gaps} gaps, 0 lost`,
    );
  });
});
