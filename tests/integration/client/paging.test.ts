import { describe, expect, it } from 'vitest';
import type { PlatformClient } from '../../../electron/platform/client.ts';
import { failureOf, stageOpener } from './support/client-stage.ts';
import { addUsers, FILL } from './support/crowd.ts';

const openStage = stageOpener();

type Read = (client: PlatformClient, query: { page: number; size: number }) => Promise<string[]>;

/** Every list with page numbers, by what tells its entries apart. */
const PAGED: readonly (readonly [list: string, total: number, read: Read])[] = [
  [
    'campaigns',
    31,
    async (c, query) => (await c.drops.campaigns(query)).map(({ campaignId }) => campaignId),
  ],
  ['claims', 250, async (c, query) => (await c.drops.claims(query)).map(({ claimId }) => claimId)],
  [
    'user sessions',
    23,
    async (c, query) => (await c.sessions.listUser(query)).map(({ sessionKey }) => sessionKey),
  ],
  [
    'client sessions',
    10,
    async (c, query) => (await c.sessions.listClient(query)).map(({ sessionKey }) => sessionKey),
  ],
  [
    'followers',
    33,
    async (c, query) => (await c.channels.followers(query)).map(({ channelId }) => channelId),
  ],
  [
    'subscribers',
    27,
    async (c, query) => (await c.channels.subscribers(query)).map(({ channelId }) => channelId),
  ],
];

/** Until a page is short or empty: there is no other sign of the end. */
async function readAll(read: Read, client: PlatformClient, size: number) {
  const found: string[] = [];
  for (let page = 0; ; page += 1) {
    const items = await read(client, { page, size });
    found.push(...items);
    if (items.length < size) return { found, pages: page + 1 };
  }
}

describe('lists with pages', () => {
  it.each(PAGED)(
    '%s are read to the end, each of %i once and in order',
    async (list, total, read) => {
      const stage = await openStage();
      const { client } = await stage.signIn();
      FILL[list]!(stage, total);
      const whole = await readAll(read, client, 50);
      expect(whole.found).toHaveLength(total);
      expect(new Set(whole.found).size).toBe(total);
      expect(await readAll(read, client, 7)).toEqual({
        found: whole.found,
        pages: Math.floor(total / 7) + 1,
      });
    },
  );

  it.each(PAGED)(
    '%s end with an empty page where the last one was full',
    async (list, total, read) => {
      const stage = await openStage();
      const { client } = await stage.signIn();
      FILL[list]!(stage, total);
      const size = total % 5 === 0 ? total / 5 : total;
      const { found, pages } = await readAll(read, client, Math.min(size, 50));
      expect(found).toHaveLength(total);
      expect(pages).toBe(total / Math.min(size, 50) + 1);
    },
  );

  it.each(PAGED)('%s are empty beyond the end', async (list, total, read) => {
    const stage = await openStage();
    const { client } = await stage.signIn();
    FILL[list]!(stage, total);
    expect(await read(client, { page: 100_000, size: 50 })).toEqual([]);
  });
});

type Cursor = (
  client: PlatformClient,
  query: { size: number; next?: string },
) => Promise<{ ids: string[]; next: string | null }>;

const MARKED: readonly (readonly [list: string, total: number, read: Cursor])[] = [
  [
    'live list',
    29,
    async (c, query) => {
      const { items, next } = await c.lives.list(query);
      return { ids: items.map(({ liveId }) => liveId), next };
    },
  ],
  [
    'banned users',
    29,
    async (c, query) => {
      const { items, next } = await c.blocks.list(query);
      return { ids: items.map(({ restrictedChannelId }) => restrictedChannelId), next };
    },
  ],
];

async function followMarks(read: Cursor, client: PlatformClient, size: number) {
  const found: string[] = [];
  const sizes: number[] = [];
  let next: string | null = null;
  do {
    const page: Awaited<ReturnType<Cursor>> = await read(client, {
      size,
      ...(next ? { next } : {}),
    });
    found.push(...page.ids);
    sizes.push(page.ids.length);
    next = page.next;
  } while (next !== null);
  return { found, sizes };
}

describe('lists with marks', () => {
  it.each(MARKED)('%s: each of %i once, until the mark is null', async (list, total, read) => {
    const stage = await openStage();
    const { client } = await stage.signIn();
    FILL[list]!(stage, total);
    const pages = await followMarks(read, client, 8);
    expect(pages.sizes).toEqual([8, 8, 8, 5]);
    expect(new Set(pages.found).size).toBe(total);
    expect(await followMarks(read, client, 20)).toEqual({ found: pages.found, sizes: [20, 9] });
  });

  it.each(MARKED)('%s: a full last page has no mark', async (list, _, read) => {
    const stage = await openStage();
    const { client } = await stage.signIn();
    FILL[list]!(stage, 20);
    expect((await followMarks(read, client, 10)).sizes).toEqual([10, 10]);
  });

  it('bans that come between two pages move nothing', async () => {
    const stage = await openStage();
    const { client } = await stage.signIn();
    const { channels } = stage.simulator.world;
    const users = addUsers(stage, 7);
    const own = channels.of(stage.streamer);
    for (const user of users.slice(0, 6)) channels.block(own, user);
    const first = await client.blocks.list({ size: 3 });
    channels.block(own, users[6]!);
    const second = await client.blocks.list({ size: 3, next: first.next ?? '' });
    const seen = [...first.items, ...second.items].map((item) => item.restrictedChannelId);
    expect(seen).toEqual(
      users
        .slice(0, 6)
        .map(({ channelId }) => channelId)
        .reverse(),
    );
  });

  it('a mark that no list gave out is refused', async () => {
    const stage = await openStage();
    const { client } = await stage.signIn();
    expect(await failureOf(client.blocks.list({ next: 'no mark!' }))).toMatchObject({
      status: 400,
    });
    expect(stage.takeBroken()).toHaveLength(1);
  });
});

describe('without a size', () => {
  it.each<readonly [string, number, (client: PlatformClient) => Promise<readonly unknown[]>]>([
    ['campaigns', 20, (c) => c.drops.campaigns()],
    ['claims', 20, (c) => c.drops.claims()],
    ['user sessions', 20, (c) => c.sessions.listUser()],
    ['followers', 20, (c) => c.channels.followers()],
    ['subscribers', 30, (c) => c.channels.subscribers()],
    ['live list', 20, async (c) => (await c.lives.list()).items],
    ['categories', 20, (c) => c.categories.search()],
    ['banned users', 20, async (c) => (await c.blocks.list()).items],
  ])('%s come %i at a time', async (list, expected, read) => {
    const stage = await openStage();
    const { client } = await stage.signIn();
    FILL[list]!(stage, 40);
    expect(await read(client)).toHaveLength(expected);
  });
});
