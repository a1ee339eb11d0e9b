import { describe, expect, it } from 'vitest';
import {
  firstOpenGap,
  gapsAfter,
  gapsBefore,
  gapsOf,
  missedKinds,
  SHOWN_LIFE,
  summaryOf,
  timelineOf,
} from '../../../renderer/stores/dashboard-history.ts';
import {
  type ConnectionHistory,
  type OpenGap,
  SUBSCRIPTION_KINDS,
  type SubscriptionKind,
} from '../../../shared/connection-history.ts';
import type { StageEvent } from '../../../shared/events.ts';
import { gapOf } from '../../support/gaps.ts';
import { eventOf, historyWith, lifeAt, NOW } from '../dashboard/support.ts';

const gap = (from: number, to: number, reason = 'closed-1006') => gapOf({ from, to, reason });

/** Each is missed since its time. */
const open = (gaps: Readonly<Partial<Record<SubscriptionKind, number>>>): readonly OpenGap[] =>
  SUBSCRIPTION_KINDS.flatMap((kind) => {
    const from = gaps[kind];
    return from === undefined ? [] : [{ from, reason: 'no-pong', kinds: [kind] }];
  });

const openSince = (from: number): readonly OpenGap[] => [
  { from, reason: 'no-pong', kinds: SUBSCRIPTION_KINDS },
];

const namesOf = (kinds: OpenGap['kinds']) =>
  kinds.length === SUBSCRIPTION_KINDS.length ? '' : `${kinds.join()} `;

/** One word a row, newest first; what happened within a gap is indented. */
const drawn = (connectionHistory: Parameters<typeof timelineOf>[0]) =>
  timelineOf(connectionHistory).map((row) =>
    row.type === 'gap'
      ? `${namesOf(row.gap.kinds)}gap ${row.gap.from}-${row.gap.to ?? 'open'}`
      : `${row.inGap ? '  ' : ''}${row.name}${row.count > 1 ? ` x${row.count}` : ''}`,
  );

describe('the timeline', () => {
  it('is empty where nothing has happened', () => {
    expect(timelineOf(historyWith())).toEqual([]);
  });

  it('has the newest on top', () => {
    const events = [lifeAt(1, 'session-created'), lifeAt(2, 'live'), lifeAt(9, 'renewed')];
    expect(drawn(historyWith({ events }))).toEqual(['renewed', 'live', 'session-created']);
  });

  it('holds a gap as a stretch, with what happened in it below its head', () => {
    const events = [lifeAt(1, 'live'), lifeAt(10, 'lost', 'closed-1006'), lifeAt(20, 'live')];
    expect(drawn(historyWith({ events, gaps: [gap(9, 20)] }))).toEqual([
      'live',
      'gap 9-20',
      '  lost',
      'live',
    ]);
  });

  it('begins with the open gap', () => {
    const events = [lifeAt(1, 'live'), lifeAt(10, 'lost', 'no-pong')];
    const gaps = [gap(-9, -3)];
    expect(drawn(historyWith({ events, gaps, openGaps: openSince(5) }))).toEqual([
      'gap 5-open',
      '  lost',
      'live',
      'gap -9--3',
    ]);
  });

  it('begins with the open gap that began last where several kinds are missed', () => {
    const events = [lifeAt(1, 'live'), lifeAt(10, 'lost', 'no-pong')];
    const openGaps = open({ chat: 7, donation: 4, subscription: 9 });
    const gaps = [{ ...gap(-9, -3), kinds: ['donation'] as const }];
    expect(drawn(historyWith({ events, gaps, openGaps }))).toEqual([
      'subscription gap 9-open',
      'chat gap 7-open',
      'donation gap 4-open',
      '  lost',
      'live',
      'donation gap -9--3',
    ]);
  });

  it('has gaps of earlier runs below everything of this one', () => {
    const gaps = [gap(100, 200, 'crash'), gap(300, 400)];
    const events = [lifeAt(500, 'session-created')];
    expect(drawn(historyWith({ events, gaps }))).toEqual([
      'session-created',
      'gap 300-400',
      'gap 100-200',
    ]);
  });

  it('makes one row of the refusals of an outage, with its first and its last', () => {
    const refusals = Array.from({ length: 150 }, (_, at) =>
      lifeAt(100 + at, 'session-refused', 'unreachable'),
    );
    const connectionHistory = historyWith({
      events: [
        lifeAt(90, 'lost', 'no-pong'),
        ...refusals,
        lifeAt(300, 'session-refused', 'no-free-slot'),
      ],
      openGaps: openSince(80),
    });
    expect(drawn(connectionHistory)).toEqual([
      'gap 80-open',
      '  session-refused',
      '  session-refused x150',
      '  lost',
    ]);
    expect(timelineOf(connectionHistory)[2]).toMatchObject({ first: 100, last: 249 });
  });

  it('keeps renewals apart: each has its time', () => {
    const events = [1, 2, 3].map((at) => lifeAt(at, 'renewed'));
    expect(drawn(historyWith({ events }))).toEqual(['renewed', 'renewed', 'renewed']);
  });

  it('is bounded, and loses the oldest', () => {
    const events = Array.from({ length: 500 }, (_, at) => lifeAt(at, 'renewed'));
    const rows = timelineOf(historyWith({ events }));
    expect(rows).toHaveLength(SHOWN_LIFE);
    expect(rows[0]).toMatchObject({ last: 499 });
  });
});

