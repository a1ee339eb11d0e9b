import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { wordsOf } from '../../../../renderer/i18n/dashboard.ts';
import type { LifeEventName } from '../../../../shared/connection-history.ts';
import { OBS_LOAD_REASONS } from '../../../../shared/contract/obs.ts';
import { LANGUAGES } from '../../../../shared/locales/index.ts';
import { gapOf } from '../../../support/gaps.ts';
import { drawConnection, lifeRows } from '../draw-dashboard.tsx';
import { historyWith, lifeAt, NOW } from '../support.ts';

const HOUR = 3_600_000;
const MINUTE = 60_000;

const region = (name: string) => within(screen.getByRole('region', { name }));

describe('the timeline', () => {
  it.each<[LifeEventName, string | null, string, string]>([
    ['session-created', null, '새 세션을 만들었어요', 'Created a new session'],
    [
      'live',
      null,
      '이벤트 구독을 모두 확인하고 받기 시작했어요',
      'All event subscriptions confirmed: receiving',
    ],
    [
      'renewed',
      null,
      '끊김 없이 새 연결로 바꿨어요',
      'Switched to a new connection without interruption',
    ],
    [
      'rolled-over',
      null,
      '끊김 없이 다음 세션으로 바꿨어요',
      'Switched to the next session without interruption',
    ],
    ['lost', 'closed-1012', '연결이 끊겼어요', 'Connection lost'],
    [
      'session-refused',
      'no-free-slot',
      '새 세션을 만들지 못했어요',
      'Couldn’t create a new session',
    ],
    ['blocked', 'signed-out', '다시 연결하려면 직접 확인해 주세요', 'Action needed to reconnect'],
    ['stopped', null, '수신을 멈췄어요', 'Stopped receiving'],
    [
      'overlay-fresh-address',
      'overlay-frozen',
      'OBS의 오버레이를 새 페이지로 열었어요',
      'Opened the overlay in OBS as a new page',
    ],
    [
      'overlay-healed',
      'overlay-frozen',
      'OBS의 오버레이가 다시 나와요',
      'The overlay in OBS is back',
    ],
    [
      'overlay-load-1',
      'load-render',
      '오버레이 효과: 파티클·블러 끔',
      'Overlay effects: no particles or blur',
    ],
    ['overlay-load-0', 'load-recovering', '오버레이 효과: 모두', 'Overlay effects: all'],
  ])('says %s in words, with an icon, a time and why', async (name, reason, ko, en) => {
    const page = await drawConnection({
      connectionHistory: { events: [lifeAt(NOW, name, reason)] },
    });
    const row = () => document.querySelector<HTMLElement>('.life');
    expect(row()?.dataset['name']).toBe(name);
    expect(row()?.querySelector('svg')).not.toBeNull();
    expect(row()?.querySelector('time')).toHaveAttribute('datetime', new Date(NOW).toISOString());
    expect(lifeRows()[0]?.[0]).toBe(ko);
    expect(lifeRows()[0]?.[1] !== null).toBe(reason !== null);
    await page.core((bridge) => bridge.language('en'));
    expect(lifeRows()[0]?.[0]).toBe(en);
  });

  it.each([...OBS_LOAD_REASONS, 'fixed'])('says why effects changed: %s', async (why) => {
    const page = await drawConnection({
      connectionHistory: { events: [lifeAt(NOW, 'overlay-load-2', `load-${why}`)] },
    });
    for (const language of LANGUAGES) {
      await page.core((bridge) => bridge.language(language));
      expect(lifeRows()[0]?.[1]).toMatch(/\S.*\.$/);
      expect(lifeRows()[0]?.[1]).not.toContain(`load-${why}`);
    }
  });

  it('says what will appear while it is empty', async () => {
    const page = await drawConnection();
    expect(screen.getByText('아직 기록이 없어요')).toBeVisible();
    await page.core((bridge) => bridge.language('en'));
    expect(screen.getByText('No activity yet')).toBeVisible();
  });

  it.each([
    ['ko', '타임라인', '누락 없음'],
    ['en', 'Timeline', 'No gaps'],
  ] as const)('says that there are no gaps (%s)', async (language, title, text) => {
    await drawConnection({ language, connectionHistory: { events: [lifeAt(NOW, 'live')] } });
    expect(region(title).getByText(text)).toBeVisible();
  });

  it('marks a gap from when to when, how long and why', async () => {
    const gaps = [gapOf({ from: NOW - 92_000, to: NOW - 60_000, reason: 'closed-1006' })];
    await drawConnection({ language: 'en', connectionHistory: { gaps } });
    expect(lifeRows()).toEqual([
      [
        'Gap32s long',
        'The connection dropped without warning. You may have missed events in this period.',
      ],
    ]);
    expect(document.querySelector('.life-gap time')).toHaveTextContent(
      /^\d{2}:58:28 – \d{2}:59:00$/,
    );
  });

  it.each([
    ['ko', '채팅, 드롭스 추첨, 굿즈 구매, 후원'],
    ['en', 'chat, drops draws and shop purchases, donations'],
  ] as const)(
    'names the kinds of which a gap is, unless it is one of all (%s)',
    async (language, kinds) => {
      const { t } = wordsOf(language);
      const [from, to, reason] = [NOW - 92_000, NOW - 60_000, 'closed-1006'];
      const gaps = [
        gapOf({ from, to, reason }),
        gapOf({ from, to, reason, kinds: ['chat', 'donation'] }),
      ];
      await drawConnection({ language, connectionHistory: { gaps } });
      expect(lifeRows().map(([, text]) => text)).toEqual([
        `${t('reason.closed-1006')} ${t('gap.kinds', { kinds })}`,
        `${t('reason.closed-1006')} ${t('gap.text')}`,
      ]);
    },
  );

  it('names the days where it spans more than one', async () => {
    const events = [lifeAt(NOW - 48 * HOUR, 'live'), lifeAt(NOW, 'renewed')];
    const page = await drawConnection({ language: 'en', connectionHistory: { events } });
    const days = () => [...document.querySelectorAll('.life-day')].map((day) => day.textContent);
    expect(days()).toEqual(['Jan 1, 2026', 'Dec 30, 2025']);
    await page.core((bridge) => bridge.connectionHistory(historyWith({ events: events.slice(1) })));
    expect(days()).toEqual([]);
  });

  it('can be scrolled by keyboard', async () => {
    await drawConnection({ language: 'en', connectionHistory: { events: [lifeAt(NOW, 'live')] } });
    expect(screen.getByRole('list', { name: 'Timeline' })).toHaveAttribute('tabindex', '0');
  });
});

describe('the words of the page', () => {
  it.each(LANGUAGES)('say a moment of another day with its date (%s)', (language) => {
    const { moment } = wordsOf(language);
    expect(moment(NOW + MINUTE, NOW)).toMatch(/^\d{2}:01$/);
    expect(moment(NOW - 48 * HOUR, NOW)).toMatch(/12.*30.*\d{2}:00/);
  });
});
