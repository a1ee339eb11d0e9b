import { beforeEach, describe, expect, it } from 'vitest';
import type { ItemStatus } from '../../../electron/simulator/world/drops.ts';
import {
  CAMPAIGN_STATES,
  type Claim,
  type FulfillmentState,
} from '../../../electron/simulator/world/model.ts';
import { clientHeaders, errorOf, OPEN, openPlatform, type Platform, type Row } from './support.ts';

let platform: Platform;

beforeEach(() => {
  platform = openPlatform();
});

const CAMPAIGNS = `${OPEN}/drops/campaigns`;
const CLAIMS = `${OPEN}/drops/reward-claims`;
const get = (path: string) => platform.ask(path, { headers: platform.clientHeaders });
const dataOf = async (path: string) => (await get(path)).json.content.data;
const put = (body: object) =>
  platform.ask(CLAIMS, { method: 'PUT', body, headers: platform.clientHeaders });
const change = async (claimIds: readonly string[], fulfillmentState: FulfillmentState) =>
  (await put({ claimIds, fulfillmentState })).json.content.data;

/** A claim that can be paid: open campaign, linked viewer. */
function openClaim(viewer = 0): Claim {
  const [campaign] = platform.world.drops.campaigns(platform.application, ['ACTIVE']);
  const reward = campaign?.rewards[0];
  const claim =
    campaign && reward && platform.world.drops.claim(campaign, reward, platform.viewer(viewer));
  if (!claim) throw new Error('no claim could be made');
  return claim;
}

describe('the campaign list', () => {
  it('answers the documented fields', async () => {
    const [campaign] = await dataOf(`${CAMPAIGNS}?size=1`);
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);
    expect(campaign).toEqual({
      campaignId: 'campaign001',
      state: 'ACTIVE',
      title: expect.any(String),
      description: expect.any(String),
      imageUrl: expect.stringMatching(/^http:/),
      externalUrl: expect.stringMatching(/^https:/),
      startAt: time,
      endAt: time,
      claimAvailableAt: time,
      rewards: expect.any(Array),
    });
    expect(campaign?.rewards[0]).toEqual({
      rewardId: 'campaign001r1',
      title: expect.any(String),
      imageUrl: expect.stringMatching(/^http:/),
      type: 'IN_GAME_REWARD',
      minWatchTime: 1_800,
    });
  });

  it('holds campaigns of every state, some without an outside address', async () => {
    const all = await dataOf(CAMPAIGNS);
    const states = new Set(all.map((campaign) => campaign.state));
    expect([...CAMPAIGN_STATES].filter((state) => !states.has(state))).toEqual([]);
    expect(all.some((campaign) => campaign.externalUrl === null)).toBe(true);
  });

  it.each(CAMPAIGN_STATES)('filters by %s', async (state) => {
    const found = await dataOf(`${CAMPAIGNS}?state=${state}`);
    expect(found.length).toBeGreaterThan(0);
    expect(found.every((campaign) => campaign.state === state)).toBe(true);
  });

  it('filters by several states at once', async () => {
    const both = await dataOf(`${CAMPAIGNS}?state=DRAFT,ACTIVE`);
    expect(both.map((campaign) => campaign.state).sort()).toEqual(['ACTIVE', 'ACTIVE', 'DRAFT']);
  });

  it('shows nothing of other applications', async () => {
    const answer = await platform.ask(CAMPAIGNS, { headers: clientHeaders(platform.other) });
    expect(answer.json.content.data).toEqual([]);
  });

  it.each<[string, number]>([
    ['size=100', 200],
    ['size=101', 400],
    ['size=0', 400],
    ['page=0', 200],
    ['page=-1', 400],
    ['page=x', 400],
    ['state=OPEN', 400],
    ['state=ACTIVE,OPEN', 400],
    ['state=', 400],
  ])('answers %s with %i', async (query, status) => {
    expect((await get(`${CAMPAIGNS}?${query}`)).status).toBe(status);
  });
});

