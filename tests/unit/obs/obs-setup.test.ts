import { describe, expect, it } from 'vitest';
import { ObsGoneError, ObsRefusedError } from '../../../electron/features/obs/obs-errors.ts';
import {
  ObsChangedSinceError,
  ObsNoBrowserError,
  ObsNothingToUndoError,
  ObsNotReachedError,
  ObsOtherCollectionError,
} from '../../../electron/features/obs/setup-errors.ts';
import {
  ADDRESS,
  GAME,
  KEY,
  OLD_ADDRESS,
  RIGHT,
  type SetupWorld,
  setupWorld,
  WISH,
} from './setup-world.ts';

/** Until OBS has written to its disk what was done. */
const KEPT = 5_000;

/** Everything of ours is wrong, and things lie above it. */
const WRONG = {
  ...RIGHT,
  settings: {
    url: OLD_ADDRESS,
    width: 800,
    height: 600,
    shutdown: true,
    restart_when_active: true,
  },
  enabled: false,
  locked: false,
  muted: true,
  transform: { positionX: 40.5, rotation: 12, scaleX: 0.3, cropTop: 5 },
};

describe('a set-up', () => {
  it('makes one source that fills the canvas, on top, locked, at the address of now', async () => {
    const { obs, setup, settled } = await setupWorld();
    obs.scene('Scene', [GAME]);
    expect(await settled(setup.setUp(WISH))).toEqual([
      { kind: 'create', scene: 'Scene', input: 'Stagelight' },
    ]);
    expect(obs.input('Stagelight').settings).toEqual(RIGHT.settings);
    expect(obs.model.scenes.get('Scene')?.items.at(-1)).toMatchObject({
      source: 'Stagelight',
      enabled: true,
      locked: true,
      transform: { boundsWidth: 1920, boundsHeight: 1080, positionX: 0, positionY: 0 },
    });
  });

  it('changes nothing the second time, and keeps the first one to be taken back', async () => {
    const { obs, setup, settled } = await setupWorld();
    await settled(setup.setUp(WISH));
    const [after, undoable] = [obs.picture(), setup.undoable];
    obs.requests.length = 0;
    expect(await settled(setup.setUp(WISH))).toEqual([]);
    expect(obs.requests.filter(({ type }) => !type.startsWith('Get'))).toEqual([]);
    expect(obs.picture()).toEqual(after);
    expect(setup.undoable).toEqual(undoable);
  });

  it('is one source, however often the button is pressed at once', async () => {
    const { obs, setup, settled } = await setupWorld();
    obs.effectAfterMs = 60;
    await settled(Promise.all([setup.setUp(WISH), setup.setUp(WISH), setup.setUp(WISH)]));
    expect([...obs.model.inputs.keys()]).toEqual(['Stagelight']);
    expect(obs.model.scenes.get('Scene')?.items).toHaveLength(1);
  });

  it('only shows what it would do, when asked for the plan', async () => {
    const { obs, setup, settled } = await setupWorld();
    const before = obs.picture();
    const planned = await settled(setup.plan(WISH));
    expect(obs.picture()).toEqual(before);
    expect(await settled(setup.setUp(WISH))).toEqual(planned);
  });

  it('waits for what OBS answered before it took effect', async () => {
    const { obs, setup, settled } = await setupWorld();
    obs.scene('Scene', [WRONG, GAME]).scene('Second');
    obs.effectAfterMs = 250;
    await settled(setup.setUp({ ...WISH, scenes: ['Scene', 'Second'] }));
    expect(await settled(setup.plan({ ...WISH, scenes: ['Scene', 'Second'] }))).toEqual([]);
  });

  it('waits for a name that was just removed', async () => {
    const { obs, setup, settled } = await setupWorld();
    obs.scene('Scene', [GAME]).refuse('CreateInput', 601, 4);
    await settled(setup.setUp(WISH));
    expect(obs.item('Scene', 'Stagelight').locked).toBe(true);
  });

  it('says that OBS has no browser source, and leaves nothing', async () => {
    const { obs, setup, settled } = await setupWorld();
    obs.model.kinds.delete('browser_source');
    const before = obs.picture();
    await expect(settled(setup.setUp(WISH))).rejects.toBeInstanceOf(ObsNoBrowserError);
    expect(obs.picture()).toEqual(before);
    expect(setup.undoable).toBeNull();
  });

  it('takes back what it did, when OBS refuses the rest', async () => {
    const { obs, setup, settled } = await setupWorld();
    obs.scene('Scene', [WRONG, GAME]).scene('Second');
    const before = obs.picture();
    obs.refuse('CreateSceneItem', 700);
    const failed = setup.setUp({ ...WISH, scenes: ['Scene', 'Second'] });
    await expect(settled(failed)).rejects.toBeInstanceOf(ObsRefusedError);
    expect(obs.picture()).toMatchObject(before as object);
    expect(setup.undoable).toBeNull();
  });

  it('names what does not come about, although OBS accepts it', async () => {
    const { obs, setup, settled } = await setupWorld();
    obs.scene('Scene', [{ ...RIGHT, locked: false }]);
    obs.effectAfterMs = 60_000;
    await expect(settled(setup.setUp(WISH))).rejects.toThrow(
      new ObsNotReachedError('Stagelight').message,
    );
  });
});

