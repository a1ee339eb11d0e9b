import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { silentLogger } from '../../../electron/base/log.ts';
import { ObsControls } from '../../../electron/features/obs/obs-controls.ts';
import type { ObsLink } from '../../../electron/features/obs/obs-link.ts';
import { ObsNow } from '../../../electron/features/obs/obs-now.ts';
import { ObsOutputs } from '../../../electron/features/obs/obs-outputs.ts';
import type { Pulse } from '../../../electron/features/obs/obs-pulse.ts';
import { type ObsLink as LinkState, NO_STRIP } from '../../../shared/contract/obs.ts';
import { FakeObs } from '../../support/fake-obs.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

const CONNECTED: LinkState = { state: 'connected', version: '29.0.2', protocol: '5.1.0' };

function world() {
  const clock = new VirtualClock();
  const obs = new FakeObs(clock);
  const listeners = new Set<(state: LinkState) => void>();
  const pulses = new Set<(pulse: Pulse | null) => void>();
  const link = {
    ...obs.calls(),
    state: CONNECTED as LinkState,
    onChange: (listener: (state: LinkState) => void) => {
      listeners.add(listener);
      return { dispose: () => listeners.delete(listener) };
    },
  };
  const pulse = {
    pulse: null,
    onChange: (listener: (pulse: Pulse | null) => void) => {
      pulses.add(listener);
      return { dispose: () => pulses.delete(listener) };
    },
  };
  const log = silentLogger;
  const parts = { link: link as unknown as ObsLink, clock, log };
  const outputs = new ObsOutputs({ ...parts, pulse });
  const now = new ObsNow(parts);
  return {
    clock,
    obs,
    outputs,
    now,
    controls: new ObsControls({ calls: obs.calls(), outputs, clock }),
    become(state: LinkState) {
      link.state = state;
      for (const listener of listeners) listener(state);
    },
    counts(counted: Partial<Pulse> = {}) {
      const frames = { total: 0, skipped: 0 };
      const whole: Pulse = {
        at: 0,
        fps: 59.94,
        renderMs: 1,
        render: frames,
        encode: frames,
        cpu: 1,
        freeDisk: 51_234,
        stream: null,
        record: null,
        ...counted,
      };
      for (const listener of pulses) listener(whole);
    },
    dispose() {
      outputs.dispose();
      now.dispose();
    },
  };
}

