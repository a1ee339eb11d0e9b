import { describe, expect, it, onTestFinished } from 'vitest';
import { Emitter } from '../../../electron/base/emitter.ts';
import { silentLogger } from '../../../electron/base/log.ts';
import { ObsNow } from '../../../electron/features/obs/obs-now.ts';
import type { ObsLink } from '../../../shared/contract/obs.ts';
import { FakeObs } from '../../support/fake-obs.ts';
import { settle, VirtualClock } from '../../support/virtual-clock.ts';

const CONNECTED: ObsLink = { state: 'connected', version: '29.0.2', protocol: '5.1.0' };

it('keeps what OBS tells while it is asked, though the answer was made before', async () => {
  const clock = new VirtualClock();
  const obs = new FakeObs(clock);
  obs.model.programScene = 'Scene';
  obs.scene('Scene');
  const states = new Emitter<ObsLink>((failure) => {
    throw failure;
  });
  const calls = obs.calls();
  const late = Promise.withResolvers<void>();
  const link = {
    ...calls,
    // OBS answers; the answer is under way for a while.
    batch: async (requests: Parameters<typeof calls.batch>[0]) => {
      const results = await calls.batch(requests);
      await late.promise;
      return results;
    },
    state: CONNECTED,
    onChange: states.on,
  };
  const now = new ObsNow({ link, clock, log: silentLogger });
  states.fire(CONNECTED);
  await settle();
  obs.emit('StreamStateChanged', {
    outputActive: true,
    outputState: 'OBS_WEBSOCKET_OUTPUT_STARTED',
  });
  expect(now.read().streaming).toBe(true);
  late.resolve();
  await settle();
  expect(now.read().streaming).toBe(true);
  await clock.advance(50);
  expect(now.read().scenes).toContain('Scene');
  now.dispose();
});

