import { describe, expect, it } from 'vitest';
import { ObsSlowError } from '../../../electron/features/obs/obs-errors.ts';
import {
  ObsChangedSinceError,
  ObsNotReachedError,
} from '../../../electron/features/obs/setup-errors.ts';
import type { FakeItemSpec } from '../../support/fake-obs.ts';
import {
  ADDRESS,
  GAME,
  OLD_ADDRESS,
  RIGHT,
  type SetupWorld,
  setupWorld,
  WISH,
} from './setup-world.ts';

const OURS = 'Stagelight';
const CAMERA: FakeItemSpec = { source: 'Camera', kind: 'xshm_input' };
const sized = (width: number): FakeItemSpec => ({
  ...RIGHT,
  settings: { ...RIGHT.settings, width },
});

const itemsOf = ({ obs }: SetupWorld) => obs.model.scenes.get('Scene')?.items ?? [];
const orderOf = (world: SetupWorld) => itemsOf(world).map(({ source }) => source);

function put(world: SetupWorld, source: string, index: number): void {
  const items = itemsOf(world);
  const item = world.obs.item('Scene', source);
  items.splice(items.indexOf(item), 1);
  items.splice(index, 0, item);
}

/** What was wrong in OBS before, alone; each mended by the set-up. */
const WRONGS: [string, readonly FakeItemSpec[]][] = [
  ['its size', [GAME, sized(1280)]],
  ['its address', [GAME, { ...RIGHT, settings: { ...RIGHT.settings, url: OLD_ADDRESS } }]],
  ['its mute', [GAME, { ...RIGHT, muted: true }]],
  ['its lock', [GAME, { ...RIGHT, locked: false }]],
  ['that it was hidden', [GAME, { ...RIGHT, enabled: false }]],
  ['its place', [GAME, { ...RIGHT, transform: { positionX: 40 } }]],
  ['its order', [RIGHT, GAME]],
];

async function mended(items: readonly FakeItemSpec[]): Promise<SetupWorld> {
  const world = await setupWorld();
  world.obs.scene('Scene', items);
  const changes = await world.settled(world.setup.setUp(WISH));
  expect(changes).toHaveLength(1);
  return world;
}

describe('taking a set-up back', () => {
  it.each(WRONGS)('names the source where it is gone since: %s', async (_, items) => {
    const world = await mended(items);
    const { obs, setup, settled } = world;
    obs.model.inputs.delete(OURS);
    itemsOf(world).splice(orderOf(world).indexOf(OURS), 1);
    await expect(settled(setup.undo())).rejects.toThrow(new ObsChangedSinceError([OURS]).message);
    // Once only.
    expect(setup.undoable).toBeNull();
  });

  it.each(WRONGS)('says nothing where the streamer did it by hand: %s', async (_, items) => {
    const world = await mended(items);
    const { obs, setup, settled } = world;
    const wrong = await setupWorld();
    wrong.obs.scene('Scene', items);
    const [item, was] = [obs.item('Scene', OURS), wrong.obs.item('Scene', OURS)];
    Object.assign(item, { enabled: was.enabled, locked: was.locked, transform: was.transform });
    const { muted, settings } = wrong.obs.input(OURS);
    Object.assign(obs.input(OURS), { muted, settings: { ...settings } });
    put(
      world,
      OURS,
      items.findIndex(({ source }) => source === OURS),
    );
    const before = obs.picture();
    obs.requests.length = 0;
    await settled(setup.undo());
    expect(obs.picture()).toEqual(before);
    expect(obs.requests.some(({ type }) => type.startsWith('SetInput'))).toBe(false);
    const moved = obs.requests.filter(({ type }) => /^SetSceneItem/.test(type));
    // The one that lets OBS write to its disk.
    expect(moved.map(({ type }) => type)).toEqual(['SetSceneItemIndex']);
  });

  it.each<[string, readonly FakeItemSpec[], (world: SetupWorld) => void]>([
    [
      'another size',
      [GAME, sized(1280)],
      ({ obs }) => {
        obs.input(OURS).settings = { ...obs.input(OURS).settings, width: 640 };
      },
    ],
    [
      'another page',
      [GAME, { ...RIGHT, settings: { ...RIGHT.settings, url: OLD_ADDRESS } }],
      ({ obs }) => {
        obs.input(OURS).settings = { ...obs.input(OURS).settings, url: 'https://example.com/' };
      },
    ],
    [
      'another place',
      [GAME, { ...RIGHT, transform: { positionX: 40 } }],
      ({ obs }) => {
        obs.item('Scene', OURS).transform.positionX = 77;
      },
    ],
    ['another order', [RIGHT, GAME, CAMERA], (world) => put(world, OURS, 1)],
  ])('leaves what the streamer gave it since: %s', async (_, items, change) => {
    const world = await mended(items);
    const { obs, setup, settled } = world;
    change(world);
    const before = obs.picture();
    await expect(settled(setup.undo())).rejects.toBeInstanceOf(ObsChangedSinceError);
    expect(obs.picture()).toEqual(before);
  });

  it('gives its former address back with the key of now, where that was ours already', async () => {
    const world = await setupWorld();
    const { obs, setup, settled } = world;
    const url = `${ADDRESS}?theme=neon`;
    obs.scene('Scene', [{ ...RIGHT, settings: { ...RIGHT.settings, url, width: 9 } }]);
    await settled(setup.setUp(WISH));
    await settled(setup.undo());
    expect(obs.input(OURS).settings).toMatchObject({ url, width: 9 });
  });

  it('removes only what was made, not an item of the same source that was there', async () => {
    const world = await setupWorld();
    const { obs, setup, settled } = world;
    obs.scene('Scene', [RIGHT]).scene('Second', [GAME]);
    await settled(setup.setUp({ ...WISH, scenes: ['Scene', 'Second'] }));
    obs.scene('Scene', [{ source: OURS }]);
    await settled(setup.undo());
    expect(orderOf(world)).toEqual([OURS, OURS]);
    expect(obs.model.scenes.get('Second')?.items.map(({ source }) => source)).toEqual(['Game']);
  });

  it('puts it back where it lay in each of several scenes', async () => {
    const { obs, setup, settled } = await setupWorld();
    obs
      .scene('Scene', [RIGHT, GAME])
      .scene('Second', [CAMERA, { source: OURS, locked: true }, GAME]);
    const fill = obs.item('Scene', OURS).transform;
    obs.item('Second', OURS).transform = { ...fill };
    const before = obs.picture();
    await settled(setup.setUp({ ...WISH, scenes: ['Scene', 'Second'] }));
    await settled(setup.undo());
    expect(obs.picture()).toMatchObject(before as object);
  });

  it('is over where what was made is gone already, or its scene', async () => {
    const { obs, setup, settled } = await setupWorld();
    obs.scene('Second', [GAME]);
    await settled(setup.setUp({ ...WISH, scenes: ['Scene', 'Second'] }));
    obs.model.scenes.delete('Second');
    await settled(setup.undo());
    expect(obs.model.inputs.has(OURS)).toBe(false);
    expect(setup.undoable).toBeNull();
  });
});

