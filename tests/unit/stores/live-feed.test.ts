import { beforeEach, describe, expect, it } from 'vitest';
import { NO_FILTER } from '../../../renderer/stores/feed-filter.ts';
import { LiveFeed, SCAN_SLICE } from '../../../renderer/stores/live-feed.ts';
import type { EventKind, StageEvent } from '../../../shared/events.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { eventOf, NOW, pageClock } from '../dashboard/support.ts';

let clock: VirtualClock;
let feed: LiveFeed;

beforeEach(() => {
  clock = new VirtualClock(NOW);
  feed = new LiveFeed(pageClock(clock), 10_000);
});

const chats = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => eventOf('CHAT', from + at));

function seqs(limit = 20): (number | undefined)[] {
  const { rows } = feed.snapshot();
  return Array.from({ length: Math.min(limit, rows.length) }, (_, at) => rows.at(at)?.seq);
}

describe('the feed', () => {
  it('has the newest first and nothing twice', () => {
    feed.add(chats(1, 3), false);
    feed.add(chats(2, 4), false);
    expect(seqs()).toEqual([5, 4, 3, 2, 1]);
    expect(feed.snapshot().rows.at(5)).toBeUndefined();
    expect(feed.snapshot().rows.at(-1)).toBeUndefined();
  });

  it('keeps about as many rows as it may, the newest, in memory that is bounded', () => {
    for (let from = 1; from < 25_000; from += 500) feed.add(chats(from, 500), false);
    const { rows, kept } = feed.snapshot();
    expect(kept).toBe(rows.length);
    expect(kept).toBeGreaterThan(9_000);
    expect(kept).toBeLessThanOrEqual(10_000);
    expect(rows.at(0)?.seq).toBe(25_000);
    expect(rows.at(rows.length - 1)?.seq).toBe(25_000 - rows.length + 1);
  });

  it('shares what rows have in common', () => {
    const copies = () => JSON.parse(JSON.stringify(eventOf('CHAT', 1))) as StageEvent<'CHAT'>;
    const badges = [{ id: 'b', name: 'n', imageUrl: null }];
    const one = { ...copies(), seq: 1 };
    const two = { ...copies(), seq: 2 };
    for (const event of [one, two]) {
      feed.add(
        [
          {
            ...event,
            data: {
              ...event.data,
              profile: { nickname: 'n', badges: JSON.parse(JSON.stringify(badges)) },
              emojis: { ':a:': 'https://x.test/a.png' },
            },
          },
        ],
        false,
      );
    }
    const [a, b] = [0, 1].map((at) => feed.snapshot().rows.at(at) as StageEvent<'CHAT'>);
    expect(a?.data.profile.badges).toBe(b?.data.profile.badges);
    expect(a?.data.emojis).toBe(b?.data.emojis);
    expect(a?.data.profile.badges).toEqual(badges);
  });

  it('tells a listener once for each batch, until it stops', () => {
    let told = 0;
    const stop = feed.subscribe(() => {
      told += 1;
    });
    feed.add(chats(1, 500), false);
    expect(told).toBe(1);
    stop();
    feed.add(chats(501, 1), false);
    expect(told).toBe(1);
  });
});

describe('when the core says its latest anew', () => {
  it('goes on where it is the same core, with what was missed', () => {
    feed.add(chats(1, 10), true);
    feed.add(chats(6, 10), true);
    expect(feed.snapshot().kept).toBe(15);
    feed.add(chats(100, 2), true);
    expect(feed.snapshot().kept).toBe(17);
  });

  it.each<[string, readonly StageEvent[]]>([
    ['has nothing yet', []],
    [
      'counts from the beginning',
      chats(1, 2).map((event) => ({ ...event, receivedAt: event.receivedAt + 5_000_000 })),
    ],
  ])('begins anew where it is another one, which %s', (_name, said) => {
    feed.add(chats(1, 10), true);
    feed.add(said, true);
    expect(feed.snapshot().kept).toBe(said.length);
    feed.add([eventOf('DONATION', 3)], false);
    expect(feed.snapshot().rows.at(0)?.kind).toBe('DONATION');
  });

  it('goes on where its latest reach further back than what is kept here', () => {
    feed.add(chats(50, 10), false);
    feed.add(chats(40, 22), true);
    expect(seqs(2)).toEqual([61, 60]);
    expect(feed.snapshot().kept).toBe(12);
  });
});

