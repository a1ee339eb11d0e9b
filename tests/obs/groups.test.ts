import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ObsWish } from '../../shared/contract/obs.ts';
import { itemOf, itemsOf, oursIn } from '../support/obs-deeds.ts';
import { GAME, hasObsKit, type ObsHand } from '../support/obs-kit.ts';
import { codesOf, type ObsStage, setObsStage } from '../support/obs-stage.ts';

const ONE: ObsWish = { scenes: [], audio: 'desktop' };
const GROUPS: ObsWish = { ...ONE, sources: 'groups' };
/** Three pages as large as the picture are much for a slow machine. */
const SMALL = { Video: { BaseCX: 640, BaseCY: 360, OutputCX: 320, OutputCY: 180 } };
const NAMES = ['Stagelight widgets', 'Stagelight chat', 'Stagelight alerts'];
const [, , ALERTS = ''] = NAMES;

describe.skipIf(!hasObsKit)('one source a group of widgets in a real OBS', () => {
  let on: ObsStage;
  let hand: ObsHand;

  beforeAll(async () => {
    on = await setObsStage({ scenes: { Scene: [GAME] }, profile: SMALL });
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
  const untilFound = (...codes: readonly string[]) =>
    vi.waitFor(
      async () => {
        await on.dashboard.ask('obs.check', {});
        expect(codesOf(await on.proof(({ state }) => state !== 'looking'))).toEqual(codes);
      },
      { interval: 500 },
    );

  it('takes the place of the one source, and comes back as it was', async () => {
    await setUp(ONE);
    await setUp(GROUPS);
    expect(await shown()).toEqual(['Game', ...NAMES]);
    expect(await setUp(GROUPS)).toEqual({ changes: [] });
    await setUp(ONE);
    expect(await shown()).toEqual(['Game', 'Stagelight']);
    await on.dashboard.ask('obs.undo', {});
    expect(await shown()).toEqual(['Game', ...NAMES]);
    expect((await oursIn(on, hand)).map(({ name }) => name).toSorted()).toEqual(
      ['Stagelight', ...NAMES].toSorted(),
    );
  });

  it('is seen in the picture of the program, each by its own squares', async () => {
    await vi.waitFor(
      async () => {
        await on.dashboard.ask('obs.check', {});
        const proof = await on.proof(({ state }) => state !== 'looking');
        expect(proof).toMatchObject({ state: 'proved', by: 'program' });
      },
      { interval: 500 },
    );
  });

  it('is missed, each by itself', async () => {
    await untilFound();
    const { id } = await itemOf(hand, 'Scene', ALERTS);
    const sceneItem = { sceneName: 'Scene', sceneItemId: id };
    await hand.call('SetSceneItemEnabled', { ...sceneItem, sceneItemEnabled: false });
    await untilFound('hidden');
    await hand.call('RemoveSceneItem', sceneItem);
    await untilFound('part-missing');
    expect(await setUp(GROUPS)).toMatchObject({ changes: [{ kind: 'create', input: ALERTS }] });
    expect(await shown()).toEqual(['Game', ...NAMES]);
  });
});
