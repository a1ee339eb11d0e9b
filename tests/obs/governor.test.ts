import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { GOVERNOR_TUNING, type GovernorTuning } from '../../electron/features/obs/governor.ts';
import { oursIn } from '../support/obs-deeds.ts';
import { firstLagging, type Governing, govern } from '../support/obs-governing.ts';
import {
  favourObs,
  hasObsKit,
  type ObsHand,
  type RealObs,
  startRealObs,
  starveObs,
  TINY,
} from '../support/obs-kit.ts';
import { type ObsStage, setObsStage } from '../support/obs-stage.ts';

/** A look a second. */
const STEP_WITHIN_LOOKS = 5;

/**
 * As it is, only sooner, since a test does not wait for half a minute of quiet; and for what starving
 * takes, not for what other programs on the machine of the tests do.
 */
const SOON: GovernorTuning = {
  ...GOVERNOR_TUNING,
  lagShare: 0.3,
  quietShare: 0.15,
  stepEveryMs: 2_500,
  settleMs: 1_000,
  quietMs: 4_000,
  restMs: 60_000,
};

describe.skipIf(!hasObsKit)('a real OBS that is short of time', () => {
  let obs: RealObs;
  let hand: ObsHand;
  let on: Governing;
  let starved: { release(): Promise<void> } | null = null;

  beforeAll(async () => {
    obs = await startRealObs({ profile: TINY, withBrowserSource: false });
    favourObs(obs);
    hand = await obs.connect();
    await hand.call('StartRecord');
  });
  afterAll(() => obs.stop());
  beforeEach(async () => {
    on = govern(obs, SOON);
    await on.until(({ reason }) => reason === 'calm');
  });
  afterEach(async () => {
    await starved?.release();
    starved = null;
    on.dispose();
  });

  it('is spared within five looks at the first lagging second, and all is drawn again after, without flapping', async () => {
    starved = await starveObs(obs);
    await on.until(({ step }) => step > 0);
    const [down] = on.steps();
    expect(down).toMatchObject({ step: 1, reason: 'render' });
    const from = firstLagging(on.pulses);
    const looks = on.pulses.filter(({ at }) => at > from && at <= (down?.at ?? 0));
    expect(looks.length).toBeLessThanOrEqual(STEP_WITHIN_LOOKS);
    expect(on.governor.load.lostPercent).toBeGreaterThan(5);
    await starved.release();
    await on.until(({ step, reason }) => step === 0 && reason === 'calm');
    const steps = on.steps();
    const moves = steps.slice(1).map(({ step }, index) => step - (steps[index]?.step ?? 0));
    // Down, and then only up.
    expect(moves.filter((move, index) => move > 0 && (moves[index - 1] ?? 1) < 0)).toEqual([]);
    const apart = steps.slice(1).map(({ at }, index) => at - (steps[index]?.at ?? 0));
    expect(Math.min(...apart)).toBeGreaterThanOrEqual(SOON.stepEveryMs - 100);
  });

  it('is not helped where the overlay is not the cause: that is said, and all is drawn again', async () => {
    starved = await starveObs(obs);
    await on.until(({ reason }) => reason === 'not-overlay');
    expect(on.steps().map(({ step }) => step)).toEqual([1, 2, 3, 0]);
    const before = on.pulses.length;
    await vi.waitFor(() => expect(on.pulses.length).toBeGreaterThan(before + 4));
    expect(on.governor.load).toMatchObject({ step: 0, reason: 'not-overlay' });
  });

  it('counts from nothing after a restart of it, which is no lag', async () => {
    const { port, password, dir } = obs;
    await obs.crash();
    obs = await startRealObs({ profile: TINY, withBrowserSource: false, dir, port, password });
    favourObs(obs);
    hand = await obs.connect();
    await hand.call('StartRecord');
    const before = on.pulses.length;
    await vi.waitFor(() => expect(on.pulses.length).toBeGreaterThan(before + 3));
    await on.until(({ reason }) => reason === 'calm');
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
    favourObs(on.obs);
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
    await expect.poll(inPage).toBe('3');
    await on.dashboard.ask('obs.load', { mode: 0 });
    await expect.poll(inPage).toBe('0');
  });

  it('draws less by itself within seconds, and says why on the page', async () => {
    await on.dashboard.ask('obs.load', { mode: 'auto' });
    await hand.call('StartRecord');
    await on.dashboard.until('obs', (now) => now !== null && now.load.reason !== 'idle');
    starved = await starveObs(on.obs);
    const state = await on.dashboard.until('obs', (now) => (now?.load.step ?? 0) > 0);
    expect(['render', 'encode']).toContain(state?.load.reason);
    await starved.release();
    await expect.poll(inPage).not.toBe('0');
  });
});
