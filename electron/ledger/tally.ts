import type { DrawTally, StageEvent } from '../../shared/events.ts';

/** When a round was drawn, epoch milliseconds: by the platform's clock, else when it arrived. */
function drawnAtOf({ data, receivedAt }: StageEvent<'DROPS'>): number {
  const drawnAt = data.drawnAt === null ? Number.NaN : Date.parse(data.drawnAt);
  return Number.isNaN(drawnAt) ? receivedAt : drawnAt;
}

/** A sum that stays at the largest number that can be held exactly. */
export function safeSum(sum: number): number {
  return Math.min(sum, Number.MAX_SAFE_INTEGER);
}

/** The tally of one reward: its latest round, the number of rounds and all their winners. */
export function tallyOf(latest: StageEvent<'DROPS'>, rounds: number, total: number): DrawTally {
  const { campaignId, rewardId, rewardTitle, rewardImageUrl, count } = latest.data;
  return {
    campaignId,
    rewardId,
    rewardTitle,
    rewardImageUrl,
    rounds,
    lastCount: count,
    total: safeSum(total),
    lastDrawnAt: drawnAtOf(latest),
  };
}
