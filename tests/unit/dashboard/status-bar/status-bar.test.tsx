import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { wordsOf } from '../../../../renderer/i18n/dashboard.ts';
import type { LiveState } from '../../../../shared/contract/live.ts';
import type { StreamState } from '../../../../shared/contract/stream.ts';
import type { ConnectionState } from '../../../../shared/status.ts';
import { EMPTY_STREAM } from '../../../support/empty-states.ts';
import { type Drawn, drawDashboard, openMenu } from '../draw-dashboard.tsx';
import { NOW, OVERLAY_KEY, PROBLEM_TEXT, sessionWith } from '../support.ts';

const OVERLAY_URL = `http://127.0.0.1:4123/overlay/${OVERLAY_KEY}/`;

const strip = () => within(screen.getByRole('banner'));
const popup = () => within(screen.getByRole('dialog'));
const onAir = (isLive: boolean, openedAt: number | null = null): LiveState => ({
  onAir: { isLive, openedAt },
  beganAt: NOW,
  totals: null,
  highlight: null,
  highlightEndsAt: null,
  sent: [],
});
const watched = (viewers: number | null): StreamState => ({
  ...EMPTY_STREAM,
  live: { value: { isLive: true, title: null, openedAt: NOW, viewers }, readAt: NOW },
});
const sayLive = (page: Drawn, value: LiveState) =>
  page.core((bridge) => bridge.feeds.tell({ type: 'feed', feed: 'live', value }));

describe('the state', () => {
  it.each<[ConnectionState, string, string]>([
    ['starting', '준비 중', 'Starting'],
    ['signed-out', '로그아웃됨', 'Signed out'],
    ['signing-in', '로그인 중', 'Signing in'],
    ['connecting', '연결 중', 'Connecting'],
    ['live', '수신 중', 'Receiving'],
    ['reconnecting', '다시 연결 중', 'Reconnecting'],
    ['stopped', '멈춤', 'Stopped'],
  ])('%s is said in words, %s or %s, with an icon', async (state, ko, en) => {
    const connection = { state, reason: null, since: NOW };
    const page = await drawDashboard({ status: { connection } });
    const shown = strip().getByText(ko);
    expect(shown).toHaveAttribute('aria-live', 'polite');
    expect(shown.parentElement?.querySelector('svg')).not.toBeNull();
    await page.core((bridge) => bridge.language('en'));
    expect(strip().getByText(en)).toBeVisible();
  });

  it('says how long it has been reconnecting, and why', async () => {
    const connection = { state: 'reconnecting', reason: 'closed-1006', since: NOW } as const;
    const page = await drawDashboard({ status: { connection } });
    await page.pass(12_000);
    expect(strip().getByText('12초째')).toBeVisible();
    expect(strip().getByText('연결이 갑자기 끊겼어요.')).toBeVisible();
  });

  it.each([
    ['no-pong', 'The platform didn’t respond.'],
    ['refused-418', 'The platform refused the connection.'],
    ['platform-unavailable-timeout', 'The platform isn’t responding right now.'],
    ['platform-token-refused-code-expired', 'The platform doesn’t accept your sign-in.'],
    ['access-token-refused', 'The platform rejects the sign-in it just issued.'],
    ['platform-invalid-request', 'The platform rejected the request.'],
    ['sign-in-timed-out', 'Sign-in timed out.'],
    ['sign-in-closed', 'Sign-in failed.'],
    ['solar-flare', 'Reason: solar-flare.'],
    ['other', 'Reason: other.'],
  ])('says the reason %s as "%s"', async (reason, text) => {
    const connection = { state: 'reconnecting', reason, since: NOW } as const;
    await drawDashboard({ status: { connection }, language: 'en' });
    expect(strip().getByText(text)).toBeVisible();
  });

  it('says when the core cannot be reached, and keeps what was shown', async () => {
    const page = await drawDashboard({
      status: { alerts: { waiting: 7, neverAppeared: 0, paused: false } },
    });
    await page.core((bridge) => bridge.setReachable(false));
    expect(strip().getByText('앱 연결 끊김')).toBeVisible();
    expect(screen.getByText('Stagelight 앱과 연결이 끊겼어요.')).toBeVisible();
    expect(strip().getByText('대기 7')).toBeVisible();
    await page.core((bridge) => bridge.setReachable(true));
    expect(strip().getByText('수신 중')).toBeVisible();
    expect(screen.queryByText('Stagelight 앱과 연결이 끊겼어요.')).toBeNull();
  });

  it.each([
    ['ko', '이전 주소', '이 대시보드 주소는 더 이상 쓸 수 없어요.'],
    ['en', 'Old address', 'This dashboard address is no longer valid.'],
  ] as const)(
    'says in %s when its address is no longer valid, and where the new one is',
    async (language, badge, title) => {
      const page = await drawDashboard({ language });
      await page.core((bridge) => {
        bridge.setReachable(false);
        bridge.setAddressGone(true);
      });
      expect(strip().getByText(badge)).toBeVisible();
      const said = screen.getByRole('alert');
      expect(said).toHaveTextContent(title);
      // As the page and its part are called there.
      for (const key of ['view.settings', 'upkeep.part-place'] as const) {
        expect(said).toHaveTextContent(wordsOf(language).t(key));
      }
      expect(document.body).not.toHaveTextContent(wordsOf(language).t('app.unreachable'));
      await page.core((bridge) => {
        bridge.setAddressGone(false);
        bridge.setReachable(true);
      });
      expect(screen.queryByRole('alert')).toBeNull();
    },
  );

  it('says that its address is no longer valid instead of waiting for the first word', async () => {
    const page = await drawDashboard({ status: null, language: 'en' });
    await page.core((bridge) => {
      bridge.setReachable(false);
      bridge.setAddressGone(true);
    });
    expect(screen.getByRole('alert')).toHaveTextContent(
      'This dashboard address is no longer valid.',
    );
    expect(screen.queryByText('Connecting to Stagelight.')).toBeNull();
  });

  it('connects, and says so, before the core has spoken', async () => {
    await drawDashboard({ status: null });
    expect(strip().getByText('연결 중')).toBeVisible();
    expect(screen.getByText('Stagelight에 연결하고 있어요.')).toBeVisible();
  });
});

