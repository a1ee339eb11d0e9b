import { Hono } from 'hono';
import { z } from 'zod';
import { toIsoTime } from '../../base/clock.ts';
import { answerFailure, ok, okEmpty, refuse } from '../answers.ts';
import type { SimContext } from '../context.ts';
import { requireBearer } from '../guards.ts';
import { blockKey } from '../world/channels.ts';
import type { Block, User } from '../world/model.ts';
import { cursorPage, intQuery, jsonBody, refuseInput } from './input.ts';

const PATH = '/api/openapi/open/v1/restrict-channels';

const TargetBody = z.strictObject({ targetChannelId: z.string().min(1) });

/** Ban, unban, banned users. Banning or unbanning somebody twice is no error. */
export function blockRoutes(ctx: SimContext): Hono {
  const { channels } = ctx.world;
  const routes = new Hono();
  routes.onError(answerFailure);

  routes.get(PATH, requireBearer(ctx, 'READ:USER_BLOCK', { query: ['size', 'next'] }), (c) => {
    const size = intQuery(c, 'size', { min: 1, max: 50, fallback: 20 });
    const list = channels.blocks(channels.of(c.var.user));
    const { items, next } = cursorPage(c, list, { size, keyOf: blockKey });
    return ok(c, { data: items.map(blockContent), page: { next } });
  });

  routes.post(PATH, requireBearer(ctx, 'WRITE:USER_BLOCK', { query: [] }), async (c) => {
    const target = findTarget(ctx, await jsonBody(c, TargetBody));
    if (target === c.var.user) refuseInput(c, 'targetChannelId is your own channel');
    channels.block(channels.of(c.var.user), target);
    return okEmpty(c);
  });

  const withBody = { query: [], body: 'json' } as const;
  routes.delete(PATH, requireBearer(ctx, 'WRITE:USER_BLOCK', withBody), async (c) => {
    const target = findTarget(ctx, await jsonBody(c, TargetBody));
    channels.unblock(channels.of(c.var.user), target);
    return okEmpty(c);
  });
  return routes;
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
