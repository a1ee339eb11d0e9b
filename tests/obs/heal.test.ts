import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { forgetOurs, itemOf, oursIn, setUpAndProve, untilProved } from '../support/obs-deeds.ts';
import { GAME, hasObsKit, type ObsHand } from '../support/obs-kit.ts';
import { codesOf, type ObsStage, setObsStage } from '../support/obs-stage.ts';

describe.skipIf(!hasObsKit)('a browser source of a real OBS that shows nothing new', () => {
  let on: ObsStage;
  let hand: ObsHand;
  let source: string;

  beforeAll(async () => {
    on = await setObsStage({ scenes: { Live: [GAME] } });
    hand = await on.obs.connect();
    await on.connect();
  });
  afterAll(() => on.dispose());
  beforeEach(async () => {
    source = await setUpAndProve(on, hand);
    await on.dashboard.ask('obs.set-heal', { on: false });
  });
  afterEach(() => forgetOurs(on, hand));

  const healed = async () => {
    await on.dashboard.ask('obs.check', {});
    const proof = await on.proof((now) => codesOf(now).length > 0, 30_000);
    const [finding] = proof.state === 'found' ? proof.findings : [];
    if (!finding) throw new Error('nothing was found');
    await on.dashboard.ask('obs.fix', { code: finding.code, source: finding.source });
    await untilProved(on);
    return finding.code;
  };

  it.each([
    ['frozen', ['frozen', 'not-connected']],
    ['crashed', ['not-connected', 'frozen']],
    ['blank', ['not-connected']],
  ] as const)('is found and mended when its page is %s', async (state, codes) => {
    const fault = { frozen: 'freeze', crashed: 'crash', blank: 'blank' } as const;
    const before = await itemOf(hand, 'Live', source);
    await on.obs.browserHost.fault(source, fault[state]);
    if (state === 'blank') {
      await on.obs.browserHost.when(source, ({ page }) => page === 'failed');
      // The core hears that the page's socket is closed.
      await on.dashboard.until('status', (now) => now.overlay.connectedPages === 0);
    }
    expect(codes).toContain(await healed());
    expect(on.obs.browserHost.source((await oursIn(on, hand))[0]?.name ?? '').page).toBe('loaded');
    // In its place as before, whatever was done to it.
    expect(await itemOf(hand, 'Live', (await oursIn(on, hand))[0]?.name ?? '')).toMatchObject({
      enabled: before.enabled,
      locked: before.locked,
    });
  });

  it('is found and mended when OBS was there before the app', async () => {
    await on.obs.browserHost.drawn(source).catch(() => undefined);
    await on.host.stop();
    // The page as OBS has it that was started first: nobody answered its address.
    await hand.call('PressInputPropertiesButton', {
      inputName: source,
      propertyName: 'refreshnocache',
    });
    await on.obs.browserHost.when(source, ({ page }) => page === 'failed');
    await on.restartHost();
    await on.link(({ state }) => state === 'connected');
    expect(await healed()).toBe('not-connected');
  });
});

describe.skipIf(!hasObsKit)('healing by itself', () => {
  let on: ObsStage;
  let hand: ObsHand;
  let source: string;

  beforeAll(async () => {
    on = await setObsStage({ scenes: { Live: [GAME], Break: [GAME] } });
    hand = await on.obs.connect();
    await on.connect();
  });
  afterAll(() => on.dispose());
  beforeEach(async () => {
    source = await setUpAndProve(on, hand);
  });
  afterEach(() => forgetOurs(on, hand));

  const lastRepair = (since: number) =>
    on.dashboard.until('obs', (now) => (now?.heal.last?.at ?? 0) > since, 30_000);

  it.each([
    ['freeze', 'frozen', 'fresh-address'],
    ['crash', 'not-connected', 'refresh'],
    ['blank', 'not-connected', 'refresh'],
  ] as const)('brings a page back after %s', async (fault, code, step) => {
    const before = await itemOf(hand, 'Live', source);
    const at = Date.now();
    await on.obs.browserHost.fault(source, fault);
    const state = await lastRepair(at);
    expect(state?.heal.last).toMatchObject({ source, code, step, healed: true });
    const tookMs = Date.now() - at;
    console.info(`${fault}: painting again after ${tookMs} ms`);
    expect(tookMs).toBeLessThan(10_000);
    expect(on.obs.browserHost.source(source).page).toBe('loaded');
    expect(await itemOf(hand, 'Live', source)).toEqual(before);
    await untilProved(on);
  });
});
