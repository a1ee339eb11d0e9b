import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { SCOPES } from '../../../electron/platform/scopes.ts';
import { SUBSCRIPTIONS } from '../../../electron/session/subscriptions.ts';
import { wordsOf } from '../../../renderer/i18n/dashboard.ts';
import type { LifeEventName } from '../../../shared/lifeline.ts';
import { LANGUAGES } from '../../../shared/problem.ts';
import type { ConnectionState } from '../../../shared/status.ts';
import { drawDashboard } from './draw-dashboard.tsx';
import { lifeAt, lifelineWith, NOW, PROBLEM, sessionWith, statusWith } from './support.ts';

const HOUR = 3_600_000;
const MINUTE = 60_000;

type Given = Parameters<typeof drawDashboard>[0];

/** The page with its second view open. */
async function drawConnection(given: Given = {}) {
  const page = await drawDashboard(given);
  fireEvent.click(screen.getByRole('button', { name: /^(연결|Connection)/ }));
  return page;
}

const region = (name: string) => within(screen.getByRole('region', { name }));
const facts = (name: string) =>
  [...screen.getByRole('region', { name }).querySelectorAll('.vital')].map((vital) =>
    [...vital.children].map((part) => part.textContent).filter((text) => text !== ''),
  );
const lifeRows = () =>
  [...document.querySelectorAll('.life')].map((row) => [
    row.querySelector('.life-word')?.textContent,
    row.querySelector('.life-reason')?.textContent ?? null,
  ]);

const session = sessionWith({
  createdAt: NOW - 5 * HOUR - 24 * MINUTE,
  connectedAt: NOW - 72 * MINUTE,
  nextRenewalAt: NOW + 36 * MINUTE,
  nextRollOverAt: NOW + 6 * HOUR,
  lastPongAt: NOW - 12_000,
  roundTripMs: 23.4,
  slotsUsed: 1,
});

describe('the two views', () => {
  it('are reached by their tabs; the present one is marked', async () => {
    await drawDashboard({ language: 'en' });
    expect(screen.queryByRole('region', { name: 'Timeline' })).toBeNull();
    const tabs = within(screen.getByRole('navigation', { name: 'View' }));
    const tab = tabs.getByRole('button', { name: /^Connection/ });
    fireEvent.click(tab);
    expect(tab).toHaveAttribute('aria-current', 'page');
    expect(screen.getByRole('region', { name: 'Timeline' })).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Latest events' })).toBeNull();
    fireEvent.click(tabs.getByRole('button', { name: 'Show' }));
    expect(screen.getByRole('region', { name: 'Latest events' })).toBeVisible();
  });

  it('lead from the card at a glance to the details', async () => {
    await drawDashboard({ language: 'en' });
    fireEvent.click(region('Connection').getByRole('button', { name: 'Details' }));
    expect(screen.getByRole('region', { name: 'Timeline' })).toBeVisible();
  });

  it('change back for the link to the health card', async () => {
    const missing = [{ scope: 'READ:DONATION', disables: { ko: '후원', en: 'Donations' } }];
    await drawConnection({ language: 'en', status: { scopes: { granted: [], missing } } });
    expect(document.querySelector('#health')).toBeNull();
    fireEvent.click(screen.getByRole('link', { name: '1 thing to check' }));
    expect(document.querySelector('#health')).toBeInTheDocument();
  });
});

