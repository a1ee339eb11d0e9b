import type { PlatformClient } from '../../../electron/platform/client.ts';
import { content, type Reply, raw } from './support.ts';

/** One operation as the specification and the notes describe it, written out by hand. */
export interface OperationCase {
  readonly name: string;
  readonly call: (client: PlatformClient) => Promise<unknown>;
  readonly method: string;
  readonly path: string;
  readonly auth: 'bearer' | 'client' | 'none';
  readonly query?: Record<string, string>;
  readonly body?: unknown;
  readonly reply: Reply;
  /** Whether a failed call may be sent again. */
  readonly repeats: boolean;
}

const OPEN = '/api/openapi/open/v1';
const list = content({ data: [] });
const cursorList = content({ data: [], page: { next: null } });
const created = content({ url: 'wss://socket.test/?type=OPENAPI_SESSION&sessionKey=key-1' });
const withStranger = { stranger: 1, tags: ['a'] };
const nothing = raw(null);
const settings = content({ chatAllowedGroup: 'ALL', minFollowerMinute: 0 });
const user = { channelId: 'c', channelName: 'n', channelHandle: 'h', channelImageUrl: null };

type Row = readonly [
  name: string,
  call: OperationCase['call'],
  request: string,
  auth: OperationCase['auth'],
  reply: Reply,
  sent?: { readonly query?: Record<string, string>; readonly body?: unknown },
];

const REPEATED: readonly Row[] = [
  ['users.me', (c) => c.users.me(), `GET ${OPEN}/users/me`, 'bearer', content(user)],
  [
    'channels.get',
    (c) => c.channels.get(['a', 'b', 'a']),
    `GET ${OPEN}/channels`,
    'client',
    list,
    { query: { channelIds: 'a,b' } },
  ],
  [
    'channels.followers',
    (c) => c.channels.followers(),
    `GET ${OPEN}/channels/followers`,
    'bearer',
    list,
  ],
  [
    'channels.followers with a page',
    (c) => c.channels.followers({ page: 2, size: 50 }),
    `GET ${OPEN}/channels/followers`,
    'bearer',
    list,
    { query: { page: '2', size: '50' } },
  ],
  [
    'channels.subscribers',
    (c) => c.channels.subscribers(),
    `GET ${OPEN}/channels/subscribers`,
    'bearer',
    list,
  ],
  [
    'channels.subscribers sorted',
    (c) => c.channels.subscribers({ page: 0, size: 1, sort: 'LONGER' }),
    `GET ${OPEN}/channels/subscribers`,
    'bearer',
    list,
    { query: { page: '0', size: '1', sort: 'LONGER' } },
  ],
  [
    'channels.managers',
    (c) => c.channels.managers(),
    `GET ${OPEN}/channels/streaming-roles`,
    'bearer',
    list,
  ],
  ['lives.list', (c) => c.lives.list(), `GET ${OPEN}/lives`, 'client', cursorList],
  [
    'lives.list from a mark',
    (c) => c.lives.list({ size: 20, next: 'a b&c' }),
    `GET ${OPEN}/lives`,
    'client',
    cursorList,
    { query: { size: '20', next: 'a b&c' } },
  ],
  [
    'lives.settings',
    (c) => c.lives.settings(),
    `GET ${OPEN}/lives/setting`,
    'bearer',
    content({ defaultLiveTitle: 't', category: null, tags: [] }),
  ],
  [
    'lives.status',
    (c) => c.lives.status('a/b'),
    'GET /api/openapi/v1/a%2Fb/live-status',
    'none',
    content({ isLive: false }),
  ],
  [
    'categories.search',
    (c) => c.categories.search(),
    `GET ${OPEN}/categories/search`,
    'client',
    list,
  ],
  [
    'categories.search by word',
    (c) => c.categories.search({ keyword: '게임 + ?', size: 50 }),
    `GET ${OPEN}/categories/search`,
    'client',
    list,
    { query: { keyword: '게임 + ?', size: '50' } },
  ],
  [
    'streams.key',
    (c) => c.streams.key(),
    `GET ${OPEN}/streams/key`,
    'bearer',
    content({ streamKey: 'k' }),
  ],
  ['chat.settings', (c) => c.chat.settings(), `GET ${OPEN}/chats/settings`, 'bearer', settings],
  ['blocks.list', (c) => c.blocks.list(), `GET ${OPEN}/restrict-channels`, 'bearer', cursorList],
  [
    'blocks.list from a mark',
    (c) => c.blocks.list({ size: 50, next: 'm' }),
    `GET ${OPEN}/restrict-channels`,
    'bearer',
    cursorList,
    { query: { size: '50', next: 'm' } },
  ],
  ['drops.campaigns', (c) => c.drops.campaigns(), `GET ${OPEN}/drops/campaigns`, 'client', list],
  [
    'drops.campaigns by state',
    (c) => c.drops.campaigns({ page: 0, size: 100, states: ['ACTIVE', 'CLAIMABLE'] }),
    `GET ${OPEN}/drops/campaigns`,
    'client',
    list,
    { query: { page: '0', size: '100', state: 'ACTIVE,CLAIMABLE' } },
  ],
  ['drops.claims', (c) => c.drops.claims(), `GET ${OPEN}/drops/reward-claims`, 'client', list],
  [
    'drops.claims with every filter',
    (c) =>
      c.drops.claims({
        page: 1,
        size: 1000,
        claimIds: ['x', 'y', 'x'],
        channelId: 'v',
        campaignId: 'p',
        categoryId: 'g',
        fulfillmentState: 'CLAIMED',
      }),
    `GET ${OPEN}/drops/reward-claims`,
    'client',
    list,
    {
      query: {
        page: '1',
        size: '1000',
        claimId: 'x,y',
        channelId: 'v',
        campaignId: 'p',
        categoryId: 'g',
        fulfillmentState: 'CLAIMED',
      },
    },
  ],
  [
    'sessions.listClient',
    (c) => c.sessions.listClient(),
    `GET ${OPEN}/sessions/client`,
    'client',
    list,
  ],
  [
    'sessions.listClient with a page',
    (c) => c.sessions.listClient({ page: 0, size: 1 }),
    `GET ${OPEN}/sessions/client`,
    'client',
    list,
    { query: { page: '0', size: '1' } },
  ],
];

