import type { ClaimRecord } from '../ledger/payout-ports.ts';
import type { RewardClaim } from '../platform/resources/drops.ts';
import { readTime } from './read-time.ts';

/** A claim as the books keep it. */
export function claimRecord(claim: RewardClaim): ClaimRecord {
  const { claimId, campaignId, rewardId, categoryId, categoryName, channelId } = claim;
  return {
    ...{ claimId, campaignId, rewardId, categoryId, categoryName, channelId },
    fulfillmentState: claim.fulfillmentState,
    claimedAt: readTime(claim.claimedDate),
    updatedAt: readTime(claim.updatedDate),
  };
}
