import { describe, expect, it } from 'vitest';
import type { PlatformClient } from '../../../electron/platform/client.ts';
import { LimitError } from '../../../electron/platform/errors.ts';
import { SPEC_LIMITS } from '../../../electron/platform/limits.ts';
import { SCOPE_OF_EVENT, SCOPES } from '../../../electron/platform/operations.ts';
import { countCharacters } from '../../../shared/characters.ts';
import { clientOf, content, FakePlatform, failureOf, raw } from './support.ts';

const ids = (count: number): string[] => Array.from({ length: count }, (_, n) => `id-${n}`);
const emoji = (count: number): string => '🎉'.repeat(count);
const anyList = content({ data: [], page: { next: null } });

type Call = (client: PlatformClient) => Promise<unknown>;

const SIZES: readonly [string, number, (size: number) => Call][] = [
  ['followers', 50, (size) => (c) => c.channels.followers({ size })],
  ['subscribers', 50, (size) => (c) => c.channels.subscribers({ size })],
  ['lives', 20, (size) => (c) => c.lives.list({ size })],
  ['categories', 50, (size) => (c) => c.categories.search({ size })],
  ['blocks', 50, (size) => (c) => c.blocks.list({ size })],
  ['campaigns', 100, (size) => (c) => c.drops.campaigns({ size })],
  ['claims', 1000, (size) => (c) => c.drops.claims({ size })],
  ['user sessions', 50, (size) => (c) => c.sessions.listUser({ size })],
  ['client sessions', 50, (size) => (c) => c.sessions.listClient({ size })],
];

const PAGES: readonly [string, (page: number) => Call][] = [
  ['followers', (page) => (c) => c.channels.followers({ page })],
  ['subscribers', (page) => (c) => c.channels.subscribers({ page })],
  ['campaigns', (page) => (c) => c.drops.campaigns({ page })],
  ['claims', (page) => (c) => c.drops.claims({ page })],
  ['user sessions', (page) => (c) => c.sessions.listUser({ page })],
  ['client sessions', (page) => (c) => c.sessions.listClient({ page })],
];

async function passes(call: Call, reply = anyList): Promise<void> {
  const platform = new FakePlatform(reply);
  await call(clientOf(platform));
  expect(platform.count).toBe(1);
}

async function isRefused(call: Call, limit: string, value: number | string): Promise<void> {
  const platform = new FakePlatform();
  const failure = await failureOf(call(clientOf(platform)));
  expect(failure).toBeInstanceOf(LimitError);
  expect(failure).toMatchObject({ limit, value });
  expect(String(failure)).toContain(limit);
  expect(platform.count).toBe(0);
}

