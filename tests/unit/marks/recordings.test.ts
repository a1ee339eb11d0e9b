import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { videoOf } from '../../../electron/features/marks/recordings.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { openForTest, temporaryFolder } from '../storage/support.ts';
import { marksWorld, ScriptedObs } from './marks-world.ts';

const FILE = '/home/me/Videos/one.mkv';
const VIDEO = { fpsNum: 30, fpsDen: 1, width: 1_920, height: 1_080 };

const active = (outputDuration: unknown, outputPaused = false) => ({
  outputActive: true,
  outputPaused,
  outputDuration,
});

/** An OBS that records already. */
function recordingObs(outputDuration: unknown, outputPaused = false): ScriptedObs {
  const obs = new ScriptedObs();
  obs.answers['GetRecordStatus'] = active(outputDuration, outputPaused);
  return obs;
}

async function recordingWorld() {
  const world = await marksWorld();
  await world.obs.record('STARTED', FILE);
  return world;
}

/** A ledger of an earlier run, with recordings that have no end. */
function leftOpen(clock: VirtualClock, ages: readonly (readonly [number, number])[]): string {
  const file = join(temporaryFolder(), 'ledger.sqlite');
  const { ledger } = openForTest(file, clock);
  for (const [age, duration] of ages) {
    const beganAt = clock.now() - age;
    ledger.marks.begin({ ...VIDEO, beganAt, duration, exact: true, lag: 500 });
  }
  ledger.close();
  return file;
}

describe('a recording that begins', () => {
  it('is shown at once, and its name as soon as OBS tells one', async () => {
    const world = await marksWorld();
    expect(world.state().recording).toBeNull();
    await world.obs.record('STARTED', '');
    expect(world.state().recording).toEqual({
      id: 1,
      exact: true,
      marks: 0,
      paused: false,
      file: null,
    });
    await world.obs.tell('RecordFileChanged', { newOutputPath: 'D:\\rec\\two.mkv' });
    expect(world.state().recording?.file).toBe('two.mkv');
  });

  it('ends the one before it where that end was not told', async () => {
    const world = await recordingWorld();
    await world.clock.advance(5_000);
    world.obs.count(world.clock.monotonic(), 4_500);
    await world.clock.advance(1_000);
    await world.obs.record('STARTED', '/home/me/Videos/two.mkv');
    const [now, before] = await world.recordings();
    expect(now).toMatchObject({ endedAt: null, duration: 0 });
    expect(before).toMatchObject({ endedAt: world.clock.now(), duration: 5_000 });
  });

  it('is not ended by an answer that OBS gave before it', async () => {
    const obs = new ScriptedObs();
    obs.hold();
    const world = await marksWorld({ obs });
    await obs.record('STARTED', FILE);
    await obs.release();
    expect(world.state().recording).toMatchObject({ exact: true, file: 'one.mkv' });
  });

  it('has the picture of OBS, and the usual one where OBS does not tell', async () => {
    const world = await recordingWorld();
    expect(world.ledger.marks.find(1)).toMatchObject({ fpsNum: 60, width: 640, height: 360 });
    world.obs.answers['GetVideoSettings'] = null;
    await world.obs.record('STARTED', FILE);
    expect(world.ledger.marks.find(2)).toMatchObject(VIDEO);
  });

  it('that ended before OBS told its picture keeps the usual one', async () => {
    const world = await marksWorld();
    world.obs.hold();
    await world.obs.record('STARTED', FILE);
    await world.obs.record('STOPPED', FILE);
    await world.obs.release();
    expect(world.ledger.marks.find(1)).toMatchObject(VIDEO);
  });

  it('goes on where the connection ends before OBS told its picture', async () => {
    const world = await marksWorld();
    world.obs.isGone = true;
    await world.obs.record('STARTED', FILE);
    expect(world.state().recording).toMatchObject({ file: 'one.mkv' });
  });

  it('that the ledger refuses costs its marks, and nothing else', async () => {
    const world = await marksWorld();
    world.ledger.close();
    await world.obs.record('STARTED', FILE);
    expect(() => world.marks.ofShow('vote-end', '점심')).not.toThrow();
    expect(() => world.marks.hands.mark()).toThrow(/isn’t recording/);
  });

  it('is followed no more once the app ended', async () => {
    const world = await marksWorld();
    world.owned.dispose();
    await world.obs.record('STARTED', FILE);
    expect(world.ledger.marks.open()).toEqual([]);
  });
});