describe('the claim list', () => {
  it('answers the documented fields', async () => {
    const claim = openClaim();
    const now = new Date(platform.clock.now()).toISOString();
    expect(await dataOf(`${CLAIMS}?claimId=${claim.claimId}`)).toEqual([
      {
        claimId: claim.claimId,
        campaignId: 'campaign001',
        rewardId: 'campaign001r1',
        categoryId: 'starlight-voyage',
        categoryName: '별빛 항해',
        channelId: platform.viewer(0).channelId,
        fulfillmentState: 'CLAIMED',
        claimedDate: now,
        updatedDate: now,
      },
    ]);
  });

  it('answers claimedDate as updatedDate where no such time exists', async () => {
    const claim = openClaim();
    const made = platform.world.drops.addClaim({
      ...claim,
      claimId: '999999999999999999',
      claimedAt: null,
    });
    await platform.clock.advance(1_000);
    await change([made.claimId], 'FULFILLED');
    const [shown] = await dataOf(`${CLAIMS}?claimId=${made.claimId}`);
    expect(shown?.updatedDate).toBe(new Date(platform.clock.now()).toISOString());
    expect(shown?.claimedDate).toBe(shown?.updatedDate);
  });

  it('keeps claimedDate when the state changes later', async () => {
    const claim = openClaim();
    const claimed = new Date(platform.clock.now()).toISOString();
    await platform.clock.advance(1_000);
    await change([claim.claimId], 'FULFILLED');
    const [shown] = await dataOf(`${CLAIMS}?claimId=${claim.claimId}`);
    expect(shown?.claimedDate).toBe(claimed);
    expect(shown?.updatedDate).toBe(new Date(platform.clock.now()).toISOString());
  });

  it('has 20 entries a page unless asked for more, and pages without loss or doubles', async () => {
    expect(await dataOf(CLAIMS)).toHaveLength(20);
    const seen: string[] = [];
    for (let page = 0; page < 3; page += 1) {
      const data = await dataOf(`${CLAIMS}?size=100&page=${page}`);
      seen.push(...data.map((claim) => claim.claimId));
    }
    expect(new Set(seen).size).toBe(250);
    expect(await dataOf(`${CLAIMS}?size=100&page=3`)).toEqual([]);
  });

  it('is in ascending claimId order, as numbers and as text', async () => {
    const late = platform.world.drops.addClaim({ ...openClaim(), claimId: '100000000000000000' });
    const ids = (await dataOf(`${CLAIMS}?size=1000`)).map((claim) => claim.claimId);
    expect(ids[0]).toBe(late.claimId);
    expect(ids).toEqual([...ids].sort());
    expect(ids).toEqual([...ids].sort((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1)));
  });

  it.each<[string, string, (claim: Row) => boolean]>([
    ['channelId', 'channelId=Vw1aT9xQpL', (claim) => claim.channelId === 'Vw1aT9xQpL'],
    ['campaignId', 'campaignId=campaign003', (claim) => claim.campaignId === 'campaign003'],
    ['categoryId', 'categoryId=lantern-maze', (claim) => claim.categoryId === 'lantern-maze'],
    [
      'fulfillmentState',
      'fulfillmentState=CLAIMED',
      (claim) => claim.fulfillmentState === 'CLAIMED',
    ],
    [
      'two filters',
      'channelId=Vw1aT9xQpL&fulfillmentState=FULFILLED',
      (claim) => claim.channelId === 'Vw1aT9xQpL' && claim.fulfillmentState === 'FULFILLED',
    ],
    [
      'claimId',
      'claimId=100000000000000003,100000000000000007,100000000000099999,abc',
      (claim) => ['100000000000000003', '100000000000000007'].includes(claim.claimId),
    ],
  ])('filters by %s', async (_what, query, passes) => {
    const all = await dataOf(`${CLAIMS}?size=1000`);
    const found = await dataOf(`${CLAIMS}?size=1000&${query}`);
    expect(found.length).toBeGreaterThan(0);
    expect(found).toEqual(all.filter(passes));
  });

  it('shows nothing of other applications', async () => {
    const answer = await platform.ask(CLAIMS, { headers: clientHeaders(platform.other) });
    expect(answer.json.content.data).toEqual([]);
  });

  const ids = (count: number) => Array.from({ length: count }, (_, i) => String(i)).join(',');
  it.each<[string, string, number]>([
    ['1000 a page', 'size=1000', 200],
    ['1001 a page', 'size=1001', 400],
    ['none a page', 'size=0', 400],
    ['a negative page', 'page=-1', 400],
    ['100 ids', `claimId=${ids(100)}`, 200],
    ['101 ids', `claimId=${ids(101)}`, 400],
    ['an unknown state', 'fulfillmentState=PAID', 400],
  ])('answers %s as it should', async (_what, query, status) => {
    expect((await get(`${CLAIMS}?${query}`)).status).toBe(status);
  });
});

