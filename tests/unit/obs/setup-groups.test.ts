import { describe, expect, it } from 'vitest';
import type { ObsWish } from '../../../shared/contract/obs.ts';
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

const GROUPS: ObsWish = { ...WISH, sources: 'groups' };
const NAMES = ['Stagelight widgets', 'Stagelight chat', 'Stagelight alerts'];
const CREATED = NAMES.map((input) => ({ kind: 'create', scene: 'Scene', input }));

const group = (source: string, name: string, change: Partial<FakeItemSpec> = {}): FakeItemSpec => ({
  ...RIGHT,
  source,
  settings: { ...RIGHT.settings, url: `${ADDRESS}?group=${name}` },
  ...change,
});
const ALL = [
  group('Stagelight widgets', 'other'),
  group('Stagelight chat', 'chat'),
  group('Stagelight alerts', 'alerts'),
];

/** The sources that a scene shows, from the bottom to the top. */
const shownIn = ({ obs }: SetupWorld, scene = 'Scene') =>
  (obs.model.scenes.get(scene)?.items ?? [])
    .filter(({ enabled }) => enabled)
    .map((item) => item.source);

describe('a set-up with one source a group of widgets', () => {
  it('makes three that fill the canvas, the alerts on top, and takes them back', async () => {
    const world = await setupWorld();
    const { obs, setup, settled } = world;
    obs.scene('Scene', [GAME]);
    const before = obs.picture();
    expect(await settled(setup.setUp(GROUPS))).toEqual(CREATED);
    expect(shownIn(world)).toEqual(['Game', ...NAMES]);
    expect(obs.input('Stagelight chat').settings).toMatchObject({
      url: `${ADDRESS}?group=chat`,
      width: 1920,
    });
    expect(await settled(setup.setUp(GROUPS))).toEqual([]);
    await settled(setup.undo());
    expect(obs.picture()).toEqual(before);
  });

  it('changes from one to three and back without a double, each step to be taken back', async () => {
    const world = await setupWorld();
    const { obs, setup, settled } = world;
    obs.scene('Scene', [GAME]);
    await settled(setup.setUp(WISH));
    const one = obs.picture();
    const hidden = { kind: 'hide', scene: 'Scene', input: 'Stagelight' };
    expect(await settled(setup.setUp(GROUPS))).toEqual([hidden, ...CREATED]);
    expect(shownIn(world)).toEqual(['Game', ...NAMES]);
    await settled(setup.undo());
    expect(obs.picture()).toEqual(one);
    await settled(setup.setUp(GROUPS));
    const groups = obs.picture();
    await settled(setup.setUp(WISH));
    expect(shownIn(world)).toEqual(['Game', 'Stagelight']);
    await settled(setup.undo());
    expect(obs.picture()).toEqual(groups);
    await settled(setup.setUp(WISH));
    await settled(setup.setUp(GROUPS));
    expect(shownIn(world).toSorted()).toEqual(['Game', ...NAMES].toSorted());
    expect([...obs.model.inputs.keys()].toSorted()).toEqual(
      ['Game', 'Stagelight', ...NAMES].toSorted(),
    );
    expect(await settled(setup.plan(GROUPS))).toEqual([]);
  });

  it.each<[string, readonly FakeItemSpec[], readonly unknown[]]>([
    ['nothing, where all are right', [GAME, ...ALL], []],
    [
      'nothing for a widget alone',
      [...ALL, { ...RIGHT, source: 'Goal', settings: { url: `${ADDRESS}?widget=goal` } }],
      [],
    ],
    ['the one that is missing', ALL.slice(0, 2), [CREATED[2]]],
    [
      'an old address, its group kept',
      [
        ALL[0],
        group('Stagelight chat', 'chat', {
          settings: { ...RIGHT.settings, url: `${OLD_ADDRESS}?group=chat&theme=neon` },
        }),
        ALL[2],
      ] as FakeItemSpec[],
      [{ kind: 'settings', input: 'Stagelight chat', fields: ['address'] }],
    ],
    [
      'the place of each that lies below others',
      [...ALL, GAME],
      NAMES.map((input) => ({ kind: 'raise', scene: 'Scene', input })),
    ],
    [
      'the place of each in whatever order they lie',
      [ALL[2], GAME, ALL[1], ALL[0], { source: 'Camera', kind: 'xshm_input' }] as FakeItemSpec[],
      NAMES.map((input) => ({ kind: 'raise', scene: 'Scene', input })),
    ],
  ])('changes %s', async (_, items, expected) => {
    const { obs, setup, settled } = await setupWorld();
    obs.scene('Scene', items);
    const before = obs.picture();
    expect(await settled(setup.setUp(GROUPS))).toEqual(expected);
    expect(await settled(setup.plan(GROUPS))).toEqual([]);
    if (expected.length > 0) await settled(setup.undo());
    expect(obs.picture()).toEqual(before);
  });

  it('takes the place of the one in the nested scene where it stands', async () => {
    const world = await setupWorld();
    const { obs, setup, settled } = world;
    obs.scene('Inner', [RIGHT]).scene('Scene', [{ source: 'Inner' }]);
    await settled(setup.setUp(GROUPS));
    expect(shownIn(world)).toEqual(['Inner']);
    expect(shownIn(world, 'Inner')).toEqual(NAMES);
    expect(await settled(setup.plan(GROUPS))).toEqual([]);
  });

  it('adds what is there to other scenes', async () => {
    const { obs, setup, settled } = await setupWorld();
    obs.scene('Scene', ALL).scene('Second');
    const both = { ...GROUPS, scenes: ['Scene', 'Second'] };
    expect(await settled(setup.setUp(both))).toEqual(
      NAMES.map((input) => ({ kind: 'add', scene: 'Second', input })),
    );
  });
});