const SENT_ONCE: readonly Row[] = [
  ['sessions.listUser', (c) => c.sessions.listUser(), `GET ${OPEN}/sessions`, 'client', list],
  [
    'sessions.listUser with a page',
    (c) => c.sessions.listUser({ page: 3, size: 50 }),
    `GET ${OPEN}/sessions`,
    'client',
    list,
    { query: { page: '3', size: '50' } },
  ],
  [
    'lives.updateSettings',
    (c) => c.lives.updateSettings({ defaultLiveTitle: '제목', tags: [], categoryId: null }),
    `PATCH ${OPEN}/lives/setting`,
    'bearer',
    nothing,
    { body: { defaultLiveTitle: '제목', tags: [], categoryId: null } },
  ],
  [
    'lives.updateSettings in part, with a field too many',
    (c) => c.lives.updateSettings(withStranger),
    `PATCH ${OPEN}/lives/setting`,
    'bearer',
    nothing,
    { body: { tags: ['a'] } },
  ],
  [
    'chat.updateSettings',
    (c) =>
      c.chat.updateSettings({
        chatAllowedGroup: 'FOLLOWER',
        minFollowerMinute: 5,
        followerSubscriberChatAllow: true,
        chatEmojiMode: false,
        chatSlowModeSec: 30,
      }),
    `PUT ${OPEN}/chats/settings`,
    'bearer',
    nothing,
    {
      body: {
        chatAllowedGroup: 'FOLLOWER',
        minFollowerMinute: 5,
        followerSubscriberChatAllow: true,
        chatEmojiMode: false,
        chatSlowModeSec: 30,
      },
    },
  ],
  [
    'chat.updateSettings in part',
    (c) => c.chat.updateSettings({ chatSlowModeSec: 0 }),
    `PUT ${OPEN}/chats/settings`,
    'bearer',
    nothing,
    { body: { chatSlowModeSec: 0 } },
  ],
  [
    'chat.send',
    (c) => c.chat.send({ message: '안녕' }),
    `POST ${OPEN}/chats/send`,
    'bearer',
    content({ messageId: 'm' }),
    { body: { message: '안녕' } },
  ],
  [
    'chat.send as the user',
    (c) => c.chat.send({ message: 'hi', senderType: 'USER' }),
    `POST ${OPEN}/chats/send`,
    'bearer',
    content({ messageId: 'm' }),
    { body: { message: 'hi', senderType: 'USER' } },
  ],
  [
    'chat.notice of a text',
    (c) => c.chat.notice({ message: 'n' }),
    `POST ${OPEN}/chats/notice`,
    'bearer',
    nothing,
    { body: { message: 'n' } },
  ],
  [
    'chat.notice of a message',
    (c) => c.chat.notice({ messageId: 'm' }),
    `POST ${OPEN}/chats/notice`,
    'bearer',
    nothing,
    { body: { messageId: 'm' } },
  ],
  [
    'blocks.block',
    (c) => c.blocks.block('t'),
    `POST ${OPEN}/restrict-channels`,
    'bearer',
    nothing,
    { body: { targetChannelId: 't' } },
  ],
  [
    'blocks.unblock',
    (c) => c.blocks.unblock('t'),
    `DELETE ${OPEN}/restrict-channels`,
    'bearer',
    nothing,
    { body: { targetChannelId: 't' } },
  ],
  [
    'drops.setFulfillment',
    (c) => c.drops.setFulfillment(['x', 'y', 'x'], 'FULFILLED'),
    `PUT ${OPEN}/drops/reward-claims`,
    'client',
    list,
    { body: { claimIds: ['x', 'y'], fulfillmentState: 'FULFILLED' } },
  ],
  [
    'sessions.createUser',
    (c) => c.sessions.createUser(),
    `GET ${OPEN}/sessions/auth`,
    'bearer',
    created,
  ],
  [
    'sessions.createClient',
    (c) => c.sessions.createClient(),
    `GET ${OPEN}/sessions/auth/client`,
    'client',
    created,
  ],
  ...(['chat', 'donation', 'subscription'] as const).flatMap((event): readonly Row[] => [
    [
      `sessions.subscribe ${event}`,
      (c) => c.sessions.subscribe(event, 'k/1+2'),
      `POST ${OPEN}/sessions/events/subscribe/${event}`,
      'bearer',
      nothing,
      { query: { sessionKey: 'k/1+2' } },
    ],
    [
      `sessions.unsubscribe ${event}`,
      (c) => c.sessions.unsubscribe(event, 'k/1+2'),
      `POST ${OPEN}/sessions/events/unsubscribe/${event}`,
      'bearer',
      nothing,
      { query: { sessionKey: 'k/1+2' } },
    ],
  ]),
];

const toCase =
  (repeats: boolean) =>
  ([name, call, request, auth, reply, sent = {}]: Row): OperationCase => {
    const [method = '', path = ''] = request.split(' ');
    return { name, call, method, path, auth, reply, repeats, ...sent };
  };

export const OPERATION_TABLE: readonly OperationCase[] = [
  ...REPEATED.map(toCase(true)),
  ...SENT_ONCE.map(toCase(false)),
];
