import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  forgetOurs,
  itemOf,
  itemsOf,
  oursIn,
  takeOut,
  untilProved,
  wholeCollection,
} from '../support/obs-deeds.ts';
import { CANVAS, hasObsKit, type ObsHand, USUAL_RATE } from '../support/obs-kit.ts';
import { type ObsStage, setObsStage } from '../support/obs-stage.ts';

const ODD = '쉬는 시간 ☕ "따옴표" <b>\\ \u202Eleft';
const LONG = `아주 긴 이름 ${'가'.repeat(200)}`;

const GAME = { name: 'Game', kind: 'color_source_v3', settings: { width: 1280, height: 720 } };
const OTHER = { name: 'Talk', kind: 'browser_source', settings: { url: 'http://127.0.0.1:9/' } };

/** What a fresh OBS of a streamer looks like, and what is odd in some. */
const SCENES = {
  Live: [GAME, OTHER],
  Break: [],
  [ODD]: [],
  [LONG]: [],
  Around: [{ name: 'Inside' }],
  Inside: [],
  Grouping: [{ name: 'Corner' }],
};
const GROUPS = {
  Corner: [{ name: 'Logo', kind: 'color_source_v3', settings: { width: 64, height: 64 } }],
};

describe.skipIf(!hasObsKit)('the set-up of a real OBS', () => {
  let on: ObsStage;
  let hand: ObsHand;
  let untouched: unknown;

  beforeAll(async () => {
    on = await setObsStage({ scenes: SCENES, groups: GROUPS, profile: USUAL_RATE });
    hand = await on.obs.connect();
    await on.connect();
    untouched = await wholeCollection(hand);
  });
  afterAll(() => on.dispose());

  beforeEach(() => hand.call('SetCurrentProgramScene', { sceneName: 'Live' }));
  afterEach(async () => {
    await forgetOurs(on, hand);
    await hand.call('SetCurrentProgramScene', { sceneName: 'Live' });
    // OBS frees a name some frames later.
    await expect.poll(() => wholeCollection(hand)).toEqual(untouched);
  });

  const plan = (scenes: readonly string[] = [], audio: 'obs' | 'desktop' = 'desktop') =>
    on.dashboard.ask('obs.plan', { scenes: [...scenes], audio });
  const setUp = (scenes: readonly string[] = [], audio: 'obs' | 'desktop' = 'desktop') =>
    on.dashboard.ask('obs.set-up', { scenes: [...scenes], audio });
  const top = async (scene: string) => (await itemsOf(hand, scene)).at(-1);

  it('makes one source as large as the canvas, on top, locked, and leaves all else', async () => {
    await setUp();
    const [ours, ...more] = await oursIn(on, hand);
    expect(more).toEqual([]);
    expect(ours?.name).toBe('Stagelight');
    expect(ours?.settings).toMatchObject({
      url: on.overlayUrl,
      ...CANVAS,
      fps_custom: true,
      fps: 30,
      shutdown: false,
      restart_when_active: false,
      reroute_audio: false,
    });
    const items = await itemsOf(hand, 'Live');
    expect(items.map(({ source }) => source)).toEqual(['Game', 'Talk', 'Stagelight']);
    expect(items.at(-1)).toMatchObject({ locked: true, enabled: true });
    expect(items.at(-1)?.transform).toMatchObject({ positionX: 0, positionY: 0, rotation: 0 });
    expect((await oursIn(on, hand)).some(({ name }) => name === 'Talk')).toBe(false);
  });

  it('twice over is one source, and the second has nothing to do', async () => {
    const first = await setUp();
    expect(first.changes).not.toEqual([]);
    const before = await wholeCollection(hand);
    expect(await plan()).toEqual({ changes: [] });
    expect(await setUp()).toEqual({ changes: [] });
    expect(await wholeCollection(hand)).toEqual(before);
    expect(await oursIn(on, hand)).toHaveLength(1);
  });

  it('does what its preview said, and the preview changes nothing', async () => {
    const said = await plan(['Break', ODD]);
    expect(await wholeCollection(hand)).toEqual(untouched);
    expect(said.changes.length).toBeGreaterThan(1);
    expect((await setUp(['Break', ODD])).changes).toEqual(said.changes);
  });

  it('is taken back exactly, source and all', async () => {
    await setUp(['Live', 'Break'], 'obs');
    expect(await wholeCollection(hand)).not.toEqual(untouched);
    await on.dashboard.ask('obs.undo', {});
    await expect.poll(() => wholeCollection(hand)).toEqual(untouched);
    const state = await on.dashboard.until('obs', (now) => now?.undoable === null);
    expect(state).toMatchObject({ undoable: null });
  });

  it('shows one source in several scenes, whatever their names', async () => {
    await setUp(['Break', ODD, LONG]);
    expect(await oursIn(on, hand)).toHaveLength(1);
    for (const scene of ['Break', ODD, LONG]) {
      expect(await top(scene)).toMatchObject({ source: 'Stagelight', locked: true });
    }
    expect((await itemsOf(hand, 'Live')).map(({ source }) => source)).toEqual(['Game', 'Talk']);
  });

  it('is enough in a scene that is nested in the one on air', async () => {
    await setUp(['Inside']);
    await hand.call('SetCurrentProgramScene', { sceneName: 'Around' });
    expect(await plan(['Around'])).toEqual({ changes: [] });
  });

  it('leaves a group as it is, and stands above it', async () => {
    await setUp(['Grouping']);
    const names = (await itemsOf(hand, 'Grouping')).map(({ source }) => source);
    expect(names).toEqual(['Corner', 'Stagelight']);
    expect((await itemsOf(hand, 'Corner', true)).map(({ source }) => source)).toEqual(['Logo']);
  });

  it.each([
    [
      'another source',
      (name: string) =>
        hand.call('CreateInput', {
          sceneName: 'Break',
          inputName: name,
          inputKind: 'color_source_v3',
        }),
      (name: string) => takeOut(hand, name),
    ],
    [
      'a scene',
      (name: string) => hand.call('CreateScene', { sceneName: name }),
      (name: string) => hand.call('RemoveScene', { sceneName: name }),
    ],
  ])('never takes a name that belongs to %s', async (_, take, giveBack) => {
    await take('Stagelight');
    try {
      await setUp();
      const [ours] = await oursIn(on, hand);
      expect(ours?.name).toBe('Stagelight 2');
      expect(await top('Live')).toMatchObject({ source: 'Stagelight 2' });
    } finally {
      await forgetOurs(on, hand);
      await giveBack('Stagelight');
    }
  });

  it('knows its source by the address, under any name, and mends what is wrong with it', async () => {
    await hand.call('CreateInput', {
      sceneName: 'Live',
      inputName: '내 오버레이 🎉',
      inputKind: 'browser_source',
      inputSettings: { url: on.overlayUrl, width: 800, height: 600, shutdown: true },
    });
    await setUp();
    const [ours, ...more] = await oursIn(on, hand);
    expect(more).toEqual([]);
    expect(ours?.name).toBe('내 오버레이 🎉');
    expect(ours?.settings).toMatchObject({ ...CANVAS, shutdown: false });
  });

  it('gives a source of the streamer back as it was', async () => {
    const inputName = 'My overlay';
    await hand.call('CreateInput', {
      sceneName: 'Live',
      inputName,
      inputKind: 'browser_source',
      inputSettings: { url: on.overlayUrl, width: 800, height: 600, restart_when_active: true },
    });
    const { id: sceneItemId } = await itemOf(hand, 'Live', inputName);
    const where = { sceneName: 'Live', sceneItemId };
    await hand.call('SetSceneItemTransform', {
      ...where,
      sceneItemTransform: { positionX: 40, positionY: 30, scaleX: 0.5, scaleY: 0.5, rotation: 5 },
    });
    await hand.call('SetSceneItemIndex', { ...where, sceneItemIndex: 0 });
    const before = await wholeCollection(hand);
    await setUp();
    expect(await wholeCollection(hand)).not.toEqual(before);
    await on.dashboard.ask('obs.undo', {});
    await expect.poll(() => wholeCollection(hand)).toEqual(before);
  });

  it('lets the sound go through OBS where the streamer wants that', async () => {
    await setUp([], 'obs');
    const [ours] = await oursIn(on, hand);
    expect(ours?.settings).toMatchObject({ reroute_audio: true });
    expect(await hand.call('GetInputMute', { inputName: ours?.name })).toEqual({
      inputMuted: false,
    });
  });

  it('is proved once its page is there, without another press', async () => {
    await setUp();
    await on.dashboard.until('status', ({ overlay }) => overlay.connectedPages === 1);
    await untilProved(on, Date.now());
  });
});

describe.skipIf(!hasObsKit)('a set-up that is cut off', () => {
  let on: ObsStage;
  beforeAll(async () => {
    on = await setObsStage({ scenes: { Live: [GAME], Break: [] } });
    await on.connect();
  });
  afterAll(() => on.dispose());

  const wish = () => ({ scenes: ['Live', 'Break'], audio: 'obs' as const });

  it.each([5, 25, 60, 140])(
    'leaves nothing half made when OBS dies %i ms into it',
    async (after) => {
      const done = on.dashboard.ask('obs.set-up', wish()).catch(() => 'refused');
      await new Promise((passed) => setTimeout(passed, after));
      await on.obs.crash();
      await done;
      await on.restartObs();
      await on.link(({ state }) => state === 'connected');
      const hand = await on.obs.connect();
      const half = async () => {
        const { changes } = await on.dashboard.ask('obs.plan', wish());
        return (await oursIn(on, hand)).length === 0 ? [] : changes;
      };
      await expect.poll(half).toEqual([]);
      await forgetOurs(on, hand);
      hand.close();
    },
  );
});
