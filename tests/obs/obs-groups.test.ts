import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { itemOf, itemsOf, oursIn, untilProved } from '../support/obs-deeds.ts';
import { CANVAS, GAME, hasObsKit, type ObsHand } from '../support/obs-kit.ts';
import { codesOf, type ObsStage, setObsStage } from '../support/obs-stage.ts';

const OVERLAY = 'My overlay';
const SOURCE = {
  name: OVERLAY,
  kind: 'browser_source',
  settings: { url: 'about:blank', ...CANVAS, fps_custom: true, fps: 30, shutdown: false },
};

describe.skipIf(!hasObsKit)('an overlay that a real OBS shows in a group', () => {
  let on: ObsStage;
  let hand: ObsHand;

  beforeAll(async () => {
    on = await setObsStage({
      scenes: { Live: [GAME, { name: 'Group' }], Around: [{ name: 'Live' }] },
      groups: { Group: [SOURCE] },
    });
    hand = await on.obs.connect();
    await on.connect();
    const inputSettings = { url: on.overlayUrl };
    await hand.call('SetInputSettings', { inputName: OVERLAY, inputSettings });
  });
  afterAll(() => on.dispose());
  beforeEach(() => hand.call('SetCurrentProgramScene', { sceneName: 'Live' }));

  const group = async () => ({
    sceneName: 'Live',
    sceneItemId: (await itemOf(hand, 'Live', 'Group')).id,
  });
  const inGroup = async () => {
    const [item] = await itemsOf(hand, 'Group', true);
    return { sceneName: 'Group', sceneItemId: item?.id };
  };
  /** Finds it, mends it by one press, and is proved again. */
  const foundAndMended = async (code: string) => {
    await on.dashboard.ask('obs.check', {});
    const proof = await on.proof((now) => codesOf(now).includes(code));
    const finding = proof.state === 'found' && proof.findings.find((one) => one.code === code);
    expect(finding).toMatchObject({ code, source: OVERLAY, fixable: true });
    if (!finding) return;
    const since = Date.now();
    await on.dashboard.ask('obs.fix', { code: finding.code, source: OVERLAY });
    await untilProved(on, since);
  };

  it('is proved there, and in a scene that nests the scene', async () => {
    expect(await untilProved(on)).toMatchObject({ state: 'proved', scene: 'Live' });
    await hand.call('SetCurrentProgramScene', { sceneName: 'Around' });
    await on.proof((proof) => proof.state === 'proved' && proof.scene === 'Around');
  });

  it.each([
    ['the group', group],
    ['it in the group', inGroup],
  ])('is found hidden where the streamer hides %s, and shown by one press', async (_, where) => {
    await untilProved(on);
    await hand.call('SetSceneItemEnabled', { ...(await where()), sceneItemEnabled: false });
    await foundAndMended('hidden');
    const shown = [await itemOf(hand, 'Live', 'Group'), ...(await itemsOf(hand, 'Group', true))];
    expect(shown.every(({ enabled }) => enabled)).toBe(true);
  });

  it('is found outside where the group was moved out of the picture, and brought back', async () => {
    const sceneItemTransform = { positionX: 5_000 };
    await hand.call('SetSceneItemTransform', { ...(await group()), sceneItemTransform });
    await foundAndMended('outside');
  });

  it('is enough for a set-up, which makes no second source and leaves the group', async () => {
    const wish = { scenes: ['Live'], audio: 'desktop' as const };
    const { changes } = await on.dashboard.ask('obs.set-up', wish);
    expect(changes.filter(({ kind }) => kind !== 'settings')).toEqual([]);
    expect((await oursIn(on, hand)).map(({ name }) => name)).toEqual([OVERLAY]);
    expect((await itemsOf(hand, 'Live')).map(({ source }) => source)).toEqual(['Game', 'Group']);
    expect(await on.dashboard.ask('obs.plan', wish)).toEqual({ changes: [] });
  });
});
