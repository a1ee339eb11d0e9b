import { describe, expect, it } from 'vitest';
import {
  decideHealing,
  type HealCase,
  MOST_TRIES,
} from '../../../electron/features/obs/heal-decision.ts';
import { missedAlerts } from '../../../electron/features/obs/missed-alerts.ts';
import { EMPTY_DESK, type ListedAlert } from '../../../shared/contract/alerts.ts';
import { HEAL_CODES, type HealStep } from '../../../shared/contract/obs.ts';

const CASE: HealCase = {
  code: 'frozen',
  forMs: 60_000,
  looks: 3,
  wasWell: true,
  tries: 0,
  sinceTryMs: 60_000,
  isOn: true,
  isAsked: false,
  isAlertShowing: false,
  canRecreate: true,
};

describe('what is done about a source that shows nothing new', () => {
  it.each<[HealCase['code'], number, HealStep]>([
    ['not-connected', 0, 'refresh'],
    ['not-connected', 1, 'fresh-address'],
    ['not-connected', 2, 'recreate'],
    ['frozen', 0, 'fresh-address'],
    ['frozen', 1, 'recreate'],
    ['frozen', 2, 'recreate'],
    ['old-address', 0, 'renew'],
    ['old-address', 1, 'fresh-address'],
    ['old-address', 2, 'recreate'],
  ])('%s after %i tries: %s', (code, tries, step) => {
    expect(decideHealing({ ...CASE, code, tries })).toEqual({ type: 'heal', step });
  });

  it.each<[string, Partial<HealCase>, ReturnType<typeof decideHealing>]>([
    ['one silent look may be a busy page', { looks: 1 }, { type: 'leave' }],
    ['two as well', { looks: 2 }, { type: 'leave' }],
    [
      'a page that just left may come back',
      { code: 'not-connected', forMs: 2_900 },
      { type: 'leave' },
    ],
    [
      'one that stays away does not',
      { code: 'not-connected', forMs: 3_000 },
      { type: 'heal', step: 'refresh' },
    ],
    [
      'one that was just made may be loading',
      { code: 'not-connected', forMs: 5_900, wasWell: false },
      { type: 'leave' },
    ],
    [
      'an address that was just renewed may be on its way',
      { code: 'old-address', forMs: 999 },
      { type: 'leave' },
    ],
    [
      'one that stays old is not',
      { code: 'old-address', forMs: 1_000 },
      { type: 'heal', step: 'renew' },
    ],
    ['it is off', { isOn: false }, { type: 'leave' }],
    [
      'it is off, and the streamer pressed',
      { isOn: false, isAsked: true },
      { type: 'heal', step: 'fresh-address' },
    ],
    ['an alert shows in the page', { isAlertShowing: true }, { type: 'alert' }],
    [
      'an alert shows after a try that failed',
      { isAlertShowing: true, tries: 1 },
      { type: 'alert' },
    ],
    ['the second try waits', { tries: 1, sinceTryMs: 500 }, { type: 'pause', ms: 1_500 }],
    ['the third waits longer', { tries: 2, sinceTryMs: 500 }, { type: 'pause', ms: 9_500 }],
    ['three tries are enough', { tries: MOST_TRIES }, { type: 'give-up' }],
    [
      'what stands in a group is not made anew',
      { tries: 2, canRecreate: false },
      { type: 'heal', step: 'fresh-address' },
    ],
  ])('%s', (_, changes, decision) => {
    expect(decideHealing({ ...CASE, ...changes })).toEqual(decision);
  });

  it('never takes a step while an alert shows, whatever the rest', () => {
    const cases = HEAL_CODES.flatMap((code) =>
      [0, 1, 2, 3].map((tries) => ({ ...CASE, code, tries, isAlertShowing: true })),
    );
    expect(cases.map(decideHealing).filter(({ type }) => type === 'heal')).toEqual([]);
  });
});

const listed = (seq: number, endedAt: number): ListedAlert =>
  ({ event: { seq }, endedAt }) as ListedAlert;
const MINUTE = 60_000;
const NOW = 100 * MINUTE;

describe('what is played again once the overlay is back', () => {
  const missed = (over: ListedAlert[], neverAppeared: ListedAlert[] = [], painted = [0]) =>
    missedAlerts({
      desk: { ...EMPTY_DESK, over, neverAppeared },
      since: NOW - 20 * MINUTE,
      now: NOW,
      isPainted: (seq) => painted.includes(seq),
    });

  it.each([
    [
      'alerts that no page in OBS painted, in their order',
      missed([listed(9, NOW), listed(7, NOW - 1)]),
      [7, 9],
    ],
    ['also those without any page', missed([], [listed(4, NOW - 5)]), [4]],
    ['none that a page painted', missed([listed(9, NOW)], [], [9]), []],
    [
      'none on a card whose first was painted',
      missed([listed(5, NOW), listed(4, NOW)], [], [4]),
      [],
    ],
    ['none from before all was well', missed([listed(5, NOW - 21 * MINUTE)]), []],
    ['all of the last ten minutes', missed([listed(5, NOW - 10 * MINUTE + 1)]), [5]],
    ['none older than ten minutes', missed([listed(5, NOW - 10 * MINUTE)]), []],
  ])('%s', (_, found, wanted) => {
    expect(found).toEqual(wanted);
  });
});