describe('a set-up that OBS does not keep', () => {
  it('is done in one round where that is enough, and looked at once more', async () => {
    const { obs, setup, settled, files } = await setupWorld();
    obs.scene('Scene', [GAME, { ...RIGHT, locked: false }]);
    await settled(setup.setUp(WISH));
    const looks = obs.requests.filter(({ type }) => type === 'GetGroupList');
    expect(looks).toHaveLength(2);
    const [path = ''] = files.paths;
    expect(JSON.parse(await files.readText(path)).records).toHaveLength(1);
  });

  it('is tried in three rounds, then named, and can still be taken back', async () => {
    const { obs, setup, settled } = await setupWorld();
    obs.scene('Scene', [GAME, { ...RIGHT, locked: false }]);
    let rounds = 0;
    const handle = obs.handle.bind(obs);
    obs.handle = async (type, data) => {
      const answer = await handle(type, data);
      // As soon as it was seen to be on, it is off again.
      if (type === 'GetSceneItemLocked') obs.item('Scene', OURS).locked = false;
      if (type === 'SetSceneItemLocked') rounds += 1;
      return answer;
    };
    const asked = settled(setup.setUp(WISH));
    await expect(asked).rejects.toThrow(new ObsNotReachedError(OURS).message);
    expect(rounds).toBe(3);
    expect(setup.undoable).not.toBeNull();
  });
});

describe('a set-up that OBS was too slow for', () => {
  /** The lock is never answered, though OBS carries it out. */
  const slow = async () => {
    const world = await setupWorld();
    const { obs } = world;
    obs.scene('Scene', [GAME, { ...RIGHT, locked: false }]);
    const handle = obs.handle.bind(obs);
    let isSlow = true;
    obs.handle = async (type, data) => {
      const answer = await handle(type, data);
      if (isSlow && type === 'SetSceneItemLocked') throw new ObsSlowError();
      return answer;
    };
    const failed = world.settled(world.setup.setUp(WISH));
    await expect(failed).rejects.toBeInstanceOf(ObsSlowError);
    const recover = () => {
      isSlow = false;
    };
    return { ...world, recover };
  };
  const isLocked = ({ obs }: Pick<SetupWorld, 'obs'>) => obs.item('Scene', OURS).locked;

  it('is taken back later, as soon as OBS answers in time', async () => {
    const world = await slow();
    expect([isLocked(world), world.setup.undoable]).toEqual([true, null]);
    await world.clock.advance(9_000);
    expect(isLocked(world)).toBe(true);
    world.obs.item('Scene', OURS).locked = true;
    await world.clock.advance(2_000);
    // Too slow once more: tried again.
    world.recover();
    world.obs.item('Scene', OURS).locked = true;
    await world.clock.advance(12_000);
    expect(isLocked(world)).toBe(false);
    await world.clock.advance(60_000);
    expect(world.clock.pendingTimers).toBe(0);
  });

  it('is left to the next connection where OBS is gone by then', async () => {
    const world = await slow();
    world.obs.die();
    await world.clock.advance(60_000);
    expect(world.clock.pendingTimers).toBe(0);
    world.obs.revive();
    world.recover();
    await world.settled(world.setup.settle());
    expect(isLocked(world)).toBe(false);
  });

  it('is left to the next start where the app ends', async () => {
    const world = await slow();
    world.setup.dispose();
    await world.clock.advance(60_000);
    expect([isLocked(world), world.clock.pendingTimers]).toEqual([true, 0]);
  });
});

describe('a set-up under way when the app ends', () => {
  it('leaves no timer', async () => {
    const { setup, settled, clock } = await setupWorld();
    const asked = settled(setup.setUp(WISH));
    setup.dispose();
    await asked;
    await clock.advance(200);
    expect(clock.pendingTimers).toBe(0);
  });

  it('hears nothing more of OBS', async () => {
    const { obs, setup, settled, clock } = await setupWorld();
    await settled(setup.setUp(WISH));
    setup.dispose();
    obs.emit('ExitStarted', {});
    const { length } = obs.requests;
    await clock.advance(60_000);
    expect([clock.pendingTimers, obs.requests.length]).toEqual([0, length]);
  });
});
