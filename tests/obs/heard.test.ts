import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { AlertFlaw } from '../../shared/alerts.ts';
import type { ObsSoundCode, ObsState } from '../../shared/contract/obs.ts';
import { HANGS_MS } from '../support/hangs.ts';
import { itemOf, setUpAndProve, untilProved } from '../support/obs-deeds.ts';
import { GAME, hasObsKit, type ObsHand } from '../support/obs-kit.ts';
import { codesOf, type ObsStage, setObsStage } from '../support/obs-stage.ts';
import { simEvents } from '../support/sim-events.ts';

const DESKTOP = 'Desktop Audio';
/** Each plays to its end: as long as its sound and what OBS tells of it take. */
const ALERT_S = 3;
/** So long test alerts are played until OBS says of one what is waited for. */
const UNTIL_HEARD_MS = 120_000;
const NO_TRACK = Object.fromEntries(['1', '2', '3', '4', '5', '6'].map((track) => [track, false]));

describe.skipIf(!hasObsKit)('the sound of alerts in a real OBS', () => {
  let on: ObsStage;
  let hand: ObsHand;
  let source: string;

  beforeAll(async () => {
    on = await setObsStage({
      audio: true,
      profile: { Video: { BaseCX: 640, BaseCY: 360, OutputCX: 320, OutputCY: 180, FPSCommon: 30 } },
      scenes: { Live: [GAME] },
    });
    hand = await on.obs.connect();
    await on.connect();
    source = await setUpAndProve(on, hand);
    await on.dashboard.ask('overlay.set', { alertDefaults: { durationS: ALERT_S } });
  });
  afterAll(() => on.dispose());

  const inDesktop = (request: string, data: object) =>
    hand.call(request, { inputName: DESKTOP, ...data });

  beforeEach(async () => {
    await hand.call('SetCurrentProgramScene', { sceneName: 'Live' });
    await inDesktop('SetInputMute', { inputMuted: false });
    await inDesktop('SetInputVolume', { inputVolumeMul: 1 });
    await inDesktop('SetInputAudioTracks', { inputAudioTracks: { ...NO_TRACK, 1: true } });
    await inDesktop('SetInputAudioMonitorType', { monitorType: 'OBS_MONITORING_TYPE_NONE' });
  });

  const obs = (test: (state: ObsState) => boolean, ms = 20_000) =>
    on.dashboard.until('obs', (state) => state !== null && test(state), ms);

  /** A test alert, played to its end; what OBS heard of it. Unknown: its page came too late to sound. */
  const heardOf = async (): Promise<ObsState['heard']> => {
    const last = (await obs(() => true))?.heard;
    const told = last && 'at' in last ? last.at : 0;
    await on.dashboard.ask('test-event.play', { kind: 'SUBSCRIPTION' });
    const isTold = ({ heard }: ObsState) => 'at' in heard && heard.at > told;
    const state = await obs(isTold).catch(() => null);
    return state?.heard ?? { state: 'unknown' };
  };

  /** Plays test alerts until OBS heard this of one. */
  const untilHeard = async (state: ObsState['heard']['state']): Promise<ObsState['heard']> => {
    const until = Date.now() + UNTIL_HEARD_MS;
    let heard = await heardOf();
    while (heard.state !== state && Date.now() < until) heard = await heardOf();
    return heard;
  };

  /** A donation of the platform, played to its end: what the history says viewers missed. */
  const donated = async (mark: string, ms = HANGS_MS): Promise<AlertFlaw | null> => {
    on.stage.simulator.publish(simEvents(on.stage.simulator, mark).donation);
    const isOurs = (name: unknown) => name === `후원자 ${mark}`;
    const over = async () =>
      (await on.dashboard.until('alerts', () => true)).over.find(
        ({ event }) => event.kind === 'DONATION' && isOurs(event.data.donatorNickname),
      );
    await vi.waitUntil(over, { interval: 100 });
    // What was missed is found out after the end; nothing tells that nothing was.
    await vi.waitUntil(async () => (await over())?.flaw, { timeout: ms }).catch(() => null);
    return (await over())?.flaw ?? null;
  };

  it('is heard where the mixer hears it', async () => {
    expect(await untilHeard('heard')).toMatchObject({ state: 'heard', input: DESKTOP });
  });

  const FINDINGS: [ObsSoundCode, string, () => Promise<unknown>][] = [
    ['muted', 'the input is muted', () => inDesktop('SetInputMute', { inputMuted: true })],
    [
      'turned-down',
      'its volume is at -inf',
      () => inDesktop('SetInputVolume', { inputVolumeMul: 0 }),
    ],
    [
      'no-track',
      'it is on no track that goes out',
      () => inDesktop('SetInputAudioTracks', { inputAudioTracks: { ...NO_TRACK, 4: true } }),
    ],
    [
      'monitor-only',
      'only the streamer hears it',
      () =>
        inDesktop('SetInputAudioMonitorType', {
          monitorType: 'OBS_MONITORING_TYPE_MONITOR_ONLY',
        }),
    ],
  ];

  it.each(FINDINGS)('is found "%s" when %s, and one press mends it', async (code, _, produce) => {
    await produce();
    expect(await untilHeard('not-heard')).toMatchObject({ state: 'not-heard' });
    await on.proof((proof) => codesOf(proof).includes(code));
    await on.dashboard.ask('obs.fix', { code, source: DESKTOP });
    await obs(({ heard }) => heard.state === 'unknown');
    expect(await untilHeard('heard')).toMatchObject({ state: 'heard', input: DESKTOP });
  });

  describe('while OBS records', () => {
    beforeAll(async () => {
      await hand.call('StartRecord');
      await obs(({ recording }) => recording);
    });
    afterAll(() => hand.call('StopRecord'));

    it('is marked where nobody heard it, and not where it was seen and heard', async () => {
      expect(await donated('하나', 6_000)).toBeNull();
      await inDesktop('SetInputMute', { inputMuted: true });
      expect(await donated('둘')).toBe('not-heard');
    });

    // In a scene that is not on air a page is hidden, and no alert plays in it.
    it('is marked where the overlay stood outside the picture, also after a restart', async () => {
      const { id } = await itemOf(hand, 'Live', source);
      const moveTo = (positionX: number) =>
        hand.call('SetSceneItemTransform', {
          sceneName: 'Live',
          sceneItemId: id,
          sceneItemTransform: { positionX },
        });
      onTestFinished(async () => void (await moveTo(0)));
      await moveTo(5_000);
      await on.proof((proof) => codesOf(proof).includes('outside'));
      expect(await donated('셋')).toBe('not-on-broadcast');
      await on.restartHost();
      const { over } = await on.dashboard.until('alerts', (state) => state.over.length > 0);
      expect(over[0]?.flaw).toBe('not-on-broadcast');
    });
  });

  // The last one: the page it reloads takes its time on a busy machine, and an alert does not wait for it.
  it('is left open where OBS tells no levels of the source that carries it', async () => {
    const { browserHost } = on.obs;
    const before = browserHost.source(source).loads;
    const inputSettings = { reroute_audio: true };
    await hand.call('SetInputSettings', { inputName: source, inputSettings });
    await browserHost.when(source, ({ page, loads }) => page === 'loaded' && loads > before);
    const since = Date.now();
    await on.dashboard.ask('obs.check', {});
    await untilProved(on, since);
    expect(await untilHeard('untold')).toMatchObject({ state: 'untold' });
  });
});