describe('on air', () => {
  it('is said with how long, and in words for who listens', async () => {
    const page = await drawDashboard({ language: 'en' });
    await sayLive(page, onAir(true, NOW - 3_720_000));
    expect(strip().getByText('On air')).toBeVisible();
    expect(strip().getByText('1:02')).toBeVisible();
    expect(strip().getByText('1h 2m')).toBeVisible();
    await page.pass(60_000);
    expect(strip().getByText('1:03')).toBeVisible();
  });

  it('stands alone: that the connection is well is heard, not seen', async () => {
    const page = await drawDashboard({ language: 'en' });
    await sayLive(page, onAir(true));
    expect(strip().getByText('Receiving').closest('.only-heard')).not.toBeNull();
    expect(document.querySelector('.strip .state')).toBeNull();
  });

  it('is not claimed before it is known, nor while it is not', async () => {
    const page = await drawDashboard({ language: 'en' });
    expect(strip().getByText('Broadcast status unknown')).toBeVisible();
    await sayLive(page, onAir(false));
    expect(strip().getByText('Off air')).toBeVisible();
    expect(page.bridge.asked).toEqual([]);
  });

  it('comes with the viewers, whom the core counts only then', async () => {
    const page = await drawDashboard({ language: 'en' });
    await sayLive(page, onAir(true, NOW));
    expect(page.bridge.last).toMatchObject({ name: 'stream.look', args: { only: 'live' } });
    const say = (viewers: number | null) =>
      page.core((bridge) =>
        bridge.feeds.tell({ type: 'feed', feed: 'stream', value: watched(viewers) }),
      );
    await say(1_321);
    expect(strip().getByText('1,321 viewers')).toBeVisible();
    await say(null);
    expect(strip().queryByText(/viewers/)).toBeNull();
    await say(7);
    await sayLive(page, onAir(false));
    expect(strip().queryByText(/viewers/)).toBeNull();
  });
});

describe('what waits and who shows it', () => {
  it('are the alerts, leading to them, and the pages of the overlay', async () => {
    const page = await drawDashboard({
      language: 'en',
      status: {
        alerts: { waiting: 1_200, neverAppeared: 0, paused: false },
        overlay: { url: OVERLAY_URL, connectedPages: 2 },
      },
    });
    expect(strip().getByRole('button', { name: 'OBS: 2 overlays connected' })).toBeVisible();
    fireEvent.click(strip().getByRole('button', { name: /1,200 waiting/ }));
    expect(page.dashboard.store.getState().view).toBe('alerts');
  });

  it('are said to be wrong on air, where no page shows the overlay', async () => {
    const page = await drawDashboard({ language: 'en' });
    const obs = strip().getByRole('button', { name: 'OBS: No overlay connected' });
    expect(obs).toHaveClass('tone-neutral');
    await sayLive(page, onAir(true));
    expect(obs).toHaveClass('tone-warn');
  });
});

