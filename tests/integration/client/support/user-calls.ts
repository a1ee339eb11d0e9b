import type { Scope } from '../../../../electron/platform/operations.ts';
import type { ClientStage, Player } from './client-stage.ts';

/** One use of a user's permission, harmless enough to be made in any order. */
export interface UserCall {
  readonly name: string;
  /** null: any token will do. */
  readonly scope: Scope | null;
  readonly call: (player: Player, stage: ClientStage, sessionKey: string) => Promise<unknown>;
}

const target = (stage: ClientStage): string => stage.viewers[0]!.channelId;

/** Every operation with a bearer token, by the table "Scopes" and the platform notes. */
export const USER_CALLS: readonly UserCall[] = [
  { name: 'current user', scope: 'READ:USER', call: ({ client }) => client.users.me() },
  { name: 'followers', scope: 'READ:CHANNEL', call: ({ client }) => client.channels.followers() },
  { name: 'managers', scope: 'READ:CHANNEL', call: ({ client }) => client.channels.managers() },
  {
    name: 'subscribers',
    scope: 'READ:SUBSCRIPTION',
    call: ({ client }) => client.channels.subscribers(),
  },
  {
    name: 'subscribe to subscriptions',
    scope: 'READ:SUBSCRIPTION',
    call: ({ client }, _, key) => client.sessions.subscribe('subscription', key),
  },
  {
    name: 'unsubscribe from subscriptions',
    scope: 'READ:SUBSCRIPTION',
    call: ({ client }, _, key) => client.sessions.unsubscribe('subscription', key),
  },
  { name: 'stream key', scope: 'READ:LIVE_STREAM_KEY', call: ({ client }) => client.streams.key() },
  {
    name: 'live settings',
    scope: 'READ:LIVE_STREAM_SETTINGS',
    call: ({ client }) => client.lives.settings(),
  },
  {
    name: 'change of live settings',
    scope: 'WRITE:LIVE_STREAM_SETTINGS',
    call: ({ client }) => client.lives.updateSettings({ tags: ['태그'] }),
  },
  {
    name: 'subscribe to chat',
    scope: 'READ:LIVE_CHAT',
    call: ({ client }, _, key) => client.sessions.subscribe('chat', key),
  },
  {
    name: 'unsubscribe from chat',
    scope: 'READ:LIVE_CHAT',
    call: ({ client }, _, key) => client.sessions.unsubscribe('chat', key),
  },
  {
    name: 'chat send',
    scope: 'WRITE:LIVE_CHAT',
    call: ({ client }) => client.chat.send({ message: '안녕' }),
  },
  {
    name: 'chat notice',
    scope: 'WRITE:LIVE_CHAT_NOTICE',
    call: ({ client }) => client.chat.notice({ message: '공지' }),
  },
  {
    name: 'chat settings',
    scope: 'READ:LIVE_CHAT_SETTINGS',
    call: ({ client }) => client.chat.settings(),
  },
  {
    name: 'change of chat settings',
    scope: 'WRITE:LIVE_CHAT_SETTINGS',
    call: ({ client }) => client.chat.updateSettings({ minFollowerMinute: 5 }),
  },
  {
    name: 'ban',
    scope: 'WRITE:USER_BLOCK',
    call: ({ client }, stage) => client.blocks.block(target(stage)),
  },
  {
    name: 'unban',
    scope: 'WRITE:USER_BLOCK',
    call: ({ client }, stage) => client.blocks.unblock(target(stage)),
  },
  { name: 'banned users', scope: 'READ:USER_BLOCK', call: ({ client }) => client.blocks.list() },
  {
    name: 'subscribe to donations',
    scope: 'READ:DONATION',
    call: ({ client }, _, key) => client.sessions.subscribe('donation', key),
  },
  {
    name: 'unsubscribe from donations',
    scope: 'READ:DONATION',
    call: ({ client }, _, key) => client.sessions.unsubscribe('donation', key),
  },
  { name: 'user session', scope: null, call: ({ client }) => client.sessions.createUser() },
];
