import { beforeEach, describe, expect, it } from 'vitest';
import { type Answer, type Ask, errorOf, OPEN, openPlatform, type Platform } from './support.ts';

let platform: Platform;

beforeEach(() => {
  platform = openPlatform();
  platform.world.imageBase = 'http://127.0.0.1:9/sim';
});

const asClient = (path: string, how: Ask = {}) =>
  platform.ask(`${OPEN}${path}`, { ...how, headers: platform.clientHeaders });
const asUser = (path: string, how: Ask = {}) =>
  platform.ask(`${OPEN}${path}`, { ...how, headers: platform.bearer() });
const keysOf = (value: object = {}) => Object.keys(value).sort();
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

describe('users and channels', () => {
  it("answers the token's own user", async () => {
    expect((await asUser('/users/me')).json).toEqual({
      code: 200,
      message: null,
      content: {
        channelId: 'Stg7Kq2MfA',
        channelName: '달빛무대',
        channelHandle: 'moonstage',
        channelImageUrl: 'http://127.0.0.1:9/sim/emoji/star.svg',
      },
    });
  });

  it('answers null for a user without an image', async () => {
    const headers = platform.bearer(['READ:USER'], platform.viewer(3));
    const answer = await platform.ask(`${OPEN}/users/me`, { headers });
    expect(answer.json.content.channelImageUrl).toBeNull();
  });

  it('answers channels in the order asked for, unknown ones left out', async () => {
    const answer = await asClient('/channels?channelIds=Vw2bR4nZkC,nobody,Stg7Kq2MfA');
    const { data } = answer.json.content;
    expect(data.map((entry) => entry.channelId)).toEqual(['Vw2bR4nZkC', 'Stg7Kq2MfA']);
    expect(data[1]).toEqual({
      channelId: 'Stg7Kq2MfA',
      channelName: '달빛무대',
      channelHandle: 'moonstage',
      channelImageUrl: 'http://127.0.0.1:9/sim/emoji/star.svg',
      channelDescription: expect.any(String),
      followerCount: 12,
    });
  });

  it.each<[string, string, number]>([
    ['20 ids', Array.from({ length: 20 }, (_, i) => `c${i}`).join(','), 200],
    ['21 ids', Array.from({ length: 21 }, (_, i) => `c${i}`).join(','), 400],
    ['an empty id', 'a,,b', 400],
    ['nothing', '', 400],
  ])('takes %s as it should', async (_what, ids, status) => {
    expect((await asClient(`/channels?channelIds=${ids}`)).status).toBe(status);
  });

  it('refuses a channel request without ids', async () => {
    expect((await asClient('/channels')).json).toEqual(errorOf(400, 'channelIds is required'));
  });

  it('lists followers, subscribers and managers with their fields', async () => {
    const [followers, subscribers, managers] = await Promise.all(
      ['followers', 'subscribers', 'streaming-roles'].map((list) => asUser(`/channels/${list}`)),
    );
    const common = ['channelHandle', 'channelId', 'channelName', 'createdDate'];
    expect(keysOf(followers?.json.content.data[0])).toEqual(common);
    expect(followers?.json.content.data[0]?.createdDate).toMatch(TIME);
    expect(keysOf(subscribers?.json.content.data[0])).toEqual([...common, 'month', 'tierNo']);
    expect(keysOf(managers?.json.content.data[0])).toEqual([
      'createdDate',
      'managerChannelHandle',
      'managerChannelId',
      'managerChannelName',
      'userRole',
    ]);
    expect(managers?.json.content.data.map((entry) => entry.userRole)).toEqual([
      'STREAMING_CHANNEL_OWNER',
      'STREAMING_CHAT_MANAGER',
      'STREAMING_CHAT_MANAGER',
    ]);
  });

  it('sorts subscribers by time or by length', async () => {
    const longest = (await asUser('/channels/subscribers?sort=LONGER')).json.content.data;
    const months = longest.map((entry) => entry.month);
    expect(months).toEqual([...months].sort((a, b) => b - a));
    const recent = (await asUser('/channels/subscribers?sort=RECENT')).json.content.data;
    const dates = recent.map((entry) => entry.createdDate);
    expect(dates).toEqual([...dates].sort().reverse());
    expect(recent).toEqual((await asUser('/channels/subscribers')).json.content.data);
  });

  it('pages followers without loss or doubles until a page is short', async () => {
    const seen: string[] = [];
    const sizes: number[] = [];
    for (let page = 0; page < 4; page += 1) {
      const { data } = (await asUser(`/channels/followers?page=${page}&size=5`)).json.content;
      sizes.push(data.length);
      seen.push(...data.map((entry) => entry.channelId));
    }
    expect(sizes).toEqual([5, 5, 2, 0]);
    expect(new Set(seen).size).toBe(12);
  });
});

