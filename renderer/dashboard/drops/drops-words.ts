import type { DropsCampaign, DropsClaim } from '../../../shared/contract/drops.ts';
import { isWord, type Words } from '../../i18n/dashboard.ts';

/** The platform's name of a state or result (`status`) in words; an unknown name unchanged. */
export function stateName(of: 'state' | 'claim' | 'status', name: string, t: Words['t']): string {
  const key = `drops.${of}-${name}`;
  return isWord(key) ? t(key) : name;
}

/** Whether the platform no longer changes this claim; `platformNow`: its own time, which decides. */
export function isPastDeadline(
  campaigns: readonly DropsCampaign[],
  { campaignId, fulfillmentState }: Pick<DropsClaim, 'campaignId' | 'fulfillmentState'>,
  platformNow: number,
): boolean {
  const deadline = campaigns.find((one) => one.campaignId === campaignId)?.claimAvailableAt ?? null;
  return fulfillmentState === 'CLAIMED' && deadline !== null && deadline < platformNow;
}

/** The titles of a claim's campaign and reward, or their ids if unknown. */
export function titlesOf(
  campaigns: readonly DropsCampaign[],
  { campaignId, rewardId }: Pick<DropsClaim, 'campaignId' | 'rewardId'>,
) {
  const campaign = campaigns.find((one) => one.campaignId === campaignId);
  const reward = campaign?.rewards.find((one) => one.rewardId === rewardId);
  return { campaign: campaign?.title ?? campaignId, reward: reward?.title ?? rewardId };
}
