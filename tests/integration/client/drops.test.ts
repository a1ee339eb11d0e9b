import { describe, expect, it } from 'vitest';
import {
  CAMPAIGN_STATES,
  type FulfillmentState,
} from '../../../electron/platform/resources/drops.ts';
import type { Claim } from '../../../electron/simulator/world/model.ts';
import { type ClientStage, MINUTE, stageOpener } from './support/client-stage.ts';
import { campaignOf, claimOf } from './support/proofs-of-drops.ts';

const openStage = stageOpener();
const PUT = 'PUT /api/openapi/open/v1/drops/reward-claims';

const world = (stage: ClientStage) => stage.simulator.world;
const allClaims = (stage: ClientStage) => world(stage).drops.claims(stage.application);
const isLinked = (stage: ClientStage, { user }: Claim): boolean =>
  world(stage).authorizations.activeGrant(stage.application, user) !== null;

/** Claims whose state can be changed to `target` now. */
function changeable(stage: ClientStage, target: FulfillmentState): readonly Claim[] {
  const now = stage.simulator.clock.now();
  return allClaims(stage).filter(
    (claim) =>
      claim.fulfillmentState !== target &&
      claim.campaign.claimAvailableAt > now &&
      isLinked(stage, claim),
  );
}

describe('campaign states', () => {
  it.each(CAMPAIGN_STATES)('%s: the filter finds those and no others', async (state) => {
    const stage = await openStage();
    const { client } = await stage.signIn();
    const wanted = world(stage)
      .drops.campaigns(stage.application)
      .filter((campaign) => campaign.state === state);
    expect(wanted.length).toBeGreaterThan(0);
    expect(await client.drops.campaigns({ states: [state] })).toEqual(
      wanted.map((campaign) => campaignOf(stage, campaign)),
    );
  });

  it('several are asked for at once; none means all', async () => {
    const stage = await openStage();
    const { client } = await stage.signIn();
    const some = await client.drops.campaigns({ states: ['ACTIVE', 'CLAIMABLE', 'ACTIVE'] });
    expect(some.map(({ state }) => state)).toEqual(['ACTIVE', 'ACTIVE', 'CLAIMABLE']);
    const all = await client.drops.campaigns({ states: [] });
    expect(new Set(all.map(({ state }) => state))).toEqual(new Set(CAMPAIGN_STATES));
  });

  it.each(CAMPAIGN_STATES)('%s: viewers claim while it is ACTIVE, and only then', async (state) => {
    const stage = await openStage();
    const { client } = await stage.signIn();
    const { drops } = world(stage);
    const [campaign] = drops.campaigns(stage.application, [state]);
    const [reward] = drops.campaigns(stage.application)[0]!.rewards;
    const claim = drops.claim(campaign!, reward!, stage.viewers[0]!);
    expect(claim !== null).toBe(state === 'ACTIVE');
    if (claim === null) return;
    const [listed] = await client.drops.claims({ claimIds: [claim.claimId] });
    expect(listed).toEqual({ ...claimOf(claim), fulfillmentState: 'CLAIMED' });
    expect(Date.parse(listed!.claimedDate)).toBe(stage.simulator.clock.now());
  });

  it('another application’s campaigns and claims are not ours to see', async () => {
    const stage = await openStage();
    const other = stage.otherApplication();
    const token = async () => 'unused';
    const userTokens = { accessToken: token, accessTokenAfter: token };
    const { clientId, clientSecret } = other;
    const client = stage.client(userTokens, { clientId, clientSecret });
    expect(await client.drops.campaigns()).toEqual([]);
    const claimIds = allClaims(stage)
      .slice(0, 3)
      .map(({ claimId }) => claimId);
    expect(await client.drops.claims({ claimIds })).toEqual([]);
  });
});

describe('filters of reward claims', () => {
  it.each<readonly [string, (claim: Claim) => object, (claim: Claim, sample: Claim) => boolean]>([
    [
      'claimId',
      ({ claimId }) => ({ claimIds: [claimId] }),
      (one, it) => one.claimId === it.claimId,
    ],
    ['channelId', ({ user }) => ({ channelId: user.channelId }), (one, it) => one.user === it.user],
    [
      'campaignId',
      ({ campaign }) => ({ campaignId: campaign.campaignId }),
      (one, it) => one.campaign === it.campaign,
    ],
    [
      'categoryId',
      ({ campaign }) => ({ categoryId: campaign.category.categoryId }),
      (one, it) => one.campaign.category === it.campaign.category,
    ],
    [
      'fulfillmentState',
      ({ fulfillmentState }) => ({ fulfillmentState }),
      (one, it) => one.fulfillmentState === it.fulfillmentState,
    ],
    [
      'all of them together',
      ({ claimId, user, campaign, fulfillmentState }) => ({
        claimIds: [claimId],
        channelId: user.channelId,
        campaignId: campaign.campaignId,
        categoryId: campaign.category.categoryId,
        fulfillmentState,
      }),
      (one, it) => one === it,
    ],
  ])('%s', async (_, filterOf, fits) => {
    const stage = await openStage();
    const { client } = await stage.signIn();
    const sample = allClaims(stage)[57]!;
    const wanted = allClaims(stage).filter((claim) => fits(claim, sample));
    expect(wanted.length).toBeLessThan(250);
    const found = await client.drops.claims({ size: 1000, ...filterOf(sample) });
    expect(found).toEqual(wanted.map(claimOf));
  });
});

