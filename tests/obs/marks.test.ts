import { stat } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { MarksState, MarkView } from '../../shared/contract/marks.ts';
import { setUpAndProve } from '../support/obs-deeds.ts';
import { decodePicture, GAME, hasObsKit, type ObsHand } from '../support/obs-kit.ts';
import { type ObsStage, setObsStage } from '../support/obs-stage.ts';
import { changesOf, framesOf } from '../support/recorded-frames.ts';

const FPS = 30;
const SMALL = { width: 640, height: 360 } as const;
/** What x264 makes of a still picture is less than this; the first trace of an alert is more. */
const BY = 8;
const FRAMES_OFF = 2;
/** So much of a recording is between two things that happen on it. */
const APART_MS = 400;
/** Five alerts, so often, in a recording of a minute. */
const EVERY_MS = 12_000;

const frameAt = (ms: number) => (ms * FPS) / 1_000;

/** The picture changes and a mark is set in one moment. `most`: by so many frames OBS may show it later. */
interface Flash {
  readonly askedAt: number;
  readonly most: number;
  readonly unheard: Unheard;
}

/** So many milliseconds Stagelight did not hear yet that pauses had begun, and that they had ended. */
interface Unheard {
  readonly begun: number;
  readonly ended: number;
}

/** Frames between a mark and its change; Stagelight may hear of both later than it was asked. */
function offOf(mark: MarkView | undefined, change = 0, flash?: Flash) {
  const { askedAt = 0, most = 0, unheard } = flash ?? {};
  const { begun = 0, ended = 0 } = unheard ?? {};
  // OBS shows what it was told in its next frame, or later where it has too much to do.
  const off = change - 1 - frameAt(mark?.at ?? 0);
  return {
    early: off + frameAt((mark?.setAt ?? 0) - askedAt + begun),
    tooLate: off - frameAt(ended) - most,
  };
}