describe('a viewer who claims', () => {
  it.each(CAMPAIGN_STATES)('can or cannot do it while the campaign is %s', (state) => {
    const [campaign] = platform.world.drops.campaigns(platform.application, ['ACTIVE']);
    const reward = campaign?.rewards[0];
    if (!campaign || !reward) throw new Error('no campaign');
    campaign.state = state;
    const claim = platform.world.drops.claim(campaign, reward, platform.viewer(0));
    expect(claim !== null).toBe(state === 'ACTIVE');
  });
});

describe('the payout state', () => {
  it('goes from CLAIMED to FULFILLED and back, and updatedDate with it', async () => {
    const claim = openClaim();
    const made = claim.claimedAt;
    for (const state of ['FULFILLED', 'CLAIMED'] as const) {
      await platform.clock.advance(1_000);
      expect(await change([claim.claimId], state)).toEqual([
        { status: 'SUCCESS', ids: [claim.claimId] },
      ]);
      expect(claim).toMatchObject({
        fulfillmentState: state,
        updatedAt: platform.clock.now(),
        claimedAt: made,
      });
    }
  });

  const cases: readonly [string, ItemStatus, () => string | Promise<string>][] = [
    ['a claim that can be paid', 'SUCCESS', () => openClaim().claimId],
    ['text that is no id', 'INVALID_ID', () => 'abc'],
    ['an id with too few digits', 'INVALID_ID', () => '12345'],
    ['an empty id', 'INVALID_ID', () => ''],
    ['an id nobody has', 'NOT_FOUND', () => '100000000000999999'],
    [
      "another application's claim",
      'NOT_FOUND',
      () => {
        const claim = openClaim();
        const campaign = { ...claim.campaign, application: platform.other };
        return platform.world.drops.addClaim({ ...claim, claimId: '777777777777777777', campaign })
          .claimId;
      },
    ],
    [
      'a viewer whose link ended',
      'UNAUTHORIZED',
      () => {
        const { authorizations } = platform.world;
        const claim = openClaim(1);
        const grant = authorizations.activeGrant(platform.application, platform.viewer(1));
        if (grant) authorizations.revokeGrant(grant);
        return claim.claimId;
      },
    ],
    ['a viewer who never linked', 'UNAUTHORIZED', () => openClaim(11).claimId],
    [
      'a claim already in the requested state',
      'UPDATE_FAILED',
      async () => {
        const { claimId } = openClaim();
        await change([claimId], 'FULFILLED');
        return claimId;
      },
    ],
    [
      'a campaign past its deadline',
      'UPDATE_FAILED',
      async () => {
        const claim = openClaim();
        await platform.clock.advance(claim.campaign.claimAvailableAt - platform.clock.now() + 1);
        return claim.claimId;
      },
    ],
    [
      'a concurrent change',
      'UPDATE_FAILED',
      () => {
        const { claimId } = openClaim();
        platform.world.drops.conflicts.add(claimId);
        return claimId;
      },
    ],
  ];

  it.each(cases)('answers %s with %s', async (_what, status, make) => {
    const id = await make();
    expect(await change([id], 'FULFILLED')).toEqual([{ status, ids: [id] }]);
  });

  it('can be changed in the very last instant before the deadline has passed', async () => {
    const claim = openClaim();
    await platform.clock.advance(claim.campaign.claimAvailableAt - platform.clock.now());
    expect(await change([claim.claimId], 'FULFILLED')).toMatchObject([{ status: 'SUCCESS' }]);
  });

  it('groups a mixed call, each id where it belongs, and leaves refused claims alone', async () => {
    const [good, again, unlinked] = [openClaim(0), openClaim(2), openClaim(11)];
    await change([again.claimId], 'FULFILLED');
    const before = again.updatedAt;
    await platform.clock.advance(1_000);
    const groups = await change(
      ['x', unlinked.claimId, good.claimId, again.claimId, '100000000000999999', 'y'],
      'FULFILLED',
    );
    expect(groups).toEqual([
      { status: 'SUCCESS', ids: [good.claimId] },
      { status: 'INVALID_ID', ids: ['x', 'y'] },
      { status: 'NOT_FOUND', ids: ['100000000000999999'] },
      { status: 'UNAUTHORIZED', ids: [unlinked.claimId] },
      { status: 'UPDATE_FAILED', ids: [again.claimId] },
    ]);
    expect(again.updatedAt).toBe(before);
    expect(unlinked.fulfillmentState).toBe('CLAIMED');
  });

  const ids = (count: number) => Array.from({ length: count }, (_, i) => `id${i}`);
  it.each<[string, object, number]>([
    ['100 ids', { claimIds: ids(100), fulfillmentState: 'FULFILLED' }, 200],
    ['101 ids', { claimIds: ids(101), fulfillmentState: 'FULFILLED' }, 400],
    ['numbers for ids', { claimIds: [1], fulfillmentState: 'FULFILLED' }, 400],
    ['text for ids', { claimIds: '1', fulfillmentState: 'FULFILLED' }, 400],
    ['no ids', { fulfillmentState: 'FULFILLED' }, 400],
    ['an unknown state', { claimIds: [], fulfillmentState: 'PAID' }, 400],
    ['no state', { claimIds: [] }, 400],
    [
      'a field that is not documented',
      { claimIds: [], fulfillmentState: 'CLAIMED', note: '' },
      400,
    ],
  ])('answers %s as it should', async (_what, body, status) => {
    expect((await put(body)).status).toBe(status);
  });

  it('changes nothing when the call as a whole is refused', async () => {
    const claim = openClaim();
    await put({ claimIds: [claim.claimId, ...ids(100)], fulfillmentState: 'FULFILLED' });
    expect(claim.fulfillmentState).toBe('CLAIMED');
  });
});