describe('page sizes', () => {
  it.each(SIZES)('%s take 1 to %i', async (_, max, call) => {
    await passes(call(1));
    await passes(call(max));
    for (const size of [0, -1, max + 1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      await isRefused(call(size), 'size', size);
    }
  });
});

describe('page numbers', () => {
  it.each(PAGES)('%s take whole numbers from 0', async (_, call) => {
    await passes(call(0));
    await passes(call(123_456));
    for (const page of [-1, 0.5, Number.NaN]) await isRefused(call(page), 'page', page);
  });
});

const EDGES: readonly [
  what: string,
  limit: string,
  atTheEdge: readonly Call[],
  tooMuch: readonly (readonly [Call, number | string])[],
][] = [
  [
    'channel ids',
    'channelIds',
    [(c) => c.channels.get(ids(20)), (c) => c.channels.get([...ids(20), ...ids(20)])],
    [
      [(c) => c.channels.get(ids(21)), 21],
      [(c) => c.channels.get(['a,b']), 'a,b'],
      [(c) => c.channels.get(['']), ''],
    ],
  ],
  [
    'claim ids in the filter',
    'claimId',
    [(c) => c.drops.claims({ claimIds: ids(100) })],
    [[(c) => c.drops.claims({ claimIds: ids(101) }), 101]],
  ],
  [
    'the chat message',
    'message',
    [
      (c) => c.chat.send({ message: 'a' }),
      (c) => c.chat.send({ message: emoji(100) }),
      (c) => c.chat.notice({ message: emoji(100) }),
    ],
    [
      [(c) => c.chat.send({ message: '' }), 0],
      [(c) => c.chat.send({ message: emoji(101) }), 101],
      [(c) => c.chat.notice({ message: '' }), 0],
      [(c) => c.chat.notice({ message: 'x'.repeat(101) }), 101],
    ],
  ],
  [
    'the title',
    'defaultLiveTitle',
    [
      (c) => c.lives.updateSettings({ defaultLiveTitle: 'a' }),
      (c) => c.lives.updateSettings({ defaultLiveTitle: emoji(100) }),
    ],
    [
      [(c) => c.lives.updateSettings({ defaultLiveTitle: '' }), 0],
      [(c) => c.lives.updateSettings({ defaultLiveTitle: emoji(101) }), 101],
    ],
  ],
  [
    'tags',
    'tags',
    [(c) => c.lives.updateSettings({ tags: ids(6) }), (c) => c.lives.updateSettings({ tags: [] })],
    [[(c) => c.lives.updateSettings({ tags: ids(7) }), 7]],
  ],
  [
    'the search word',
    'keyword',
    [
      (c) => c.categories.search({ keyword: '' }),
      (c) => c.categories.search({ keyword: emoji(100) }),
    ],
    [[(c) => c.categories.search({ keyword: emoji(101) }), 101]],
  ],
  [
    'slow mode',
    'chatSlowModeSec',
    [(c) => c.chat.updateSettings({ chatSlowModeSec: 7 })],
    [
      [(c) => c.chat.updateSettings({ chatSlowModeSec: -1 }), -1],
      [(c) => c.chat.updateSettings({ chatSlowModeSec: 0.5 }), 0.5],
    ],
  ],
  [
    'follower minutes',
    'minFollowerMinute',
    [(c) => c.chat.updateSettings({ minFollowerMinute: 0 })],
    [[(c) => c.chat.updateSettings({ minFollowerMinute: -5 }), -5]],
  ],
  [
    'changes',
    'patch',
    [(c) => c.lives.updateSettings({ categoryId: null })],
    [
      [(c) => c.lives.updateSettings({}), 0],
      [(c) => c.chat.updateSettings({}), 0],
    ],
  ],
  [
    'ids in a path',
    'channelId',
    [(c) => c.drops.claims({ channelId: 'a' })],
    [
      [(c) => c.lives.status(''), ''],
      [(c) => c.lives.status('..'), '..'],
      [(c) => c.drops.claims({ channelId: ' ' }), ' '],
    ],
  ],
  [
    'the session key',
    'sessionKey',
    [(c) => c.sessions.subscribe('chat', 'k')],
    [[(c) => c.sessions.subscribe('chat', ''), '']],
  ],
  [
    'the banned channel',
    'targetChannelId',
    [(c) => c.blocks.block('a')],
    [
      [(c) => c.blocks.block(''), ''],
      [(c) => c.blocks.unblock(''), ''],
    ],
  ],
];

describe('other limits', () => {
  it.each(EDGES)('%s: the edge passes, one more is refused', async (_, limit, edge, tooMuch) => {
    for (const call of edge) await passes(call);
    for (const [call, value] of tooMuch) await isRefused(call, limit, value);
  });

  it.each<[string, Call, string]>([
    ['event', (c) => c.sessions.subscribe('drops' as 'chat', 'k'), 'drops'],
    ['senderType', (c) => c.chat.send({ message: 'a', senderType: 'BOT' as 'APP' }), 'BOT'],
    ['chatAllowedGroup', (c) => c.chat.updateSettings({ chatAllowedGroup: 'X' as 'ALL' }), 'X'],
    ['sort', (c) => c.channels.subscribers({ sort: 'OLD' as 'RECENT' }), 'OLD'],
    ['state', (c) => c.drops.campaigns({ states: ['OPEN' as 'ACTIVE'] }), 'OPEN'],
    ['fulfillmentState', (c) => c.drops.setFulfillment(['a'], 'PAID' as 'CLAIMED'), 'PAID'],
    ['fulfillmentState', (c) => c.drops.claims({ fulfillmentState: '' as 'CLAIMED' }), ''],
  ])('%s takes documented values only', async (limit, call, value) => {
    await isRefused(call, limit, value);
  });

  it('campaign states that are an empty list are left out', async () => {
    const platform = new FakePlatform(anyList);
    await clientOf(platform).drops.campaigns({ states: [] });
    expect(platform.last.query).toEqual({});
  });

  it.each([
    ['', 0],
    ['abc', 3],
    ['가나다', 3],
    ['🎉a', 2],
  ])('%j has %i characters', (text, count) => {
    expect(countCharacters(text)).toBe(count);
  });

  it('a message of 100 emoji arrives whole', async () => {
    const platform = new FakePlatform(raw(null));
    await clientOf(platform).chat.send({ message: emoji(100) });
    expect(platform.last.body).toEqual({ message: emoji(100) });
  });
});

describe('tables of the specification', () => {
  it.each<[keyof typeof SPEC_LIMITS, number]>([
    ['applicationNameMin', 2],
    ['applicationNameMax', 20],
    ['authorizationCodeMs', 600_000],
    ['accessTokenMs', 86_400_000],
    ['refreshTokenMonths', 6],
    ['campaignsSizeDefault', 20],
    ['campaignsSizeMax', 100],
    ['claimsSizeDefault', 20],
    ['claimsSizeMax', 1000],
    ['claimIdsInFilterMax', 100],
    ['claimIdsInChangeMax', 100],
    ['firstPage', 0],
    ['sessionsSizeMin', 1],
    ['sessionsSizeMax', 50],
    ['sessionsSizeDefault', 20],
    ['userSessionsMax', 3],
    ['clientSessionsMax', 10],
    ['subscriptionsMax', 30],
    ['sessionValidityMs', 43_200_000],
    ['connectionsPerSession', 1],
    ['connectionLifetimeMs', 7_200_000],
    ['idleTimeoutMs', 600_000],
    ['pingIntervalMs', 60_000],
    ['quotaZoneOffsetMs', 32_400_000],
  ])('%s is %i', (name, value) => {
    expect(SPEC_LIMITS[name]).toBe(value);
  });

  it('knows the fourteen scopes', () => {
    expect([...SCOPES].sort()).toEqual([
      'READ:CHANNEL',
      'READ:DONATION',
      'READ:LIVE_CHAT',
      'READ:LIVE_CHAT_SETTINGS',
      'READ:LIVE_STREAM_KEY',
      'READ:LIVE_STREAM_SETTINGS',
      'READ:SUBSCRIPTION',
      'READ:USER',
      'READ:USER_BLOCK',
      'WRITE:LIVE_CHAT',
      'WRITE:LIVE_CHAT_NOTICE',
      'WRITE:LIVE_CHAT_SETTINGS',
      'WRITE:LIVE_STREAM_SETTINGS',
      'WRITE:USER_BLOCK',
    ]);
  });

  it('knows the scope of each subscription', () => {
    expect(SCOPE_OF_EVENT).toEqual({
      chat: 'READ:LIVE_CHAT',
      donation: 'READ:DONATION',
      subscription: 'READ:SUBSCRIPTION',
    });
  });
});
