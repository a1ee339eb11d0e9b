import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { wordsOf } from '../../../../renderer/i18n/dashboard.ts';
import {
  type OpenGap,
  SUBSCRIPTION_KINDS,
  type SubscriptionKind,
} from '../../../../shared/connection-history.ts';
import { LANGUAGES } from '../../../../shared/locales/index.ts';
import type { ConnectionState } from '../../../../shared/status.ts';
import { gapOf } from '../../../support/gaps.ts';
import { drawConnection, drawDashboard, lifeRows } from '../draw-dashboard.tsx';
import { historyWith, lifeAt, NOW, sessionWith, statusWith } from '../support.ts';

const HOUR = 3_600_000;
const MINUTE = 60_000;
/** What passes until the page is drawn. */
const MOMENT = 50;

const region = (name: string) => within(screen.getByRole('region', { name }));
const facts = (name: string) =>
  [...screen.getByRole('region', { name }).querySelectorAll('.vital')].map((vital) =>
    [...vital.children].map((part) => part.textContent).filter((text) => text !== ''),
  );
const session = sessionWith({
  createdAt: NOW - 5 * HOUR - 24 * MINUTE,
  connectedAt: NOW - 72 * MINUTE,
  nextRenewalAt: NOW + 36 * MINUTE + MOMENT,
  nextRollOverAt: NOW + 6 * HOUR + MOMENT,
  lastPongAt: NOW - 12_000,
  roundTripMs: 23.4,
  slotsUsed: 1,
});

describe('the vital signs', () => {
  it.each([
    [
      'ko',
      '연결',
      [
        ['이 채널의 세션', '1 / 3'],
        [
          '세션 유지 시간',
          '5시간 24분 / 12시간',
          expect.stringMatching(/^다음 세션 전환.+ · 6시간 뒤$/),
        ],
        [
          '연결 유지 시간',
          '1시간 12분 / 2시간',
          expect.stringMatching(/^다음 갱신.+ · 36분 0초 뒤$/),
        ],
        ['마지막 응답', '23ms · 12초 전'],
        ['발급', expect.stringMatching(/ · 3시간 전$/)],
        ['만료', expect.stringMatching(/ · 21시간 뒤$/)],
      ],
    ],
    [
      'en',
      'Connection',
      [
        ['Channel sessions', '1 / 3'],
        ['Session age', '5h 24m / 12h', expect.stringMatching(/^Next session.+ · in 6h$/)],
        ['Connection age', '1h 12m / 2h', expect.stringMatching(/^Next renewal.+ · in 36m 0s$/)],
        ['Last response', '23ms · 12s ago'],
        ['Issued', expect.stringMatching(/ · 3h ago$/)],
        ['Expires', expect.stringMatching(/ · in 21h$/)],
      ],
    ],
  ] as const)('are all said in words (%s)', async (language, name, expected) => {
    const tokens = { issuedAt: NOW - 3 * HOUR, expiresAt: NOW + 21 * HOUR + MOMENT };
    await drawConnection({ language, status: { session, tokens } });
    expect(facts(name)).toEqual(expected);
  });

  it('tick once a second and leave no timer behind', async () => {
    const page = await drawConnection({ language: 'en', status: { session } });
    await page.pass(3_000);
    expect(facts('Connection')[3]).toEqual(['Last response', '23ms · 15s ago']);
    await page.pass(36 * MINUTE);
    expect(facts('Connection')[2]?.[2]).toMatch(/ · any moment$/);
  });

  it('show the sessions as pips, and warn where none is free', async () => {
    const page = await drawConnection({ language: 'en', status: { session } });
    const used = () =>
      [...document.querySelectorAll<HTMLElement>('.pip')].map((pip) => pip.dataset['used']);
    const warning = 'All sessions are in use. Switching to the next session may leave a short gap.';
    expect(used()).toEqual(['true', 'false', 'false']);
    expect(screen.queryByText(warning)).toBeNull();
    const say = (slotsUsed: number | null) =>
      page.core((bridge) => bridge.status(statusWith({ session: { ...session, slotsUsed } })));
    await say(3);
    expect(used()).toEqual(['true', 'true', 'true']);
    expect(screen.getByText(warning)).toBeVisible();
    await say(null);
    expect(used()).toEqual(['false', 'false', 'false']);
    expect(screen.getByText('not checked yet')).toBeVisible();
  });

  it.each([
    ['at the beginning', 0, '0%'],
    ['half way', 6 * HOUR, '50%'],
    ['past the limit', 20 * HOUR, '100%'],
    ['with a clock that was set back', -5 * MINUTE, '0%'],
  ])('draw the age of the session %s', async (_when, age, width) => {
    const createdAt = NOW + MOMENT - age;
    const nextRollOverAt = createdAt + 11.5 * HOUR;
    await drawConnection({ status: { session: { ...session, createdAt, nextRollOverAt } } });
    const [bar] = document.querySelectorAll('.age-bar');
    expect(bar?.querySelector<HTMLElement>('.age-fill')?.style.width).toBe(width);
    expect(bar?.querySelector<HTMLElement>('.age-mark')?.style.insetInlineStart).toBe('95.83%');
  });

  it('have no mark where nothing is planned, and say so', async () => {
    await drawConnection({ language: 'en', status: { session: sessionWith() } });
    expect(document.querySelector('.age-mark')).toBeNull();
    expect(screen.getAllByText('not scheduled yet')).toHaveLength(2);
    expect(screen.getByText('none yet')).toBeVisible();
  });
});

