import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fileNameOf } from '../../../electron/features/marks/marker.ts';
import type { StageEvent } from '../../../shared/events.ts';
import { donation, draw, purchase, subscription } from '../storage/support.ts';
import { marksWorld, ScriptedObs } from './marks-world.ts';

const FILE = '/home/me/Videos/one.mkv';

type World = Awaited<ReturnType<typeof marksWorld>>;

async function recordingWorld(given?: Parameters<typeof marksWorld>[0]) {
  const world = await marksWorld(given);
  await world.obs.record('STARTED', FILE);
  return world;
}

/** As the ledger has them. */
const stored = (world: World) => world.ledger.marks.list(1);

/** As pages list them. */
const labels = async (world: World) => (await world.list(1)).map(({ label }) => label);

describe('a mark of an alert', () => {
  it('keeps what the alert was: its sort and its event, unless it was a test', async () => {
    const world = await recordingWorld();
    world.alert(donation(1));
    world.alert(subscription(2));
    world.alert(draw(3));
    world.alert(purchase(4));
    world.alert({ ...donation(5), origin: 'test' });
    expect(stored(world).map(({ kind, sort, seq }) => [kind, sort, seq])).toEqual([
      ['alert', 'donation', 1],
      ['alert', 'subscription', 2],
      ['draw', 'draw', 3],
      ['alert', 'purchase', 4],
      ['alert', 'donation', null],
    ]);
  });

  it('is set by painting alone: an alert that is only over was never seen', async () => {
    const world = await recordingWorld();
    world.show(donation(1));
    world.receipt(1, 'over');
    expect(stored(world)).toEqual([]);
  });

  it('says how many share its card from two on', async () => {
    const world = await recordingWorld();
    world.alert(donation(1), 1);
    world.alert(donation(2), 2);
    expect(stored(world).map(({ amount }) => amount)).toEqual([null, 2]);
  });

  it('that the ledger refuses does not keep the alert from going on', async () => {
    const world = await recordingWorld();
    await world.set({ replayFrom: 1 });
    world.show(donation(1));
    world.ledger.close();
    world.receipt(1, 'painted');
    await world.clock.advance(8_000);
    expect(world.obs.asked).toEqual(['SaveReplayBuffer']);
  });
});

describe('a mark of the show kit', () => {
  it('has the title of what ended, where there is one', async () => {
    const world = await recordingWorld();
    world.marks.ofShow('vote-end', '점심 메뉴');
    world.marks.ofShow('show-draw', '');
    world.marks.ofShow('subathon-end', '밤샘');
    expect(await labels(world)).toEqual([
      { key: 'marks.label-vote-end-title', values: { title: '점심 메뉴' } },
      { key: 'marks.label-show-draw' },
      { key: 'marks.label-subathon-end-title', values: { title: '밤샘' } },
    ]);
  });

  it('is set only where something records, and not once the app ended', async () => {
    const world = await marksWorld();
    world.marks.ofShow('vote-end', '점심 메뉴');
    await world.obs.record('STARTED', FILE);
    world.owned.dispose();
    world.marks.ofShow('vote-end', '점심 메뉴');
    world.alert(donation(1));
    expect(stored(world)).toEqual([]);
  });
});

describe('what a mark is called', () => {
  it.each<[string, StageEvent<'DONATION' | 'SUBSCRIPTION' | 'DROPS' | 'GOODS_PURCHASE'>, object]>([
    ['a donation', donation(1), { key: 'marks.label-donation' }],
    [
      'a donation of unknown size',
      donation(1, { payAmount: null }),
      { key: 'marks.label-donation-unknown', values: { who: '시청자' } },
    ],
    [
      'cheering',
      donation(1, { donationType: 'CHEERING', payAmount: 300 }),
      { key: 'marks.label-cheering', values: { who: '시청자', beams: 300 } },
    ],
    [
      'cheering of unknown size',
      donation(1, { donationType: 'CHEERING', payAmount: null }),
      { key: 'marks.label-cheering-unknown' },
    ],
    [
      'a donation without a name',
      donation(1, { donatorNickname: null }),
      { values: { who: { key: 'marks.anonymous' } } },
    ],
    ['a subscription', subscription(1), { key: 'marks.label-subscription' }],
    [
      'a subscription’s month',
      {
        ...subscription(1),
        data: { ...subscription(1).data, month: 7, subscriberChannelName: '구독자' },
      },
      { key: 'marks.label-subscription-month', values: { who: '구독자', month: 7 } },
    ],
    ['a draw', draw(1), { key: 'marks.label-draw', values: { reward: '망토' } }],
    [
      'a purchase without a name',
      purchase(1),
      {
        key: 'marks.label-purchase',
        values: { who: { key: 'marks.anonymous' }, item: '머그컵' },
      },
    ],
  ])('says of %s what it was', async (_, event, label) => {
    const world = await recordingWorld();
    world.alert(event);
    expect(await labels(world)).toMatchObject([label]);
  });

  it('is an alert where its event is gone from the ledger', async () => {
    const world = await recordingWorld();
    world.ledger.marks.add({ recording: 1, position: 0, setAt: 0, kind: 'alert', seq: 99 });
    expect(await labels(world)).toEqual([{ key: 'marks.label-alert' }]);
  });

  it.each([
    ['C:\\Video\\a b.mkv', 'a b.mkv'],
    ['/home/me/a.mkv', 'a.mkv'],
    ['a.mkv', 'a.mkv'],
  ])('has of the file %j its name %j', (path, name) => {
    expect(fileNameOf(path)).toBe(name);
  });
});

