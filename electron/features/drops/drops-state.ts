import {
  CAMPAIGNS_SHOWN,
  type DropsCampaign,
  type DropsState,
  HEADS_SHOWN,
  type PayoutJob,
} from '../../../shared/contract/drops.ts';
import type { DrawTally } from '../../../shared/events.ts';
import type { CampaignCache, KeptCampaign } from './campaign-cache.ts';
import { byUrgency } from './campaign-times.ts';
import type { ClaimRepository } from './claim-repository.ts';
import type { ClaimsWatch } from './claims-watch.ts';
import { type DropsBase, sum } from './drops-base.ts';
import type { PutAway } from './put-away.ts';

const HOUR_MS = 60 * 60_000;
const DRAWS_SHOWN = 50;

interface DropsStateParts
  extends Pick<DropsBase, 'repository' | 'quota' | 'settings' | 'clock' | 'platformNow'> {
  readonly shelf: CampaignCache;
  readonly putAway: Pick<PutAway, 'past' | 'away'>;
  readonly jobs: { readonly all: readonly PayoutJob[] };
  readonly watch: Pick<ClaimsWatch, 'state' | 'damaged'>;
  /** The most recently changed comes last. */
  readonly tallies: () => readonly DrawTally[];
}

type UnpaidCounts = ReturnType<ClaimRepository['unpaidCounts']>;

/** Assembles the drops state at every call, which may throw a `LedgerError`. */
export function dropsStateReader(parts: DropsStateParts): () => DropsState {
  const { shelf, repository, quota, jobs, watch, tallies, settings, clock, platformNow } = parts;
  let revision = 0;
  return () => {
    const now = platformNow();
    revision += 1;
    const counts = repository.unpaidCounts();
    const campaigns = campaignsOf(parts, counts, now);
    return {
      revision,
      readAt: shelf.readAt,
      platformAheadMs: now - clock.now(),
      campaigns: campaigns.slice(0, CAMPAIGNS_SHOWN),
      campaignCount: campaigns.length,
      draws: [...tallies()].reverse().slice(0, DRAWS_SHOWN),
      watch: watch.state,
      damaged: watch.damaged,
      quota: {
        read: quota.meter('READ_DROPS'),
        write: quota.meter('WRITE_DROPS'),
        resetsAt: quota.resetsAt,
      },
      ...unpaidOf(parts, counts, now),
      jobs: jobs.all,
      settings: settings(),
    };
  };
}

function campaignsOf({ shelf }: DropsStateParts, counts: UnpaidCounts, now: number) {
  const byCampaign = Map.groupBy(counts, ({ campaignId }) => campaignId);
  return shelf.all
    .toSorted(byUrgency(now))
    .map((campaign) => campaignView(campaign, byCampaign.get(campaign.campaignId)));
}

function unpaidOf(parts: DropsStateParts, counts: UnpaidCounts, now: number) {
  const { putAway, repository, settings } = parts;
  const { past, away } = putAway;
  const open = past.filter((id) => !away.includes(id));
  const late = { campaignIds: open, within: true, claimedBefore: null };
  const claimedBefore = now - settings().stuckHours * HOUR_MS;
  const stuck = { campaignIds: past, within: false, claimedBefore };
  const countOf = (ids: readonly string[]) =>
    sum(counts.filter(({ campaignId }) => ids.includes(campaignId)));
  const lateCount = countOf(open);
  const stuckCount = repository.countUnpaid(stuck);
  return {
    unpaid: sum(counts) - countOf(past),
    putAwayCount: countOf(away),
    late: lateCount === 0 ? [] : repository.unpaid(late, HEADS_SHOWN),
    lateCount,
    stuck: stuckCount === 0 ? [] : repository.unpaid(stuck, HEADS_SHOWN),
    stuckCount,
  };
}

function campaignView(
  { reading, ...campaign }: KeptCampaign,
  counts: UnpaidCounts = [],
): DropsCampaign {
  const rewards = campaign.rewards.map((reward) => ({
    ...reward,
    unpaid: counts.find(({ rewardId }) => rewardId === reward.rewardId)?.count ?? 0,
  }));
  return { ...campaign, rewards, unpaid: sum(counts), readAt: reading.readAt };
}
