import { beforeEach, describe, expect, it } from 'vitest';
import { Emitter } from '../../../electron/base/emitter.ts';
import { silentLogger } from '../../../electron/base/log.ts';
import { ObsGovernor } from '../../../electron/features/obs/obs-governor.ts';
import type { Pulse } from '../../../electron/features/obs/obs-pulse.ts';
import type { LoadStep } from '../../../shared/overlay/load-step.ts';
import { DEFAULT_SETTINGS } from '../../../shared/settings.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { KeptSettings } from '../desktop/hotkeys-world.ts';

let clock: VirtualClock;
let settings: KeptSettings;
let governor: ObsGovernor;
let steps: LoadStep[];
let notes: string[];
let changes: number;
let pulses: { pulse: Pulse | null; onChange: Emitter<Pulse | null>['on'] };
let emitter: Emitter<Pulse | null>;

const rethrow = (failure: unknown): never => {
  throw failure;
};

const FIRST: Pulse = {
  at: 0,
  fps: 60,
  renderMs: 5,
  render: { total: 0, skipped: 0 },
  encode: { total: 0, skipped: 0 },
  cpu: 10,
  freeDisk: 0,
  stream: null,
  record: { paused: false, duration: 0 },
};

const say = (pulse: Pulse | null) => {
  pulses.pulse = pulse;
  emitter.fire(pulse);
};

/** Seconds in which OBS loses this share of its frames. */
const pass = async (seconds: number, share: number) => {
  for (let second = 0; second < seconds; second += 1) {
    await clock.advance(1_000);
    const { render } = pulses.pulse ?? FIRST;
    const skipped = render.skipped + Math.round(60 * share);
    const at = clock.monotonic();
    say({ ...FIRST, at, render: { total: render.total + 60, skipped } });
  }
};

const start = () => {
  governor = new ObsGovernor({
    pulse: pulses,
    settings,
    note: (name, why) => notes.push(`${name} ${why}`),
    clock,
    log: silentLogger,
  });
  governor.onStep((step) => steps.push(step));
  governor.onChange(() => {
    changes += 1;
  });
};

beforeEach(() => {
  clock = new VirtualClock();
  settings = new KeptSettings();
  steps = [];
  notes = [];
  changes = 0;
  emitter = new Emitter<Pulse | null>(rethrow);
  pulses = { pulse: null, onChange: emitter.on };
  start();
});

describe('how much the overlay spares OBS', () => {
  it('is nothing at first, and is told only when it changes', async () => {
    expect(governor.load).toEqual({ step: 0, mode: 'auto', reason: 'idle', lostPercent: 0 });
    await pass(20, 0);
    expect(governor.load).toEqual({ step: 0, mode: 'auto', reason: 'calm', lostPercent: 0 });
    expect(changes).toBe(1);
    expect(steps).toEqual([]);
  });

  it('follows what OBS loses, with the share of the last seconds', async () => {
    await pass(3, 0);
    await pass(2, 0.5);
    expect(governor.load).toMatchObject({ step: 1, reason: 'render', lostPercent: 33.3 });
    await pass(80, 0);
    expect(governor.load).toMatchObject({ step: 0, reason: 'calm', lostPercent: 0 });
    expect(steps).toEqual([1, 0]);
  });

  it('puts each step on the timeline, with why', async () => {
    await pass(3, 0);
    await pass(15, 0.5);
    expect(notes).toEqual(['overlay-load-1 render', 'overlay-load-2 render']);
    await pass(110, 0);
    expect(notes.slice(2)).toEqual(['overlay-load-1 recovering', 'overlay-load-0 calm']);
    await governor.setMode(3);
    await governor.setMode(3);
    expect(notes.slice(4)).toEqual(['overlay-load-3 fixed']);
  });

  it('stays while the connection to OBS breaks, and is nothing when OBS stays away', async () => {
    await pass(3, 0.5);
    say(null);
    await clock.advance(29_000);
    expect(governor.step).toBe(1);
    await clock.advance(2_000);
    expect(governor.load).toMatchObject({ step: 0, reason: 'idle' });
  });

  it('goes on where it was when OBS is back in time', async () => {
    await pass(3, 0.5);
    say(null);
    await pass(40, 0);
    expect(steps).toEqual([1, 0]);
    expect(clock.pendingTimers).toBe(0);
  });

  it('can be fixed by the streamer, which is kept, and be left to itself again', async () => {
    await governor.setMode(2);
    expect(governor.load).toMatchObject({ step: 2, mode: 2 });
    await pass(30, 0.5);
    expect(governor.load).toMatchObject({ step: 2, mode: 2, reason: 'render' });
    expect(settings.get().obs.load).toBe(2);
    governor.dispose();
    start();
    expect(governor.step).toBe(2);
    await governor.setMode('auto');
    expect(governor.step).toBe(2);
    await pass(90, 0);
    expect(governor.load).toMatchObject({ step: 0, mode: 'auto' });
  });

  it('keeps the rest of what OBS was agreed on', async () => {
    const before = { ...DEFAULT_SETTINGS.obs, agreed: true, port: 4460 };
    await settings.update(() => ({ obs: before }));
    await governor.setMode(3);
    expect(settings.get().obs).toEqual({ ...before, load: 3 });
  });

  it('ends with nothing left behind', async () => {
    await pass(3, 0.5);
    say(null);
    governor.dispose();
    expect(clock.pendingTimers).toBe(0);
    await pass(10, 0.5);
    expect(steps).toEqual([1]);
  });
});