describe('a recording under way', () => {
  it('is written down each half minute, and at each pause and each resumption', async () => {
    const world = await recordingWorld();
    const written = () => world.ledger.marks.find(1)?.duration;
    const second = async () => {
      await world.clock.advance(1_000);
      const at = world.clock.monotonic();
      world.obs.count(at, at - 500);
    };
    for (let at = 1; at < 30; at += 1) await second();
    expect(written()).toBe(0);
    await second();
    expect(written()).toBe(30_000);
    await second();
    expect(written()).toBe(30_000);
    await world.obs.record('PAUSED');
    expect([written(), world.state().recording?.paused]).toEqual([31_000, true]);
    await world.clock.advance(9_000);
    await world.obs.record('RESUMED');
    expect([written(), world.state().recording?.paused]).toEqual([31_000, false]);
    expect(world.ledger.marks.find(1)).toMatchObject({
      lag: 500,
      zeroAt: world.clock.now() - 31_000,
    });
  });

  it('is as long as it is now in the list, and an export has that length too', async () => {
    const world = await recordingWorld();
    for (const at of [20_000, 20_000]) {
      await world.clock.advance(at);
      world.marks.hands.mark();
    }
    await world.clock.advance(20_000);
    expect(await world.recordings()).toMatchObject([{ duration: 60_000, endedAt: null, marks: 2 }]);
    const { text } = await world.marks.commands['marks.export']({
      recording: 1,
      format: 'youtube',
      language: 'en',
    });
    expect(text.trimEnd().split('\n')).toHaveLength(3);
  });

  it('takes no harm from what OBS tells of none: its end, a file, a pause, a count', async () => {
    const world = await marksWorld();
    await world.obs.record('PAUSED');
    await world.obs.record('RESUMED');
    await world.obs.record('STOPPED', FILE);
    await world.obs.tell('RecordFileChanged', { newOutputPath: FILE });
    world.obs.count(1_000, 500);
    expect(await world.recordings()).toEqual([]);
  });

  it('is not changed by states between, by counts of no recording, or by a file without a name', async () => {
    const world = await recordingWorld();
    await world.obs.tell('RecordStateChanged', { outputState: 'OBS_WEBSOCKET_OUTPUT_STOPPING' });
    await world.obs.tell('RecordFileChanged', { newOutputPath: '' });
    await world.clock.advance(40_000);
    world.obs.pulse.pulse = null;
    world.obs.pulseAgain();
    expect(world.state().recording).toMatchObject({ file: 'one.mkv' });
    expect(world.ledger.marks.find(1)).toMatchObject({ duration: 0, files: [{ path: FILE }] });
  });

  it('split before anything was written has its second file begin after its first', async () => {
    const world = await recordingWorld();
    await world.obs.tell('RecordFileChanged', { newOutputPath: '/home/me/Videos/two.mkv' });
    expect(world.ledger.marks.find(1)?.files).toEqual([
      { begins: 0, path: FILE },
      { begins: 1, path: '/home/me/Videos/two.mkv' },
    ]);
  });

  it('ends with how far OBS’s count was behind, which the next one is taken to be too', async () => {
    const world = await recordingWorld();
    for (let second = 1; second <= 4; second += 1) {
      await world.clock.advance(1_000);
      const at = world.clock.monotonic();
      world.obs.count(at, at - 700);
    }
    await world.obs.record('STOPPED', FILE);
    expect(world.ledger.marks.find(1)).toMatchObject({
      lag: 700,
      duration: 4_000,
      endedAt: world.clock.now(),
      zeroAt: world.clock.now() - 4_000,
    });
  });

  it('ends with its own file only, whatever OBS calls it at the end', async () => {
    const world = await recordingWorld();
    await world.obs.record('STOPPED', '/home/me/Videos/remuxed.mp4');
    expect(await world.recordings()).toMatchObject([{ files: ['one.mkv'] }]);
  });

  it('is counted from its first frame where the event of its beginning came late', async () => {
    const world = await marksWorld();
    await world.clock.advance(120);
    await world.obs.record('STARTED', FILE);
    await world.clock.advance(880);
    world.obs.count(1_000, 400, false, 60);
    world.marks.hands.mark();
    expect(await world.list(1)).toMatchObject([{ at: 1_000 }]);
  });
});