describe('the states of a reward claim', () => {
  it.each<readonly [FulfillmentState, FulfillmentState]>([
    ['CLAIMED', 'FULFILLED'],
    ['FULFILLED', 'CLAIMED'],
  ])('%s becomes %s, and updatedDate says when', async (from, to) => {
    const stage = await openStage();
    const { client } = await stage.signIn();
    const claim = changeable(stage, to)[0]!;
    const [before] = await client.drops.claims({ claimIds: [claim.claimId] });
    expect(before?.fulfillmentState).toBe(from);
    stage.simulator.moveTime(MINUTE);
    const { groups } = await client.drops.setFulfillment([claim.claimId], to);
    expect(groups.map(({ status }) => status)).toEqual(['SUCCESS']);
    const [after] = await client.drops.claims({ claimIds: [claim.claimId] });
    const updatedDate = new Date(stage.simulator.clock.now()).toISOString();
    expect(after).toEqual({ ...before, fulfillmentState: to, updatedDate });
  });
});

/** Each status of the payout table, once for every circumstance the specification names. */
const PER_ITEM: readonly (readonly [string, string, (stage: ClientStage) => string])[] = [
  ['SUCCESS', 'a claim that can be changed', (stage) => changeable(stage, 'FULFILLED')[0]!.claimId],
  ['INVALID_ID', 'a malformed id', () => 'claim-1'],
  ['NOT_FOUND', 'a claim that does not exist', () => '999999999999999999'],
  [
    'NOT_FOUND',
    'a claim of another application',
    (stage) => {
      const [claim] = allClaims(stage);
      const application = stage.otherApplication();
      const campaign = { ...claim!.campaign, application };
      return world(stage).drops.addClaim({ ...claim!, campaign, claimId: '300000000000000001' })
        .claimId;
    },
  ],
  [
    'UNAUTHORIZED',
    'a viewer whose link has ended',
    (stage) => {
      const claim = changeable(stage, 'FULFILLED')[0]!;
      const { authorizations } = world(stage);
      authorizations.revokeGrant(authorizations.activeGrant(stage.application, claim.user)!);
      return claim.claimId;
    },
  ],
  [
    'UPDATE_FAILED',
    'a claim in that state already',
    (stage) => changeable(stage, 'CLAIMED')[0]!.claimId,
  ],
  [
    'UPDATE_FAILED',
    'a campaign past its claim deadline',
    (stage) => {
      const claim = changeable(stage, 'FULFILLED')[0]!;
      stage.simulator.moveTime(claim.campaign.claimAvailableAt - stage.simulator.clock.now() + 1);
      return claim.claimId;
    },
  ],
  [
    'UPDATE_FAILED',
    'another change at the same time',
    (stage) => {
      const claim = changeable(stage, 'FULFILLED')[0]!;
      world(stage).drops.conflicts.add(claim.claimId);
      return claim.claimId;
    },
  ],
];

describe('the results of a payout change', () => {
  it.each(PER_ITEM)('%s: %s', async (status, _, idOf) => {
    const stage = await openStage();
    const { client } = await stage.signIn();
    const id = idOf(stage);
    const before = allClaims(stage).map(claimOf);
    const result = await client.drops.setFulfillment([id], 'FULFILLED');
    expect(result.groups).toEqual([
      {
        status,
        ids: [id],
        explanation: { key: `drops.result-${status}` },
        action: { key: expect.stringMatching(/^drops\.next-/) },
      },
    ]);
    expect(result.unreportedIds).toEqual([]);
    expect(stage.simulator.requestLog.count(PUT)).toBe(1);
    const changed = allClaims(stage)
      .map(claimOf)
      .filter((claim, n) => claim.updatedDate !== before[n]?.updatedDate);
    expect(changed.map(({ claimId }) => claimId)).toEqual(status === 'SUCCESS' ? [id] : []);
  });

  it('to the last instant of the deadline a claim can be changed', async () => {
    const stage = await openStage();
    const { client } = await stage.signIn();
    const claim = changeable(stage, 'FULFILLED')[0]!;
    stage.simulator.moveTime(claim.campaign.claimAvailableAt - stage.simulator.clock.now());
    const { groups } = await client.drops.setFulfillment([claim.claimId], 'FULFILLED');
    expect(groups[0]?.status).toBe('SUCCESS');
  });

  it('all statuses come apart in one answer, each id in one group', async () => {
    const stage = await openStage();
    const { client } = await stage.signIn();
    const [paid] = changeable(stage, 'CLAIMED');
    const [good, more] = changeable(stage, 'FULFILLED');
    const unlinked = allClaims(stage).find((claim) => !isLinked(stage, claim))!;
    const ids = [paid!, good!, unlinked, more!].map(({ claimId }) => claimId);
    const result = await client.drops.setFulfillment(
      ['not an id', ...ids, '999999999999999999', good!.claimId],
      'FULFILLED',
    );
    expect(Object.fromEntries(result.groups.map((group) => [group.status, group.ids]))).toEqual({
      SUCCESS: [good!.claimId, more!.claimId],
      INVALID_ID: ['not an id'],
      NOT_FOUND: ['999999999999999999'],
      UNAUTHORIZED: [unlinked.claimId],
      UPDATE_FAILED: [paid!.claimId],
    });
  });
});