describe('the vital signs', () => {
  it.each([
    [
      'ko',
      '연결',
      [
        ['이 채널의 세션', '1 / 3'],
        ['세션 나이', '5시간 24분 / 12시간', expect.stringMatching(/^다음 세션으로.+ · 6시간 뒤$/)],
        ['연결 나이', '1시간 12분 / 2시간', expect.stringMatching(/^다음 갱신.+ · 36분 0초 뒤$/)],
        ['마지막 응답', '23ms · 12초 전'],
        ['발급', expect.stringMatching(/ · 3시간 전$/)],
        ['만료', expect.stringMatching(/ · 21시간 뒤$/)],
      ],
    ],
    [
      'en',
      'Connection',
      [
        ['Sessions of this channel', '1 / 3'],
        ['Age of session', '5h 24m / 12h', expect.stringMatching(/^Next session.+ · in 6h$/)],
        ['Age of connection', '1h 12m / 2h', expect.stringMatching(/^Next renewal.+ · in 36m 0s$/)],
        ['Last answer', '23ms · 12s ago'],
        ['Issued', expect.stringMatching(/ · 3h ago$/)],
        ['Expires', expect.stringMatching(/ · in 21h$/)],
      ],
    ],
  ] as const)('are all said in words (%s)', async (language, name, expected) => {
    const tokens = { issuedAt: NOW - 3 * HOUR, expiresAt: NOW + 21 * HOUR };
    await drawConnection({ language, status: { session, tokens } });
    expect(facts(name)).toEqual(expected);
  });

  it('tick once a second and leave no timer behind', async () => {
    const page = await drawConnection({ language: 'en', status: { session } });
    await page.pass(3_000);
    expect(facts('Connection')[3]).toEqual(['Last answer', '23ms · 15s ago']);
    await page.pass(36 * MINUTE);
    expect(facts('Connection')[2]?.[2]).toMatch(/ · any moment$/);
  });

  it('show the sessions as pips, and warn where none is free', async () => {
    const page = await drawConnection({ language: 'en', status: { session } });
    const used = () =>
      [...document.querySelectorAll<HTMLElement>('.pip')].map((pip) => pip.dataset['used']);
    const warning = 'All sessions are taken. Moving to the next session may leave a short gap.';
    expect(used()).toEqual(['true', 'false', 'false']);
    expect(screen.queryByText(warning)).toBeNull();
    const say = (slotsUsed: number | null) =>
      page.core((bridge) => bridge.status(statusWith({ session: { ...session, slotsUsed } })));
    await say(3);
    expect(used()).toEqual(['true', 'true', 'true']);
    expect(screen.getByText(warning)).toBeVisible();
    await say(null);
    expect(used()).toEqual(['false', 'false', 'false']);
    expect(screen.getByText('not looked yet')).toBeVisible();
  });

  it.each([
    ['at the beginning', 0, '0.00%'],
    ['half way', 6 * HOUR, '50.00%'],
    ['past the limit', 20 * HOUR, '100.00%'],
    ['with a clock that was set back', -5 * MINUTE, '0.00%'],
  ])('draw the age of the session %s', async (_when, age, width) => {
    const createdAt = NOW + 50 - age;
    const nextRollOverAt = createdAt + 11.5 * HOUR;
    await drawConnection({ status: { session: { ...session, createdAt, nextRollOverAt } } });
    const [bar] = document.querySelectorAll('.age-bar');
    expect(bar?.querySelector<HTMLElement>('.age-fill')?.style.width).toBe(width);
    expect(bar?.querySelector<HTMLElement>('.age-mark')?.style.insetInlineStart).toBe('95.83%');
  });

  it('have no mark where nothing is planned, and say so', async () => {
    await drawConnection({ language: 'en', status: { session: sessionWith() } });
    expect(document.querySelector('.age-mark')).toBeNull();
    expect(screen.getAllByText('not planned yet')).toHaveLength(2);
    expect(screen.getByText('none yet')).toBeVisible();
  });
});

