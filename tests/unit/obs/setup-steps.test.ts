import { describe, expect, it } from 'vitest';
import type { ObsCalls } from '../../../electron/features/obs/obs-calls.ts';
import { ObsRefusedError } from '../../../electron/features/obs/obs-errors.ts';
import {
  ObsNoBrowserError,
  ObsNotReachedError,
} from '../../../electron/features/obs/setup-errors.ts';
import type { SetupStep } from '../../../electron/features/obs/setup-plan.ts';
import { ObsHands } from '../../../electron/features/obs/setup-steps.ts';
import { FakeObs } from '../../support/fake-obs.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { GAME, RIGHT } from './setup-world.ts';

const OURS = 'Stagelight';
const FILLED = { boundsType: 'OBS_BOUNDS_STRETCH', boundsWidth: 1920, boundsHeight: 1080 };

/** A scene with the game below and our source on top. */
function world(override: Partial<ObsCalls> = {}) {
  const clock = new VirtualClock();
  const obs = new FakeObs(clock).scene('Scene', [GAME, RIGHT]);
  const hands = new ObsHands({ ...obs.calls(), ...override }, clock);
  const at = { scene: 'Scene', item: obs.item('Scene', OURS).id };
  const asked = (type: string) => obs.requests.filter((request) => request.type === type);
  return { clock, obs, hands, at, asked };
}
type World = ReturnType<typeof world>;

/** What became of a promise so far. */
function outcomeOf(promise: Promise<unknown>): { now: unknown } {
  const outcome: { now: unknown } = { now: 'under way' };
  promise.then(
    () => {
      outcome.now = 'done';
    },
    (failure: unknown) => {
      outcome.now = failure;
    },
  );
  return outcome;
}

const HANDS: [string, (world: World) => Promise<void>][] = [
  ['the settings of a source', ({ hands }) => hands.setSettings(OURS, { width: 9, height: 1080 })],
  ['its mute', ({ hands }) => hands.setMuted(OURS, true)],
  ['its volume', ({ hands }) => hands.setVolume(OURS, 0.25)],
  ['its tracks', ({ hands }) => hands.addTracks(OURS, [1, 2])],
  ['its monitoring', ({ hands }) => hands.setMonitor(OURS, 'OBS_MONITORING_TYPE_MONITOR_ONLY')],
  ['the place of an item', ({ hands, at }) => hands.setTransform(at, OURS, { positionX: 40 })],
  ['whether it shows', ({ hands, at }) => hands.setEnabled(at, OURS, false)],
  ['its lock', ({ hands, at }) => hands.setLocked(at, OURS, false)],
  ['its order', ({ hands, at }) => hands.setIndex(at, OURS, 0)],
  ['that it is there', ({ hands, at }) => hands.removeItem(at, OURS)],
];

describe('a change of OBS', () => {
  it.each(HANDS)('is done once OBS shows it, not when it answers: %s', async (_, change) => {
    const here = world();
    here.obs.input(OURS).tracks = { 1: true, 2: false };
    here.obs.effectAfterMs = 500;
    const outcome = outcomeOf(change(here));
    await here.clock.advance(490);
    expect(outcome.now).toBe('under way');
    await here.clock.advance(60);
    expect(outcome.now).toBe('done');
  });

  it.each(HANDS)('that OBS accepts and never shows names its source: %s', async (_, change) => {
    const here = world();
    here.obs.input(OURS).tracks = { 1: true, 2: false };
    here.obs.effectAfterMs = 60_000;
    const outcome = outcomeOf(change(here));
    await here.clock.advance(2_900);
    expect(outcome.now).toBe('under way');
    await here.clock.advance(200);
    expect(outcome.now).toBeInstanceOf(ObsNotReachedError);
    expect(outcome.now).toMatchObject({ message: new ObsNotReachedError(OURS).message });
  });

  it('that is a default counts as done where OBS leaves it out', async () => {
    const { hands, obs, clock } = world();
    const { width: _, ...rest } = obs.input(OURS).settings;
    const changed = hands.setSettings(OURS, { height: 700, css: '' });
    obs.input(OURS).settings = rest;
    const outcome = outcomeOf(changed);
    await clock.advance(0);
    expect(outcome.now).toBe('done');
  });

  it('of the volume is done although OBS keeps fewer digits', async () => {
    const { hands, obs, clock } = world();
    obs.effectAfterMs = 60_000;
    obs.input(OURS).volumeMul = 0.336;
    const outcome = outcomeOf(hands.setVolume(OURS, 1 / 3));
    await clock.advance(0);
    expect(outcome.now).toBe('done');
  });
});