describe('OBS at the hand of the streamer', () => {
  let on: ReturnType<typeof world>;
  beforeEach(async () => {
    on = world();
    await on.clock.advance(0);
  });
  afterEach(() => on.dispose());

  /** What became of it, once time has passed. */
  const outcomeOf = async (asked: Promise<unknown>): Promise<unknown> => {
    const outcome = asked.then(
      () => 'done',
      (failure: { problem?: { code: string } }) => failure.problem?.code ?? failure,
    );
    await on.clock.advance(6_000);
    return outcome;
  };
  const stream = () => on.outputs.read().stream;
  const record = () => on.outputs.read().record;

  it('starts and stops the stream', async () => {
    expect(await outcomeOf(on.controls.stream({ on: true }))).toBe('done');
    expect(stream().state).toBe('live');
    expect(await outcomeOf(on.controls.stream({ on: true }))).toBe('done');
    expect(await outcomeOf(on.controls.stream({ on: false }))).toBe('done');
    expect(stream()).toEqual({ state: 'off', failure: null });
    expect(await outcomeOf(on.controls.stream({ on: false }))).toBe('done');
  });

  it('says that the server refused the stream, each time anew', async () => {
    on.obs.model.server = 'dead';
    for (const _ of [1, 2]) {
      expect(await outcomeOf(on.controls.stream({ on: true }))).toBe('done');
      expect(stream()).toEqual({ state: 'off', failure: 'refused' });
    }
  });

  it('says that OBS did not begin: it may be asking something', async () => {
    on.obs.effectAfterMs = 60_000;
    expect(await outcomeOf(on.controls.stream({ on: true }))).toBe('obs-not-started');
    expect(await outcomeOf(on.controls.record({ to: 'start' }))).toBe('obs-not-started');
  });

  it('records, pauses, goes on and stops', async () => {
    expect(await outcomeOf(on.controls.record({ to: 'start' }))).toBe('done');
    const { since } = record() as { since: number };
    expect(await outcomeOf(on.controls.record({ to: 'pause' }))).toBe('done');
    expect(record()).toEqual({ state: 'paused', duration: 6_000 });
    expect(on.now.read().recording).toBe(true);
    expect(await outcomeOf(on.controls.record({ to: 'resume' }))).toBe('done');
    expect(record()).toEqual({ state: 'running', since: since + 6_000 });
    expect(await outcomeOf(on.controls.record({ to: 'stop' }))).toBe('done');
    expect(record()).toEqual({ state: 'off' });
  });

  it('says that a recording with the stream’s encoder cannot be paused', async () => {
    on.obs.model.sharesEncoder = true;
    await outcomeOf(on.controls.record({ to: 'start' }));
    expect(await outcomeOf(on.controls.record({ to: 'pause' }))).toBe('obs-no-pause');
    expect(record().state).toBe('running');
  });

  it('puts a scene on air, and says which one is gone', async () => {
    on.obs.scene('게임 "1"');
    expect(await outcomeOf(on.controls.scene({ scene: '게임 "1"' }))).toBe('done');
    expect(on.obs.model.programScene).toBe('게임 "1"');
    expect(await outcomeOf(on.controls.scene({ scene: 'Gone' }))).toBe('obs-no-scene');
  });

  it('tells rounded figures, and whether there is a stream key, but never the key', async () => {
    on.obs.model.stream = { type: 'rtmp_custom', settings: { server: 'rtmp://x', key: 'secret' } };
    const frames = { total: 3_000, skipped: 31 };
    on.counts({ stream: { frames, congestion: 0, reconnecting: false, duration: 5_000 } });
    expect(on.outputs.read()).toMatchObject({ dropped: 1, fps: 60, freeDisk: 51_200 });
    on.counts();
    await on.clock.advance(0);
    expect(on.outputs.read()).toMatchObject({ hasKey: true, dropped: null });
    expect(JSON.stringify(on.outputs.read())).not.toContain('secret');
  });

  it('tells a change only, though OBS counts on', async () => {
    let told = 0;
    on.outputs.onChange(() => {
      told += 1;
    });
    for (const second of [1, 2, 3, 4, 5]) {
      const frames = { total: second * 60, skipped: 0 };
      const duration = second * 1_000;
      on.counts({ stream: { frames, congestion: 0, reconnecting: false, duration } });
      await on.clock.advance(1_003);
    }
    expect(told).toBe(1);
  });

  it('forgets everything when OBS is gone', async () => {
    await outcomeOf(on.controls.stream({ on: true }));
    on.become({ state: 'waiting', cause: 'lost', retryAt: null });
    expect(on.outputs.read()).toEqual(NO_STRIP);
  });

  it('holds that a stream goes on while OBS reconnects', () => {
    const told = { outputActive: false, outputState: 'OBS_WEBSOCKET_OUTPUT_RECONNECTING' };
    on.obs.emit('StreamStateChanged', told);
    expect(on.now.read().streaming).toBe(true);
    expect(stream().state).toBe('reconnecting');
  });

  it('finds done what is so already', async () => {
    const { controls } = on;
    expect(await outcomeOf(controls.record({ to: 'stop' }))).toBe('done');
    await outcomeOf(controls.record({ to: 'start' }));
    expect(await outcomeOf(controls.record({ to: 'start' }))).toBe('done');
    expect(await outcomeOf(controls.record({ to: 'resume' }))).toBe('done');
    await outcomeOf(controls.record({ to: 'pause' }));
    expect(await outcomeOf(controls.record({ to: 'pause' }))).toBe('done');
    expect(record().state).toBe('paused');
  });

  it.each([
    ['StartStream', () => on.controls.stream({ on: true })],
    ['StopStream', () => on.controls.stream({ on: false })],
    ['StartRecord', () => on.controls.record({ to: 'start' })],
    ['PauseRecord', () => on.controls.record({ to: 'pause' })],
    ['ResumeRecord', () => on.controls.record({ to: 'resume' })],
    ['StopRecord', () => on.controls.record({ to: 'stop' })],
    ['SetCurrentProgramScene', () => on.controls.scene({ scene: 'Scene' })],
  ])('says that OBS refused %s for another reason', async (type, ask) => {
    on.obs.refuse(type, 702);
    expect(await outcomeOf(ask())).toBe('obs-refused');
  });

  it.each([
    ['StartStream', 500, () => on.controls.stream({ on: true })],
    ['StartRecord', 500, () => on.controls.record({ to: 'start' })],
    ['PauseRecord', 502, () => on.controls.record({ to: 'pause' })],
  ])(
    'takes the word of OBS, which tells it late, that %s is done already',
    async (type, code, ask) => {
      on.obs.refuse(type, code);
      let isDone = false;
      const asked = ask().then(() => {
        isDone = true;
      });
      await on.clock.advance(0);
      expect(isDone).toBe(true);
      await asked;
    },
  );

  it('waits for nothing once OBS has begun', async () => {
    await outcomeOf(on.controls.record({ to: 'start' }));
    await outcomeOf(on.controls.record({ to: 'pause' }));
    expect(on.clock.pendingTimers).toBe(0);
  });

  it.each<[string, object, boolean]>([
    ['a key', { key: 'secret' }, true],
    ['a token', { bearer_token: 'secret' }, true],
    ['a blank key', { key: '  ', bearer_token: '' }, false],
    ['a key that is no text', { key: 7 }, false],
    ['neither', { server: 'rtmp://x' }, false],
  ])('tells whether there is something to stream with: %s', async (_, settings, hasKey) => {
    Object.assign(on.obs.model.stream, { type: 'rtmp_custom', settings });
    on.obs.emit('CurrentProfileChanged', { profileName: 'Other' });
    await on.clock.advance(0);
    expect(on.outputs.read().hasKey).toBe(hasKey);
  });

  it('does not know whether there is a key where OBS does not tell', async () => {
    on.obs.refuse('GetStreamServiceSettings', 604);
    on.counts();
    await on.clock.advance(0);
    expect(on.outputs.read().hasKey).toBeNull();
  });

  it('does not ask for the key again and again while a stream runs', async () => {
    const before = on.obs.requests.length;
    const frames = { total: 0, skipped: 0 };
    on.counts({ stream: { frames, congestion: 0, reconnecting: false, duration: 5_000 } });
    await on.clock.advance(0);
    expect(on.obs.requests).toHaveLength(before);
    expect(on.outputs.read().dropped).toBe(0);
  });

  it('tells no figures that OBS has not yet', () => {
    on.counts({ fps: 0, freeDisk: 0 });
    expect(on.outputs.read()).toMatchObject({ fps: null, freeDisk: null, dropped: null });
  });

  it('tells of studio mode as OBS has it, and as it changes', async () => {
    expect(on.outputs.read().studioMode).toBe(false);
    on.obs.emit('StudioModeStateChanged', { studioModeEnabled: true });
    expect(on.outputs.read().studioMode).toBe(true);
    on.obs.emit('StudioModeStateChanged', { studioModeEnabled: false });
    expect(on.outputs.read().studioMode).toBe(false);
  });

  it('takes nothing from an answer that comes when OBS is gone', async () => {
    on.obs.model.stream = { type: 'rtmp_custom', settings: { key: 'secret' } };
    on.become(CONNECTED);
    on.become({ state: 'waiting', cause: 'lost', retryAt: null });
    await on.clock.advance(0);
    expect(on.outputs.read()).toEqual(NO_STRIP);
    on.obs.die();
    on.become(CONNECTED);
    await on.clock.advance(0);
    expect(on.outputs.read()).toEqual(NO_STRIP);
  });

  it('hears nothing more once the app ends', async () => {
    on.dispose();
    on.obs.emit('StudioModeStateChanged', { studioModeEnabled: true });
    on.obs.emit('StreamStateChanged', { outputState: 'OBS_WEBSOCKET_OUTPUT_STARTING' });
    on.counts({ fps: 25 });
    on.become({ state: 'waiting', cause: 'lost', retryAt: null });
    on.become(CONNECTED);
    await on.clock.advance(0);
    expect(on.outputs.read()).toMatchObject({ studioMode: false, fps: null });
    expect(on.outputs.read().stream.state).toBe('off');
  });
});