describe('whether all is well', () => {
  it.each<[ConnectionState, string, string]>([
    ['live', '모든 이벤트를 받고 있어요', 'Every event is being received'],
    ['connecting', '처음 연결하고 있어요', 'Connecting for the first time'],
    ['reconnecting', '처음 연결하고 있어요', 'Connecting for the first time'],
    ['signed-out', '지금은 받고 있지 않아요', 'Nothing is being received'],
    ['stopped', '지금은 받고 있지 않아요', 'Nothing is being received'],
  ])('is said at a glance and in detail while %s', async (state, ko, en) => {
    const connection = { state, reason: null, since: NOW };
    const page = await drawDashboard({ status: { connection } });
    expect(region('연결').getByText(ko)).toBeVisible();
    await page.core((bridge) => bridge.language('en'));
    expect(region('Connection').getByText(en)).toBeVisible();
    fireEvent.click(screen.getByRole('button', { name: 'Details' }));
    expect(region('Connection').getByText(en)).toBeVisible();
  });

  it('is not claimed beyond what was granted', async () => {
    const missing = [{ scope: 'READ:DONATION', disables: { ko: '후원', en: 'Donations' } }];
    await drawDashboard({ language: 'en', status: { scopes: { granted: [], missing } } });
    expect(region('Connection').getByText('Every granted event is being received')).toBeVisible();
    expect(screen.queryByText('Every event is being received')).toBeNull();
  });

  it('is not claimed while the app cannot be reached', async () => {
    const page = await drawDashboard({ language: 'en' });
    await page.core((bridge) => bridge.setReachable(false));
    expect(screen.queryByText('Every event is being received')).toBeNull();
    expect(screen.queryByText('No gaps')).toBeNull();
  });

  it('sums up the gaps of the last 24 hours', async () => {
    const gaps = [
      { from: NOW - 60_000, to: NOW - 58_000, reason: 'no-pong' },
      { from: NOW - 30_000, to: NOW - 20_000, reason: 'no-pong' },
    ];
    const page = await drawDashboard({ language: 'en', lifeline: { gaps } });
    expect(screen.getByText('2 gaps in the last 24 hours, 12s in all')).toBeVisible();
    expect(region('Connection').getByText('2 gaps')).toBeVisible();
    await page.core((bridge) => bridge.lifeline(lifelineWith()));
    expect(screen.getByText('No gaps in the last 24 hours.')).toBeVisible();
    expect(region('Connection').getByText('No gaps')).toBeVisible();
  });
});

describe('an open gap', () => {
  const lifeline = { openGap: { from: NOW - 30_000, reason: 'no-pong' } };
  const connection = { state: 'reconnecting', reason: 'no-pong', since: NOW } as const;

  it.each([
    ['ko', '이벤트를 놓치는 중', '30초', '35초', '플랫폼이 응답하지 않았어요.'],
    ['en', 'Missing events', '30s', '35s', 'The platform did not answer.'],
  ] as const)('is live in the strip and leads to the details (%s)', async (...row) => {
    const [language, word, before, after, reason] = row;
    const page = await drawDashboard({ language, lifeline, status: { connection } });
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
    const page = await drawConnection({ language: 'en', lifeline, status: { connection } });
    expect(lifeRows()[0]).toEqual([
      'Missing now30s',
      'The platform did not answer. Events in this stretch may have been missed.',
    ]);
    const gaps = [{ from: NOW - 30_000, to: NOW + 2_000, reason: 'no-pong' }];
    await page.core((bridge) => {
      bridge.lifeline(lifelineWith({ gaps, events: [lifeAt(NOW + 2_000, 'live')] }));
      bridge.status(statusWith());
    });
    expect(lifeRows().map(([word]) => word)).toEqual([
      'Every subscription confirmed: receiving',
      'Gap32s long',
    ]);
    expect(screen.queryByRole('button', { name: /Missing events/ })).toBeNull();
  });

  it('is not told of as open while the app cannot be reached', async () => {
    const page = await drawDashboard({ language: 'en', lifeline, status: { connection } });
    await page.core((bridge) => bridge.setReachable(false));
    expect(screen.queryByRole('button', { name: /Missing events/ })).toBeNull();
  });
});