describe('chat', () => {
  const message = (more: object = {}) => ({ kind: 'CHAT', origin: 'platform', ...more }) as never;

  /** Ten minutes of calm and ten seconds of a surge. */
  async function surge(world: World, of: object, calm: object = {}) {
    for (let step = 0; step < 60; step += 1) {
      world.chat([message(calm), message(calm)]);
      await world.clock.advance(10_000);
    }
    world.chat(Array.from({ length: 50 }, () => message(of)));
    await world.clock.advance(10_000);
    world.chat([message()]);
  }

  it('above its usual pace is a mark that says how many messages a minute it was', async () => {
    const world = await recordingWorld();
    await surge(world, {});
    expect(await labels(world)).toEqual([{ key: 'marks.label-chat-peak', values: { count: 60 } }]);
  });

  it.each([
    ['messages of a test', { origin: 'test' }],
    ['messages of a replay', { origin: 'replay' }],
    ['other events', { kind: 'DONATION' }],
  ])('is not %s', async (_, of) => {
    const world = await recordingWorld();
    await surge(world, of);
    expect(stored(world)).toEqual([]);
  });

  it('that the ledger cannot note goes on', async () => {
    const world = await recordingWorld();
    world.ledger.close();
    await expect(surge(world, {})).resolves.toBeUndefined();
  });
});

describe('pages', () => {
  it('hear of each mark, of each that is taken away, and of settings of marks only', async () => {
    const world = await recordingWorld();
    let heard = 0;
    world.marks.feeds.marks.onChange(() => {
      heard += 1;
    });
    const during = async (work: () => unknown) => {
      const before = [heard, world.state().revision] as const;
      await work();
      const isTold = heard > before[0];
      expect(world.state().revision > before[1]).toBe(isTold);
      return isTold;
    };
    expect(await during(() => world.marks.hands.mark())).toBe(true);
    expect(world.state().recording?.marks).toBe(1);
    expect(await during(() => world.marks.commands['marks.remove']({ id: 1 }))).toBe(true);
    expect(world.state().recording?.marks).toBe(0);
    expect(await during(() => world.set({ chapters: true }))).toBe(true);
    expect(await during(() => world.setOthers())).toBe(false);
    const recording = { recording: 1 };
    expect(await during(() => world.marks.commands['marks.remove-recording'](recording))).toBe(
      true,
    );
  });

  it('read anew after a restart of the app', async () => {
    const world = await marksWorld();
    expect(world.state().revision).toBeGreaterThanOrEqual(world.clock.now());
  });

  it('see the settings, of which each is changed alone', async () => {
    const world = await marksWorld();
    expect(world.state().settings).toEqual({ chatPeaks: true, chapters: false, replayFrom: null });
    await world.set({ replayFrom: 5_000 });
    await world.set({ chapters: true });
    await world.set({ chatPeaks: false });
    expect(world.state().settings).toEqual({ chatPeaks: false, chapters: true, replayFrom: 5_000 });
    await world.set({ replayFrom: null });
    expect(world.state().settings).toEqual({ chatPeaks: false, chapters: true, replayFrom: null });
  });

  it('list recordings in portions, the latest first', async () => {
    const world = await recordingWorld();
    for (let more = 0; more < 3; more += 1) await world.obs.record('STARTED', FILE);
    const page = async (args: { before?: number; limit: number }) =>
      (await world.marks.commands['marks.recordings'](args)).recordings.map(({ id }) => id);
    expect(await page({ limit: 2 })).toEqual([4, 3]);
    expect(await page({ before: 3, limit: 2 })).toEqual([2, 1]);
  });

  it('list no mark of a kind that only a newer version knows', async () => {
    const world = await recordingWorld();
    world.ledger.marks.add({ recording: 1, position: 0, setAt: 0, kind: 'dance' as never });
    world.marks.hands.mark();
    expect(await labels(world)).toEqual([{ key: 'marks.label-hand' }]);
  });

  it('list marks in the order of the recording', async () => {
    const world = await recordingWorld();
    for (const position of [9_000, 3_000, 6_000]) {
      world.ledger.marks.add({ recording: 1, position, setAt: 0, kind: 'hand' });
    }
    expect((await world.list(1)).map(({ at }) => at)).toEqual([3_000, 6_000, 9_000]);
  });
});