describe('limits of lists', () => {
  it.each<[string, 'client' | 'user', number]>([
    ['/channels/followers?page=-1', 'user', 400],
    ['/channels/followers?size=0', 'user', 400],
    ['/channels/followers?size=1.5', 'user', 400],
    ['/channels/followers?page=one', 'user', 400],
    ['/channels/followers?page=0&page=1', 'user', 400],
    ['/channels/subscribers?size=50', 'user', 200],
    ['/channels/subscribers?size=51', 'user', 400],
    ['/channels/subscribers?size=0', 'user', 400],
    ['/channels/subscribers?sort=OLDEST', 'user', 400],
    ['/lives?size=20', 'client', 200],
    ['/lives?size=21', 'client', 400],
    ['/lives?size=0', 'client', 400],
    ['/lives?next=made-up', 'client', 400],
    ['/lives?next=', 'client', 400],
    ['/categories/search?size=50', 'client', 200],
    ['/categories/search?size=51', 'client', 400],
    ['/categories/search?size=0', 'client', 400],
    [`/categories/search?keyword=${encodeURIComponent('🌟'.repeat(100))}`, 'client', 200],
    [`/categories/search?keyword=${encodeURIComponent('🌟'.repeat(101))}`, 'client', 400],
    ['/restrict-channels?size=50', 'user', 200],
    ['/restrict-channels?size=51', 'user', 400],
    ['/restrict-channels?size=0', 'user', 400],
  ])('%s as %s: %i', async (path, who, status) => {
    const answer = await (who === 'client' ? asClient(path) : asUser(path));
    expect(answer.status).toBe(status);
    if (status === 400) expect(answer.json).toEqual(errorOf(400, expect.any(String)));
    expect(platform.lastEntry().brokenRules).toHaveLength(status === 400 ? 1 : 0);
  });
});

describe('broadcasts', () => {
  it('lists them by cursor, most viewers first, until next is null', async () => {
    const seen: number[] = [];
    let next: string | null = '';
    for (let page = 0; next !== null && page < 10; page += 1) {
      const answer: Answer = await asClient(`/lives?size=2${next === '' ? '' : `&next=${next}`}`);
      const { content } = answer.json;
      seen.push(...content.data.map((live) => live.concurrentUserCount));
      next = content.page.next;
    }
    expect(seen).toEqual([128, 41, 17, 17, 9]);
    expect(next).toBeNull();
  });

  it('goes on after the cursor even when its broadcast has ended', async () => {
    const first = (await asClient('/lives?size=2')).json.content;
    const ended = platform.world.channels.find(first.data[1]?.channelId ?? '');
    if (ended) platform.world.channels.endLive(ended);
    const second = (await asClient(`/lives?size=2&next=${first.page.next}`)).json.content;
    expect(second.data.map((live) => live.concurrentUserCount)).toEqual([17, 17]);
  });

  it('has the documented fields', async () => {
    const live = (await asClient('/lives?size=1')).json.content.data[0];
    expect(live).toEqual({
      liveId: expect.any(String),
      liveTitle: '별빛 항해 정주행, 오늘은 북쪽 바다',
      liveThumbnailImageUrl: 'http://127.0.0.1:9/sim/item/rocket.svg',
      concurrentUserCount: 128,
      openedDate: expect.stringMatching(TIME),
      adult: false,
      tags: ['한국어', '게임', '수다'],
      categoryType: 'GAME',
      liveCategory: 'starlight-voyage',
      liveCategoryValue: '별빛 항해',
      channelId: 'Stg7Kq2MfA',
      channelName: '달빛무대',
      channelHandle: 'moonstage',
      channelImageUrl: 'http://127.0.0.1:9/sim/emoji/star.svg',
    });
  });

  it('tells anybody whether a channel is on air', async () => {
    const status = (id: string) => platform.ask(`/api/openapi/v1/${id}/live-status`);
    expect((await status('Stg7Kq2MfA')).json.content).toEqual({
      isLive: true,
      title: '별빛 항해 정주행, 오늘은 북쪽 바다',
      openedAt: expect.stringMatching(TIME),
    });
    expect((await status('Vw1aT9xQpL')).json.content).toEqual({ isLive: false });
    expect((await status('nobody')).json).toEqual(errorOf(404, 'Channel not found'));
    expect(platform.log.broken()).toEqual([]);
  });

  it('notes credentials sent to the public live status', async () => {
    await platform.ask('/api/openapi/v1/Stg7Kq2MfA/live-status', { headers: platform.bearer() });
    expect(platform.lastEntry().brokenRules).toHaveLength(1);
  });

  it('answers the stream key', async () => {
    expect((await asUser('/streams/key')).json.content).toEqual({ streamKey: expect.any(String) });
  });
});

