import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ObsState, ObsStrip } from '../../shared/contract/obs.ts';
import { layoutSchema } from '../../shared/overlay/widgets.ts';
import { freePort } from '../support/free-port.ts';
import { setUpAndProve } from '../support/obs-deeds.ts';
import { GAME, hasObsKit, type ObsHand, obsPicture, streamSink } from '../support/obs-kit.ts';
import { type ObsStage, setObsStage } from '../support/obs-stage.ts';

/** A goal and alerts, both in one scene only. */
const LAYOUT = layoutSchema.parse([
  {
    id: 'goal',
    kind: 'goal',
    box: { x: 0.1, y: 0.5, width: 0.8, height: 0.3 },
    scenes: { in: 'only', names: ['Live'] },
    settings: { title: 'Goal' },
  },
  {
    id: 'alerts',
    kind: 'alerts',
    box: { x: 0.3, y: 0.05, width: 0.4, height: 0.2 },
    scenes: { in: 'only', names: ['Live'] },
  },
]);

describe.skipIf(!hasObsKit)('a real OBS at the hand of the streamer', () => {
  let on: ObsStage;
  let hand: ObsHand;

  beforeAll(async () => {
    on = await setObsStage({
      scenes: { Live: [GAME], '쉬는 시간 "☕"': [] },
      // A recording of its own encoder can be paused.
      profile: {
        Video: { BaseCX: 640, BaseCY: 360, OutputCX: 640, OutputCY: 360, FPSCommon: 30 },
        SimpleOutput: { RecQuality: 'Small', RecEncoder: 'x264', VBitrate: 300 },
      },
    });
    hand = await on.obs.connect();
    await on.connect();
  });
  afterAll(() => on.dispose());

  const untilState = async (test: (state: ObsState) => boolean, ms?: number) =>
    (await on.dashboard.until('obs', (state) => state !== null && test(state), ms)) as ObsState;
  const until = async (test: (strip: ObsStrip) => boolean) =>
    (await untilState(({ strip }) => test(strip))).strip;
  const pointAt = (server: string, key: string) =>
    hand.call('SetStreamServiceSettings', {
      streamServiceType: 'rtmp_custom',
      streamServiceSettings: { server, key },
    });

  it('streams to a server, tells how, and stops', async () => {
    const sink = await streamSink();
    try {
      await pointAt(sink.server, sink.key);
      // As a streamer presses again: on a busy machine the server may be too slow for OBS once.
      const live = await vi.waitFor(
        async () => {
          await on.dashboard.ask('obs.stream', { on: true });
          const now = await until(({ stream, dropped }) => {
            return stream.state === 'off' || (stream.state === 'live' && dropped !== null);
          });
          expect(now.stream.state).toBe('live');
          return now;
        },
        { interval: 500 },
      );
      expect(live.fps).toBeGreaterThan(0);
      expect(live.freeDisk).toBeGreaterThan(0);
      const { outputActive } = await hand.call('GetStreamStatus');
      expect(outputActive).toBe(true);
      await on.dashboard.ask('obs.stream', { on: false });
      const over = await until(({ stream }) => stream.state === 'off');
      expect(over.stream).toEqual({ state: 'off', failure: null });
    } finally {
      await sink.stop();
    }
  });

  it('says that a dead server refused the stream', async () => {
    await pointAt(`rtmp://127.0.0.1:${await freePort()}/live`, 'key');
    const refused = ({ strip: { stream } }: ObsState) =>
      stream.state === 'off' && stream.failure !== null;
    // As a streamer presses again: OBS begins nothing while it still ends the stream before.
    const { strip } = await vi.waitFor(
      async () => {
        await on.dashboard.ask('obs.stream', { on: true });
        return await untilState(refused, 5_000);
      },
      { interval: 500 },
    );
    expect(strip.stream).toEqual({ state: 'off', failure: 'refused' });
  });

  it('knows whether OBS has a stream key', async () => {
    await pointAt('rtmp://127.0.0.1/live', '');
    await until(({ hasKey }) => hasKey === false);
    await pointAt('rtmp://127.0.0.1/live', 'k');
    await until(({ hasKey }) => hasKey === true);
  });

  it('records, pauses, goes on, and stops', async () => {
    await on.dashboard.ask('obs.record', { to: 'start' });
    await until(({ record }) => record.state === 'running');
    await on.dashboard.ask('obs.record', { to: 'pause' });
    const paused = await untilState(({ strip }) => strip.record.state === 'paused');
    expect(paused.recording).toBe(true);
    expect((await hand.call('GetRecordStatus'))['outputPaused']).toBe(true);
    await on.dashboard.ask('obs.record', { to: 'resume' });
    await until(({ record }) => record.state === 'running');
    await on.dashboard.ask('obs.record', { to: 'stop' });
    await until(({ record }) => record.state === 'off');
  });

  it('puts scenes of any name on air, also in studio mode', async () => {
    const scene = '쉬는 시간 "☕"';
    await on.dashboard.ask('obs.scene', { scene });
    await untilState(({ programScene }) => programScene === scene);
    await hand.call('SetStudioModeEnabled', { studioModeEnabled: true });
    await until(({ studioMode }) => studioMode);
    await on.dashboard.ask('obs.scene', { scene: 'Live' });
    await untilState(({ programScene }) => programScene === 'Live');
    expect((await hand.call('GetCurrentProgramScene'))['currentProgramSceneName']).toBe('Live');
    await hand.call('SetStudioModeEnabled', { studioModeEnabled: false });
    await until(({ studioMode }) => !studioMode);
  });
});

