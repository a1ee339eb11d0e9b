import type { PlatformClient } from '../../../../electron/platform/client.ts';
import type { RawRequest } from './client-stage.ts';
import { claimIds, type LimitRow, numbers, OPEN, wide } from './limit-row.ts';

type Text = (client: PlatformClient) => (text: string) => Promise<unknown>;

/** A text in a body: 1 to 100 characters. */
function text(
  of: string,
  field: string,
  request: Pick<RawRequest, 'method' | 'path'>,
  call: Text,
): LimitRow[] {
  return (
    [
      [100, 101],
      [1, 0],
    ] as const
  ).map(([edge, over]) => ({
    limit: `${of}: ${edge} characters, not ${over}`,
    edge: (client) => call(client)(wide(edge)),
    over: (client) => call(client)(wide(over)),
    names: { limit: field, value: over },
    raw: { ...request, auth: 'bearer', body: { [field]: wide(over) } },
  }));
}

const SETTING = { method: 'PATCH', path: `${OPEN}/lives/setting` };

const BODIES: readonly LimitRow[] = [
  ...text(
    'chat message',
    'message',
    { method: 'POST', path: `${OPEN}/chats/send` },
    (c) => (message) => c.chat.send({ message }),
  ),
  ...text(
    'chat notice',
    'message',
    { method: 'POST', path: `${OPEN}/chats/notice` },
    (c) => (message) => c.chat.notice({ message }),
  ),
  ...text(
    'title',
    'defaultLiveTitle',
    SETTING,
    (c) => (defaultLiveTitle) => c.lives.updateSettings({ defaultLiveTitle }),
  ),
  {
    limit: 'tags: 6, not 7',
    edge: (client) => client.lives.updateSettings({ tags: numbers(6) }),
    over: (client) => client.lives.updateSettings({ tags: numbers(7) }),
    names: { limit: 'tags', value: 7 },
    raw: { ...SETTING, auth: 'bearer', body: { tags: numbers(7) } },
  },
  {
    limit: 'live settings: one field, not none',
    edge: (client) => client.lives.updateSettings({ tags: [] }),
    over: (client) => client.lives.updateSettings({}),
    names: { limit: 'patch', value: 0 },
    raw: { ...SETTING, auth: 'bearer', body: {} },
  },
  {
    limit: 'chat settings: one field, not none',
    edge: (client) => client.chat.updateSettings({ chatEmojiMode: false }),
    over: (client) => client.chat.updateSettings({}),
    names: { limit: 'patch', value: 0 },
    raw: { method: 'PUT', path: `${OPEN}/chats/settings`, auth: 'bearer', body: {} },
  },
  {
    limit: 'slow mode: 0 seconds, not fewer',
    edge: (client) => client.chat.updateSettings({ chatSlowModeSec: 0 }),
    over: (client) => client.chat.updateSettings({ chatSlowModeSec: -1 }),
    names: { limit: 'chatSlowModeSec', value: -1 },
    raw: {
      method: 'PUT',
      path: `${OPEN}/chats/settings`,
      auth: 'bearer',
      body: { chatSlowModeSec: -1 },
    },
  },
];

type Choice = (client: PlatformClient) => (value: string) => Promise<unknown>;

/** A value that is one of few; `call` takes any, as a caller without types would. */
function choice(of: string, limit: string, good: string, call: Choice, raw: RawRequest): LimitRow {
  return {
    limit: `${of}: ${good}, not NONSENSE`,
    edge: (client) => call(client)(good),
    over: (client) => call(client)('NONSENSE'),
    names: { limit, value: 'NONSENSE' },
    raw,
  };
}

const CHOICES: readonly LimitRow[] = [
  choice(
    'state of campaigns',
    'state',
    'REJECTED',
    (c) => (state) => c.drops.campaigns({ states: [state as 'REJECTED'] }),
    { method: 'GET', path: `${OPEN}/drops/campaigns?state=ACTIVE,NONSENSE`, auth: 'client' },
  ),
  choice(
    'state of claims',
    'fulfillmentState',
    'CLAIMED',
    (c) => (value) => c.drops.claims({ fulfillmentState: value as 'CLAIMED' }),
    {
      method: 'GET',
      path: `${OPEN}/drops/reward-claims?fulfillmentState=NONSENSE`,
      auth: 'client',
    },
  ),
  choice(
    'target of a payout change',
    'fulfillmentState',
    'FULFILLED',
    (c) => (value) => c.drops.setFulfillment(claimIds(1), value as 'FULFILLED'),
    {
      method: 'PUT',
      path: `${OPEN}/drops/reward-claims`,
      auth: 'client',
      body: { claimIds: claimIds(1), fulfillmentState: 'NONSENSE' },
    },
  ),
  choice(
    'order of subscribers',
    'sort',
    'LONGER',
    (c) => (sort) => c.channels.subscribers({ sort: sort as 'LONGER' }),
    { method: 'GET', path: `${OPEN}/channels/subscribers?sort=NONSENSE`, auth: 'bearer' },
  ),
  choice(
    'sender of a message',
    'senderType',
    'USER',
    (c) => (senderType) => c.chat.send({ message: 'hi', senderType: senderType as 'USER' }),
    {
      method: 'POST',
      path: `${OPEN}/chats/send`,
      auth: 'bearer',
      body: { message: 'hi', senderType: 'NONSENSE' },
    },
  ),
  choice(
    'who may chat',
    'chatAllowedGroup',
    'MANAGER',
    (c) => (group) => c.chat.updateSettings({ chatAllowedGroup: group as 'MANAGER' }),
    {
      method: 'PUT',
      path: `${OPEN}/chats/settings`,
      auth: 'bearer',
      body: { chatAllowedGroup: 'NONSENSE' },
    },
  ),
  {
    limit: 'event to subscribe to: donation, not NONSENSE',
    edge: async (client) =>
      client.sessions.subscribe('donation', (await client.sessions.createUser()).sessionKey),
    over: (client) => client.sessions.subscribe('NONSENSE' as 'chat', 'key'),
    names: { limit: 'event', value: 'NONSENSE' },
    raw: {
      method: 'POST',
      path: `${OPEN}/sessions/events/subscribe/NONSENSE?sessionKey=key`,
      auth: 'bearer',
    },
  },
  {
    limit: 'session to subscribe: a key, not none',
    edge: async (client) =>
      client.sessions.subscribe('chat', (await client.sessions.createUser()).sessionKey),
    over: (client) => client.sessions.subscribe('chat', ''),
    names: { limit: 'sessionKey', value: '' },
    raw: { method: 'POST', path: `${OPEN}/sessions/events/subscribe/chat`, auth: 'bearer' },
  },
  {
    limit: 'target of a ban: a channel, not none',
    edge: (client, stage) => client.blocks.block(stage.viewers[0]!.channelId),
    over: (client) => client.blocks.block(''),
    names: { limit: 'targetChannelId', value: '' },
    raw: {
      method: 'POST',
      path: `${OPEN}/restrict-channels`,
      auth: 'bearer',
      body: { targetChannelId: '' },
    },
  },
];

export const LIMITS_OF_BODIES: readonly LimitRow[] = [...BODIES, ...CHOICES];
