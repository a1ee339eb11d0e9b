import { readMoment } from '../base/read-time.ts';
import type { ClaimRecord } from '../ledger/payout-ports.ts';
import type { RewardClaim } from '../platform/resources/drops.ts';

/** A claim as the books keep it. */
export function claimRecord(claim: RewardClaim): ClaimRecord {
  const { claimId, campaignId, rewardId, categoryId, categoryName, channelId } = claim;
  return {
    ...{ claimId, campaignId, rewardId, categoryId, categoryName, channelId },
    fulfillmentState: claim.fulfillmentState,
    claimedAt: readMoment(claim.claimedDate),
    updatedAt: readMoment(claim.updatedDate),
  };
}
