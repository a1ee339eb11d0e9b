/** The names that StreamElements gives sums and latest events, so that no script looks for one in vain. */

/** Kinds of events. What this platform has nothing of is there, and empty. */
const KINDS = [
  'follower',
  'subscriber',
  'subscriber-new',
  'subscriber-resub',
  'subscriber-gifted',
  'host',
  'raid',
  'cheer',
  'tip',
  'merch',
  'purchase',
  'superchat',
  'sponsor',
  'redemption',
  'channel-points',
  'charityCampaignDonation',
  'cheerPurchase',
  'hypetrain',
  'supporter',
  'videolike',
] as const;

export const SESSION_PERIODS = ['session', 'week', 'month', 'total'] as const;
export type SessionPeriod = (typeof SESSION_PERIODS)[number];

/** As they are called in the names of top donors. */
export const TOP_NAMES: Readonly<Record<SessionPeriod, string>> = {
  session: 'session',
  week: 'weekly',
  month: 'monthly',
  total: 'alltime',
};

export const NOBODY = { name: '', amount: 0 } as const;

/** Every name, with nothing in it. */
export function emptySession(): Record<string, unknown> {
  const data: Record<string, unknown> = {};
  for (const kind of KINDS) {
    data[`${kind}-latest`] = { ...NOBODY, message: '', items: [], sender: '', tier: '' };
    data[`${kind}-recent`] = [];
    data[`${kind}-goal`] = { amount: 0 };
    data[`${kind}-count`] = { count: 0 };
    for (const period of SESSION_PERIODS) {
      data[`${kind}-${period}`] = { count: 0, amount: 0 };
      data[`${kind}-${TOP_NAMES[period]}-top-donator`] = NOBODY;
      data[`${kind}-${TOP_NAMES[period]}-top-donation`] = NOBODY;
    }
  }
  data['subscriber-points'] = { amount: 0 };
  data['subscriber-alltime-gifter'] = NOBODY;
  return data;
}
