import type { DropsCampaign, PayoutJob } from '../../../shared/contract/drops.ts';
import { isWord, type Words } from '../../i18n/dashboard.ts';
import type { Tone } from '../../ui/badge.tsx';

/** A campaign's state in words; an unknown state unchanged. */
export function campaignState(state: string, { t }: Words): string {
  const key = `drops.state-${state}`;
  return isWord(key) ? t(key) : state;
}

/** A claim's state in words; an unknown state unchanged. */
export function claimState(state: string, { t }: Words): string {
  const key = `drops.claim-${state}`;
  return isWord(key) ? t(key) : state;
}

/** A claim's result in a job, in words; an unknown result unchanged. */
export function outcomeName(status: string, { t }: Words): string {
  const key = `drops.status-${status}`;
  return isWord(key) ? t(key) : status;
}

const CAMPAIGN_TONES: Readonly<Record<string, Tone>> = {
  ACTIVE: 'live',
  CLAIMABLE: 'accent',
  PAUSED: 'warn',
  REJECTED: 'error',
};

export function campaignTone(state: string): Tone {
  return CAMPAIGN_TONES[state] ?? 'neutral';
}

/** A job's task and size. */
export function jobName({ state, total }: PayoutJob, { t }: Words): string {
  return t(state === 'FULFILLED' ? 'drops.job-pay' : 'drops.job-unpay', { count: total });
}

/** The titles of a claim's campaign and reward; null if unknown. */
export function titlesOf(
  campaigns: readonly DropsCampaign[],
  { campaignId, rewardId }: { readonly campaignId: string; readonly rewardId: string },
): { readonly campaign: string | null; readonly reward: string | null } {
  const campaign = campaigns.find((one) => one.campaignId === campaignId);
  const reward = campaign?.rewards.find((one) => one.rewardId === rewardId);
  return { campaign: campaign?.title ?? null, reward: reward?.title ?? null };
}