describe('the daily quota', () => {
  beforeEach(() => {
    platform.world.quotas.amounts = { READ_DROPS: 2, WRITE_DROPS: 1 };
  });

  const write = () => put({ claimIds: [], fulfillmentState: 'CLAIMED' });

  it('counts both lists in READ_DROPS and rejects the call over it', async () => {
    expect((await get(CAMPAIGNS)).status).toBe(200);
    expect((await get(CLAIMS)).status).toBe(200);
    expect((await get(CAMPAIGNS)).json).toEqual(errorOf(429, 'Daily quota exceeded: READ_DROPS'));
    expect((await write()).status).toBe(200);
  });

  it('counts the payout change in WRITE_DROPS, and a rejected one changes nothing', async () => {
    await write();
    const claim = openClaim();
    const answer = await put({ claimIds: [claim.claimId], fulfillmentState: 'FULFILLED' });
    expect(answer.json).toEqual(errorOf(429, 'Daily quota exceeded: WRITE_DROPS'));
    expect(claim.fulfillmentState).toBe('CLAIMED');
    expect((await get(CAMPAIGNS)).status).toBe(200);
  });

  it('is full again at midnight in Korea, not before', async () => {
    const { quotas } = platform.world;
    const { resetsAt } = quotas.read(platform.application, 'READ_DROPS');
    expect(new Date(resetsAt).toISOString()).toBe('2026-05-20T15:00:00.000Z');
    await get(CLAIMS);
    await get(CLAIMS);
    await platform.clock.advance(resetsAt - platform.clock.now() - 1);
    expect((await get(CLAIMS)).status).toBe(429);
    await platform.clock.advance(1);
    expect((await get(CLAIMS)).status).toBe(200);
    expect(quotas.read(platform.application, 'READ_DROPS')).toMatchObject({ used: 1, limit: 2 });
  });

  it('is counted for each application by itself, and not for calls without good credentials', async () => {
    await platform.ask(CLAIMS);
    await platform.ask(CLAIMS, { headers: clientHeaders(platform.other) });
    expect(platform.world.quotas.read(platform.application, 'READ_DROPS').used).toBe(0);
    expect(platform.world.quotas.read(platform.other, 'READ_DROPS').used).toBe(1);
  });
});