describe.skipIf(!hasObsKit)('marks on recordings of a real OBS', () => {
  let on: ObsStage;
  let hand: ObsHand;
  let source: string;

  beforeAll(async () => {
    on = await setObsStage({
      scenes: { Live: [{ ...GAME, settings: { ...GAME.settings, ...SMALL } }] },
      browser: { fps: FPS },
      profile: {
        Video: {
          BaseCX: SMALL.width,
          BaseCY: SMALL.height,
          OutputCX: 640,
          OutputCY: 360,
          FPSCommon: FPS,
        },
        // An encoder of its own: with the stream's, OBS accepts a pause and does not pause.
        SimpleOutput: { RecQuality: 'Small', RecEncoder: 'x264', RecFormat: 'mkv', RecRB: true },
      },
    });
    hand = await on.obs.connect();
    await on.connect();
    source = await setUpAndProve(on, hand);
    // Each alert is ended by its test, however late its page is painted.
    await on.dashboard.ask('overlay.set', { alertDefaults: { durationS: 30 } });
  });
  afterAll(() => on.dispose());
  // One that failed leaves its recording.
  afterEach(() =>
    hand.call('StopRecord').then(
      () => marks(({ recording }) => recording === null),
      () => undefined,
    ),
  );

  const marks = (test: (state: MarksState) => boolean, ms?: number) =>
    on.dashboard.until('marks', (now) => now !== null && test(now), ms);
  const page = () => on.obs.browserHost;
  const durationNow = async () => Number((await hand.call('GetRecordStatus'))['outputDuration']);

  /** Until OBS has written so much more. */
  async function elapse(ms = APART_MS): Promise<void> {
    const from = await durationNow();
    await vi.waitFor(async () => expect(await durationNow()).toBeGreaterThan(from + ms), {
      interval: 50,
    });
  }

  /** A pause that ends before it took effect never ends in OBS: some frames are waited for. */
  async function pause(): Promise<Unheard> {
    const framesNow = async () => Number((await hand.call('GetStats'))['outputTotalFrames']);
    const unheardOf = async (request: string, paused: boolean): Promise<number> => {
      const askedAt = Date.now();
      await hand.call(request);
      await marks((now) => now.recording?.paused === paused);
      return Date.now() - askedAt;
    };
    const begun = await unheardOf('PauseRecord', true);
    const from = await framesNow();
    await vi.waitFor(async () => expect(await framesNow()).toBeGreaterThan(from + 20), {
      interval: 50,
    });
    const ended = await unheardOf('ResumeRecord', false);
    await elapse();
    return { begun, ended };
  }

  async function record(): Promise<number> {
    // As a streamer presses again: OBS begins nothing while it still ends the recording before.
    const now = await vi.waitFor(async () => {
      await hand.call('StartRecord').catch((failure: unknown) => failure);
      return await marks(({ recording }) => recording !== null, 5_000);
    });
    await elapse();
    return now?.recording?.id ?? 0;
  }

  /** Frames that OBS had no time to draw or to write: so much later it shows what it was told. */
  async function missedNow(): Promise<number> {
    const { renderSkippedFrames, outputSkippedFrames } = await hand.call('GetStats');
    return Number(renderSkippedFrames) + Number(outputSkippedFrames);
  }

  /** Does this; so many frames later than told may OBS have shown it. */
  async function lateness(show: () => Promise<unknown>): Promise<number> {
    const before = await missedNow();
    await show();
    return FRAMES_OFF + (await missedNow()) - before;
  }

  async function stop(recording: number) {
    await elapse(1_500);
    const { outputPath } = await hand.call('StopRecord');
    await marks((now) => now.recording === null);
    const { marks: list } = await on.dashboard.ask('marks.list', { recording });
    return { path: String(outputPath), list };
  }

  const colored = (color: number) =>
    hand.call('SetInputSettings', { inputName: GAME.name, inputSettings: { color } });

  /** The game turns white and back, with a mark at the same moment. */
  async function flash(unheard: Unheard = { begun: 0, ended: 0 }): Promise<Flash> {
    const askedAt = Date.now();
    const most = await lateness(async () => {
      await Promise.all([colored(0xffff_ffff), on.dashboard.ask('marks.add', {})]);
      await elapse();
    });
    await colored(GAME.settings.color);
    await elapse();
    return { askedAt, most, unheard };
  }

  /** How much of the newest picture of the page is painted at all. */
  async function painted(): Promise<number> {
    const bytes = page().picture(source);
    if (!bytes) return 0;
    const { rgba } = await decodePicture(bytes);
    return rgba.reduce((sum, value, at) => (at % 4 === 3 && value > 16 ? sum + 1 : sum), 0);
  }

  /**
   * Between which moments OBS was given the first picture with an alert and has drawn it, epoch
   * milliseconds. A page of the kit is painted by a Chromium that yields to everything else: its
   * pictures come late, and an OBS that has much to do takes them later.
   */
  async function whenShown(): Promise<readonly [number, number]> {
    let seen = page().source(source);
    for (;;) {
      const { frame } = seen;
      seen = await page().when(source, (now) => now.frame > frame);
      const from = Date.now() - seen.msSinceFrame;
      if ((await painted()) === 0) continue;
      const { frame: newest } = page().source(source);
      await page().when(source, ({ drawn }) => drawn >= newest);
      return [from, Date.now()];
    }
  }

  /** What a page shows as it opens is over. */
  const isEmpty = () => vi.waitFor(async () => expect(await painted()).toBe(0), { interval: 200 });

  /** An alert until the page is empty again: when it was shown, and its lateness. */
  async function playAlert() {
    let between: readonly number[] = [];
    const most = await lateness(async () => {
      const shown = whenShown();
      await on.dashboard.ask('test-event.play', { kind: 'DONATION' });
      between = await shown;
      await on.dashboard.until('alerts', ({ playing }) => playing?.paintedAt != null);
      await elapse();
    });
    await on.dashboard.ask('alerts.skip', {});
    await on.dashboard.until('alerts', ({ playing }) => playing === null);
    await isEmpty();
    await elapse();
    return { between, most };
  }

  it('are within two frames of what OBS was told at the same moment, after pauses too', async () => {
    const recording = await record();
    const flashes: Flash[] = [];
    const pauses: Unheard[] = [];
    const sum = (part: keyof Unheard) => pauses.reduce((all, one) => all + one[part], 0);
    for (let part = 0; part < 3; part += 1) {
      if (part > 0) pauses.push(await pause());
      const unheard = { begun: sum('begun'), ended: sum('ended') };
      for (let turn = 0; turn < 3; turn += 1) flashes.push(await flash(unheard));
    }
    const { path, list } = await stop(recording);
    const changes = changesOf(await framesOf(path), BY);
    expect(changes).toHaveLength(9);
    expect(list).toHaveLength(9);
    const off = list.map((mark, turn) => offOf(mark, changes[turn], flashes[turn]));
    for (const { early } of off) expect(early).toBeGreaterThanOrEqual(-FRAMES_OFF);
    for (const first of [0, 3, 6]) {
      const tooLate = off.slice(first, first + 3).map((one) => one.tooLate);
      expect(Math.min(...tooLate)).toBeLessThanOrEqual(0);
    }
  });

  it('of five alerts in a minute are within two frames of the first frame that shows them', async () => {
    await isEmpty();
    const recording = await record();
    const played: Awaited<ReturnType<typeof playAlert>>[] = [];
    for (let turn = 0; turn < 5; turn += 1) {
      played.push(await playAlert());
      await elapse((turn + 1) * EVERY_MS - (await durationNow()));
    }
    const { path, list } = await stop(recording);
    const changes = changesOf(await framesOf(path), BY, frameAt(EVERY_MS / 2));
    expect(list.map(({ kind }) => kind)).toEqual(Array.from({ length: 5 }, () => 'alert'));
    expect(changes).toHaveLength(5);
    const off = list.map(({ at, setAt }, turn) => {
      const { between = [], most = 0 } = played[turn] ?? {};
      const [from = 0, to = 0] = between.map((one) => frameAt(one - setAt));
      const recorded = (changes[turn] ?? 0) - frameAt(at ?? 0);
      // OBS shows what it has drawn in its next frame.
      return {
        early: recorded - Math.max(0, from),
        tooLate: recorded - 1 - Math.max(0, to) - most,
      };
    });
    // No mark is later than its alert, nor earlier than OBS has a picture of it.
    for (const { early } of off) expect(early).toBeGreaterThanOrEqual(-FRAMES_OFF);
    for (const { tooLate } of off) expect(tooLate).toBeLessThanOrEqual(0);
    expect((list.at(-1)?.at ?? 0) - (list[0]?.at ?? 0)).toBeGreaterThan(3 * EVERY_MS);
  });

  it('stay with their recording when the app starts again', async () => {
    const recording = await record();
    await on.dashboard.ask('marks.add', {});
    await on.restartHost();
    const again = await marks((now) => now.recording !== null);
    expect(again?.recording).toMatchObject({ id: recording, exact: true, marks: 1 });
    await elapse();
    const flashed = await flash();
    const { path, list } = await stop(recording);
    const [change] = changesOf(await framesOf(path), BY);
    const { recordings } = await on.dashboard.ask('marks.recordings', { limit: 1 });
    expect(recordings[0]?.files).toEqual([path.split('/').at(-1)]);
    // The clock on the wall went on while nobody looked; OBS's own count is behind the picture.
    const { early, tooLate } = offOf(list[1], change, flashed);
    expect(early).toBeGreaterThanOrEqual(-2 * FRAMES_OFF);
    expect(tooLate).toBeLessThanOrEqual(FRAMES_OFF);
  });

  it('name the replay that a large donation had saved', async () => {
    await expect(on.dashboard.ask('marks.save-replay', {})).rejects.toThrow('marks-replay-off');
    await hand.call('StartReplayBuffer');
    await marks(({ replayBuffer }) => replayBuffer === 'on');
    await on.dashboard.ask('marks.set', { replayFrom: 1 });
    const saved = hand.waitFor('ReplayBufferSaved', () => true);
    await on.dashboard.ask('test-event.play', { kind: 'DONATION' });
    const path = String((await saved)['savedReplayPath']);
    await hand.call('StopReplayBuffer');
    await vi.waitFor(async () => {
      const { replays } = await on.dashboard.ask('marks.replays', {});
      expect(replays[0]?.label.values).toEqual({ file: path.split('/').at(-1) });
    });
    expect((await stat(path)).size).toBeGreaterThan(0);
  });
});
