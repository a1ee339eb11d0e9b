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
});