describe.skipIf(!hasObsKit)('the overlay by the scene of a real OBS', () => {
  const TALK = 'Talk <1>';
  let on: ObsStage;
  let hand: ObsHand;
  let source: string;

  beforeAll(async () => {
    on = await setObsStage({ scenes: { Live: [GAME], [TALK]: [{ ...GAME, name: 'Camera' }] } });
    hand = await on.obs.connect();
    await on.connect();
    await on.dashboard.ask('overlay.set', { layout: [...LAYOUT] });
    source = await setUpAndProve(on, hand);
    await on.dashboard.ask('obs.set-up', { scenes: ['Live', TALK], audio: 'desktop' });
  });
  afterAll(() => on.dispose());

  const show = (scene: string) => on.dashboard.ask('obs.scene', { scene });
  /** Whether the goal, which alone has colours of its own, is in OBS's picture of what is on air. */
  const hasGoal = async (): Promise<boolean> => {
    const { currentProgramSceneName } = await hand.call('GetCurrentProgramScene');
    const picture = await obsPicture(hand, String(currentProgramSceneName));
    const [empty] = [picture.at(5, 5)];
    let other = 0;
    for (let x = 0; x < picture.width; x += 4) {
      for (let y = Math.floor(picture.height / 3); y < picture.height; y += 4) {
        const pixel = picture.at(x, y);
        if (pixel.some((value, at) => Math.abs(value - (empty[at] ?? 0)) > 40)) other += 1;
      }
    }
    return other > 100;
  };
  const untilGoal = (wanted: boolean) =>
    vi.waitFor(async () => expect(await hasGoal()).toBe(wanted), {
      interval: 300,
    });

  it('hides a widget in OBS’s picture, without loading its page anew', async () => {
    await untilGoal(true);
    const { loads } = on.obs.browserHost.source(source);
    await show(TALK);
    await untilGoal(false);
    await show('Live');
    await untilGoal(true);
    expect(on.obs.browserHost.source(source).loads).toBe(loads);
  });

  it('keeps alerts waiting where the scene hides them, and loses none', async () => {
    // Long enough to be painted, also on a machine with much else to do.
    await on.dashboard.ask('overlay.set', { alertDefaults: { durationS: 30 } });
    await show(TALK);
    await on.dashboard.until('alerts', ({ offScene }) => offScene);
    await on.dashboard.ask('test-event.play', { kind: 'DONATION' });
    await on.dashboard.until('alerts', ({ waitingCount }) => waitingCount === 1);
    await show('Live');
    await on.dashboard.until('alerts', ({ playing }) => playing?.paintedAt != null);
  });

  it('follows a scene that gets another name', async () => {
    await hand.call('SetSceneName', { sceneName: 'Live', newSceneName: '게임 "1"' });
    await on.dashboard.until(
      'overlay',
      (state) => state?.layout[0]?.scenes?.names[0] === '게임 "1"',
    );
    await show(TALK);
    await untilGoal(false);
    await show('게임 "1"');
    await untilGoal(true);
  });
});