describe('the timeline', () => {
  it.each<[LifeEventName, string | null, string, string]>([
    ['session-created', null, '새 세션을 만들었어요', 'Created a new session'],
    [
      'live',
      null,
      '모든 구독을 확인하고 받기 시작했어요',
      'Every subscription confirmed: receiving',
    ],
    [
      'renewed',
      null,
      '끊김 없이 새 연결로 바꿨어요',
      'Changed to a new connection without a break',
    ],
    [
      'rolled-over',
      null,
      '끊김 없이 다음 세션으로 넘어갔어요',
      'Moved to the next session without a break',
    ],
    ['lost', 'closed-1012', '연결이 끊겼어요', 'The connection was lost'],
    [
      'session-refused',
      'no-free-slot',
      '새 세션을 만들지 못했어요',
      'A new session could not be had',
    ],
    ['blocked', 'signed-out', '직접 확인해 주셔야 이어져요', 'It needs you to go on'],
    ['stopped', null, '받기를 멈췄어요', 'Stopped receiving'],
  ])('says %s in words, with an icon, a time and why', async (name, reason, ko, en) => {
    const page = await drawConnection({ lifeline: { events: [lifeAt(NOW, name, reason)] } });
    const row = () => document.querySelector<HTMLElement>('.life');
    expect(row()?.dataset['name']).toBe(name);
    expect(row()?.querySelector('svg')).not.toBeNull();
    expect(row()?.querySelector('time')).toHaveAttribute('datetime', new Date(NOW).toISOString());
    expect(lifeRows()[0]?.[0]).toBe(ko);
    expect(lifeRows()[0]?.[1] !== null).toBe(reason !== null);
    await page.core((bridge) => bridge.language('en'));
    expect(lifeRows()[0]?.[0]).toBe(en);
  });

  it('says what will appear while it is empty', async () => {
    const page = await drawConnection();
    expect(screen.getByText('아직 아무 일도 없었어요')).toBeVisible();
    await page.core((bridge) => bridge.language('en'));
    expect(screen.getByText('Nothing has happened yet')).toBeVisible();
  });

  it.each([
    ['ko', '타임라인', '빈틈 없음'],
    ['en', 'Timeline', 'No gaps'],
  ] as const)('says that there are no gaps (%s)', async (language, title, text) => {
    await drawConnection({ language, lifeline: { events: [lifeAt(NOW, 'live')] } });
    expect(region(title).getByText(text)).toBeVisible();
  });

  it('marks a gap from when to when, how long and why', async () => {
    const gaps = [{ from: NOW - 92_000, to: NOW - 60_000, reason: 'closed-1006' }];
    await drawConnection({ language: 'en', lifeline: { gaps } });
    expect(lifeRows()).toEqual([
      [
        'Gap32s long',
        'The connection broke without warning. Events in this stretch may have been missed.',
      ],
    ]);
    expect(document.querySelector('.life-gap time')).toHaveTextContent(
      /^\d{2}:58:28 – \d{2}:59:00$/,
    );
  });

  it('names the days where it spans more than one', async () => {
    const events = [lifeAt(NOW - 48 * HOUR, 'live'), lifeAt(NOW, 'renewed')];
    const page = await drawConnection({ language: 'en', lifeline: { events } });
    const days = () => [...document.querySelectorAll('.life-day')].map((day) => day.textContent);
    expect(days()).toEqual(['Jan 1, 2026', 'Dec 30, 2025']);
    await page.core((bridge) => bridge.lifeline(lifelineWith({ events: events.slice(1) })));
    expect(days()).toEqual([]);
  });

  it('can be scrolled by keyboard', async () => {
    await drawConnection({ language: 'en', lifeline: { events: [lifeAt(NOW, 'live')] } });
    expect(screen.getByRole('list', { name: 'Timeline' })).toHaveAttribute('tabindex', '0');
  });
});

