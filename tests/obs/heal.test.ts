import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  forgetOurs,
  itemOf,
  itemsOf,
  oursIn,
  settingsOf,
  setUpAndProve,
  strike,
  untilProved,
} from '../support/obs-deeds.ts';
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
    const proof = await on.proof((now) => codesOf(now).length > 0);
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
    await strike(on, source, fault[state]);
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

/** Under ten seconds on a quiet machine; others work beside the tests. */
const MOST_MS = 30_000;

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
    await on.dashboard.ask('obs.set-up', { scenes: [], audio: 'desktop' });
    source = (await oursIn(on, hand))[0]?.name ?? '';
    await on.obs.browserHost.when(source, ({ page }) => page === 'loaded');
    await on.dashboard.until('status', (now) => now.overlay.connectedPages > 0);
  });
  afterEach(() => forgetOurs(on, hand));

  const lastRepair = (since: number) =>
    on.dashboard.until('obs', (now) => now?.heal.last?.healed === true && now.heal.last.at > since);

  it.each([
    ['freeze', 'frozen'],
    ['crash', 'not-connected'],
    ['blank', 'not-connected'],
  ] as const)('brings a page back after %s', async (fault, code) => {
    const before = await itemOf(hand, 'Live', source);
    await strike(on, source, fault);
    const at = Date.now();
    const state = await lastRepair(at);
    expect(state?.heal.last).toMatchObject({ source, code });
    const tookMs = Date.now() - at;
    console.info(
      `${fault}: painting again after ${tookMs} ms, ${state?.heal.last?.tookMs} healing`,
    );
    expect(tookMs).toBeLessThan(MOST_MS);
    expect(on.obs.browserHost.source(source).page).toBe('loaded');
    expect(await itemOf(hand, 'Live', source)).toEqual(before);
    await on.obs.browserHost.drawn(source);
  });

  it('makes a source anew in its place where another address does not last', async () => {
    const at = (sceneName: string, sceneItemId: number) => ({ sceneName, sceneItemId });
    // All that a streamer may have done to it, in two scenes.
    await hand.call('CreateSceneItem', { sceneName: 'Break', sourceName: source });
    const [here, there] = [await itemOf(hand, 'Live', source), await itemOf(hand, 'Break', source)];
    await hand.call('SetSceneItemTransform', {
      ...at('Break', there.id),
      sceneItemTransform: { positionX: 200, positionY: 100, scaleX: 0.5, scaleY: 0.5, cropTop: 8 },
    });
    await hand.call('SetSceneItemIndex', { ...at('Break', there.id), sceneItemIndex: 0 });
    await hand.call('SetSceneItemLocked', { ...at('Break', there.id), sceneItemLocked: true });
    await hand.call('SetSceneItemEnabled', { ...at('Break', there.id), sceneItemEnabled: false });
    await hand.call('SetInputVolume', { inputName: source, inputVolumeMul: 0.5 });
    await hand.call('SetInputAudioTracks', {
      inputName: source,
      inputAudioTracks: { 3: false },
    });
    for (const [filterName, filterKind] of [
      ['First', 'crop_filter'],
      ['Second', 'scroll_filter'],
    ]) {
      const filter = { sourceName: source, filterName, filterKind, filterSettings: {} };
      await hand.call('CreateSourceFilter', filter);
    }
    await hand.call('SetSourceFilterEnabled', {
      sourceName: source,
      filterName: 'Second',
      filterEnabled: false,
    });
    const sight = async () => ({
      live: (await itemsOf(hand, 'Live')).map(({ id: _, ...item }) => item),
      break: (await itemsOf(hand, 'Break')).map(({ id: _, ...item }) => item),
      volume: await hand.call('GetInputVolume', { inputName: source }),
      tracks: await hand.call('GetInputAudioTracks', { inputName: source }),
      filters: await hand.call('GetSourceFilterList', { sourceName: source }),
      settings: { ...(await settingsOf(hand, source)), url: null },
    });
    // OBS knows a source's size from the next picture it draws on.
    await vi.waitFor(async () => {
      const { live, break: paused } = await sight();
      const widths = [...live, ...paused].map(({ transform }) => Number(transform['sourceWidth']));
      expect(Math.min(...widths)).toBeGreaterThan(0);
    });
    const before = await sight();
    const steps: unknown[] = [];
    for (let round = 0; round < 2; round += 1) {
      await strike(on, source, 'freeze');
      const now = Date.now();
      const state = await lastRepair(now);
      expect(state?.heal.last).toMatchObject({ source, code: 'frozen' });
      console.info(`freeze: painting again after ${Date.now() - now} ms`);
      steps.push(state?.heal.last?.step);
    }
    expect(steps.at(-1)).toBe('recreate');
    expect((await itemOf(hand, 'Live', source)).id).not.toBe(here.id);
    await vi.waitFor(async () => expect(await sight()).toEqual(before));
    expect((await oursIn(on, hand)).map(({ name }) => name)).toEqual([source]);
    await on.obs.browserHost.drawn(source);
  });
});
