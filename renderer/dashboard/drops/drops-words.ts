import type { DropsCampaign, DropsClaim } from '../../../shared/contract/drops.ts';
import { isWord, type Words } from '../../i18n/dashboard.ts';

/** The platform's name of a state or result (`status`) in words; an unknown name unchanged. */
export function stateName(of: 'state' | 'claim' | 'status', name: string, t: Words['t']): string {
  const key = `drops.${of}-${name}`;
  return isWord(key) ? t(key) : name;
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