const HOUR = 3_600_000;

describe('the summary of the last 24 hours', () => {
  it.each([
    ['nothing', historyWith(), { count: 0, missedMs: 0 }],
    [
      'two gaps',
      historyWith({ gaps: [gap(NOW - 5_000, NOW - 4_000), gap(NOW - 3_000, NOW - 1_000)] }),
      { count: 2, missedMs: 3_000 },
    ],
    [
      'a gap of the day before',
      historyWith({ gaps: [gap(NOW - 30 * HOUR, NOW - 25 * HOUR)] }),
      { count: 0, missedMs: 0 },
    ],
    [
      'only the part of a gap that lies within',
      historyWith({ gaps: [gap(NOW - 26 * HOUR, NOW - 23 * HOUR)] }),
      { count: 1, missedMs: HOUR },
    ],
    [
      'the open gap up to now',
      historyWith({ openGaps: openSince(NOW - 7_000) }),
      { count: 1, missedMs: 7_000 },
    ],
    [
      'nothing negative where the clock was set back',
      historyWith({ openGaps: openSince(NOW + 7_000) }),
      { count: 1, missedMs: 0 },
    ],
    [
      'gaps of different kinds that overlap as one',
      historyWith({
        gaps: [
          { ...gap(NOW - 9_000, NOW - 5_000), kinds: ['chat'] },
          { ...gap(NOW - 8_000, NOW - 6_000), kinds: ['donation'] },
          { ...gap(NOW - 6_000, NOW - 4_000), kinds: ['subscription'] },
          { ...gap(NOW - 3_000, NOW - 2_000), kinds: ['donation'] },
        ],
      }),
      { count: 2, missedMs: 6_000 },
    ],
    [
      'gaps that end where another kind’s begins as one',
      historyWith({
        gaps: [
          { ...gap(NOW - 5_000, NOW - 4_000), kinds: ['chat'] },
          { ...gap(NOW - 9_000, NOW - 5_000), kinds: ['donation'] },
        ],
      }),
      { count: 1, missedMs: 5_000 },
    ],
    [
      'the open gaps of different kinds as one, from the first on',
      historyWith({ openGaps: open({ chat: NOW - 2_000, donation: NOW - 7_000 }) }),
      { count: 1, missedMs: 7_000 },
    ],
    [
      'an open gap with a closed one of another kind in it as one',
      historyWith({
        gaps: [{ ...gap(NOW - 30 * HOUR, NOW - 1_000), kinds: ['chat'] }],
        openGaps: open({ donation: NOW - 25 * HOUR }),
      }),
      { count: 1, missedMs: 24 * HOUR },
    ],
  ])('counts %s', (_what, connectionHistory, expected) => {
    expect(summaryOf(connectionHistory, NOW)).toEqual(expected);
  });
});

