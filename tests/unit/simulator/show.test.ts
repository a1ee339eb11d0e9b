import { describe, expect, it } from 'vitest';
import type { SimEvent } from '../../../electron/simulator/events/payloads.ts';
import {
  BADGE_NAMES,
  EMOJI_NAMES,
  ITEM_NAMES,
  imageRoutes,
} from '../../../electron/simulator/images.ts';
import {
  CHAT_LINES,
  CHEERING_ITEMS,
  DONATION_LINES,
  PURCHASE_LINES,
  SUBSCRIPTION_LINES,
} from '../../../electron/simulator/show/script.ts';
import { Show } from '../../../electron/simulator/show/show.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

const MINUTE = 60_000;

function build(seed = 1) {
  const clock = new VirtualClock();
  const events: SimEvent[] = [];
  let state = seed;
  const show = new Show({
    pace: clock,
    now: () => clock.now(),
    random: () => {
      state = (state * 48_271) % 2_147_483_647;
      return state / 2_147_483_647;
    },
    cast: () => ({
      channelId: 'stage',
      viewers: ['a', 'b', 'c'].map((id) => ({ channelId: id, nickname: id, badges: [] })),
      rewards: [
        {
          campaignId: 'c1',
          rewardId: 'r1',
          title: 'Coupon',
          description: '',
          imageUrl: 'http://x',
        },
      ],
      imageBase: 'http://127.0.0.1/sim',
    }),
    publish: (event) => events.push(event),
  });
  const count = (kind: string) => events.filter((event) => event.kind === kind).length;
  return { clock, events, show, count };
}

describe('the show', () => {
  it('answers what the app calls for in chat, each viewer at most once', async () => {
    const { clock, events, show } = build();
    show.read('Vote now: !1 A · !2 B');
    await clock.advance(30_000);
    expect(events).toEqual([]);
    show.start();
    show.read('Nothing to answer here! And 1!2 neither.');
    show.read('Vote now: !1 A · !2 B');
    await clock.advance(30_000);
    const answers = events.flatMap((event) =>
      event.kind === 'CHAT' && /^!/.test(event.data.content) ? [event.data] : [],
    );
    expect(answers.length).toBeGreaterThan(0);
    expect(new Set(answers.map(({ senderChannelId }) => senderChannelId)).size).toBe(
      answers.length,
    );
    expect(answers.every(({ content }) => content === '!1' || content === '!2')).toBe(true);
  });

  it('brings every kind within the first six seconds', async () => {
    const { clock, events, show } = build();
    show.start();
    await clock.advance(6_000);
    expect(new Set(events.map(({ kind }) => kind))).toEqual(
      new Set(['CHAT', 'DONATION', 'SUBSCRIPTION', 'DROPS', 'GOODS_PURCHASE']),
    );
  });

  it('keeps a natural pace: ten minutes of it', async () => {
    const { clock, show, count } = build();
    show.start();
    await clock.advance(10 * MINUTE);
    const about = (kind: string, expected: number) => {
      expect(count(kind)).toBeGreaterThan(expected * 0.75);
      expect(count(kind)).toBeLessThan(expected * 1.3);
    };
    about('CHAT', 1_200);
    about('DONATION', 50);
    about('SUBSCRIPTION', 24);
    about('GOODS_PURCHASE', 20);
    about('DROPS', 15);
  });

  it('has variety: types, anonymous people, unknown amounts, all currencies', async () => {
    const { clock, events, show } = build();
    show.start();
    await clock.advance(60 * MINUTE);
    const donations = events.flatMap((event) => (event.kind === 'DONATION' ? [event.data] : []));
    const purchases = events.flatMap((event) =>
      event.kind === 'GOODS_PURCHASE' ? [event.data] : [],
    );
    expect(new Set(donations.map(({ donationType }) => donationType))).toEqual(
      new Set(['CHAT', 'VIDEO', 'CHEERING']),
    );
    expect(donations.some(({ donatorChannelId }) => donatorChannelId === null)).toBe(true);
    expect(new Set(purchases.map(({ currency }) => currency))).toEqual(
      new Set(['KRW', 'USD', 'JPY']),
    );
    expect(purchases.some(({ totalAmount }) => totalAmount === null)).toBe(true);
    expect(purchases.some(({ profile }) => profile === null)).toBe(true);
  });

  it('plays the same with the same randomness, and differently with another', async () => {
    const play = async (seed: number) => {
      const { clock, events, show } = build(seed);
      show.start();
      await clock.advance(MINUTE);
      return JSON.stringify(events);
    };
    expect(await play(5)).toBe(await play(5));
    expect(await play(5)).not.toBe(await play(6));
  });

  it('stops without a timer left, and can start again', async () => {
    const { clock, events, show } = build();
    show.start();
    show.start();
    await clock.advance(10_000);
    show.stop();
    const before = events.length;
    expect(clock.pendingTimers).toBe(0);
    await clock.advance(MINUTE);
    expect(events).toHaveLength(before);
    show.start();
    await clock.advance(1_000);
    expect(events.length).toBeGreaterThan(before);
  });

  it('puts an address into emojis for every token of a text, and no others', async () => {
    const { clock, events, show } = build();
    show.start();
    await clock.advance(5 * MINUTE);
    const chats = events.flatMap((event) => (event.kind === 'CHAT' ? [event.data] : []));
    for (const { content, emojis } of chats) {
      const tokens = new Set(content.match(/:[^\s:-]+-[^\s:]+:/g) ?? []);
      expect(new Set(Object.keys(emojis))).toEqual(tokens);
    }
    expect(chats.some(({ emojis }) => Object.keys(emojis).length > 0)).toBe(true);
  });
});

