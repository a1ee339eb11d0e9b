import type { Hono } from 'hono';
import { z } from 'zod';
import { toIsoTime } from '../../base/clock.ts';
import { fail, ok, okEmpty } from '../answers.ts';
import type { SimContext } from '../context.ts';
import { requireBearer, requireClient, requireNothing } from '../guards.ts';
import { type Channel, liveKey } from '../world/channels.ts';
import type { Category, Live } from '../world/model.ts';
import type { World } from '../world/world.ts';
import { characters, cursorPage, intQuery, jsonBody, refuseInput, textQuery } from './input.ts';

const BASE = '/api/openapi/open/v1';
const MAX_TAGS = 6;
const MAX_KEYWORD = 100;

const LiveSettingsPatch = z
  .strictObject({
    defaultLiveTitle: characters(1, 100).optional(),
    tags: z.array(z.string().min(1)).max(MAX_TAGS, `at most ${MAX_TAGS} tags`).optional(),
    categoryId: z.string().nullable().optional(),
  })
  .refine((patch) => Object.keys(patch).length > 0, 'At least one field is required');

export function addLives(routes: Hono, ctx: SimContext): void {
  const { world } = ctx;

  routes.get(`${BASE}/lives`, requireClient(ctx, { query: ['size', 'next'] }), (c) => {
    const size = intQuery(c, 'size', { min: 1, max: 20, fallback: 20 });
    const { items, next } = cursorPage(c, world.channels.lives(), { size, keyOf: liveKey });
    return ok(c, { data: items.map((live) => liveContent(world, live)), page: { next } });
  });

  routes.get(`${BASE}/lives/setting`, requireBearer(ctx, 'READ:LIVE_STREAM_SETTINGS'), (c) => {
    const { defaultLiveTitle, category, tags } = world.channels.of(c.var.user).liveSettings;
    return ok(c, {
      defaultLiveTitle,
      category: category && categoryContent(world, category),
      tags,
    });
  });

  routes.patch(
    `${BASE}/lives/setting`,
    requireBearer(ctx, 'WRITE:LIVE_STREAM_SETTINGS'),
    async (c) => {
      const patch = await jsonBody(c, LiveSettingsPatch);
      const category = patch.categoryId ? world.channels.category(patch.categoryId) : null;
      if (typeof patch.categoryId === 'string' && !category) {
        refuseInput(c, 'categoryId is not a known category');
      }
      changeSettings(world.channels.of(c.var.user), patch, category);
      return okEmpty(c);
    },
  );

  routes.get(`${BASE}/streams/key`, requireBearer(ctx, 'READ:LIVE_STREAM_KEY'), (c) =>
    ok(c, { streamKey: world.channels.of(c.var.user).streamKey }),
  );

  routes.get(
    `${BASE}/categories/search`,
    requireClient(ctx, { query: ['keyword', 'size'] }),
    (c) => {
      if (c.req.header('authorization') !== undefined) {
        return fail(c, 401, 'This operation takes client credentials only');
      }
      const keyword = textQuery(c, 'keyword') ?? '';
      if ([...keyword].length > MAX_KEYWORD) {
        refuseInput(c, `keyword must be at most ${MAX_KEYWORD} characters`);
      }
      const size = intQuery(c, 'size', { min: 1, max: 50, fallback: 20 });
      const found = world.channels.categories.filter((category) => matches(category, keyword));
      return ok(c, {
        data: found.slice(0, size).map((category) => categoryContent(world, category)),
      });
    },
  );

  routes.get('/api/openapi/v1/:channelId/live-status', requireNothing(ctx), (c) => {
    const channel = world.channels.find(c.req.param('channelId'));
    if (!channel) return fail(c, 404, 'Channel not found');
    const { live } = channel;
    if (!live) return ok(c, { isLive: false });
    return ok(c, { isLive: true, title: live.title, openedAt: toIsoTime(live.openedAt) });
  });
}

/** A change of title, tags or category reaches a running broadcast at once. */
function changeSettings(
  channel: Channel,
  patch: z.infer<typeof LiveSettingsPatch>,
  category: Category | null,
): void {
  const { live, liveSettings } = channel;
  if (patch.defaultLiveTitle !== undefined) liveSettings.defaultLiveTitle = patch.defaultLiveTitle;
  if (patch.tags !== undefined) liveSettings.tags = patch.tags;
  if (patch.categoryId !== undefined) liveSettings.category = category;
  if (!live) return;
  live.title = liveSettings.defaultLiveTitle;
  live.tags = liveSettings.tags;
  live.category = liveSettings.category;
}

function matches(category: Category, keyword: string): boolean {
  const wanted = keyword.normalize('NFC').toLowerCase();
  return category.categoryValue.normalize('NFC').toLowerCase().includes(wanted);
}

function categoryContent(world: World, category: Category): object {
  const { categoryId, categoryType, categoryValue } = category;
  const posterImageUrl = world.imageUrl(category.posterPath);
  return { categoryId, categoryType, categoryValue, posterImageUrl };
}

function liveContent(world: World, live: Live): object {
  return {
    liveId: live.liveId,
    liveTitle: live.title,
    liveThumbnailImageUrl: world.imageUrl(live.thumbnailPath),
    concurrentUserCount: live.concurrentUserCount,
    openedDate: toIsoTime(live.openedAt),
    adult: live.adult,
    tags: live.tags,
    categoryType: live.category?.categoryType ?? null,
    liveCategory: live.category?.categoryId ?? null,
    liveCategoryValue: live.category?.categoryValue ?? null,
    channelId: live.user.channelId,
    channelName: live.user.name,
    channelHandle: live.user.handle,
    channelImageUrl: world.imageUrl(live.user.imagePath),
  };
}