describe('whether all is well', () => {
  it.each<[ConnectionState, string, string]>([
    ['live', '모든 이벤트를 받고 있어요', 'Receiving all events'],
    ['connecting', '처음 연결하고 있어요', 'Connecting for the first time'],
    ['reconnecting', '처음 연결하고 있어요', 'Connecting for the first time'],
    ['signed-out', '이벤트를 받고 있지 않아요', 'Not receiving events'],
    ['stopped', '이벤트를 받고 있지 않아요', 'Not receiving events'],
  ])('is said while %s', async (state, ko, en) => {
    const connection = { state, reason: null, since: NOW };
    const page = await drawConnection({ status: { connection } });
    expect(region('연결').getByText(ko)).toBeVisible();
    await page.core((bridge) => bridge.language('en'));
    expect(region('Connection').getByText(en)).toBeVisible();
  });

  it('is not claimed beyond what was granted', async () => {
    const missing = [
      { scope: 'READ:DONATION', disables: { key: 'problem.events-donation' } as const },
    ];
    await drawConnection({ language: 'en', status: { scopes: { granted: [], missing } } });
    expect(region('Connection').getByText('Receiving all permitted events')).toBeVisible();
    expect(screen.queryByText('Receiving all events')).toBeNull();
  });

  it('is not claimed while the app cannot be reached', async () => {
    const page = await drawConnection({ language: 'en' });
    await page.core((bridge) => bridge.setReachable(false));
    expect(screen.queryByText('Receiving all events')).toBeNull();
    expect(screen.queryByText('No gaps')).toBeNull();
  });

  it('sums up the gaps of the last 24 hours', async () => {
    const gaps = [
      gapOf({ from: NOW - 60_000, to: NOW - 58_000, reason: 'no-pong' }),
      gapOf({ from: NOW - 30_000, to: NOW - 20_000, reason: 'no-pong' }),
    ];
    const page = await drawConnection({ language: 'en', connectionHistory: { gaps } });
    expect(screen.getByText('2 gaps in the last 24 hours, 12s in total')).toBeVisible();
    expect(region('Timeline').getByText('2 gaps')).toBeVisible();
    await page.core((bridge) => bridge.connectionHistory(historyWith()));
    expect(screen.getByText('No gaps in the last 24 hours.')).toBeVisible();
    expect(screen.queryByText('2 gaps')).toBeNull();
  });

  it('sums up gaps of different kinds that overlap as one', async () => {
    const gaps = [
      gapOf({ from: NOW - 60_000, to: NOW - 40_000, reason: 'no-pong', kinds: ['chat'] }),
      gapOf({ from: NOW - 50_000, to: NOW - 35_000, reason: 'no-pong', kinds: ['donation'] }),
    ];
    await drawConnection({ language: 'en', connectionHistory: { gaps } });
    expect(screen.getByText('1 gap in the last 24 hours, lasting 25s')).toBeVisible();
    // Each has a row that says what it is of.
    expect(lifeRows().map(([word]) => word)).toEqual(['Gap15s long', 'Gap20s long']);
  });
});