describe('an export', () => {
  const asked = { recording: 1, format: 'csv', language: 'en' } as const;

  it.each(['../stagelight-marks-1.csv', 'marks.csv', 'stagelight-marks-1.exe', ''])(
    'is not written to %j',
    async (file) => {
      const world = await recordingWorld();
      await expect(world.marks.commands['marks.export']({ ...asked, file })).rejects.toThrow();
    },
  );

  it('that cannot be written says so', async () => {
    const world = await recordingWorld();
    writeFileSync(join(world.dataDir, 'exports'), 'a file where the folder should be');
    const file = 'stagelight-marks-1.csv';
    await expect(world.marks.commands['marks.export']({ ...asked, file })).rejects.toThrow(
      /Couldn’t save the file/,
    );
  });

  it('without a file is the text, with the number of marks', async () => {
    const world = await recordingWorld();
    world.marks.hands.mark();
    const { text, marks } = await world.marks.commands['marks.export'](asked);
    expect([marks, text.split('\r\n').length]).toEqual([1, 3]);
  });
});

describe('chapters in the file', () => {
  const able = () => {
    const obs = new ScriptedObs();
    obs.answers['GetVersion'] = { availableRequests: ['CreateRecordChapter'] };
    return obs;
  };
  const chapterWorld = async () => {
    const world = await recordingWorld({ obs: able() });
    await world.set({ chapters: true });
    return world;
  };

  it('are none for what is found or saved afterwards, and for what nothing records', async () => {
    const world = await chapterWorld();
    await world.obs.tell('ReplayBufferSaved', { savedReplayPath: '/replays/one.mkv' });
    await world.obs.record('STOPPED', FILE);
    world.alert(donation(1));
    expect(world.obs.data).toEqual([]);
  });

  it('have the title of a vote in one line, and say how many donations share a card', async () => {
    const world = await chapterWorld();
    world.marks.ofShow('vote-end', '점심\n메뉴');
    world.alert(donation(2), 3);
    expect(world.obs.data).toEqual([
      { chapterName: '투표 마감: 점심 메뉴' },
      { chapterName: expect.stringContaining('3') },
    ]);
  });

  it('are tried again on the next recording after a file took none', async () => {
    const world = await chapterWorld();
    world.obs.answers['CreateRecordChapter'] = null;
    world.marks.hands.mark();
    await world.clock.advance(1_000);
    world.marks.hands.mark();
    expect(world.obs.asked).toHaveLength(1);
    await world.obs.record('STARTED', FILE);
    world.marks.hands.mark();
    expect(world.obs.asked).toHaveLength(2);
  });

  it('are asked of each OBS anew: it may be another version', async () => {
    const world = await chapterWorld();
    expect(world.state().canChapter).toBe(true);
    await world.obs.become('off');
    expect(world.state().canChapter).toBeNull();
    world.obs.answers['GetVersion'] = { availableRequests: [] };
    await world.obs.become('connected');
    expect(world.state().canChapter).toBe(false);
  });

  it.each([[null], [{}], [{ availableRequests: 'CreateRecordChapter' }]])(
    'cannot be written by an OBS that answers %j',
    async (answer) => {
      const obs = new ScriptedObs();
      obs.answers['GetVersion'] = answer;
      expect((await marksWorld({ obs })).state().canChapter).toBe(false);
    },
  );

  it('are not known where the connection ends before the answer, or there is none', async () => {
    const gone = new ScriptedObs();
    gone.isGone = true;
    expect((await marksWorld({ obs: gone })).state().canChapter).toBeNull();
    const off = able();
    off.state = { state: 'off' };
    expect((await marksWorld({ obs: off })).state().canChapter).toBeNull();
  });

  it('are written no more once the app ended', async () => {
    const world = await chapterWorld();
    world.owned.dispose();
    world.marks.ofShow('vote-end', '점심');
    expect(world.obs.data).toEqual([]);
  });
});