describe('one step of a set-up', () => {
  const CREATE = {
    kind: 'create',
    scene: 'Scene',
    input: 'Overlay',
    settings: { url: 'http://127.0.0.1/' },
    transform: FILLED,
  } as unknown as Extract<SetupStep, { kind: 'create' }>;

  it('places and locks what it adds, not what stands in the scene already', async () => {
    const { hands, obs, clock } = world();
    const outcome = outcomeOf(
      hands.apply({ kind: 'add', scene: 'Scene', input: OURS, transform: FILLED } as SetupStep),
    );
    await clock.advance(100);
    expect(outcome.now).toBe('done');
    const items = obs.model.scenes.get('Scene')?.items ?? [];
    expect(items.map(({ source, transform }) => [source, transform.boundsWidth])).toEqual([
      ['Game', 0],
      [OURS, 0],
      [OURS, 1920],
    ]);
    expect(items.map(({ locked }) => locked)).toEqual([false, true, true]);
  });

  it('waits for the item that it made to be in the scene', async () => {
    const { hands, obs, clock } = world();
    obs.effectAfterMs = 300;
    const outcome = outcomeOf(hands.apply(CREATE));
    await clock.advance(2_000);
    expect(outcome.now).toBe('done');
    const { transform, locked } = obs.item('Scene', 'Overlay');
    expect({ ...transform, locked }).toMatchObject({ ...FILLED, locked: true });
  });

  it('waits two seconds at most for a name that is taken', async () => {
    const { hands, obs, clock, asked } = world();
    obs.refuse('CreateInput', 601, 1_000);
    const outcome = outcomeOf(hands.apply(CREATE));
    await clock.advance(1_900);
    expect(outcome.now).toBe('under way');
    await clock.advance(200);
    expect(outcome.now).toBeInstanceOf(ObsRefusedError);
    expect(outcome.now).toMatchObject({ status: 601 });
    expect(asked('CreateInput').length).toBeLessThan(60);
  });

  it.each([
    [605, ObsNoBrowserError],
    [702, ObsRefusedError],
  ])('is not tried again where OBS refuses it with %i', async (status, kind) => {
    const { hands, obs, clock, asked } = world();
    obs.refuse('CreateInput', status);
    const outcome = outcomeOf(hands.apply(CREATE));
    await clock.advance(0);
    expect(outcome.now).toBeInstanceOf(kind);
    expect(asked('CreateInput')).toHaveLength(1);
  });

  it.each<[string, Record<string, unknown>, object]>([
    ['unmutes', { kind: 'unmute' }, { muted: false }],
    ['shows', { kind: 'show' }, { enabled: true }],
    ['hides', { kind: 'hide' }, { enabled: false }],
    ['locks', { kind: 'lock' }, { locked: true }],
    ['places', { kind: 'place', transform: { positionX: 7 } }, { positionX: 7 }],
    ['raises', { kind: 'raise', top: 1 }, { index: 1 }],
    ['sets', { kind: 'settings', settings: { width: 640 } }, { width: 640 }],
  ])('%s what it names', async (_, step, expected) => {
    const { hands, obs, clock, at } = world();
    const [item, input] = [obs.item('Scene', OURS), obs.input(OURS)];
    Object.assign(item, { enabled: step['kind'] !== 'show', locked: false });
    input.muted = true;
    const scene = obs.model.scenes.get('Scene');
    scene?.items.reverse();
    const outcome = outcomeOf(hands.apply({ ...at, input: OURS, ...step } as unknown as SetupStep));
    await clock.advance(0);
    expect(outcome.now).toBe('done');
    const { muted, settings } = obs.input(OURS);
    const { enabled, locked, transform } = obs.item('Scene', OURS);
    const index = scene?.items.findIndex(({ source }) => source === OURS);
    expect({ ...settings, ...transform, muted, enabled, locked, index }).toMatchObject(expected);
  });
});

describe('letting OBS write its scenes to disk', () => {
  it('changes nothing where the scene is empty, and never fails', async () => {
    const { hands, obs, asked } = world();
    obs.scene('Empty');
    obs.model.programScene = 'Empty';
    await hands.save();
    expect(asked('SetSceneItemIndex')).toEqual([]);
    obs.refuse('GetSceneList', 207);
    await expect(hands.save()).resolves.toBeUndefined();
    obs.die();
    await expect(hands.save()).resolves.toBeUndefined();
  });

  it.each([
    ['the one in its window, where that is another than the one on air', 'Window'],
    ['the one on air, where there is no other', null],
  ])('is by the scene that OBS shows: %s', async (_, preview) => {
    const clock = new VirtualClock();
    const obs = new FakeObs(clock).scene('Air', [GAME]).scene('Window', [GAME]);
    const calls = obs.calls();
    const call = async (type: string, data: object) =>
      type === 'GetSceneList'
        ? { currentPreviewSceneName: preview, currentProgramSceneName: 'Air', scenes: [] }
        : (calls.call as (type: string, data: object) => Promise<object>)(type, data);
    await new ObsHands({ ...calls, call } as unknown as ObsCalls, clock).save();
    expect(obs.requests.at(-1)).toMatchObject({
      type: 'SetSceneItemIndex',
      data: { sceneName: preview ?? 'Air', sceneItemIndex: 0 },
    });
  });
});
