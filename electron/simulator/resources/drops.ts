import type { Hono, MiddlewareHandler } from 'hono';
import { z } from 'zod';
import { toIsoTime } from '../../base/clock.ts';
import { fail, ok } from '../answers.ts';
import type { SimContext } from '../context.ts';
import { type ClientEnv, requireClient } from '../guards.ts';
import type { StatusGroup } from '../world/drops.ts';
import type { Manners } from '../world/manners.ts';
import {
  CAMPAIGN_STATES,
  type Campaign,
  type Claim,
  FULFILLMENT_STATES,
  type QuotaKind,
} from '../world/model.ts';
import type { World } from '../world/world.ts';
import { choiceQuery, choicesQuery, jsonBody, listQuery, pageQuery, textQuery } from './input.ts';

const BASE = '/api/openapi/open/v1/drops';
const MAX_CLAIM_IDS = 100;

const CLAIM_FILTERS = ['claimId', 'channelId', 'campaignId', 'categoryId', 'fulfillmentState'];

const FulfillmentBody = z.strictObject({
  claimIds: z.array(z.string()).max(MAX_CLAIM_IDS, `at most ${MAX_CLAIM_IDS} ids`),
  fulfillmentState: z.enum(FULFILLMENT_STATES),
});

/** Campaigns, reward claims, payout state (specification, "List campaigns" and after). */
export function addDrops(routes: Hono, ctx: SimContext): void {
  const { drops } = ctx.world;

  routes.get(
    `${BASE}/campaigns`,
    requireClient(ctx, { query: ['page', 'size', 'state'] }),
    countIn(ctx, 'READ_DROPS'),
    (c) => {
      const page = pageQuery(c, { min: 1, max: 100, fallback: 20 });
      const found = drops.campaigns(c.var.application, choicesQuery(c, 'state', CAMPAIGN_STATES));
      const data = page(found).map((item) => campaignContent(ctx.world, item));
      return ok(c, { data });
    },
  );

  routes.get(
    `${BASE}/reward-claims`,
    requireClient(ctx, { query: ['page', 'size', ...CLAIM_FILTERS] }),
    countIn(ctx, 'READ_DROPS'),
    (c) => {
      const page = pageQuery(c, { min: 1, max: 1000, fallback: 20 });
      const found = drops.claims(c.var.application, {
        claimIds: listQuery(c, 'claimId', MAX_CLAIM_IDS),
        channelId: textQuery(c, 'channelId'),
        campaignId: textQuery(c, 'campaignId'),
        categoryId: textQuery(c, 'categoryId'),
        fulfillmentState: choiceQuery(c, 'fulfillmentState', FULFILLMENT_STATES),
      });
      return ok(c, { data: page(found).map(claimContent) });
    },
  );

  routes.put(
    `${BASE}/reward-claims`,
    requireClient(ctx),
    countIn(ctx, 'WRITE_DROPS'),
    async (c) => {
      const { claimIds, fulfillmentState } = await jsonBody(c, FulfillmentBody);
      const groups = drops.setFulfillment(c.var.application, claimIds, fulfillmentState);
      return ok(c, { data: namedIn(groups, ctx.world.manners.payoutAnswer) });
    },
  );
}

function namedIn(groups: readonly StatusGroup[], answer: Manners['payoutAnswer']) {
  const [first, ...others] = groups;
  if (!first || answer === 'whole') return groups;
  if (answer === 'names-twice')
    return [{ ...first, ids: [...first.ids, ...first.ids.slice(0, 1)] }, ...others];
  const last = groups.at(-1) ?? first;
  return [...groups.slice(0, -1), { ...last, ids: last.ids.slice(0, -1) }];
}

/** One call of the day's quota. How a call over it is rejected is not shown: 429 here. */
function countIn(ctx: SimContext, kind: QuotaKind): MiddlewareHandler<ClientEnv> {
  return async (c, next) => {
    if (!ctx.world.quotas.take(c.var.application, kind)) {
      return fail(c, 429, `Daily quota exceeded: ${kind}`);
    }
    await next();
  };
}

function campaignContent(world: World, campaign: Campaign): object {
  return {
    campaignId: campaign.campaignId,
    state: campaign.state,
    title: campaign.title,
    description: campaign.description,
    imageUrl: world.imageUrl(campaign.imagePath),
    externalUrl: campaign.externalUrl,
    startAt: toIsoTime(campaign.startAt),
    endAt: toIsoTime(campaign.endAt),
    claimAvailableAt: toIsoTime(campaign.claimAvailableAt),
    rewards: campaign.rewards.map((reward) => ({
      rewardId: reward.rewardId,
      title: reward.title,
      imageUrl: world.imageUrl(reward.imagePath),
      type: reward.type,
      minWatchTime: reward.minWatchTime,
    })),
  };
}

function claimContent(claim: Claim): object {
  return {
    claimId: claim.claimId,
    campaignId: claim.campaign.campaignId,
    rewardId: claim.reward.rewardId,
    categoryId: claim.campaign.category.categoryId,
    categoryName: claim.campaign.category.categoryValue,
    channelId: claim.user.channelId,
    fulfillmentState: claim.fulfillmentState,
    claimedDate: toIsoTime(claim.claimedAt ?? claim.updatedAt),
    updatedDate: toIsoTime(claim.updatedAt),
  };
}
