import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { KilledLane, type KillFigures, NO_FIGURES } from '../support/killed-lane.ts';
import { steadyRandom } from '../support/steady-random.ts';

const KILLS = 200;
/** Two at a time, each over a data folder of its own. */
const SEEDS = [20_261_120, 7];

describe('a core that is killed at any moment of its writing', () => {
  it('leaves a usable sign-in, every event that was shown, and books that pass their check', {
    timeout: 240_000,
  }, async () => {
    const figures: KillFigures = { ...NO_FIGURES };
    const folder = await mkdtemp(join(tmpdir(), 'stagelight-killed-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    await Promise.all(
      SEEDS.map(async (seed, number) => {
        const lane = new KilledLane(join(folder, String(number)), steadyRandom(seed), figures);
        for (let life = 0; life < KILLS / SEEDS.length; life += 1) await lane.liveAndDie();
        await lane.liveOut();
        figures.writtenUnseen += lane.countUnseen();
      }),
    );
    expect(figures.kills).toBe(KILLS);
    // Killed while at work, not before or after it.
    expect(figures.rotations).toBeGreaterThan(KILLS / 2);
    expect(figures.valuedShown).toBeGreaterThan(KILLS);
    expect(figures.gaps).toBeGreaterThan(0);
    console.log(
      `killed ${figures.kills} times (${figures.killedOpening} while opening): ` +
        `${figures.rotations} rotations (${figures.answersLost} answers lost, ` +
        `${figures.signInsCut} sign-ins cut), 0 without a pair; ` +
        `${figures.valuedShown} valued events shown, 0 lost, ` +
        `${figures.writtenUnseen} written and not yet shown; ${figures.gaps} gaps, 0 lost`,
    );
  });
});