describe('what OBS does now', () => {
  const LOST: ObsLink = { state: 'waiting', cause: 'lost', retryAt: null };

  const world = () => {
    const clock = new VirtualClock();
    const obs = new FakeObs(clock).scene('Live').scene('쉬는 시간');
    obs.model.programScene = 'Live';
    const states = new Emitter<ObsLink>((failure) => {
      throw failure;
    });
    const calls = obs.calls();
    const link = { ...calls, state: CONNECTED as ObsLink, onChange: states.on };
    const now = new ObsNow({ link, clock, log: silentLogger });
    const told = { times: 0 };
    now.onChange(() => {
      told.times += 1;
    });
    const become = async (state: ObsLink) => {
      link.state = state;
      states.fire(state);
      await settle();
    };
    const looks = () => obs.requests.filter(({ type }) => type === 'GetSceneList').length;
    onTestFinished(() => now.dispose());
    return { clock, obs, now, told, become, looks };
  };

  const NOTHING = { scenes: [], programScene: null, streaming: false, recording: false };

  it('is read with each connection, and forgotten with its end', async () => {
    const { obs, now, told, become, looks } = world();
    expect(now.read()).toEqual(NOTHING);
    obs.model.recording = true;
    await become(CONNECTED);
    expect(now.read()).toEqual({
      scenes: ['Scene', 'Live', '쉬는 시간'],
      programScene: 'Live',
      streaming: false,
      recording: true,
    });
    await become(CONNECTED);
    expect(told.times).toBe(1);
    await become(LOST);
    expect([now.read(), told.times, looks()]).toEqual([NOTHING, 2, 2]);
  });

  it.each(['SceneListChanged', 'SceneCreated', 'SceneRemoved', 'CurrentSceneCollectionChanged'])(
    'is read again after %s, once for many',
    async (event) => {
      const { clock, obs, now, become, looks } = world();
      await become(CONNECTED);
      obs.scene('New');
      for (let times = 0; times < 5; times += 1) obs.emit(event, {});
      await clock.advance(1_000);
      expect(looks()).toBe(2);
      expect(now.read().scenes).toContain('New');
    },
  );

  it('is read once where a connection comes just after a change', async () => {
    const { clock, obs, become, looks } = world();
    obs.emit('SceneListChanged', {});
    await become(CONNECTED);
    await clock.advance(1_000);
    expect(looks()).toBe(1);
  });

  it('has a scene by its new name at once, on air or not', async () => {
    const { clock, obs, now, become, looks } = world();
    await become(CONNECTED);
    const rename = (from: string, to: string) =>
      obs.emit('SceneNameChanged', { oldSceneName: from, sceneName: to });
    rename('쉬는 시간', '끝');
    expect(now.read()).toMatchObject({ scenes: ['Scene', 'Live', '끝'], programScene: 'Live' });
    rename('Live', 'Game');
    expect(now.read()).toMatchObject({ scenes: ['Scene', 'Game', '끝'], programScene: 'Game' });
    await clock.advance(1_000);
    expect(looks()).toBe(2);
  });

  it.each([
    ['StreamStateChanged', 'streaming'],
    ['RecordStateChanged', 'recording'],
  ] as const)('follows %s, also where it only pauses or reconnects', async (event, output) => {
    const { obs, now, become } = world();
    await become(CONNECTED);
    for (const [outputActive, state, isOn] of [
      [true, 'STARTED', true],
      [false, 'RECONNECTING', true],
      [false, 'STOPPED', false],
      [false, 'PAUSED', true],
      [false, 'STOPPING', false],
    ] as const) {
      obs.emit(event, { outputActive, outputState: `OBS_WEBSOCKET_OUTPUT_${state}` });
      expect([state, now.read()[output]]).toEqual([state, isOn]);
    }
  });

  it('is the scene on air, and nothing is told that was so already', async () => {
    const { obs, now, told, become } = world();
    await become(CONNECTED);
    obs.emit('CurrentProgramSceneChanged', { sceneName: 'Live' });
    expect(told.times).toBe(1);
    obs.emit('CurrentProgramSceneChanged', { sceneName: 'Scene' });
    expect([now.read().programScene, told.times]).toEqual(['Scene', 2]);
  });

  it('is asked for again where OBS tells no scenes, as while it changes its collection', async () => {
    const { clock, obs, now, become } = world();
    obs.refuse('GetSceneList', 207, 1);
    obs.model.streaming = true;
    await become(CONNECTED);
    expect(now.read()).toEqual({ ...NOTHING, streaming: true });
    await clock.advance(10_000);
    expect(now.read().programScene).toBe('Live');
    expect(clock.pendingTimers).toBe(0);
  });

  it('is asked for again where an answer is lost, unless the connection is', async () => {
    const { clock, obs, now, become } = world();
    obs.die();
    await become(CONNECTED);
    obs.revive();
    await clock.advance(10_000);
    expect(now.read().programScene).toBe('Live');
    obs.die();
    obs.emit('SceneListChanged', {});
    await clock.advance(100);
    await become(LOST);
    expect([now.read(), clock.pendingTimers]).toEqual([NOTHING, 0]);
  });

  it('is not taken from an answer that comes after the connection ended', async () => {
    const { obs, now, told, become, clock } = world();
    obs.hang('GetSceneList');
    await become(CONNECTED);
    await become(LOST);
    obs.die();
    await settle();
    expect([now.read(), told.times, clock.pendingTimers]).toEqual([NOTHING, 0, 0]);
  });

  it('is followed no more once the app ends', async () => {
    const { clock, obs, now, told, become, looks } = world();
    await become(CONNECTED);
    obs.emit('SceneListChanged', {});
    now.dispose();
    for (const event of ['SceneListChanged', 'SceneCreated', 'SceneRemoved']) obs.emit(event, {});
    obs.emit('CurrentProgramSceneChanged', { sceneName: 'Scene' });
    await become(LOST);
    await become(CONNECTED);
    await clock.advance(10_000);
    expect([told.times, looks(), clock.pendingTimers]).toEqual([1, 1, 0]);
  });
});