describe('an open gap', () => {
  const openSince = (from: number, reason: string, ...kinds: SubscriptionKind[]): OpenGap => ({
    from,
    reason,
    kinds: kinds.length > 0 ? kinds : SUBSCRIPTION_KINDS,
  });
  const connectionHistory = { openGaps: [openSince(NOW - 30_000, 'no-pong')] };
  const connection = { state: 'reconnecting', reason: 'no-pong', since: NOW } as const;

  it.each([
    ['ko', '이벤트 누락 중', '30초', '35초', '플랫폼이 응답하지 않았어요.'],
    ['en', 'Missing events', '30s', '35s', 'The platform didn’t respond.'],
  ] as const)('is live in the strip and leads to the details (%s)', async (...row) => {
    const [language, word, before, after, reason] = row;
    const page = await drawDashboard({ language, connectionHistory, status: { connection } });
    const hint = screen.getByRole('button', { name: new RegExp(word) });
    expect(hint).toHaveTextContent(before);
    await page.pass(5_000);
    expect(hint).toHaveTextContent(after);
    // Only the words are read out, not every second.
    expect(within(hint).getByRole('status')).toHaveTextContent(new RegExp(`^${word}$`));
    fireEvent.click(hint);
    expect(lifeRows()[0]?.[1]).toContain(reason);
  });

  it('is on top of the timeline, and a closed one in the same place once it is over', async () => {
    const page = await drawConnection({
      language: 'en',
      connectionHistory,
      status: { connection },
    });
    expect(lifeRows()[0]).toEqual([
      'Missing events now30s',
      'The platform didn’t respond. You may have missed events in this period.',
    ]);
    const gaps = [gapOf({ from: NOW - 30_000, to: NOW + 2_000, reason: 'no-pong' })];
    await page.core((bridge) => {
      bridge.connectionHistory(historyWith({ gaps, events: [lifeAt(NOW + 2_000, 'live')] }));
      bridge.status(statusWith());
    });
    expect(lifeRows().map(([word]) => word)).toEqual([
      'All event subscriptions confirmed: receiving',
      'Gap32s long',
    ]);
    expect(screen.queryByRole('button', { name: /Missing events/ })).toBeNull();
  });

  it.each([
    ['ko', '후원', '후원, 구독'],
    ['en', 'donations', 'donations, subscriptions'],
  ] as const)('names the kinds where only some are missed (%s)', async (language, one, both) => {
    const { t, time } = wordsOf(language);
    const donations = openSince(NOW - 30_000, 'subscription-gone', 'donation');
    const page = await drawConnection({
      language,
      connectionHistory: { openGaps: [donations] },
    });
    const told = () => screen.getAllByRole('status').map(({ textContent }) => textContent);
    const why = t('reason.subscription-gone');
    const since = t('line.open-text', { time: time(NOW - 30_000), reason: why });
    expect(told()).toEqual(
      expect.arrayContaining([
        t('strip.missing-kinds', { kinds: one }),
        t('line.open-kinds', { kinds: one }),
      ]),
    );
    expect(screen.getByText(since)).toBeVisible();
    expect(lifeRows().map(([, text]) => text)).toEqual([
      `${why} ${t('gap.kinds', { kinds: one })}`,
    ]);
    // What is missed together is named together, since the first of it.
    const subscriptions = openSince(NOW - 10_000, 'no-pong', 'subscription');
    await page.core((bridge) =>
      bridge.connectionHistory(historyWith({ openGaps: [subscriptions, donations] })),
    );
    expect(told()).toEqual(
      expect.arrayContaining([
        t('strip.missing-kinds', { kinds: both }),
        t('line.open-kinds', { kinds: both }),
      ]),
    );
    expect(screen.getByText(since)).toBeVisible();
    expect(lifeRows().map(([, text]) => text)).toEqual([
      `${t('reason.no-pong')} ${t('gap.kinds', { kinds: t('problem.events-subscription') })}`,
      `${why} ${t('gap.kinds', { kinds: one })}`,
    ]);
  });

  it.each(LANGUAGES)(
    'names no kinds where all are missed, together or not (%s)',
    async (language) => {
      const { t } = wordsOf(language);
      const openGaps = [
        openSince(NOW - 20_000, 'no-pong', 'chat', 'donation'),
        openSince(NOW - 30_000, 'subscription-gone', 'subscription'),
      ];
      const page = await drawConnection({ language, connectionHistory });
      const told = () => screen.getAllByRole('status').map(({ textContent }) => textContent);
      const all = [t('strip.missing'), t('line.open-title')];
      expect(told()).toEqual(expect.arrayContaining(all));
      expect(lifeRows()[0]?.[1]).toContain(t('gap.text'));
      await page.core((bridge) => bridge.connectionHistory(historyWith({ openGaps })));
      expect(told()).toEqual(expect.arrayContaining(all));
    },
  );

  it('is not told of as open while the app cannot be reached', async () => {
    const page = await drawDashboard({ language: 'en', connectionHistory, status: { connection } });
    await page.core((bridge) => bridge.setReachable(false));
    expect(screen.queryByRole('button', { name: /Missing events/ })).toBeNull();
  });
});
