import { describe, expect, it } from 'vitest';
import type { KeptCampaign } from '../../../electron/features/drops/campaign-cache.ts';
import {
  byUrgency,
  isSeldomDue,
  readingPace,
} from '../../../electron/features/drops/campaign-times.ts';
import { DROPS_CAMPAIGN_STATES } from '../../../shared/contract/drops.ts';

const NOW = Date.UTC(2026, 4, 20);
const HOUR = 60 * 60_000;

function campaign(changes: Partial<KeptCampaign> = {}): KeptCampaign {
  return {
    campaignId: 'c',
    state: 'ACTIVE',
    title: '',
    description: '',
    imageUrl: null,
    externalUrl: null,
    startAt: NOW - HOUR,
    endAt: NOW + HOUR,
    claimAvailableAt: NOW + HOUR,
    rewards: [],
    reading: { mark: null, readAt: null, sweptAt: null },
    ...changes,
  };
}

describe('how often a campaign is read', () => {
  const table = {
    DRAFT: ['never', 'never'],
    PENDING: ['never', 'never'],
    APPROVED: ['never', 'never'],
    ACTIVE: ['always', 'seldom'],
    PAUSED: ['seldom', 'seldom'],
    CLAIMABLE: ['always', 'seldom'],
    COMPLETED: ['seldom', 'seldom'],
    CANCELLED: ['seldom', 'seldom'],
    REJECTED: ['never', 'never'],
    SOMETHING_NEW: ['seldom', 'seldom'],
  } as const;

  it('is decided for every state there is', () => {
    expect(Object.keys(table)).toEqual(expect.arrayContaining([...DROPS_CAMPAIGN_STATES]));
  });

  it.each(Object.entries(table))(
    '%s: %o before and after the deadline',
    (state, [before, after]) => {
      expect(readingPace(campaign({ state }), NOW)).toBe(before);
      expect(readingPace(campaign({ state }), NOW + HOUR)).toBe(before);
      expect(readingPace(campaign({ state }), NOW + HOUR + 1)).toBe(after);
    },
  );

  it('follows one without a deadline for as long as it is active', () => {
    expect(readingPace(campaign({ claimAvailableAt: null }), NOW + 1e12)).toBe('always');
  });

  it.each([
    ['was never read', null, 0, 'COMPLETED', HOUR, true],
    ['was never read and is past its deadline', null, 0, 'COMPLETED', -1, true],
    ['can have unpaid claims and was read a day ago', 0, 0, 'COMPLETED', 0, true],
    ['can have unpaid claims and was just read', 1, 0, 'CANCELLED', HOUR, false],
    ['is past its deadline and has nothing unpaid', 0, 0, 'COMPLETED', -1, false],
    ['is past its deadline and has unpaid claims', 0, 1, 'COMPLETED', -1, true],
    ['has unpaid claims and was just read', 23 * HOUR, 1, 'COMPLETED', -1, false],
    ['is paused and was read a day ago', 0, 0, 'PAUSED', HOUR, true],
  ])('one that %s', (_what, sweptAfter, unpaid, state, left, due) => {
    const sweptAt = sweptAfter === null ? null : NOW - 24 * HOUR + sweptAfter;
    const reading = { mark: null, readAt: null, sweptAt };
    const one = campaign({ state, reading, claimAvailableAt: NOW + left });
    expect(isSeldomDue(one, unpaid, NOW)).toBe(due);
  });
});

it('puts first what ends first, then what is to come, then what is over', () => {
  const list = [
    campaign({ campaignId: 'over', state: 'COMPLETED', startAt: NOW - 9 * HOUR }),
    campaign({ campaignId: 'over-later', state: 'COMPLETED', startAt: NOW - 3 * HOUR }),
    campaign({ campaignId: 'planned', state: 'APPROVED', startAt: NOW + 9 * HOUR }),
    campaign({ campaignId: 'sooner-planned', state: 'DRAFT', startAt: NOW + HOUR }),
    campaign({ campaignId: 'endless', claimAvailableAt: null }),
    campaign({ campaignId: 'later', claimAvailableAt: NOW + 2 * HOUR }),
    campaign({ campaignId: 'soon' }),
    campaign({ campaignId: 'paused', state: 'PAUSED' }),
    campaign({ campaignId: 'past', claimAvailableAt: NOW - 1, startAt: NOW - 5 * HOUR }),
  ];
  expect([...list].sort(byUrgency(NOW)).map(({ campaignId }) => campaignId)).toEqual([
    ...['soon', 'later', 'endless', 'paused', 'sooner-planned', 'planned'],
    ...['over-later', 'past', 'over'],
  ]);
});
