import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ObsState, ObsStrip } from '../../shared/contract/obs.ts';
import { freePort } from '../support/free-port.ts';
import { GAME, hasObsKit, type ObsHand, streamSink } from '../support/obs-kit.ts';
import { type ObsStage, setObsStage } from '../support/obs-stage.ts';

describe.skipIf(!hasObsKit)('a real OBS at the hand of the streamer', () => {
  let on: ObsStage;
  let hand: ObsHand;

  beforeAll(async () => {
    on = await setObsStage({
      scenes: { Live: [GAME], '쉬는 시간 "☕"': [] },
      // A recording of its own encoder can be paused.
      profile: {
        Video: { BaseCX: 640, BaseCY: 360, OutputCX: 640, OutputCY: 360 },
        SimpleOutput: { RecQuality: 'Small', RecEncoder: 'x264', VBitrate: 300 },
      },
    });
    hand = await on.obs.connect();
    await on.connect();
  });
  afterAll(() => on.dispose());

  const untilState = async (test: (state: ObsState) => boolean) =>
    (await on.dashboard.until('obs', (state) => state !== null && test(state), 20_000)) as ObsState;
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
      await on.dashboard.ask('obs.stream', { on: true });
      const live = await until(
        ({ stream, dropped }) => stream.state === 'live' && dropped !== null,
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
    await on.dashboard.ask('obs.stream', { on: true });
    const { stream } = await until(
      (now) => now.stream.state === 'off' && now.stream.failure !== null,
    );
    expect(stream).toEqual({ state: 'off', failure: 'refused' });
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
