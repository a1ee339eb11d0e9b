import { z } from 'zod';
import { Checks, type CursorQuery, type PageQuery, unique } from '../checks.ts';
import type { Caller } from '../http/caller.ts';
import { SPEC_OPERATIONS } from '../operations.ts';
import { NOTE_LIMITS, NOTE_OPERATIONS, SUBSCRIBER_SORTS } from '../platform-notes.ts';
import {
  type CursorPage,
  cursorPageOf,
  id,
  numberOrNull,
  readableDataOf,
  text,
  textOrNull,
  time,
  timeOrNull,
} from './fields.ts';

const channel = z.looseObject({
  channelId: id,
  channelName: text,
  channelHandle: text,
  channelImageUrl: textOrNull,
  channelDescription: text,
  followerCount: numberOrNull,
});

const follower = z.looseObject({
  channelId: id,
  channelName: text,
  channelHandle: text,
  createdDate: time,
});

const subscriber = z.looseObject({
  ...follower.shape,
  month: numberOrNull,
  tierNo: numberOrNull,
});

const manager = z.looseObject({
  managerChannelId: id,
  managerChannelName: text,
  managerChannelHandle: text,
  /** STREAMING_CHANNEL_OWNER, STREAMING_CHAT_MANAGER and others, unchanged. */
  userRole: text,
  createdDate: time,
});

export type Channel = z.output<typeof channel>;
export type Follower = z.output<typeof follower>;
export type Subscriber = z.output<typeof subscriber>;
export type Manager = z.output<typeof manager>;

interface SubscribersQuery extends PageQuery {
  /** RECENT or LONGER (longest first). */
  readonly sort?: (typeof SUBSCRIBER_SORTS)[number];
}

export type ChannelsApi = ReturnType<typeof createChannels>;

export function createChannels(caller: Caller) {
  const { followers, subscribers, managers } = NOTE_OPERATIONS;
  return {
    /** At most 20 ids, each sent once. Without ids, returns an empty list and sends nothing. */
    async get(ids: readonly string[]): Promise<readonly Channel[]> {
      const channelIds = unique(ids);
      const operation = SPEC_OPERATIONS.channels;
      new Checks(operation.name).joinedIds('channelIds', channelIds, NOTE_LIMITS.channelIdsMax);
      if (channelIds.length === 0) return [];
      return caller.ask(operation, readableDataOf(channel), {
        query: { channelIds: channelIds.join(',') },
      });
    },
    /** Size 1-50 (20 when left out). */
    async followers({ page, size }: PageQuery = {}): Promise<readonly Follower[]> {
      const checks = new Checks(followers.name);
      checks.page(page);
      checks.size(size, NOTE_LIMITS.followersSizeMax);
      return caller.ask(followers, readableDataOf(follower), { query: { page, size } });
    },
    /** Size 1-50 (30 when left out). */
    async subscribers(query: SubscribersQuery = {}): Promise<readonly Subscriber[]> {
      const { page, size, sort } = query;
      const checks = new Checks(subscribers.name);
      checks.page(page);
      checks.size(size, NOTE_LIMITS.subscribersSizeMax);
      checks.oneOf('sort', sort, SUBSCRIBER_SORTS);
      return caller.ask(subscribers, readableDataOf(subscriber), { query: { page, size, sort } });
    },
    managers: (): Promise<readonly Manager[]> => caller.ask(managers, readableDataOf(manager)),
  };
}

const currentUser = z.looseObject({
  channelId: id,
  channelName: text,
  channelHandle: text,
  channelImageUrl: textOrNull,
});

export type CurrentUser = z.output<typeof currentUser>;

export type UsersApi = ReturnType<typeof createUsers>;

export function createUsers(caller: Caller) {
  const me = (): Promise<CurrentUser> => caller.ask(SPEC_OPERATIONS.currentUser, currentUser);
  return { me };
}

const blockedChannel = z.looseObject({
  restrictedChannelId: id,
  restrictedChannelName: text,
  restrictedChannelHandle: text,
  createdDate: time,
  /** null: banned permanently. */
  releaseDate: timeOrNull,
});

export type BlockedChannel = z.output<typeof blockedChannel>;

export type BlocksApi = ReturnType<typeof createBlocks>;

export function createBlocks(caller: Caller) {
  const { blocks, block, unblock } = NOTE_OPERATIONS;
  return {
    /** Size 1-50 (20 when left out). */
    async list({ size, next }: CursorQuery = {}): Promise<CursorPage<BlockedChannel>> {
      const checks = new Checks(blocks.name);
      checks.size(size, NOTE_LIMITS.blocksSizeMax);
      checks.id('next', next);
      return caller.ask(blocks, cursorPageOf(blockedChannel), { query: { size, next } });
    },
    async block(channelId: string): Promise<void> {
      new Checks(block.name).id('targetChannelId', channelId);
      return caller.tell(block, { body: { targetChannelId: channelId } });
    },
    async unblock(channelId: string): Promise<void> {
      new Checks(unblock.name).id('targetChannelId', channelId);
      return caller.tell(unblock, { body: { targetChannelId: channelId } });
    },
  };
}
