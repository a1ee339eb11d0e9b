import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ObsWish } from '../../shared/contract/obs.ts';
import { itemOf, itemsOf, oursIn, untilProved } from '../support/obs-deeds.ts';
import { GAME, hasObsKit, type ObsHand } from '../support/obs-kit.ts';
import { codesOf, type ObsStage, setObsStage } from '../support/obs-stage.ts';

const ONE: ObsWish = { scenes: [], audio: 'desktop' };
const GROUPS: ObsWish = { ...ONE, sources: 'groups' };
const NAMES = ['Stagelight widgets', 'Stagelight chat', 'Stagelight alerts'];

describe.skipIf(!hasObsKit)('one source a group of widgets in a real OBS', () => {
  let on: ObsStage;
  let hand: ObsHand;

  beforeAll(async () => {
    on = await setObsStage({ scenes: { Scene: [GAME] } });
    await on.connect();
    hand = await on.obs.connect();
  });
  afterAll(async () => {
    hand.close();
    await on.dispose();
  });

  const setUp = (wish: ObsWish) => on.dashboard.ask('obs.set-up', wish);
  const shown = async () =>
    (await itemsOf(hand, 'Scene')).filter(({ enabled }) => enabled).map(({ source }) => source);

  /** Three pages as large as the picture are much for a slow machine: it may not read all of them. */
  const untilNothingFound = () =>
    vi.waitFor(
      async () => {
        await on.dashboard.ask('obs.check', {});
        const proof = await on.proof(({ state }) => state !== 'looking');
        expect(codesOf(proof)).toEqual([]);
      },
      { timeout: 40_000, interval: 1_000 },
    );

  it('takes the place of the one source, and misses each of the three', async () => {
    await setUp(ONE);
    await setUp(GROUPS);
    expect(await shown()).toEqual(['Game', ...NAMES]);
    expect(await setUp(GROUPS)).toEqual({ changes: [] });
    await untilNothingFound();
    const { id } = await itemOf(hand, 'Scene', 'Stagelight alerts');
    const sceneItem = { sceneName: 'Scene', sceneItemId: id };
    await hand.call('SetSceneItemEnabled', { ...sceneItem, sceneItemEnabled: false });
    await on.proof((proof) => codesOf(proof).includes('hidden'), 15_000);
    await on.dashboard.ask('obs.fix', { code: 'hidden', source: 'Stagelight alerts' });
    await untilNothingFound();
    await hand.call('RemoveSceneItem', sceneItem);
    await on.proof((proof) => codesOf(proof).includes('part-missing'), 15_000);
    expect(await setUp(GROUPS)).toMatchObject({ changes: [{ kind: 'create' }] });
    await untilNothingFound();
  });

  it('shows the one source again, without a double, and goes back', async () => {
    await setUp(ONE);
    expect(await shown()).toEqual(['Game', 'Stagelight']);
    await untilProved(on);
    await on.dashboard.ask('obs.undo', {});
    expect(await shown()).toEqual(['Game', ...NAMES]);
    expect((await oursIn(on, hand)).map(({ name }) => name).toSorted()).toEqual(
      ['Stagelight', ...NAMES].toSorted(),
    );
  });
});