describe('what is missed now', () => {
  it('is nothing where no gap is open, or no word of the core came yet', () => {
    expect(firstOpenGap(null)).toBeNull();
    expect(firstOpenGap(historyWith({ gaps: [gap(1, 2)] }))).toBeNull();
    expect(missedKinds(historyWith({ gaps: [gap(1, 2)] }))).toEqual([]);
  });

  it('is every kind of which a gap is open, since the first of them', () => {
    const openGaps = [
      { from: 9, reason: 'no-pong', kinds: ['subscription'] },
      { from: 5, reason: 'subscription-gone', kinds: ['chat', 'subscription'] },
      { from: 7, reason: 'no-pong', kinds: ['chat'] },
    ] as const;
    const history = historyWith({ openGaps });
    expect(firstOpenGap(history)).toEqual(openGaps[1]);
    expect(missedKinds(history)).toEqual(['chat', 'subscription']);
    expect(missedKinds(historyWith({ openGaps: openSince(1) }))).toEqual(SUBSCRIPTION_KINDS);
  });
});

describe('the events with the gaps between them', () => {
  // eventOf puts event n at NOW + n seconds.
  const events = [1, 2, 4, 5].map((seq) => eventOf('CHAT', seq));
  const orderOf = (rows: readonly StageEvent[], connectionHistory: ConnectionHistory | null) => {
    const gaps = connectionHistory ? gapsOf(connectionHistory) : [];
    const withGaps = (row: StageEvent, index: number) => [
      ...gapsBefore(gaps, row, rows[index - 1]).map(() => 'gap'),
      row.seq,
    ];
    return [...rows.flatMap(withGaps), ...gapsAfter(gaps, rows.at(-1)).map(() => 'gap')];
  };

  it.each([
    ['no word of the core yet', null, [1, 2, 4, 5]],
    ['no gaps', historyWith(), [1, 2, 4, 5]],
    [
      'a gap in the middle',
      historyWith({ gaps: [gap(NOW + 2_100, NOW + 3_900)] }),
      [1, 2, 'gap', 4, 5],
    ],
    [
      'a gap after the newest',
      historyWith({ gaps: [gap(NOW + 6_000, NOW + 7_000)] }),
      [1, 2, 4, 5, 'gap'],
    ],
    ['a gap before the oldest', historyWith({ gaps: [gap(NOW, NOW + 500)] }), [1, 2, 4, 5]],
    [
      'an open gap and a closed one',
      historyWith({
        gaps: [gap(NOW + 1_100, NOW + 1_900)],
        openGaps: openSince(NOW + 4_500),
      }),
      [1, 'gap', 2, 4, 5, 'gap'],
    ],
    [
      'open gaps and closed ones of different kinds',
      historyWith({
        gaps: [
          { ...gap(NOW + 1_100, NOW + 1_900), kinds: ['chat'] },
          { ...gap(NOW + 1_100, NOW + 1_900), kinds: ['donation'] },
        ],
        openGaps: open({ chat: NOW + 4_500, subscription: NOW + 4_700 }),
      }),
      [1, 'gap', 'gap', 2, 4, 5, 'gap', 'gap'],
    ],
  ])('with %s', (_what, connectionHistory, expected) => {
    expect(orderOf(events, connectionHistory)).toEqual(expected);
  });

  it('leave an empty list empty', () => {
    expect(orderOf([], historyWith({ gaps: [gap(1, 2)] }))).toEqual([]);
  });
});