describe('the sessions', () => {
  it.each([
    [1, false],
    [3, true],
  ])('with %d of 3 used are told of: %s', async (slotsUsed, told) => {
    const page = await drawDashboard({
      language: 'en',
      status: { session: sessionWith({ slotsUsed }) },
    });
    const hint = strip().queryByRole('button', { name: 'Sessions full' });
    expect(hint !== null).toBe(told);
    if (hint) fireEvent.click(hint);
    expect(page.dashboard.store.getState().parts.settings).toBe(told ? 'connection' : undefined);
  });
});

describe('who it is', () => {
  it('is the channel by name, else by id, else nobody', async () => {
    const page = await drawDashboard();
    expect(strip().getByText('달빛 라디오')).toBeVisible();
    const sayAccount = (account: { channelId: string; channelName: null } | null) =>
      page.core((bridge) => bridge.status({ ...statusNow(page), account }));
    await sayAccount({ channelId: 'ch-9', channelName: null });
    expect(strip().getByText('ch-9')).toBeVisible();
    await sayAccount(null);
    expect(strip().getByText('채널 없음')).toBeVisible();
  });

  it('is marked as a demo only where it is one', async () => {
    const page = await drawDashboard();
    expect(strip().queryByText('데모')).toBeNull();
    await page.core((bridge) => bridge.status({ ...statusNow(page), demo: true }));
    expect(strip().getByText('데모')).toBeVisible();
  });

  it('signs out only after being asked, and closes when it is done', async () => {
    const page = await drawDashboard();
    openMenu();
    fireEvent.click(popup().getByRole('button', { name: '로그아웃' }));
    const dialog = popup();
    expect(page.bridge.asked).toEqual([]);
    expect(dialog.getByText('달빛 라디오')).toBeVisible();
    fireEvent.click(dialog.getByRole('button', { name: '로그아웃' }));
    expect(page.bridge.last.name).toBe('sign-in.sign-out');
    await page.core((bridge) => bridge.last.answer({}));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('stays signed in when that is cancelled, and says why when it fails', async () => {
    const page = await drawDashboard();
    const open = () => {
      openMenu();
      fireEvent.click(popup().getByRole('button', { name: '로그아웃' }));
    };
    open();
    fireEvent.click(screen.getByRole('button', { name: '취소' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(page.bridge.asked).toEqual([]);
    open();
    const dialog = popup();
    fireEvent.click(dialog.getByRole('button', { name: '로그아웃' }));
    await page.core((bridge) => bridge.last.refuse());
    expect(dialog.getByText(PROBLEM_TEXT.what.ko)).toBeVisible();
  });
});

describe('the preferences', () => {
  it('change the language at once and tell the core', async () => {
    const page = await drawDashboard();
    openMenu();
    fireEvent.click(screen.getByRole('button', { name: 'EN English' }));
    expect(screen.getByText('Latest events')).toBeVisible();
    expect(page.bridge.last).toMatchObject({
      name: 'settings.set-language',
      args: { language: 'en' },
    });
    expect(page.host.dresses.at(-1)).toEqual({ language: 'en', theme: null });
    expect(screen.getByRole('button', { name: 'EN English' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
  });

  it('go round the brightnesses and keep the choice', async () => {
    const page = await drawDashboard({ language: 'en' });
    openMenu();
    const press = () => fireEvent.click(screen.getByRole('button', { name: /Change brightness/ }));
    const seen = [1, 2, 3].map(() => {
      press();
      return [page.host.dresses.at(-1)?.theme, page.host.kept.get('theme')];
    });
    expect(seen).toEqual([
      ['light', 'light'],
      ['dark', 'dark'],
      [null, undefined],
    ]);
  });

  it.each([
    ['light', 'light'],
    ['dark', 'dark'],
    ['purple', null],
  ])('with %s kept begin with the theme %s', async (kept, theme) => {
    const page = await drawDashboard({ prepare: (host) => host.kept.set('theme', kept) });
    expect(page.host.dresses.at(-1)?.theme).toBe(theme);
  });
});

function statusNow(page: Awaited<ReturnType<typeof drawDashboard>>) {
  const { status } = page.dashboard.store.getState();
  if (!status) throw new Error('No status yet');
  return status;
}