describe('what OBS had not written to its disk when it was killed', () => {
  it('is written as soon as all is done: an item is put where it is', async () => {
    const { obs, setup, settled } = await setupWorld();
    obs.scene('Scene', [GAME]);
    await settled(setup.setUp(WISH));
    const at = { sceneName: 'Scene', sceneItemId: obs.item('Scene', 'Game').id, sceneItemIndex: 0 };
    expect(obs.requests.at(-1)).toEqual({ type: 'SetSceneItemIndex', data: at });
    expect(obs.model.scenes.get('Scene')?.items.map(({ source }) => source)).toEqual([
      'Game',
      'Stagelight',
    ]);
  });

  it('is done again, and can still be taken back', async () => {
    const world = await setupWorld();
    const { obs, settled } = world;
    obs.scene('Scene', [WRONG, GAME]).scene('Second');
    const [before, wish] = [obs.picture(), { ...WISH, scenes: ['Scene', 'Second'] }];
    await settled(world.setup.setUp(wish));
    const after = obs.picture();
    obs.die();
    obs.item('Scene', 'Stagelight').locked = false;
    obs.item('Second', 'Stagelight').transform.boundsWidth = 0;
    obs.input('Stagelight').muted = true;
    obs.revive();
    const again = await world.restarted();
    await settled(again.settle());
    expect(obs.picture()).toEqual(after);
    await settled(again.undo());
    expect(obs.picture()).toMatchObject(before as object);
  });

  it('is taken back again, where it had been taken back', async () => {
    const world = await setupWorld();
    const { obs, settled } = world;
    obs.scene('Scene', [{ ...RIGHT, locked: false }]);
    await settled(world.setup.setUp(WISH));
    await settled(world.setup.undo());
    obs.die();
    obs.item('Scene', 'Stagelight').locked = true;
    obs.revive();
    const again = await world.restarted();
    expect(again.undoable).toBeNull();
    await settled(again.settle());
    expect(obs.item('Scene', 'Stagelight').locked).toBe(false);
  });

  it.each([
    ['it had time to write', (world: SetupWorld) => world.clock.advance(KEPT)],
    [
      'it ended in order',
      async (world: SetupWorld) => {
        world.obs.emit('ExitStarted', {});
        await world.clock.advance(0);
      },
    ],
  ])('is the wish of the streamer where %s', async (_, pass) => {
    const world = await setupWorld();
    const { obs, settled } = world;
    await settled(world.setup.setUp(WISH));
    await pass(world);
    obs.die();
    obs.item('Scene', 'Stagelight').locked = false;
    obs.revive();
    await settled((await world.restarted()).settle());
    expect(obs.item('Scene', 'Stagelight').locked).toBe(false);
    expect(world.setup.undoable).not.toBeNull();
  });

  it('is not known while OBS is away, however long', async () => {
    const world = await setupWorld();
    const { obs, settled } = world;
    await settled(world.setup.setUp(WISH));
    obs.die();
    await world.clock.advance(KEPT);
    obs.item('Scene', 'Stagelight').locked = false;
    obs.revive();
    await settled(world.setup.settle());
    expect(obs.item('Scene', 'Stagelight').locked).toBe(true);
  });
});