describe('a recording met again', () => {
  it('takes over the picture that OBS has now, and its clock', async () => {
    const world = await recordingWorld();
    await world.clock.advance(600);
    await world.obs.become('off');
    world.obs.answers['GetRecordStatus'] = active(100);
    world.obs.answers['GetVideoSettings'] = {
      fpsNumerator: 50,
      fpsDenominator: 1,
      outputWidth: 1_280,
      outputHeight: 720,
    };
    await world.obs.become('connected');
    const picture = { fpsNum: 50, fpsDen: 1, width: 1_280, height: 720 };
    expect(world.ledger.marks.find(1)).toMatchObject({ ...picture, endedAt: null });
    // Of 50 frames a second, 40 are 800 milliseconds: it began 200 earlier than its event said.
    world.obs.count(world.clock.monotonic(), 100, false, 40);
    world.marks.hands.mark();
    expect(await world.list(1)).toMatchObject([{ at: 800 }]);
  });

  it('is the latest of those that an earlier run left open; the others ended where they were', async () => {
    const clock = new VirtualClock();
    const file = leftOpen(clock, [
      [900_000, 60_000],
      [600_000, 30_000],
      [60_000, 20_000],
    ]);
    const world = await marksWorld({ clock, file, obs: recordingObs(59_500) });
    expect(world.state().recording).toMatchObject({ id: 3, exact: true, file: null });
    const ends = (await world.recordings()).map(({ endedAt }) => endedAt && clock.now() - endedAt);
    expect(ends).toEqual([null, 570_000, 840_000]);
  });

  it('is another one than an earlier run left open if it is too short for that', async () => {
    const clock = new VirtualClock();
    const file = leftOpen(clock, [[60_000, 20_000]]);
    const world = await marksWorld({ clock, file, obs: recordingObs(4_000) });
    const [now, before] = await world.recordings();
    expect(now).toMatchObject({ id: 2, exact: false, beganAt: clock.now() - 4_000, endedAt: null });
    expect(before).toMatchObject({ id: 1, endedAt: clock.now() - 40_000, duration: 20_000 });
    // What the encoder held back in the earlier one is what it holds back here.
    world.marks.hands.mark();
    expect(await world.list(2)).toMatchObject([{ at: 4_500 }]);
  });

  it('is over for all that an earlier run left open where OBS records nothing', async () => {
    const clock = new VirtualClock();
    const file = leftOpen(clock, [
      [900_000, 60_000],
      [60_000, 20_000],
    ]);
    const world = await marksWorld({ clock, file });
    expect(world.ledger.marks.open()).toEqual([]);
    expect(world.state().recording).toBeNull();
  });

  it('stays open while OBS is not reached, or does not answer', async () => {
    const clock = new VirtualClock();
    const file = leftOpen(clock, [[60_000, 20_000]]);
    const obs = new ScriptedObs();
    obs.state = { state: 'off' };
    const world = await marksWorld({ clock, file, obs });
    obs.answers['GetRecordStatus'] = null;
    await obs.become('connected');
    obs.isGone = true;
    await obs.become('connected');
    expect(world.ledger.marks.open()).toHaveLength(1);
  });

  it('is not taken from an answer of a connection that is gone', async () => {
    const obs = recordingObs(60_000);
    obs.hold();
    const world = await marksWorld({ obs });
    await obs.become('off');
    await obs.release();
    expect(world.state().recording).toBeNull();
  });

  it('is not taken up by an app that ends', async () => {
    const obs = recordingObs(60_000);
    obs.hold();
    const world = await marksWorld({ obs });
    world.owned.dispose();
    await obs.release();
    expect(world.ledger.marks.open()).toEqual([]);
  });

  it.each([['a while'], [Number.NaN], [-5_000], [undefined]])(
    'has run for nothing yet where OBS tells %j as its length',
    async (length) => {
      const world = await marksWorld({ obs: recordingObs(length) });
      world.marks.hands.mark();
      expect(await world.list(1)).toMatchObject([{ at: 300 }]);
    },
  );

  it('in a pause stands still until it goes on', async () => {
    const world = await marksWorld({ obs: recordingObs(60_000, true) });
    await world.clock.advance(10_000);
    world.marks.hands.mark();
    await world.obs.record('RESUMED');
    await world.clock.advance(1_000);
    world.marks.hands.mark();
    expect((await world.list(1)).map(({ at }) => at)).toEqual([60_300, 61_300]);
  });
});

describe('the picture of a recording', () => {
  it.each([
    [{}, VIDEO],
    [
      { fpsNumerator: 60_000, fpsDenominator: 1_001, outputWidth: 2_560, outputHeight: 1_440 },
      { fpsNum: 60_000, fpsDen: 1_001, width: 2_560, height: 1_440 },
    ],
    [{ fpsNumerator: 60, fpsDenominator: 0 }, VIDEO],
    [{ fpsNumerator: 0, fpsDenominator: 2 }, VIDEO],
    [{ fpsNumerator: 60 }, VIDEO],
    [
      { outputWidth: 640, outputHeight: '360' },
      { ...VIDEO, width: 640 },
    ],
    [
      { outputWidth: -1, outputHeight: 360 },
      { ...VIDEO, height: 360 },
    ],
  ])('OBS tells as %j is %j', (data, video) => {
    expect(videoOf(data)).toEqual(video);
  });
});
