import { describe, expect, it } from 'vitest';
import { lookAt } from '../../../electron/features/obs/obs-look.ts';
import { ObsNoSceneError } from '../../../electron/features/obs/setup-errors.ts';
import { planFor } from '../../../electron/features/obs/setup-plan.ts';
import type { ObsWish } from '../../../shared/contract/obs.ts';
import { type FakeItemSpec, FakeObs } from '../../support/fake-obs.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { ADDRESS, ADDRESSES, GAME, OLD_ADDRESS, RIGHT, setupWorld, WISH } from './setup-world.ts';

type Arrange = (obs: FakeObs) => unknown;

async function planned(arrange: Arrange, wish: Partial<ObsWish> = {}) {
  const obs = new FakeObs(new VirtualClock());
  arrange(obs);
  return planFor(await lookAt(obs.calls()), { ...WISH, ...wish }, ADDRESSES).changes;
}

const having = (change: Partial<FakeItemSpec>): FakeItemSpec => ({ ...RIGHT, ...change });
const set = (settings: Record<string, unknown>) =>
  having({ settings: { ...RIGHT.settings, ...settings } });
const source = { scene: 'Scene', input: 'Stagelight' };
const changed = (...fields: readonly string[]) => [
  { kind: 'settings', input: 'Stagelight', fields },
];
const place = [{ kind: 'place', ...source }];

describe('the plan for one source', () => {
  it.each<[string, readonly FakeItemSpec[], readonly unknown[]]>([
    ['all is right', [GAME, RIGHT], []],
    ['nothing is there', [], [{ kind: 'create', ...source }]],
    [
      'a widget of ours alone',
      [set({ url: `${ADDRESS}?widget=chat` })],
      [{ kind: 'create', scene: 'Scene', input: 'Stagelight 2' }],
    ],
    [
      'a name that others have',
      [{ source: 'Stagelight', kind: 'image_source' }],
      [{ kind: 'create', scene: 'Scene', input: 'Stagelight 2' }],
    ],
    [
      'a page of others',
      [set({ url: 'https://example.com/' })],
      [{ kind: 'create', scene: 'Scene', input: 'Stagelight 2' }],
    ],
    ['a theme of its own', [set({ url: `${ADDRESS}?theme=neon` })], []],
    ['an old address', [set({ url: OLD_ADDRESS })], changed('address')],
    ['the default size', [set({ width: 800, height: 600 })], changed('size')],
    ['another size', [set({ height: 720 })], changed('size')],
    ['the default rate', [set({ fps_custom: false })], changed('fps')],
    ['shut down when hidden', [set({ shutdown: true })], changed('shutdown')],
    ['reloaded when active', [set({ restart_when_active: true })], changed('restart')],
    ['sound past OBS', [set({ reroute_audio: false })], changed('audio')],
    ['muted', [having({ muted: true })], [{ kind: 'unmute', input: 'Stagelight' }]],
    ['hidden', [having({ enabled: false })], [{ kind: 'show', ...source }]],
    ['not locked', [having({ locked: false })], [{ kind: 'lock', ...source }]],
    ['below others', [RIGHT, GAME], [{ kind: 'raise', ...source }]],
    [
      'below a widget of ours',
      [RIGHT, { ...set({ url: `${ADDRESS}?widget=chat` }), source: 'Chat' }],
      [],
    ],
    ['moved', [having({ transform: { positionX: 10 } })], place],
    ['turned', [having({ transform: { rotation: 90 } })], place],
    ['scaled', [having({ transform: { scaleX: 0.5 } })], place],
    ['cropped', [having({ transform: { cropRight: 3 } })], place],
    [
      'bound to less',
      [
        having({
          transform: { boundsType: 'OBS_BOUNDS_SCALE_INNER', boundsWidth: 640, boundsHeight: 360 },
        }),
      ],
      place,
    ],
    [
      'bound to the canvas, by its middle',
      [
        having({
          transform: {
            boundsType: 'OBS_BOUNDS_STRETCH',
            boundsWidth: 1920,
            boundsHeight: 1080,
            alignment: 0,
            positionX: 960,
            positionY: 540,
          },
        }),
      ],
      [],
    ],
    ['two of ours, one hidden', [having({ enabled: false }), { ...RIGHT, source: 'Copy' }], []],
  ])('%s', async (_, items, expected) => {
    expect(await planned((obs) => obs.scene('Scene', items))).toEqual(expected);
  });

  it.each([
    [30, 1, 30],
    [60, 1, 60],
    [30_000, 1001, 30],
    [60_000, 1001, 60],
    [144, 1, 60],
    [1, 2, 1],
  ])('draws as often as the canvas, at most 60 times: %d/%d', async (above, below, fps) => {
    const obs = new FakeObs(new VirtualClock());
    obs.model.video = { ...obs.model.video, fpsNumerator: above, fpsDenominator: below };
    const { steps } = planFor(await lookAt(obs.calls()), WISH, ADDRESSES);
    expect(steps).toMatchObject([{ kind: 'create', settings: { fps, fps_custom: true } }]);
  });

  it('leaves the sound to the desktop, and the mute alone, where that is wished', async () => {
    const arrange: Arrange = (obs) => obs.scene('Scene', [having({ muted: true })]);
    expect(await planned(arrange, { audio: 'desktop' })).toEqual(changed('audio'));
  });

  it('finds a free name, also beside inputs in no scene, scenes and groups', async () => {
    const arrange: Arrange = (obs) =>
      obs
        .scene('Stagelight')
        .group('Stagelight 2')
        .scene('Away', [{ source: 'Stagelight 3', kind: 'image_source' }]);
    expect(await planned(arrange)).toEqual([
      { kind: 'create', scene: 'Scene', input: 'Stagelight 4' },
    ]);
  });
});