describe('undo', () => {
  it.each([
    ['a source that was made', [GAME]],
    ['all that was mended', [WRONG, GAME]],
    ['only the size', [GAME, { ...RIGHT, settings: { ...RIGHT.settings, width: 1280 } }]],
    ['only the order', [RIGHT, GAME, { source: 'Camera', kind: 'xshm_input' }]],
    [
      'bounds of another size',
      [
        {
          ...RIGHT,
          transform: { boundsType: 'OBS_BOUNDS_STRETCH', boundsWidth: 9, boundsHeight: 9 },
        },
      ],
    ],
  ])('restores the collection exactly: %s', async (_, items) => {
    const { obs, setup, settled } = await setupWorld();
    obs.scene('Scene', items).scene('Second', [{ source: 'Game' }]);
    const before = obs.picture();
    const wish = { ...WISH, scenes: ['Scene', 'Second'] };
    await settled(setup.setUp(wish));
    expect(obs.picture()).not.toEqual(before);
    await settled(setup.undo());
    expect(obs.picture()).toMatchObject(before as object);
    expect(setup.undoable).toBeNull();
    await expect(settled(setup.undo())).rejects.toBeInstanceOf(ObsNothingToUndoError);
  });

  it('works after Stagelight was restarted', async () => {
    const world = await setupWorld();
    const before = world.obs.picture();
    await world.settled(world.setup.setUp(WISH));
    const again = await world.restarted();
    expect(again.undoable).toEqual(world.setup.undoable);
    await world.settled(again.undo());
    expect(world.obs.picture()).toEqual({ ...(before as object) });
  });

  it('leaves what the streamer changed since, and names it', async () => {
    const { obs, setup, settled } = await setupWorld();
    obs.scene('Scene', [WRONG, GAME]);
    await settled(setup.setUp(WISH));
    obs.input('Stagelight').settings = { ...obs.input('Stagelight').settings, width: 640 };
    obs.item('Scene', 'Stagelight').transform.positionX = 77;
    await expect(settled(setup.undo())).rejects.toThrow(
      new ObsChangedSinceError(['Stagelight']).message,
    );
    expect(obs.input('Stagelight').settings).toMatchObject({ width: 640, height: 600 });
    expect(obs.item('Scene', 'Stagelight')).toMatchObject({ enabled: false, locked: false });
    expect(obs.item('Scene', 'Stagelight').transform.positionX).toBe(77);
  });

  it('removes the source that was made under the name it has now', async () => {
    const { obs, setup, settled } = await setupWorld();
    await settled(setup.setUp(WISH));
    const { inputs, scenes } = obs.model;
    inputs.set('Overlay', { ...obs.input('Stagelight'), name: 'Overlay' });
    inputs.delete('Stagelight');
    const scene = scenes.get('Scene');
    if (scene) scene.items = scene.items.map((item) => ({ ...item, source: 'Overlay' }));
    await settled(setup.undo());
    expect(scene?.items).toEqual([]);
  });

  it('waits for the scene collection that was set up', async () => {
    const { obs, setup, settled } = await setupWorld();
    await settled(setup.setUp(WISH));
    obs.model.collection = 'Another';
    await expect(settled(setup.undo())).rejects.toBeInstanceOf(ObsOtherCollectionError);
    expect(setup.undoable).not.toBeNull();
  });
});

