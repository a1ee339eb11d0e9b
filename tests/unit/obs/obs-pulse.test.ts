import { beforeEach, describe, expect, it } from 'vitest';
import { Emitter } from '../../../electron/base/emitter.ts';
import { silentLogger } from '../../../electron/base/log.ts';
import type { ObsLink } from '../../../electron/features/obs/obs-link.ts';
import { ObsPulse, type Pulse } from '../../../electron/features/obs/obs-pulse.ts';
import type { ObsLink as LinkState } from '../../../shared/contract/obs.ts';
import { FakeObs } from '../../support/fake-obs.ts';
import { settle, VirtualClock } from '../../support/virtual-clock.ts';

const CONNECTED: LinkState = { state: 'connected', version: '29.0.2', protocol: '5.1.0' };
const LOST: LinkState = { state: 'waiting', cause: 'lost', retryAt: null };

let clock: VirtualClock;
let obs: FakeObs;
let pulse: ObsPulse;
let heard: (Pulse | null)[];
/** What OBS answers arrives after this. */
let answers: Promise<void>;
let become: (state: LinkState) => Promise<void>;
const readings = () => obs.requests.filter(({ type }) => type === 'GetStats').length;

/** Starts or ends an output as OBS does: what it tells comes with it. */
const outputs = async (changes: { streaming?: boolean; recording?: boolean }) => {
  Object.assign(obs.model, changes);
  const event = changes.streaming === undefined ? 'RecordStateChanged' : 'StreamStateChanged';
  obs.emit(event, { outputActive: true, outputState: '' });
  await clock.advance(150);
};

beforeEach(() => {
  clock = new VirtualClock();
  obs = new FakeObs(clock);
  heard = [];
  let state: LinkState = { state: 'connecting' };
  const changes = new Emitter<LinkState>((failure) => {
    throw failure;
  });
  answers = Promise.resolve();
  const calls = obs.calls();
  const link = {
    ...calls,
    batch: async (requests: Parameters<typeof calls.batch>[0]) => {
      const results = await calls.batch(requests);
      await answers;
      return results;
    },
    get state() {
      return state;
    },
    onChange: changes.on,
  } as unknown as ObsLink;
  become = async (next) => {
    state = next;
    changes.fire(next);
    await settle();
  };
  pulse = new ObsPulse({ link, clock, log: silentLogger });
  pulse.onChange((now) => heard.push(now));
});

describe("OBS's counters", () => {
  it('are asked for nothing before OBS is there, and then at once', async () => {
    await clock.advance(60_000);
    expect(obs.requests).toEqual([]);
    expect(pulse.pulse).toBeNull();
    await become(CONNECTED);
    expect(pulse.pulse).toMatchObject({ fps: 30, renderMs: 4.5, cpu: 8.5, stream: null });
  });

  it('are read in one message, every ten seconds while nothing is sent or kept', async () => {
    await become(CONNECTED);
    await clock.advance(60_500);
    expect(readings()).toBe(7);
    expect(obs.messages).toBe(7);
    expect(heard).toHaveLength(7);
  });

  it.each(['streaming', 'recording'] as const)(
    'are read every second while OBS is %s, at once when it begins, and less often after',
    async (output) => {
      await become(CONNECTED);
      await clock.advance(3_000);
      await outputs({ [output]: true });
      expect(readings()).toBe(2);
      await clock.advance(10_000);
      expect(readings()).toBe(12);
      await outputs({ [output]: false });
      const after = readings();
      await clock.advance(9_000);
      expect(readings()).toBe(after);
    },
  );

  it('are read at once also when a stream begins while they are being read', async () => {
    const late = Promise.withResolvers<void>();
    answers = late.promise;
    await become(CONNECTED);
    Object.assign(obs.model, { streaming: true });
    obs.emit('StreamStateChanged', { outputActive: true, outputState: '' });
    answers = Promise.resolve();
    late.resolve();
    await clock.advance(150);
    expect(readings()).toBe(2);
    expect(pulse.pulse?.stream).not.toBeNull();
  });

  it('tell frames, dropped ones, the line and the pause', async () => {
    Object.assign(obs.model, { streaming: true, recording: true });
    Object.assign(obs.model.stats, { renderTotalFrames: 900, renderSkippedFrames: 9 });
    Object.assign(obs.model.stats, { outputTotalFrames: 800, outputSkippedFrames: 8 });
    obs.model.streamCounts = {
      outputCongestion: 0.4,
      outputSkippedFrames: 7,
      outputTotalFrames: 700,
    };
    await become(CONNECTED);
    expect(pulse.pulse).toEqual({
      at: clock.monotonic(),
      fps: 30,
      renderMs: 4.5,
      render: { total: 900, skipped: 9 },
      encode: { total: 800, skipped: 8 },
      cpu: 8.5,
      stream: {
        frames: { total: 700, skipped: 7 },
        congestion: 0.4,
        reconnecting: false,
        duration: 0,
      },
      record: { paused: false, duration: 0 },
      freeDisk: 50_000,
    });
  });

  it.each([
    ['fields are missing', { activeFps: undefined, renderTotalFrames: null, cpuUsage: 'much' }],
    ['there are others', { gpuUsage: 3, canvases: [{}] }],
    ['numbers are none', { activeFps: Number.NaN, renderTotalFrames: Number.POSITIVE_INFINITY }],
  ])('are read all the same where %s', async (_, stats) => {
    Object.assign(obs.model.stats, stats);
    await become(CONNECTED);
    expect(pulse.pulse?.render.total).toBe(0);
    expect(Number.isFinite(pulse.pulse?.fps)).toBe(true);
    expect(Object.keys(pulse.pulse ?? {})).not.toContain('gpuUsage');
  });

  it('are gone with OBS, are not asked for until it is back, and then are its new ones', async () => {
    obs.model.recording = true;
    await become(CONNECTED);
    await become(LOST);
    expect(pulse.pulse).toBeNull();
    expect(heard.at(-1)).toBeNull();
    const before = readings();
    await clock.advance(60_000);
    expect(readings()).toBe(before);
    expect(clock.pendingTimers).toBe(0);
    await become(CONNECTED);
    expect(readings()).toBe(before + 1);
    expect(pulse.pulse).not.toBeNull();
  });

  it('of an answer that comes after OBS was lost are not taken', async () => {
    obs.hang('GetStats');
    await become(CONNECTED);
    await become(LOST);
    obs.die();
    await settle();
    expect(heard).toEqual([]);
    expect(clock.pendingTimers).toBe(0);
  });

  it('are asked for again after OBS refused them', async () => {
    obs.refuse('GetStats', 207, 1);
    await become(CONNECTED);
    expect(pulse.pulse).toBeNull();
    await clock.advance(10_100);
    expect(pulse.pulse).not.toBeNull();
  });

  it('leave nothing behind', async () => {
    obs.model.recording = true;
    await become(CONNECTED);
    pulse.dispose();
    const before = readings();
    obs.emit('StreamStateChanged', { outputActive: true });
    await clock.advance(60_000);
    expect(readings()).toBe(before);
    expect(clock.pendingTimers).toBe(0);
  });

  it('of an answer that comes once the app ended are not taken', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    answers = promise;
    await become(CONNECTED);
    pulse.dispose();
    resolve();
    await settle();
    expect([pulse.pulse, heard, clock.pendingTimers]).toEqual([null, [], 0]);
    await become(LOST);
    await become(CONNECTED);
    expect(readings()).toBe(1);
  });
});