describe('a list that stands still', () => {
  it('does not move while rows come, and says how many', () => {
    feed.add(chats(1, 3), false);
    feed.hold();
    feed.add(chats(4, 5), false);
    expect(seqs()).toEqual([3, 2, 1]);
    expect(feed.snapshot()).toMatchObject({ held: true, fresh: 5, kept: 8 });
    feed.release();
    expect(seqs(1)).toEqual([8]);
    expect(feed.snapshot()).toMatchObject({ held: false, fresh: 0 });
  });

  it('keeps its rows, also those that would have gone by now', () => {
    feed.add(chats(1, 2_000), false);
    feed.hold();
    for (let from = 2_001; from < 20_000; from += 1_000) feed.add(chats(from, 1_000), false);
    const { rows } = feed.snapshot();
    expect([rows.length, rows.at(0)?.seq, rows.at(1_999)?.seq]).toEqual([2_000, 2_000, 1]);
    feed.release();
    expect(feed.snapshot().rows.at(0)?.seq).toBe(20_000);
  });

  it('counts only what would be shown', () => {
    feed.setFilter({ ...NO_FILTER, kinds: ['DONATION'] });
    feed.hold();
    feed.add([...chats(1, 5), eventOf('DONATION', 6)], false);
    expect(feed.snapshot().fresh).toBe(1);
  });
});

describe('a filter', () => {
  const kindsShown = () => {
    const { rows } = feed.snapshot();
    return Array.from({ length: rows.length }, (_, at) => rows.at(at)?.kind);
  };

  it.each<[readonly EventKind[], readonly EventKind[]]>([
    [[], ['DROPS', 'DONATION', 'CHAT']],
    [['DONATION'], ['DONATION']],
    [
      ['CHAT', 'DROPS'],
      ['DROPS', 'CHAT'],
    ],
    [['SUBSCRIPTION'], []],
  ])('of kinds %j shows %j', (kinds, shown) => {
    feed.add([eventOf('CHAT', 1), eventOf('DONATION', 2), eventOf('DROPS', 3)], false);
    feed.setFilter({ ...NO_FILTER, kinds });
    expect(kindsShown()).toEqual(shown);
  });

  it.each([
    ['platform', [1]],
    ['test', [2]],
    [null, [2, 1]],
  ] as const)('of origin %s shows %j', (origin, shown) => {
    feed.add([eventOf('CHAT', 1), eventOf('CHAT', 2, {}, 'test')], false);
    feed.setFilter({ ...NO_FILTER, origin });
    expect(seqs()).toEqual(shown);
  });

  it.each<[string, StageEvent]>([
    ['안녕', eventOf('CHAT', 1)],
    ['감자칩', eventOf('CHAT', 1)],
    ['  HELLO ', eventOf('CHAT', 1, { content: 'say Hello there' })],
    ['하루', eventOf('DONATION', 1)],
    ['응원', eventOf('DONATION', 1)],
    ['도토리묵', eventOf('SUBSCRIPTION', 1)],
    ['1년', eventOf('SUBSCRIPTION', 1)],
    ['별빛', eventOf('DROPS', 1)],
    ['키링', eventOf('GOODS_PURCHASE', 1)],
    ['달빛 상점', eventOf('GOODS_PURCHASE', 1)],
    ['밤샘', eventOf('GOODS_PURCHASE', 1)],
  ])('of the words %j finds them in names and texts', (text, event) => {
    feed.add(
      [event, eventOf('CHAT', 2, { content: '-', profile: { nickname: '-', badges: [] } })],
      false,
    );
    feed.setFilter({ ...NO_FILTER, text });
    expect(seqs()).toEqual([1]);
  });

  it('finds a syllable that was put together another way', () => {
    feed.add([eventOf('CHAT', 1, { content: '가나다' })], false);
    feed.setFilter({ ...NO_FILTER, text: '가'.normalize('NFD') });
    expect(seqs()).toEqual([1]);
  });

  it('looks through many rows a slice at a time, the newest first, while new ones come', async () => {
    feed.add(
      Array.from({ length: SCAN_SLICE * 2 }, (_, at) =>
        eventOf('CHAT', at + 1, { content: at % 1_000 === 0 ? 'needle' : 'hay' }),
      ),
      false,
    );
    feed.setFilter({ ...NO_FILTER, text: 'needle' });
    expect(feed.snapshot()).toMatchObject({ scanning: true });
    expect(feed.snapshot().rows.length).toBe(5);
    feed.add([eventOf('CHAT', 90_000, { content: 'needle' })], false);
    await clock.advance(1);
    expect(feed.snapshot().scanning).toBe(false);
    expect(seqs(3)).toEqual([90_000, 9_001, 8_001]);
    expect(feed.snapshot().rows.length).toBe(11);
  });

  it('shows nothing that is no longer kept', () => {
    feed.add([eventOf('DONATION', 1)], false);
    feed.setFilter({ ...NO_FILTER, kinds: ['DONATION'] });
    for (let from = 2; from < 12_000; from += 1_000) feed.add(chats(from, 1_000), false);
    expect(feed.snapshot().rows.length).toBe(0);
  });

  it('begins from the newest: a list that stood still goes on', () => {
    feed.hold();
    feed.setFilter({ ...NO_FILTER, kinds: ['CHAT'] });
    expect(feed.snapshot().held).toBe(false);
  });

  it('leaves no timer behind', () => {
    feed.add(chats(1, SCAN_SLICE + 1), false);
    feed.setFilter({ ...NO_FILTER, text: 'x' });
    expect(clock.pendingTimers).toBe(1);
    feed.dispose();
    expect(clock.pendingTimers).toBe(0);
  });
});
