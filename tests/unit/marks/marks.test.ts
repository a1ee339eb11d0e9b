import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { settle, VirtualClock } from '../../support/virtual-clock.ts';
import { donation, draw, temporaryFolder } from '../storage/support.ts';
import { marksWorld, ScriptedObs } from './marks-world.ts';

const FILE = '/home/me/Videos/2026-01-01 12-00-00.mkv';

/** A recording that has begun. */
async function recordingWorld(given?: Parameters<typeof marksWorld>[0]) {
  const world = await marksWorld(given);
  await world.obs.record('STARTED', FILE);
  await world.clock.advance(10_000);
  return world;
}

const latest = async (world: Awaited<ReturnType<typeof marksWorld>>) => {
  const [recording] = await world.recordings();
  if (!recording) throw new Error('there is no recording');
  return { recording, marks: await world.list(recording.id) };
};

describe('while OBS records', () => {
  it('each alert is marked where the first page painted it, once', async () => {
    const world = await recordingWorld();
    world.alert(donation(1));
    await world.clock.advance(40);
    world.receipt(1, 'painted');
    world.receipt(1, 'over');
    await world.clock.advance(5_000);
    world.alert(draw(2));
    const { marks } = await latest(world);
    expect(marks.map(({ kind, at }) => [kind, at])).toEqual([
      ['alert', 10_000],
      ['draw', 15_040],
    ]);
    expect(marks[0]?.label).toEqual({
      key: 'marks.label-donation',
      values: { who: '시청자', beams: 1_000 },
    });
  });

  it('an alert that no page painted is not on the recording', async () => {
    const world = await recordingWorld();
    world.show(donation(1));
    world.receipt(7, 'painted');
    expect((await latest(world)).marks).toEqual([]);
  });

  it('a replay of an alert is another mark', async () => {
    const world = await recordingWorld();
    world.alert(donation(1));
    await world.clock.advance(1_000);
    world.show(donation(1));
    world.receipt(1, 'painted');
    expect((await latest(world)).marks.map(({ at }) => at)).toEqual([10_000, 11_000]);
  });

  it('donations on one card are one mark that says how many, and a test says that it is one', async () => {
    const world = await recordingWorld();
    world.alert(donation(1), 3);
    world.alert({ ...donation(2), origin: 'test' });
    const labels = (await latest(world)).marks.map(({ label }) => label.key);
    expect(labels).toEqual(['marks.label-together', 'marks.label-test']);
  });

  it('the streamer’s own mark is where it was pressed; without a recording it fails and says why', async () => {
    const world = await marksWorld();
    expect(() => world.marks.hands.mark()).toThrow(/isn’t recording/);
    await world.obs.record('STARTED', FILE);
    await world.clock.advance(2_500);
    await world.marks.commands['marks.add']({});
    expect((await latest(world)).marks).toMatchObject([{ kind: 'hand', at: 2_500 }]);
  });

  it('pauses are no time of the recording', async () => {
    const world = await recordingWorld();
    await world.obs.record('PAUSED');
    expect(world.state().recording?.paused).toBe(true);
    await world.clock.advance(60_000);
    world.alert(donation(1));
    await world.obs.record('RESUMED');
    await world.clock.advance(1_000);
    world.alert(donation(2));
    expect((await latest(world)).marks.map(({ at }) => at)).toEqual([10_000, 11_000]);
  });

  it('its file, its picture, its length, and its end are known', async () => {
    const world = await recordingWorld();
    expect(world.state().recording).toMatchObject({ file: '2026-01-01 12-00-00.mkv', exact: true });
    await world.obs.record('STOPPED', FILE);
    const { recording } = await latest(world);
    expect(recording).toMatchObject({ files: ['2026-01-01 12-00-00.mkv'], duration: 10_000 });
    expect(recording.endedAt).toBe(world.clock.now());
    expect(world.ledger.marks.find(recording.id)).toMatchObject({ fpsNum: 60, width: 640 });
    expect(world.state().recording).toBeNull();
  });

  it('a file that OBS began in the middle starts with the frames that were not written yet', async () => {
    const world = await recordingWorld();
    for (let second = 1; second <= 20; second += 1) {
      await world.clock.advance(1_000);
      const at = world.clock.monotonic();
      world.obs.count(at, at - 500);
    }
    await world.obs.tell('RecordFileChanged', { newOutputPath: 'C:\\Video\\part 2.mp4' });
    const { recording } = await latest(world);
    expect(recording.files).toEqual(['2026-01-01 12-00-00.mkv', 'part 2.mp4']);
    expect(world.ledger.marks.find(recording.id)?.files[1]?.begins).toBe(29_500);
  });

  it('chat far above its usual pace is marked where it was fullest, unless switched off', async () => {
    const world = await marksWorld();
    const write = async (messages: number) => {
      const message = { kind: 'CHAT', origin: 'platform' } as never;
      world.chat(Array.from({ length: messages }, () => message));
      await world.clock.advance(10_000);
    };
    await world.obs.record('STARTED', FILE);
    for (let step = 0; step < 60; step += 1) await write(2);
    await write(50);
    await write(2);
    expect((await latest(world)).marks).toMatchObject([{ kind: 'chat-peak', at: 600_000 }]);
    await world.set({ chatPeaks: false });
    for (let step = 0; step < 60; step += 1) await write(2);
    await write(90);
    await write(2);
    expect((await latest(world)).marks).toHaveLength(1);
  });
});