describe('the lines', () => {
  it('name only emoji and items that can be drawn', () => {
    const lines = [...CHAT_LINES, ...DONATION_LINES, ...SUBSCRIPTION_LINES, ...PURCHASE_LINES];
    const named = lines.flatMap((line) => [...line.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
    for (const name of named) expect(EMOJI_NAMES).toContain(name);
    for (const { image } of CHEERING_ITEMS) expect(ITEM_NAMES).toContain(image);
  });

  it('are about sixty, each once', () => {
    expect(CHAT_LINES.length).toBeGreaterThanOrEqual(60);
    expect(new Set(CHAT_LINES).size).toBe(CHAT_LINES.length);
  });
});

describe('the pictures', () => {
  const all = [
    ...EMOJI_NAMES.map((name) => `emoji/${name}`),
    ...BADGE_NAMES.map((name) => `badge/${name}`),
    ...ITEM_NAMES.map((name) => `item/${name}`),
  ];

  it('are enough', () => {
    expect(EMOJI_NAMES.length).toBeGreaterThanOrEqual(8);
    expect(BADGE_NAMES.length).toBeGreaterThanOrEqual(4);
    expect(ITEM_NAMES.length).toBeGreaterThanOrEqual(4);
  });

  it('are all different', async () => {
    const bodies = await Promise.all(
      all.map(async (path) => (await imageRoutes().request(`/sim/${path}.svg`)).text()),
    );
    expect(new Set(bodies).size).toBe(all.length);
  });

  it.each(all)('%s is a cacheable SVG that runs and loads nothing', async (path) => {
    const response = await imageRoutes().request(`/sim/${path}.svg`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('image/svg+xml');
    expect(response.headers.get('cache-control')).toContain('max-age');
    const body = await response.text();
    expect(body).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" viewBox="0 0 64 64"/);
    expect(body).not.toMatch(/script|href|url\(|NaN|undefined/);
  });

  it.each([
    'emoji/none.svg',
    'emoji/smile',
    'emoji/smile.png',
    'other/smile.svg',
    'emoji/toString.svg',
  ])('%s is not there', async (path) => {
    expect((await imageRoutes().request(`/sim/${path}`)).status).toBe(404);
  });
});
