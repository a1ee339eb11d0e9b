import type { KeptCampaign } from './campaign-cache.ts';

const DAY_MS = 24 * 60 * 60_000;

/** Viewers may claim in these ("Viewer claims are accepted while the campaign is ACTIVE"). */
const OPEN_STATES: readonly string[] = ['ACTIVE', 'CLAIMABLE'];
/** These take no claims yet. In all others, the unpaid claims of earlier rarely change. */
const EARLY_STATES: readonly string[] = ['DRAFT', 'PENDING', 'APPROVED', 'REJECTED'];

type CampaignTimes = Pick<KeptCampaign, 'state' | 'claimAvailableAt'>;

/**
 * How often a campaign's unpaid claims are read. `always`: at every check until the deadline.
 * `seldom`: after each state change, then once a day while unpaid claims are possible. `never`: the
 * campaign takes no claims (yet). Unknown states are read seldom.
 */
export type ReadingPace = 'always' | 'seldom' | 'never';

export function readingPace(campaign: CampaignTimes, now: number): ReadingPace {
  if (EARLY_STATES.includes(campaign.state)) return 'never';
  const isOpen = OPEN_STATES.includes(campaign.state) && !isPastDeadline(campaign, now);
  return isOpen ? 'always' : 'seldom';
}

/** The platform rejects payout changes after the deadline. */
export function isPastDeadline(campaign: CampaignTimes, now: number): boolean {
  return campaign.claimAvailableAt !== null && now > campaign.claimAvailableAt;
}

/**
 * Whether a `seldom` campaign is due. Before its deadline, unknown unpaid claims may exist; after
 * it only known ones are followed.
 * `now` is the platform's time, `clockNow` the time of the clock that stamps readings.
 */
export function isSeldomDue(
  campaign: KeptCampaign,
  unpaid: number,
  now: number,
  clockNow: number = now,
): boolean {
  const { sweptAt } = campaign.reading;
  if (sweptAt === null) return true;
  const canBeUnpaid = unpaid > 0 || !isPastDeadline(campaign, now);
  return canBeUnpaid && isOlder(sweptAt, DAY_MS, clockNow);
}

/** Whether `at` is at least so long ago. What lies ahead was stamped by a clock that has been set back. */
export function isOlder(at: number, ms: number, now: number): boolean {
  return now - at >= ms || at > now;
}

/** Open campaigns by deadline first, then upcoming, then past ones. */
export function byUrgency(now: number): (a: KeptCampaign, b: KeptCampaign) => number {
  const rank = (campaign: KeptCampaign) => {
    const pace = readingPace(campaign, now);
    if (pace === 'always') return 0;
    if (campaign.state === 'PAUSED') return 1;
    return pace === 'never' ? 2 : 3;
  };
  return (a, b) => {
    if (rank(a) !== rank(b)) return rank(a) - rank(b);
    if (rank(a) < 2) return (a.claimAvailableAt ?? Infinity) - (b.claimAvailableAt ?? Infinity);
    const order = (a.startAt ?? 0) - (b.startAt ?? 0);
    return rank(a) === 2 ? order : -order;
  };
}