describe('a recording that is out of sight', () => {
  it('goes on where it is after the connection broke, with the marks set meanwhile', async () => {
    const world = await recordingWorld();
    await world.obs.become('off');
    await world.clock.advance(5_000);
    world.alert(donation(1));
    const answer = { outputActive: true, outputPaused: false, outputDuration: 14_600 };
    world.obs.answers['GetRecordStatus'] = answer;
    await world.obs.become('connected');
    await world.clock.advance(1_000);
    world.alert(donation(2));
    const { recording, marks } = await latest(world);
    expect(await world.recordings()).toHaveLength(1);
    expect([recording.exact, ...marks.map(({ at }) => at)]).toEqual([true, 15_000, 16_000]);
  });

  it('ended where it was seen last if OBS records no more; marks beyond that go', async () => {
    const world = await recordingWorld();
    world.alert(donation(1));
    world.obs.count(world.clock.monotonic(), 9_500);
    await world.obs.become('off');
    await world.clock.advance(5_000);
    world.alert(donation(2));
    await world.obs.become('connected');
    const { recording, marks } = await latest(world);
    expect([recording.duration, marks.length]).toEqual([10_000, 1]);
  });

  it('is another if OBS records anew', async () => {
    const world = await recordingWorld();
    await world.obs.become('off');
    await world.clock.advance(60_000);
    const answer = { outputActive: true, outputPaused: false, outputDuration: 3_000 };
    world.obs.answers['GetRecordStatus'] = answer;
    await world.obs.become('connected');
    const [now, before] = await world.recordings();
    expect([now?.exact, now?.endedAt, before?.endedAt]).toEqual([false, null, expect.any(Number)]);
  });

  it('goes on after the app itself ended, with every mark that was set', async () => {
    const file = join(temporaryFolder(), 'ledger.sqlite');
    const world = await recordingWorld({ file });
    world.alert(donation(1));
    await world.obs.record('PAUSED');
    await world.clock.advance(20_000);
    await world.obs.record('RESUMED');
    // Nothing is disposed: a crash.
    world.ledger.close();
    const clock = new VirtualClock(world.clock.now());
    await clock.advance(30_000);
    const obs = new ScriptedObs();
    obs.answers['GetRecordStatus'] = {
      outputActive: true,
      outputPaused: false,
      outputDuration: 39_800,
    };
    const again = await marksWorld({ clock, obs, file });
    await clock.advance(1_000);
    again.alert(donation(2));
    const { recording, marks } = await latest(again);
    expect(await again.recordings()).toHaveLength(1);
    expect([recording.exact, recording.files.length]).toEqual([true, 1]);
    expect(marks[0]?.at).toBe(10_000);
    expect(Math.abs((marks[1]?.at ?? 0) - 41_000)).toBeLessThan(150);
  });

  it('that ran before OBS was reached is marked, and said to be less exact', async () => {
    const obs = new ScriptedObs();
    obs.answers['GetRecordStatus'] = {
      outputActive: true,
      outputPaused: true,
      outputDuration: 60_000,
    };
    const world = await marksWorld({ obs });
    expect(world.state().recording).toMatchObject({ exact: false, paused: true, file: null });
    await obs.record('STOPPED', FILE);
    expect((await latest(world)).recording.files).toHaveLength(1);
  });

  it('is no recording where OBS tells none of it', async () => {
    const obs = new ScriptedObs();
    obs.answers['GetRecordStatus'] = null;
    obs.answers['GetVideoSettings'] = null;
    expect((await marksWorld({ obs })).state().recording).toBeNull();
  });
});

