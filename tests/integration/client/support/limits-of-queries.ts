import type { PlatformClient } from '../../../../electron/platform/client.ts';
import type { RawRequest } from './client-stage.ts';
import { claimIds, type LimitRow, numbers, OPEN, wide } from './limit-row.ts';

type Call = (client: PlatformClient) => (size: number) => Promise<unknown>;

/** A whole number in a query: its lowest and highest value. */
function range(
  name: 'size' | 'page',
  of: string,
  auth: RawRequest['auth'],
  path: string,
  call: Call,
  ends: readonly (readonly [edge: number, over: number])[],
): LimitRow[] {
  return ends.map(([edge, over]) => ({
    limit: `${of}: ${name} ${edge}, not ${over}`,
    edge: (client) => call(client)(edge),
    over: (client) => call(client)(over),
    names: { limit: name, value: over },
    raw: { method: 'GET', path: `${OPEN}${path}?${name}=${over}`, auth },
  }));
}

const LISTS: readonly LimitRow[] = [
  ...range(
    'size',
    'campaigns',
    'client',
    '/drops/campaigns',
    (c) => (size) => c.drops.campaigns({ size }),
    [
      [100, 101],
      [1, 0],
    ],
  ),
  ...range(
    'page',
    'campaigns',
    'client',
    '/drops/campaigns',
    (c) => (page) => c.drops.campaigns({ page }),
    [[0, -1]],
  ),
  ...range(
    'size',
    'claims',
    'client',
    '/drops/reward-claims',
    (c) => (size) => c.drops.claims({ size }),
    [
      [1000, 1001],
      [1, 0],
    ],
  ),
  ...range(
    'page',
    'claims',
    'client',
    '/drops/reward-claims',
    (c) => (page) => c.drops.claims({ page }),
    [[0, -1]],
  ),
  ...range(
    'size',
    'user sessions',
    'client',
    '/sessions',
    (c) => (size) => c.sessions.listUser({ size }),
    [
      [50, 51],
      [1, 0],
    ],
  ),
  ...range(
    'page',
    'user sessions',
    'client',
    '/sessions',
    (c) => (page) => c.sessions.listUser({ page }),
    [[0, -1]],
  ),
  ...range(
    'size',
    'client sessions',
    'client',
    '/sessions/client',
    (c) => (size) => c.sessions.listClient({ size }),
    [
      [50, 51],
      [1, 0],
    ],
  ),
  ...range(
    'page',
    'client sessions',
    'client',
    '/sessions/client',
    (c) => (page) => c.sessions.listClient({ page }),
    [[0, -1]],
  ),
  ...range(
    'size',
    'subscribers',
    'bearer',
    '/channels/subscribers',
    (c) => (size) => c.channels.subscribers({ size }),
    [
      [50, 51],
      [1, 0],
    ],
  ),
  ...range(
    'page',
    'subscribers',
    'bearer',
    '/channels/subscribers',
    (c) => (page) => c.channels.subscribers({ page }),
    [[0, -1]],
  ),
  ...range(
    'size',
    'followers',
    'bearer',
    '/channels/followers',
    (c) => (size) => c.channels.followers({ size }),
    [[1, 0]],
  ),
  ...range(
    'page',
    'followers',
    'bearer',
    '/channels/followers',
    (c) => (page) => c.channels.followers({ page }),
    [[0, -1]],
  ),
  ...range('size', 'live list', 'client', '/lives', (c) => (size) => c.lives.list({ size }), [
    [20, 21],
    [1, 0],
  ]),
  ...range(
    'size',
    'categories',
    'client',
    '/categories/search',
    (c) => (size) => c.categories.search({ size }),
    [
      [50, 51],
      [1, 0],
    ],
  ),
  ...range(
    'size',
    'banned users',
    'bearer',
    '/restrict-channels',
    (c) => (size) => c.blocks.list({ size }),
    [
      [50, 51],
      [1, 0],
    ],
  ),
];

const QUERIES: readonly LimitRow[] = [
  {
    limit: 'claims: 100 ids in the filter, not 101',
    edge: (client) => client.drops.claims({ claimIds: claimIds(100) }),
    over: (client) => client.drops.claims({ claimIds: claimIds(101) }),
    names: { limit: 'claimId', value: 101 },
    raw: {
      method: 'GET',
      path: `${OPEN}/drops/reward-claims?claimId=${claimIds(101).join(',')}`,
      auth: 'client',
    },
  },
  {
    limit: 'channels: 20 ids, not 21',
    edge: (client) => client.channels.get(numbers(20)),
    over: (client) => client.channels.get(numbers(21)),
    names: { limit: 'channelIds', value: 21 },
    raw: {
      method: 'GET',
      path: `${OPEN}/channels?channelIds=${numbers(21).join(',')}`,
      auth: 'client',
    },
  },
  {
    limit: 'categories: a word of 100 characters, not 101',
    edge: (client) => client.categories.search({ keyword: wide(100) }),
    over: (client) => client.categories.search({ keyword: wide(101) }),
    names: { limit: 'keyword', value: 101 },
    raw: {
      method: 'GET',
      path: `${OPEN}/categories/search?keyword=${encodeURIComponent(wide(101))}`,
      auth: 'client',
    },
  },
];

export const LIMITS_OF_QUERIES: readonly LimitRow[] = [...LISTS, ...QUERIES];
