import { describe, expect, it } from 'vitest';
import { SPEC_LIMITS } from '../../../electron/platform/limits.ts';
import { CAMPAIGN_STATES } from '../../../electron/platform/resources/drops.ts';
import {
  type ClaimQuery,
  DROPS_CAMPAIGN_STATES,
  DROPS_COMMANDS,
  DROPS_LIMITS,
} from '../../../shared/contract/drops.ts';
import { openBooks, openRoom, openWorld } from './support.ts';

function begin() {
  const world = openWorld();
  const campaign = world.addCampaign('c1');
  const ids = world.addClaims(campaign, 30);
  const room = openRoom(world, openBooks(world));
  world.world.drops.setFulfillment(world.application, ids.slice(0, 10), 'FULFILLED');
  return { world, campaign, ids, room };
}

const idsOf = (claims: readonly { readonly claimId: string }[]) => claims.map((one) => one.claimId);

describe('looking for claims', () => {
  it.each<readonly [string, Omit<ClaimQuery, 'source'>, Record<string, string>, number]>([
    ['nothing', {}, {}, 30],
    ['a campaign', { campaignId: 'c1' }, { campaignId: 'c1' }, 30],
    ['another campaign', { campaignId: 'c2' }, { campaignId: 'c2' }, 0],
    ['the unpaid', { fulfillmentState: 'CLAIMED' }, { fulfillmentState: 'CLAIMED' }, 20],
    ['the paid', { fulfillmentState: 'FULFILLED' }, { fulfillmentState: 'FULFILLED' }, 10],
    ['a viewer', { channelId: 'nobody' }, { channelId: 'nobody' }, 0],
    ['a category', { categoryId: 'starlight-voyage' }, { categoryId: 'starlight-voyage' }, 30],
    ['a reward', { rewardId: 'c1-r2' }, {}, 0],
    ['this reward', { rewardId: 'c1-r1' }, {}, 30],
  ])(
    'by %s asks the platform for it, and the books the same',
    async (_what, query, sent, count) => {
      const { world, room } = begin();
      await room.search.page({ source: 'platform' }, 0, 1_000);
      const { claims, more } = await room.search.page({ ...query, source: 'platform' }, 0, 1_000);
      expect(world.sent.at(-1)?.query).toEqual({ page: '0', size: '1000', ...sent });
      expect(claims).toHaveLength(count);
      expect(more).toBe(false);
      const calls = world.sent.length;
      const kept = await room.search.page({ ...query, source: 'kept' }, 0, 1_000);
      expect(kept).toEqual({ claims, more: false });
      expect(world.sent).toHaveLength(calls);
      expect(world.log.broken()).toEqual([]);
    },
  );

  it('finds claims by id', async () => {
    const { ids, room } = begin();
    const query = { claimIds: [ids[3] ?? '', ids[12] ?? ''] };
    const { claims } = await room.search.page({ ...query, source: 'platform' }, 0, 100);
    expect(idsOf(claims)).toEqual([ids[3], ids[12]]);
    expect(await room.search.page({ ...query, source: 'kept' }, 0, 100)).toEqual({
      claims,
      more: false,
    });
  });

  it.each(['platform', 'kept'] as const)('goes through the pages (%s)', async (source) => {
    const { ids, room } = begin();
    await room.search.page({ source: 'platform' }, 0, 1_000);
    const pages = await Promise.all(
      [0, 1, 2].map((page) => room.search.page({ source }, page, 13)),
    );
    expect(pages.map(({ claims }) => claims.length)).toEqual([13, 13, 4]);
    expect(pages.map(({ more }) => more)).toEqual([true, true, false]);
    expect(pages.flatMap(({ claims }) => idsOf(claims))).toEqual(ids);
  });
});

describe('what the page may ask', () => {
  it('has the platform’s bounds', () => {
    expect(DROPS_LIMITS).toEqual({
      pageSizeMax: SPEC_LIMITS.claimsSizeMax,
      idsInFilterMax: SPEC_LIMITS.claimIdsInFilterMax,
      idsInChangeMax: SPEC_LIMITS.claimIdsInChangeMax,
    });
    expect(DROPS_CAMPAIGN_STATES).toEqual(CAMPAIGN_STATES);
  });

  it.each([
    ['drops.claims', { source: 'kept', page: 0, size: 1_000 }, true],
    ['drops.claims', { source: 'kept', page: 0, size: 1_001 }, false],
    ['drops.claims', { source: 'kept', page: 0, size: 0 }, false],
    ['drops.claims', { source: 'kept', page: -1, size: 20 }, false],
    ['drops.claims', { source: 'kept', page: 0, size: 20, claimIds: Array(100).fill('1') }, true],
    ['drops.claims', { source: 'kept', page: 0, size: 20, claimIds: Array(101).fill('1') }, false],
    ['drops.claims', { source: 'kept', page: 0, size: 20, claimIds: ['1,2'] }, false],
    ['drops.claims', { source: 'kept', page: 0, size: 20, fulfillmentState: 'PAID' }, false],
    ['drops.pay', { claimIds: ['1'], state: 'FULFILLED' }, true],
    ['drops.pay', { claimIds: [], state: 'FULFILLED' }, false],
    ['drops.late', { claimIds: Array(10_000).fill('1') }, true],
    ['drops.late', { claimIds: Array(10_001).fill('1') }, false],
    ['drops.late', { claimIds: ['1'], state: 'FULFILLED' }, false],
    ['drops.pay', { claimIds: Array(10_001).fill('1'), state: 'FULFILLED' }, false],
    ['drops.settings', { readsPerHour: 3 }, false],
    ['drops.settings', { readsPerHour: 60 }, true],
  ] as const)('%s with %o: %s', (name, args, fits) => {
    expect(DROPS_COMMANDS[name].args.safeParse(args).success).toBe(fits);
  });

  it('leaves settings as they are that are not named', () => {
    expect(DROPS_COMMANDS['drops.settings'].args.parse({ stuckHours: 5 })).toEqual({
      stuckHours: 5,
    });
  });
});
