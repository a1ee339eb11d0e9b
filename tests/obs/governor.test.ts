import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../electron/base/clock.ts';
import { silentLogger } from '../../electron/base/log.ts';
import { systemRandom } from '../../electron/base/random.ts';
import { GOVERNOR_TUNING, type GovernorTuning } from '../../electron/features/obs/governor.ts';
import { obsDialer } from '../../electron/features/obs/obs-dial.ts';
import { ObsGovernor } from '../../electron/features/obs/obs-governor.ts';
import { ObsLink } from '../../electron/features/obs/obs-link.ts';
import { ObsPulse, type Pulse } from '../../electron/features/obs/obs-pulse.ts';
import type { ObsLoad } from '../../shared/contract/obs.ts';
import { oursIn } from '../support/obs-deeds.ts';
import {
  hasObsKit,
  type ObsHand,
  type RealObs,
  startRealObs,
  starveObs,
  TINY,
} from '../support/obs-kit.ts';
import { type ObsStage, setObsStage } from '../support/obs-stage.ts';
import { KeptSettings } from '../unit/desktop/hotkeys-rig.ts';

const STEP_WITHIN_MS = 5_000;

/** As it is, only sooner: a test does not wait for half a minute of quiet. */
const SOON: GovernorTuning = {
  ...GOVERNOR_TUNING,
  stepEveryMs: 2_500,
  settleMs: 1_000,
  quietMs: 4_000,
  restMs: 60_000,
};

interface Change extends ObsLoad {
  readonly at: number;
}

/** What Stagelight makes of this OBS's counters, beside everything else of it. */
function govern({ port, password }: RealObs, tuning = SOON) {
  const parts = { clock: systemClock, log: silentLogger };
  const redactor = { hideAlways: () => undefined };
  const dial = obsDialer(systemClock);
  const link = new ObsLink({ ...parts, dial, random: systemRandom, redactor });
  const pulse = new ObsPulse({ ...parts, link });
  const governor = new ObsGovernor({ ...parts, pulse, settings: new KeptSettings(), tuning });
  const pulses: Pulse[] = [];
  const changes: Change[] = [];
  pulse.onChange((now) => {
    if (now) pulses.push(now);
  });
  governor.onChange(() => changes.push({ ...governor.load, at: performance.now() }));
  link.connect({ host: '127.0.0.1', port, password });
  return {
    governor,
    pulses,
    /** One for each change of the step. */
    steps: () => changes.filter(({ step }, index) => step !== (changes[index - 1]?.step ?? 0)),
    /** Reads once a second, and OBS keeps up. */
    calm: () => vi.waitFor(() => expect(governor.load.reason).toBe('calm'), { timeout: 20_000 }),
    until: (test: (load: ObsLoad) => boolean, timeout: number) =>
      vi.waitFor(() => expect(governor.load).toSatisfy(test), { timeout, interval: 20 }),
    dispose() {
      governor.dispose();
      pulse.dispose();
      link.dispose();
    },
  };
}

/** When the first second began in which OBS lost frames. */
function firstLagging(pulses: readonly Pulse[]): number {
  const index = pulses.findIndex(({ render }, at) => {
    const before = pulses[at - 1]?.render ?? render;
    return (render.skipped - before.skipped) / Math.max(1, render.total - before.total) > 0.05;
  });
  return pulses[index - 1]?.at ?? Number.NaN;
}