describe('marks that are kept', () => {
  it('lose the name of a viewer who is forgotten, in the list and in every export', async () => {
    const world = await recordingWorld();
    world.alert(donation(1));
    world.ledger.eraser.eraseEvents('viewer-1', 10);
    const { recording, marks } = await latest(world);
    expect(marks[0]?.label.values).toMatchObject({ who: { key: 'marks.anonymous' } });
    const { text } = await world.marks.commands['marks.export']({
      recording: recording.id,
      format: 'csv',
      language: 'ko',
    });
    expect(text).toContain('익명');
    expect(text).not.toMatch(/시청자|응원해요/);
  });

  it('can be taken away, one or a whole recording; saved replays stay listed', async () => {
    const world = await recordingWorld();
    world.alert(donation(1));
    world.marks.hands.mark();
    await world.obs.tell('ReplayBufferSaved', { savedReplayPath: '/replays/one.mkv' });
    const { recording, marks } = await latest(world);
    await world.marks.commands['marks.remove']({ id: marks[0]?.id ?? 0 });
    expect((await latest(world)).marks).toHaveLength(2);
    await world.marks.commands['marks.remove-recording']({ recording: recording.id });
    expect(await world.recordings()).toEqual([]);
    expect(await world.list(recording.id)).toEqual([]);
    const { replays } = await world.marks.commands['marks.replays']({});
    expect(replays.map(({ at, label }) => [at, label.values])).toEqual([
      [null, { file: 'one.mkv' }],
    ]);
  });

  it('are written into a file of the data folder if asked for, and only there', async () => {
    const world = await recordingWorld();
    world.marks.hands.mark();
    const { recording } = await latest(world);
    const file = 'stagelight-marks-2026-01-01-1-5.edl';
    const asked = { recording: recording.id, format: 'edl', language: 'en', file } as const;
    expect(await world.marks.commands['marks.export'](asked)).toEqual({ text: '', marks: 1 });
    expect(readFileSync(join(world.dataDir, 'exports', file), 'utf8')).toContain('TITLE:');
  });

  it('of a recording that was removed cannot be exported', async () => {
    const world = await marksWorld();
    const asked = { recording: 9, format: 'csv', language: 'en' } as const;
    await expect(world.marks.commands['marks.export'](asked)).rejects.toThrow(/already deleted/);
  });
});

describe('chapters in the file', () => {
  const able = () => {
    const obs = new ScriptedObs();
    obs.answers['GetVersion'] = { availableRequests: ['CreateRecordChapter'] };
    return obs;
  };

  it('are written only if switched on, and only by an OBS that can', async () => {
    const world = await marksWorld({ obs: able() });
    expect(world.state().canChapter).toBe(true);
    await world.obs.record('STARTED', FILE);
    world.marks.hands.mark();
    expect(world.obs.asked).toEqual([]);
    await world.set({ chapters: true });
    world.alert(donation(1));
    expect(world.obs.data).toEqual([{ chapterName: '후원 1,000빔 · 시청자' }]);
    const old = await marksWorld();
    await old.set({ chapters: true });
    await old.obs.record('STARTED', FILE);
    old.marks.hands.mark();
    expect([old.state().canChapter, old.obs.asked]).toEqual([false, []]);
  });

  it('are tried once on a file that takes none', async () => {
    const world = await marksWorld({ obs: able() });
    world.obs.answers['CreateRecordChapter'] = null;
    await world.set({ chapters: true });
    await world.obs.record('STARTED', FILE);
    world.marks.hands.mark();
    await settle();
    world.marks.hands.mark();
    expect(world.obs.asked).toEqual(['CreateRecordChapter']);
  });
});

it('leaves no timer and writes how far it came when it ends', async () => {
  const world = await recordingWorld();
  await world.set({ replayFrom: 1 });
  world.alert(donation(1));
  world.owned.dispose();
  expect(world.clock.pendingTimers).toBe(0);
  expect(world.ledger.marks.open()).toMatchObject([{ duration: 10_000 }]);
});

it('asks OBS nothing and hears nothing of it when it has ended', async () => {
  const world = await recordingWorld();
  world.owned.dispose();
  world.obs.questions.length = 0;
  const { revision } = world.state();
  await world.obs.become('off');
  await world.obs.become('connected');
  await world.obs.record('PAUSED');
  world.obs.count(world.clock.monotonic() + 60_000, 60_000);
  await world.clock.advance(60_000);
  expect(world.obs.questions).toEqual([]);
  expect(world.state().revision).toBe(revision);
  expect(world.ledger.marks.open()).toMatchObject([{ duration: 10_000 }]);
});
