import type { Hono } from 'hono';
import { z } from 'zod';
import { toIsoTime } from '../../base/clock.ts';
import { ok, okEmpty, refuse } from '../answers.ts';
import type { SimContext } from '../context.ts';
import { requireBearer, requireClient } from '../guards.ts';
import { blockKey, type Channel } from '../world/channels.ts';
import type { Block, Follower, Manager, Subscriber, User } from '../world/model.ts';
import type { World } from '../world/world.ts';
import {
  choiceQuery,
  cursorPage,
  intQuery,
  jsonBody,
  listQuery,
  pageQuery,
  refuseInput,
} from './input.ts';

const BASE = '/api/openapi/open/v1';
const MAX_CHANNEL_IDS = 20;

export function addChannels(routes: Hono, ctx: SimContext): void {
  const { world } = ctx;

  routes.get(`${BASE}/users/me`, requireBearer(ctx, 'READ:USER'), (c) =>
    ok(c, identity(world, c.var.user)),
  );

  routes.get(`${BASE}/channels`, requireClient(ctx, { query: ['channelIds'] }), (c) => {
    const ids = listQuery(c, 'channelIds', MAX_CHANNEL_IDS);
    if (!ids) refuseInput(c, 'channelIds is required');
    const found = [...new Set(ids)].flatMap((id) => world.channels.find(id) ?? []);
    return ok(c, { data: found.map((channel) => channelContent(world, channel)) });
  });

  const paged = { query: ['page', 'size'] };
  routes.get(`${BASE}/channels/followers`, requireBearer(ctx, 'READ:CHANNEL', paged), (c) => {
    const page = pageQuery(c, { min: 1, fallback: 20 });
    const { followers: newest } = world.channels.of(c.var.user);
    const byId = (a: Follower, b: Follower) => (a.user.channelId < b.user.channelId ? -1 : 1);
    const isAny = world.manners.followerOrder === 'any';
    const followers = isAny ? newest.toSorted(byId) : newest;
    return ok(c, { data: page(followers).map(followerContent) });
  });

  const sorted = { query: ['page', 'size', 'sort'] };
  routes.get(
    `${BASE}/channels/subscribers`,
    requireBearer(ctx, 'READ:SUBSCRIPTION', sorted),
    (c) => {
      const page = pageQuery(c, { min: 1, max: 50, fallback: 30 });
      const sort = choiceQuery(c, 'sort', ['RECENT', 'LONGER']) ?? 'RECENT';
      const { subscribers } = world.channels.of(c.var.user);
      const list =
        sort === 'RECENT' ? subscribers : subscribers.toSorted((a, b) => b.month - a.month);
      return ok(c, { data: page(list).map(subscriberContent) });
    },
  );

  routes.get(`${BASE}/channels/streaming-roles`, requireBearer(ctx, 'READ:CHANNEL'), (c) =>
    ok(c, { data: world.channels.of(c.var.user).managers.map(managerContent) }),
  );
}

function identity(world: World, user: User): object {
  return {
    channelId: user.channelId,
    channelName: user.name,
    channelHandle: user.handle,
    channelImageUrl: world.imageUrl(user.imagePath),
  };
}

function channelContent(world: World, channel: Channel): object {
  return {
    ...identity(world, channel.user),
    channelDescription: channel.user.description,
    followerCount: channel.followers.length,
  };
}

function followerContent(entry: Follower): object {
  return {
    channelId: entry.user.channelId,
    channelName: entry.user.name,
    channelHandle: entry.user.handle,
    createdDate: toIsoTime(entry.createdAt),
  };
}

function subscriberContent(entry: Subscriber): object {
  return { ...followerContent(entry), month: entry.month, tierNo: entry.tierNo };
}

function managerContent(entry: Manager): object {
  return {
    managerChannelId: entry.user.channelId,
    managerChannelName: entry.user.name,
    managerChannelHandle: entry.user.handle,
    userRole: entry.role,
    createdDate: toIsoTime(entry.createdAt),
  };
}

const PATH = '/api/openapi/open/v1/restrict-channels';

const TargetBody = z.strictObject({ targetChannelId: z.string().min(1) });

/** Ban, unban, banned users. Repeated bans and unbans are no errors. */
export function addBlocks(routes: Hono, ctx: SimContext): void {
  const { channels } = ctx.world;

  routes.get(PATH, requireBearer(ctx, 'READ:USER_BLOCK', { query: ['size', 'next'] }), (c) => {
    const size = intQuery(c, 'size', { min: 1, max: 50, fallback: 20 });
    const list = channels.blocks(channels.of(c.var.user));
    const { items, next } = cursorPage(c, list, { size, keyOf: blockKey });
    return ok(c, { data: items.map(blockContent), page: { next } });
  });

  routes.post(PATH, requireBearer(ctx, 'WRITE:USER_BLOCK'), async (c) => {
    const target = findTarget(ctx, await jsonBody(c, TargetBody));
    if (target === c.var.user) refuseInput(c, 'targetChannelId is your own channel');
    channels.block(channels.of(c.var.user), target);
    return okEmpty(c);
  });

  routes.delete(PATH, requireBearer(ctx, 'WRITE:USER_BLOCK'), async (c) => {
    const target = findTarget(ctx, await jsonBody(c, TargetBody));
    channels.unblock(channels.of(c.var.user), target);
    return okEmpty(c);
  });
}

function findTarget(ctx: SimContext, body: z.infer<typeof TargetBody>): User {
  return ctx.world.user(body.targetChannelId) ?? refuse(404, 'Channel not found');
}

function blockContent(block: Block): object {
  return {
    restrictedChannelId: block.user.channelId,
    restrictedChannelName: block.user.name,
    restrictedChannelHandle: block.user.handle,
    createdDate: toIsoTime(block.createdAt),
    releaseDate: block.releaseAt === null ? null : toIsoTime(block.releaseAt),
  };
}
