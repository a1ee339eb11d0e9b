import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forgetOurs, oursIn } from '../support/obs-deeds.ts';
import { hasObsKit } from '../support/obs-kit.ts';
import { type ObsStage, setObsStage } from '../support/obs-stage.ts';
import { steadyRandom } from '../support/steady-random.ts';

const TURNS = Number(process.env['OBS_STORM'] ?? 6);
/** Far more than it takes; a computer may be busy. */
const RIGHT_WITHIN_MS = 20_000;

describe.skipIf(!hasObsKit)('a real OBS that ends at any moment', () => {
  let on: ObsStage;
  beforeAll(async () => {
    on = await setObsStage({ scenes: { Live: [] } });
    await on.connect();
  });
  afterAll(() => on.dispose());

  const random = steadyRandom(14);

  it.each(Array.from({ length: TURNS }, (_, at) => at + 1))(
    'is met again, with nothing left over (turn %i)',
    async () => {
      const work = on.dashboard
        .ask('obs.set-up', { scenes: [], audio: 'desktop' })
        .then(() => on.dashboard.ask('obs.undo', {}))
        .catch(() => 'cut off');
      await new Promise((passed) => setTimeout(passed, random() * 400));
      await (random() < 0.5 ? on.obs.crash() : on.obs.stop());
      await on.link(({ state }) => state !== 'connected', RIGHT_WITHIN_MS);
      await work;
      await on.restartObs();
      await on.link(({ state }) => state === 'connected', RIGHT_WITHIN_MS);
      const hand = await on.obs.connect();
      const { scenes } = await hand.call('GetSceneList');
      expect(scenes).toHaveLength(1);
      await expect
        .poll(
          async () => {
            const { changes } = await on.dashboard.ask('obs.plan', {
              scenes: [],
              audio: 'desktop',
            });
            return (await oursIn(on, hand)).length === 0 || changes.length === 0;
          },
          { timeout: RIGHT_WITHIN_MS },
        )
        .toBe(true);
      await forgetOurs(on, hand);
      hand.close();
      expect(on.host.errors).not.toMatch(/unhandled|uncaught/i);
    },
    4 * RIGHT_WITHIN_MS,
  );
});