describe('OBS that dies in the middle', () => {
  const cases = Array.from({ length: 12 }, (_, index) => index + 1).flatMap((write) => [
    { write, done: true },
    { write, done: false },
  ]);

  it.each(cases)('leaves nothing half made: at request $write, done: $done', async (death) => {
    const world = await setupWorld();
    const { obs, settled } = world;
    obs.scene('Scene', [WRONG, GAME]).scene('Second');
    const [before, wish] = [obs.picture(), { ...WISH, scenes: ['Scene', 'Second'] }];
    obs.dieAtWrite(death.write, death.done);
    const setUp = settled(world.setup.setUp(wish));
    const failure = await setUp.then(
      () => null,
      (reason: unknown) => reason,
    );
    if (failure === null) {
      obs.revive();
      expect(await settled(world.setup.plan(wish))).toEqual([]);
      return;
    }
    expect(failure).toBeInstanceOf(ObsGoneError);
    obs.revive();
    // Both were restarted: what is known stands on the disk.
    const again = await world.restarted();
    expect(again.undoable).toBeNull();
    await settled(again.settle());
    expect(obs.picture()).toMatchObject(before as object);
    await world.clock.advance(KEPT);
    expect(world.files.paths).toEqual([]);
  });

  it('does not bring a second source when the button is pressed again', async () => {
    const { obs, setup, settled } = await setupWorld();
    obs.dieAtWrite(1, true);
    await expect(settled(setup.setUp(WISH))).rejects.toBeInstanceOf(ObsGoneError);
    obs.revive();
    await settled(setup.setUp(WISH));
    expect([...obs.model.inputs.keys()]).toEqual(['Stagelight']);
    expect(obs.model.scenes.get('Scene')?.items).toHaveLength(1);
  });
});

describe('what stands in OBS when a set-up was interrupted', () => {
  it('is taken back first where the button is pressed again, so that undoing leaves nothing', async () => {
    const { obs, setup, settled } = await setupWorld();
    obs.scene('Scene', [WRONG, GAME]);
    const before = obs.picture();
    obs.dieAtWrite(4, true);
    await expect(settled(setup.setUp(WISH))).rejects.toBeInstanceOf(ObsGoneError);
    obs.revive();
    await settled(setup.setUp(WISH));
    await settled(setup.undo());
    expect(obs.picture()).toMatchObject(before as object);
  });

  it('is not made anew in scenes that are gone', async () => {
    const { obs, setup, settled } = await setupWorld();
    obs.scene('Second');
    await settled(setup.setUp({ ...WISH, scenes: ['Scene', 'Second'] }));
    obs.die();
    obs.revive();
    obs.model.scenes.delete('Second');
    obs.item('Scene', 'Stagelight').enabled = false;
    await settled(setup.settle());
    expect(obs.item('Scene', 'Stagelight').enabled).toBe(false);
  });

  it('is done again where OBS lost it, and nothing where it is all there', async () => {
    const { obs, setup, settled } = await setupWorld();
    await settled(setup.setUp(WISH));
    const after = obs.picture();
    obs.requests.length = 0;
    await settled(setup.settle());
    expect(obs.requests.some(({ type }) => type.startsWith('Create'))).toBe(false);
    obs.item('Scene', 'Stagelight').enabled = false;
    await settled(setup.settle());
    expect(obs.picture()).toMatchObject(after as object);
  });

  it('is nobody’s page but ours, also where ours is gone', async () => {
    const { obs, setup, settled } = await setupWorld();
    obs.scene('Scene', [GAME]);
    await settled(setup.setUp(WISH));
    obs.model.removeInput(obs.input('Stagelight'));
    obs.model.sweep();
    const settings = { url: 'https://example.com/' };
    obs.scene('Scene', [{ source: 'Clock', kind: 'browser_source', settings }]);
    await settled(setup.undo()).catch(() => undefined);
    expect(obs.item('Scene', 'Clock')).toMatchObject({ source: 'Clock' });
  });
});

it('keeps the key of the address out of its journal', async () => {
  const { obs, setup, settled, files } = await setupWorld();
  obs.scene('Scene', [{ ...RIGHT, settings: { url: `${OLD_ADDRESS}?theme=neon` } }]);
  await settled(setup.setUp(WISH));
  const [path = ''] = files.paths;
  const journal = await files.readText(path);
  expect(journal).toContain('?theme=neon');
  expect(journal).not.toContain(KEY);
  expect(obs.input('Stagelight').settings['url']).toBe(`${ADDRESS}?theme=neon`);
  await settled(setup.undo());
  expect(obs.input('Stagelight').settings['url']).toBe(`${OLD_ADDRESS}?theme=neon`);
});