describe('the plan for scenes', () => {
  const both = { scenes: ['Scene', 'Second'] };
  const inner = { source: 'Inner' };

  it.each<[string, Arrange, Partial<ObsWish>, readonly unknown[]]>([
    [
      'makes the source once and adds it to the others',
      (obs) => obs.scene('Second'),
      both,
      [
        { kind: 'create', ...source },
        { kind: 'add', scene: 'Second', input: 'Stagelight' },
      ],
    ],
    [
      'adds the one that is there',
      (obs) => obs.scene('Scene', [RIGHT]).scene('Second'),
      both,
      [{ kind: 'add', scene: 'Second', input: 'Stagelight' }],
    ],
    [
      'adds the one at the address of now, of several that are elsewhere',
      (obs) => obs.scene('Away', [{ ...set({ url: OLD_ADDRESS }), source: 'Former' }, RIGHT]),
      {},
      [{ kind: 'add', ...source }],
    ],
    [
      'adds the one with a former address, renewed, where there is no other',
      (obs) => obs.scene('Away', [{ ...set({ url: OLD_ADDRESS }), source: 'Former' }]),
      {},
      [
        { kind: 'settings', input: 'Former', fields: ['address'] },
        { kind: 'add', scene: 'Scene', input: 'Former' },
      ],
    ],
    [
      'adds the one that another wished scene has, not one elsewhere',
      (obs) =>
        obs
          .scene('Away', [{ ...RIGHT, source: 'Another' }])
          .scene('Scene', [RIGHT])
          .scene('Second'),
      both,
      [{ kind: 'add', scene: 'Second', input: 'Stagelight' }],
    ],
    [
      'takes the scene on air when none is named',
      (obs) => {
        obs.scene('Live');
        obs.model.programScene = 'Live';
      },
      {},
      [{ kind: 'create', scene: 'Live', input: 'Stagelight' }],
    ],
    [
      'names a scene twice',
      () => undefined,
      { scenes: ['Scene', 'Scene'] },
      [{ kind: 'create', ...source }],
    ],
    [
      'is content with a nested scene that shows it',
      (obs) => obs.scene('Inner', [RIGHT]).scene('Scene', [inner]),
      {},
      [],
    ],
    [
      'mends the settings of what a nested scene shows',
      (obs) => obs.scene('Inner', [set({ width: 800 })]).scene('Scene', [inner]),
      {},
      changed('size'),
    ],
    [
      'is content with a group that shows it',
      (obs) => obs.group('Box', [RIGHT]).scene('Scene', [{ source: 'Box' }]),
      {},
      [],
    ],
    [
      'looks through groups of nested scenes',
      (obs) =>
        obs
          .group('Box', [RIGHT])
          .scene('Inner', [{ source: 'Box' }])
          .scene('Scene', [inner]),
      {},
      [],
    ],
    [
      'is not content with a nested scene that is hidden',
      (obs) => obs.scene('Inner', [RIGHT]).scene('Scene', [{ ...inner, enabled: false }]),
      {},
      [{ kind: 'add', ...source }],
    ],
    [
      'is not content with a group in which it is hidden',
      (obs) => obs.group('Box', [having({ enabled: false })]).scene('Scene', [{ source: 'Box' }]),
      {},
      [{ kind: 'add', ...source }],
    ],
    [
      'adds nothing to a scene that nests another of the wished',
      (obs) => obs.scene('Second').scene('Scene', [{ source: 'Second' }]),
      both,
      [{ kind: 'create', scene: 'Second', input: 'Stagelight' }],
    ],
    [
      'survives scenes that show each other',
      (obs) => obs.scene('Inner', [{ source: 'Scene' }]).scene('Scene', [inner]),
      {},
      [{ kind: 'create', ...source }],
    ],
  ])('%s', async (_, arrange, wish, expected) => {
    expect(await planned(arrange, wish)).toEqual(expected);
  });

  it.each(['Gone', 'Box'])('says that there is no scene "%s"', async (name) => {
    const failed = planned((obs) => obs.group('Box'), { scenes: [name] });
    await expect(failed).rejects.toEqual(new ObsNoSceneError(name));
  });
});

