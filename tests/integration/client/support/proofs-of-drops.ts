import { expect } from 'vitest';
import { SPEC_OPERATIONS } from '../../../../electron/platform/operations.ts';
import type { Campaign, Claim } from '../../../../electron/simulator/world/model.ts';
import type { ClientStage } from './client-stage.ts';
import { iso, type Proof } from './proof.ts';

const { campaigns, claims, setFulfillment } = SPEC_OPERATIONS;

export function campaignOf(stage: ClientStage, campaign: Campaign) {
  const { world } = stage.simulator;
  const { campaignId, state, title, description, externalUrl } = campaign;
  return {
    campaignId,
    state,
    title,
    description,
    imageUrl: world.imageUrl(campaign.imagePath),
    externalUrl,
    startAt: iso(campaign.startAt),
    endAt: iso(campaign.endAt),
    claimAvailableAt: iso(campaign.claimAvailableAt),
    rewards: campaign.rewards.map(({ rewardId, title, imagePath, type, minWatchTime }) => ({
      rewardId,
      title,
      imageUrl: world.imageUrl(imagePath),
      type,
      minWatchTime,
    })),
  };
}

export function claimOf({ claimId, campaign, reward, user, ...claim }: Claim) {
  return {
    claimId,
    campaignId: campaign.campaignId,
    rewardId: reward.rewardId,
    categoryId: campaign.category.categoryId,
    categoryName: campaign.category.categoryValue,
    channelId: user.channelId,
    fulfillmentState: claim.fulfillmentState,
    claimedDate: iso(claim.claimedAt ?? claim.updatedAt),
    updatedDate: iso(claim.updatedAt),
  };
}

export const PROOFS_OF_DROPS: readonly Proof[] = [
  {
    operation: campaigns,
    prove: async (stage) => {
      const { client } = await stage.signIn();
      const all = stage.simulator.world.drops.campaigns(stage.application);
      const listed = await client.drops.campaigns();
      expect(listed).toEqual(all.map((campaign) => campaignOf(stage, campaign)));
      expect(listed.some(({ externalUrl }) => externalUrl === null)).toBe(true);
      expect(listed.some(({ externalUrl }) => externalUrl !== null)).toBe(true);
    },
  },
  {
    operation: claims,
    about: 'in ascending order, claimedDate falling back on updatedDate',
    prove: async (stage) => {
      const { client } = await stage.signIn();
      const all = stage.simulator.world.drops.claims(stage.application);
      const listed = await client.drops.claims({ size: 1000 });
      expect(listed).toEqual(all.map(claimOf));
      expect(listed).toHaveLength(250);
      const ids = listed.map(({ claimId }) => claimId);
      expect(ids).toEqual(ids.toSorted());
      const timeless = all.find(({ claimedAt }) => claimedAt === null)!;
      const row = listed.find(({ claimId }) => claimId === timeless.claimId);
      expect(row?.claimedDate).toBe(row?.updatedDate);
    },
  },
  {
    operation: setFulfillment,
    prove: async (stage) => {
      const { client } = await stage.signIn();
      const claim = stage.simulator.world.drops
        .claims(stage.application, { fulfillmentState: 'CLAIMED' })
        .find(({ campaign }) => campaign.state === 'ACTIVE')!;
      const result = await client.drops.setFulfillment([claim.claimId], 'FULFILLED');
      expect(result.groups.map(({ status, ids }) => [status, ids])).toEqual([
        ['SUCCESS', [claim.claimId]],
      ]);
      expect(result.unreportedIds).toEqual([]);
      expect(claim.fulfillmentState).toBe('FULFILLED');
    },
  },
];
