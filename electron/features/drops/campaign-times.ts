import type { KeptCampaign } from './campaign-cache.ts';

const DAY_MS = 24 * 60 * 60_000;

/** Viewers may claim in these ("Viewer claims are accepted while the campaign is ACTIVE"). */
const OPEN_STATES: readonly string[] = ['ACTIVE', 'CLAIMABLE'];
/** These took claims once; what is unpaid of them changes seldom. */
const FORMER_STATES: readonly string[] = ['PAUSED', 'COMPLETED', 'CANCELLED'];

/**
 * How often a campaign's unpaid claims are read. `always`: at every look, through the whole period
 * until its deadline. `seldom`: once after each change of its state, and then once a day while there
 * can be unpaid ones. `never`: it takes no claims (yet). Unknown states are read seldom.
 */
export type ReadingPace = 'always' | 'seldom' | 'never';

export function readingPace(campaign: KeptCampaign, now: number): ReadingPace {
  const { state } = campaign;
  if (OPEN_STATES.includes(state)) return isPastDeadline(campaign, now) ? 'seldom' : 'always';
  if (FORMER_STATES.includes(state)) return 'seldom';
  const isBefore = ['DRAFT', 'PENDING', 'APPROVED', 'REJECTED'].includes(state);
  return isBefore ? 'never' : 'seldom';
}

/** Payout states cannot be changed after it. */
export function isPastDeadline(campaign: KeptCampaign, now: number): boolean {
  return campaign.claimAvailableAt !== null && now > campaign.claimAvailableAt;
}

/**
 * Whether a campaign that is read seldom is due. Until its deadline there can be unpaid claims that
 * are not known; after it only known ones are followed. `now` is the platform's time, `clockNow` that
 * of the clock by which readings are noted.
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
  return canBeUnpaid && clockNow - sweptAt >= DAY_MS;
}

/** What wants a look first: open ones by deadline, then what is to come, then what is over. */
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