describe('live settings', () => {
  const patch = (body: object) => asUser('/lives/setting', { method: 'PATCH', body });
  const read = async () => (await asUser('/lives/setting')).json.content;

  it('change one by one, and reach the running broadcast at once', async () => {
    const answer = await patch({ defaultLiveTitle: '새 제목' });
    expect(answer).toMatchObject({ status: 200, text: '' });
    expect(await read()).toEqual({
      defaultLiveTitle: '새 제목',
      category: {
        categoryId: 'starlight-voyage',
        categoryType: 'GAME',
        categoryValue: '별빛 항해',
        posterImageUrl: expect.any(String),
      },
      tags: ['한국어', '게임', '수다'],
    });
    const live = (await asClient('/lives?size=1')).json.content.data[0];
    expect(live?.liveTitle).toBe('새 제목');
  });

  it('take a category off with null, and put one on', async () => {
    await patch({ categoryId: null });
    expect((await read()).category).toBeNull();
    await patch({ categoryId: 'music-night', tags: ['음악'] });
    expect(await read()).toMatchObject({ category: { categoryValue: '음악' }, tags: ['음악'] });
  });

  const tags = (count: number) => Array.from({ length: count }, (_, i) => `t${i}`);
  it.each<[string, object, number]>([
    ['a title of 1 character', { defaultLiveTitle: '가' }, 200],
    ['a title of 100 emoji', { defaultLiveTitle: '🌟'.repeat(100) }, 200],
    ['a title of 101 characters', { defaultLiveTitle: 'a'.repeat(101) }, 400],
    ['an empty title', { defaultLiveTitle: '' }, 400],
    ['a title of null', { defaultLiveTitle: null }, 400],
    ['6 tags', { tags: tags(6) }, 200],
    ['7 tags', { tags: tags(7) }, 400],
    ['tags as text', { tags: 'a,b' }, 400],
    ['an unknown category', { categoryId: 'nowhere' }, 400],
    ['a field that is not documented', { title: 'x' }, 400],
    ['nothing', {}, 400],
  ])('take %s as they should', async (_what, body, status) => {
    const before = await read();
    expect((await patch(body)).status).toBe(status);
    if (status === 400) expect(await read()).toEqual(before);
  });
});

describe('category search', () => {
  it('finds by a part of the name, in any case, and everything without a keyword', async () => {
    const found = await asClient('/categories/search?keyword=lantern');
    expect(found.json.content.data).toEqual([
      {
        categoryId: 'lantern-maze',
        categoryType: 'GAME',
        categoryValue: 'Lantern Maze',
        posterImageUrl: expect.any(String),
      },
    ]);
    const all = await asClient('/categories/search?keyword=&size=4');
    expect(all.json.content.data).toHaveLength(4);
    expect((await asClient('/categories/search')).json.content.data).toHaveLength(6);
  });

  it('refuses a request that also carries a bearer token', async () => {
    const headers = { ...platform.clientHeaders, ...platform.bearer() };
    const answer = await platform.ask(`${OPEN}/categories/search`, { headers });
    expect(answer.json).toEqual(errorOf(401, 'This operation takes client credentials only'));
  });
});