it.each([
  'Spiel 🎮👩‍👩‍👧',
  '"quotes" \'and\' \\back\\ </script>',
  'مرحبا \u202Eabc',
  '__proto__',
  'constructor',
  'line\nbreak\ttab',
  '장'.repeat(500),
  ' ',
])('takes scenes and sources of any name: %j', async (name) => {
  const { obs, setup, settled } = await setupWorld();
  obs.scene(name, [{ ...RIGHT, source: `${name}!`, locked: false }, GAME]);
  const before = obs.picture();
  const wish = { ...WISH, scenes: [name] };
  expect(await settled(setup.setUp(wish))).toEqual([
    { kind: 'raise', scene: name, input: `${name}!` },
    { kind: 'lock', scene: name, input: `${name}!` },
  ]);
  expect(await settled(setup.plan(wish))).toEqual([]);
  await settled(setup.undo());
  expect(obs.picture()).toEqual(before);
});

describe('a look at OBS', () => {
  it('costs two messages for 200 scenes with 50 items each', async () => {
    const obs = new FakeObs(new VirtualClock());
    for (let scene = 0; scene < 200; scene += 1) {
      const items = Array.from({ length: 50 }, (_, index) => ({
        source: `Source ${scene}-${index}`,
        kind: index === 0 ? 'browser_source' : 'image_source',
      }));
      obs.scene(`Scene ${scene}`, items);
    }
    const look = await lookAt(obs.calls());
    expect([obs.messages, look.scenes.size, look.browsers.size]).toEqual([2, 201, 200]);
    expect(look.scenes.get('Scene 7')?.items).toHaveLength(50);
  });

  it('leaves out a scene that was removed meanwhile', async () => {
    const obs = new FakeObs(new VirtualClock());
    obs.scene('Away').refuse('GetSceneItemList', 600);
    expect((await lookAt(obs.calls())).scenes.size).toBe(1);
  });

  it('fills in what OBS leaves out, and knows no mute where there is none', async () => {
    const obs = new FakeObs(new VirtualClock());
    obs.scene('Scene', [having({ settings: { url: ADDRESS } })]).refuse('GetInputMute', 604);
    expect((await lookAt(obs.calls())).browsers.get('Stagelight')).toMatchObject({
      settings: { url: ADDRESS, width: 800, shutdown: false },
      muted: null,
    });
  });

  it.each([
    ['GetSceneList', 'scenes'],
    ['GetInputList', 'inputs'],
    ['GetVideoSettings', 'baseWidth'],
  ])('says what is missing in an answer: %s, %s', async (request, field) => {
    const calls = new FakeObs(new VirtualClock()).calls();
    const broken = lookAt({
      batch: async (requests) => {
        const results = await calls.batch(requests);
        return results.map((result, index) =>
          result.ok && requests[index]?.requestType === request
            ? { ok: true, data: { ...result.data, [field]: undefined } }
            : result,
        );
      },
    });
    await expect(broken).rejects.toMatchObject({
      problem: { code: 'obs-odd-answer', values: { request, field } },
    });
  });
});