describe('the permissions', () => {
  it.each(LANGUAGES)('are chips in words, all 14 of the specification (%s)', async (language) => {
    const granted = SCOPES.map(({ scope }) => scope);
    await drawConnection({ language, status: { scopes: { granted, missing: [] } } });
    const chips = [...document.querySelectorAll('.chip')];
    expect(chips).toHaveLength(14);
    expect(chips.filter((chip) => chip.querySelector('code'))).toEqual([]);
    expect(new Set(chips.map((chip) => chip.textContent)).size).toBe(14);
    expect(chips.map((chip) => chip.getAttribute('title'))).toEqual(granted);
  });

  it('shows one that nobody knows as it is', async () => {
    const scopes = { granted: ['READ:HOLOGRAM', 'toString'], missing: [] };
    await drawConnection({ status: { scopes } });
    expect([...document.querySelectorAll('.chip code')].map((code) => code.textContent)).toEqual([
      'READ:HOLOGRAM',
      'toString',
    ]);
  });

  const missing = SUBSCRIPTIONS.map(({ scope, disables }) => ({ scope, disables }));

  it('names what is missing with what it disables', async () => {
    await drawConnection({ language: 'en', status: { scopes: { granted: [], missing } } });
    const lines = [...document.querySelectorAll('.scopes li')].map((line) => line.textContent);
    expect(lines).toEqual([
      'READ:LIVE_CHATNot received: Chat, drops draws and shop purchases',
      'READ:DONATIONNot received: Donations',
      'READ:SUBSCRIPTIONNot received: Subscriptions',
    ]);
  });

  it.each([
    ['in the connection view', drawConnection],
    ['in the health card', drawDashboard],
  ])('are granted by a button (%s)', async (_where, draw) => {
    const page = await draw({ language: 'en', status: { scopes: { granted: [], missing } } });
    const button = screen.getByRole('button', { name: 'Grant permissions' });
    fireEvent.click(button);
    expect(button).toHaveAttribute('aria-busy', 'true');
    expect(page.bridge.last).toMatchObject({
      name: 'sign-in.start',
      args: { prompt: 'consent' },
    });
    await page.core((bridge) => bridge.last.answer({ url: 'https://ci.me/consent' }));
    expect(page.host.opened).toEqual(['https://ci.me/consent']);
    const address = screen.getByLabelText<HTMLTextAreaElement>('Address for granting');
    expect(address.value).toBe('https://ci.me/consent');
  });

  it('say why when granting cannot start, and wait while the app cannot be reached', async () => {
    const page = await drawConnection({
      language: 'en',
      status: { scopes: { granted: [], missing } },
    });
    fireEvent.click(screen.getByRole('button', { name: 'Grant permissions' }));
    await page.core((bridge) => bridge.last.refuse());
    expect(screen.getByRole('alert')).toHaveTextContent(PROBLEM.what.en);
    await page.core((bridge) => bridge.setReachable(false));
    expect(screen.getByRole('button', { name: 'Grant permissions' })).toBeDisabled();
  });

  it('are not invented for somebody who is signed out', async () => {
    const status = {
      connection: { state: 'signed-out', reason: null, since: NOW },
      session: null,
      tokens: null,
      scopes: { granted: [], missing: [] },
    } as const;
    await drawConnection({ language: 'en', status });
    expect(document.querySelectorAll('.chip, .vital')).toHaveLength(0);
    expect(screen.getByText('The granted permissions appear here once you sign in.')).toBeVisible();
    expect(screen.getByText('It appears here once you sign in.')).toBeVisible();
  });
});

describe('the words of the page', () => {
  it.each(LANGUAGES)('say a moment of another day with its date (%s)', (language) => {
    const { moment } = wordsOf(language);
    expect(moment(NOW + MINUTE, NOW)).toMatch(/^\d{2}:01$/);
    expect(moment(NOW - 48 * HOUR, NOW)).toMatch(/12.*30.*\d{2}:00/);
  });
});
