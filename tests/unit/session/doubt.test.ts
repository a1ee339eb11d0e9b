import { describe, expect, it } from 'vitest';
import {
  type Doubt,
  type DoubtEffect,
  type DoubtInput,
  doubtTransition,
  NO_DOUBT,
} from '../../../electron/session/doubt.ts';

const twice: Doubt = { ...NO_DOUBT, shortLives: 2 };
const refused: Doubt = { ...NO_DOUBT, refusedSince: 1_000 };
const asking: Doubt = { ...NO_DOUBT, askingSince: 100_000 };
const missed: Doubt = { ...NO_DOUBT, askingSince: 100_000, missedAt: 100_000 };

const young: DoubtInput = { type: 'ended', livedMs: 4_999 };
const old: DoubtInput = { type: 'ended', livedMs: 5_000 };
const noList = (isLive: boolean): DoubtInput => ({ type: 'no-list', isLive });
const overdue = (isLive: boolean): DoubtInput => ({ type: 'overdue', isLive });
const lookIn = (inMs: number): DoubtEffect => ({ type: 'plan-look', inMs });
const look: DoubtEffect = { type: 'look' };
const end: DoubtEffect = { type: 'end-looks' };
const inTime: DoubtEffect = { type: 'plan-overdue', inMs: 20_000 };
const gone: DoubtEffect = { type: 'give-up', cause: 'session-gone' };
const unseen: DoubtEffect = { type: 'give-up', cause: 'unseen' };

type Row = readonly [
  when: string,
  from: Doubt,
  input: DoubtInput,
  at: number,
  to: Doubt,
  effects: readonly DoubtEffect[],
];

const rows: readonly Row[] = [
  [
    'a connection ends young, it is counted',
    NO_DOUBT,
    young,
    7,
    { ...NO_DOUBT, shortLives: 1 },
    [],
  ],
  [
    'the third in a row ends young, the list is asked',
    twice,
    young,
    7,
    { ...NO_DOUBT, shortLives: 3, askingSince: 7 },
    [look, inTime],
  ],
  ['one lives for five seconds, the count begins anew', twice, old, 7, NO_DOUBT, []],
  [
    'another ends young while the list is asked, nothing more is asked',
    { ...asking, shortLives: 3 },
    young,
    7,
    { ...asking, shortLives: 4 },
    [],
  ],
  [
    'an upgrade is refused, the list is asked if that lasts half a minute',
    NO_DOUBT,
    { type: 'refused' },
    1_000,
    refused,
    [lookIn(30_000)],
  ],
  [
    'the next upgrade is refused, the half minute goes on',
    refused,
    { type: 'refused' },
    9,
    refused,
    [],
  ],
  [
    'an upgrade is refused while the list is asked, nothing more is planned',
    asking,
    { type: 'refused' },
    9,
    { ...asking, refusedSince: 9 },
    [],
  ],
  ['a connection opens, the refusals are over', refused, { type: 'opened' }, 9, NO_DOUBT, []],
  [
    'nothing is refused any more, no list is asked',
    NO_DOUBT,
    { type: 'look-due' },
    9,
    NO_DOUBT,
    [],
  ],
  [
    'the half minute is over, the list is asked',
    refused,
    { type: 'look-due' },
    31_000,
    { ...refused, askingSince: 31_000 },
    [look, inTime],
  ],
  ['it is time to ask again, the list is asked', asking, { type: 'look-due' }, 9, asking, [look]],
  [
    'the list shows the session, all doubt is over',
    { ...missed, shortLives: 3 },
    { type: 'listed' },
    9,
    NO_DOUBT,
    [end],
  ],
  [
    'the list does not show it, a second look five seconds later decides',
    NO_DOUBT,
    { type: 'missing' },
    100_000,
    missed,
    [lookIn(5_000), inTime],
  ],
  [
    'the list that was asked for does not show it, too',
    asking,
    { type: 'missing' },
    100_000,
    missed,
    [lookIn(5_000)],
  ],
  [
    'another list a moment later does not show it, that decides nothing',
    missed,
    { type: 'missing' },
    104_999,
    missed,
    [],
  ],
  [
    'the second look does not show it, the session is gone',
    missed,
    { type: 'missing' },
    105_000,
    NO_DOUBT,
    [end, gone],
  ],
  [
    'a list nobody waits for is not to be had, that means nothing',
    NO_DOUBT,
    noList(false),
    9,
    NO_DOUBT,
    [],
  ],
  [
    'no list is to be had, it is asked for again',
    asking,
    noList(false),
    103_000,
    asking,
    [lookIn(5_000)],
  ],
  [
    'no list is to be had shortly before the end, it is asked for at the end',
    asking,
    noList(false),
    118_000,
    asking,
    [lookIn(2_000)],
  ],
  [
    'no list was to be had for 20 seconds, nothing is heard of the session',
    asking,
    noList(false),
    120_000,
    { ...asking, askingSince: 120_000 },
    [lookIn(5_000), inTime, unseen],
  ],
  [
    'a list was not answered for 20 seconds, nothing is heard of the session',
    asking,
    overdue(false),
    120_000,
    { ...asking, askingSince: 120_000 },
    [lookIn(5_000), inTime, unseen],
  ],
  [
    'a list is not answered while the link is live, it goes on',
    asking,
    overdue(true),
    120_000,
    asking,
    [],
  ],
  [
    'the list was answered in time, nothing follows',
    NO_DOUBT,
    overdue(false),
    120_000,
    NO_DOUBT,
    [],
  ],
  ['the link is live meanwhile, no list is needed', asking, noList(true), 120_000, NO_DOUBT, [end]],
  [
    'the link is live but was missing once, the second look is made up for',
    missed,
    noList(true),
    120_000,
    missed,
    [lookIn(5_000)],
  ],
];

describe('the doubt whether a session is still there', () => {
  it.each(rows)('when %s', (_when, from, input, at, to, effects) => {
    expect(doubtTransition(from, input, at)).toEqual({ doubt: to, effects });
  });
});