describe.skipIf(!hasObsKit)('a real OBS that is short of time', () => {
  let obs: RealObs;
  let hand: ObsHand;
  let on: ReturnType<typeof govern>;
  let starved: { release(): Promise<void> } | null = null;

  beforeAll(async () => {
    obs = await startRealObs({ profile: TINY, withBrowserSource: false });
    hand = await obs.connect();
    await hand.call('StartRecord');
  });
  afterAll(() => obs.stop());
  beforeEach(async () => {
    on = govern(obs);
    await on.calm();
  });
  afterEach(async () => {
    await starved?.release();
    starved = null;
    on.dispose();
  });

  it('is spared within 5 s of the first lagging second, and all is drawn again after, without flapping', async () => {
    starved = await starveObs(obs);
    await on.until(({ step }) => step > 0, 15_000);
    const [down] = on.steps();
    expect(down).toMatchObject({ step: 1, reason: 'render' });
    expect((down?.at ?? 0) - firstLagging(on.pulses)).toBeLessThan(STEP_WITHIN_MS);
    expect(on.governor.load.lostPercent).toBeGreaterThan(5);
    await starved.release();
    await on.until(({ step, reason }) => step === 0 && reason === 'calm', 25_000);
    const steps = on.steps();
    const moves = steps.slice(1).map(({ step }, index) => step - (steps[index]?.step ?? 0));
    // Down, and then only up.
    expect(moves.filter((move, index) => move > 0 && (moves[index - 1] ?? 1) < 0)).toEqual([]);
    const apart = steps.slice(1).map(({ at }, index) => at - (steps[index]?.at ?? 0));
    expect(Math.min(...apart)).toBeGreaterThanOrEqual(SOON.stepEveryMs - 100);
  });

  it('is not helped where the overlay is not the cause: that is said, and all is drawn again', async () => {
    starved = await starveObs(obs);
    await on.until(({ reason }) => reason === 'not-overlay', 30_000);
    expect(on.steps().map(({ step }) => step)).toEqual([1, 2, 3, 0]);
    const before = on.pulses.length;
    await vi.waitFor(() => expect(on.pulses.length).toBeGreaterThan(before + 4), 12_000);
    expect(on.governor.load).toMatchObject({ step: 0, reason: 'not-overlay' });
  });

  it('counts from nothing after a restart of it, which is no lag', async () => {
    const { port, password, dir } = obs;
    await obs.crash();
    obs = await startRealObs({ profile: TINY, withBrowserSource: false, dir, port, password });
    hand = await obs.connect();
    await hand.call('StartRecord');
    const before = on.pulses.length;
    await vi.waitFor(() => expect(on.pulses.length).toBeGreaterThan(before + 3), 15_000);
    await on.calm();
    expect(on.steps()).toEqual([]);
  });
});

describe.skipIf(!hasObsKit)('the overlay in a real OBS that is short of time', () => {
  let on: ObsStage;
  let hand: ObsHand;
  let source: string;
  let starved: { release(): Promise<void> } | null = null;

  const inPage = () =>
    on.obs.browserHost.evaluate(source, 'document.documentElement.dataset.loadStep ?? "0"');

  beforeAll(async () => {
    on = await setObsStage({ profile: TINY, scenes: { Live: [] } });
    hand = await on.obs.connect();
    await on.connect();
    await on.dashboard.ask('obs.set-up', { scenes: [], audio: 'desktop' });
    source = (await oursIn(on, hand))[0]?.name ?? '';
    await on.obs.browserHost.when(source, ({ page }) => page === 'loaded');
  });
  afterAll(() => on.dispose());
  afterEach(async () => {
    await starved?.release();
    starved = null;
    await hand.call('StopRecord').catch(() => undefined);
  });

  it('draws what the streamer has set, also after OBS has loaded it anew', async () => {
    await on.dashboard.ask('obs.load', { mode: 3 });
    await expect.poll(inPage).toBe('3');
    const { loads } = on.obs.browserHost.source(source);
    await hand.call('PressInputPropertiesButton', {
      inputName: source,
      propertyName: 'refreshnocache',
    });
    await on.obs.browserHost.when(source, (now) => now.loads > loads && now.page === 'loaded');
    await expect.poll(inPage, { timeout: 5_000 }).toBe('3');
    await on.dashboard.ask('obs.load', { mode: 0 });
    await expect.poll(inPage).toBe('0');
  });

  it('draws less by itself within seconds, and says why on the page', async () => {
    await on.dashboard.ask('obs.load', { mode: 'auto' });
    await hand.call('StartRecord');
    await on.dashboard.until('obs', (now) => now !== null && now.load.reason !== 'idle', 15_000);
    starved = await starveObs(on.obs);
    const state = await on.dashboard.until('obs', (now) => (now?.load.step ?? 0) > 0, 15_000);
    expect(state?.load).toMatchObject({ mode: 'auto', step: 1 });
    expect(['render', 'encode']).toContain(state?.load.reason);
    await starved.release();
    await expect.poll(inPage).not.toBe('0');
  });
});
