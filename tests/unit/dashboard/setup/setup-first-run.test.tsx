import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { wordsOf } from '../../../../renderer/i18n/dashboard.ts';
import type { ProblemCode } from '../../../../shared/locales/index.ts';
import { DEFAULT_OVERLAY } from '../../../../shared/overlay/overlay-settings.ts';
import { cureOf, whatOf } from '../../../../shared/problem.ts';
import type { AppStatus } from '../../../../shared/status.ts';
import { EMPTY_OBS } from '../../../support/empty-states.ts';
import { obsWith } from '../obs/obs-fixtures.ts';
import { sayObs } from '../obs/obs-support.ts';
import { NOW, PROBLEM_TEXT, statusWith } from '../support.ts';
import { APPLICATION, desktopWith } from './setup-fixtures.ts';
import { drawSetup, STARTING } from './setup-support.ts';

const button = (name: string | RegExp) => screen.getByRole('button', { name });
const connecting = desktopWith({ step: 'sign-in', mode: 'connect', connect: APPLICATION });
const onOverlay = desktopWith({ step: 'overlay', mode: 'connect', connect: APPLICATION });
const SIGN_IN = 'https://ci.me/go?state=1';
const signingIn: Partial<AppStatus> = {
  ...STARTING,
  connection: { state: 'signing-in', reason: null, since: NOW },
  signInUrl: SIGN_IN,
};
const overlay = (connectedPages: number) => ({
  overlay: { url: 'http://127.0.0.1:1/overlay/a-long-key-of-the-overlay/', connectedPages },
});

describe('the first run', () => {
  it('stands in place of the desk, below the strip, until it is done', async () => {
    const page = await drawSetup({ desktop: desktopWith() });
    expect(screen.getByRole('region', { name: '처음 설정' })).toBeVisible();
    expect(screen.getByRole('banner')).toBeVisible();
    expect(screen.queryByRole('region', { name: '최근 이벤트' })).toBeNull();
    await page.desktop(desktopWith({ step: 'done', mode: 'connect', connect: APPLICATION }));
    expect(screen.getByRole('region', { name: '최근 이벤트' })).toBeVisible();
  });

  it('is there before the core has said anything', async () => {
    await drawSetup({ desktop: desktopWith(), status: null });
    expect(button(/데모 둘러보기/)).toBeVisible();
  });

  it('moves the focus to the heading of each step', async () => {
    const page = await drawSetup({ desktop: desktopWith() });
    expect(document.activeElement).toHaveTextContent('Stagelight에 오신 것을 환영해요');
    await page.desktop(desktopWith({ step: 'application' }));
    expect(document.activeElement).toHaveTextContent('애플리케이션을 등록해요');
    expect(document.activeElement?.tagName).toBe('H2');
  });

  it('says how far it is', async () => {
    await drawSetup({ desktop: desktopWith({ step: 'application' }) });
    const present = document.querySelector('[aria-current="step"]');
    expect(present).toHaveTextContent('앱 등록');
    expect(screen.getByText('4단계 중 2단계')).toBeInTheDocument();
  });

  it('changes its language at once', async () => {
    const page = await drawSetup({ desktop: desktopWith() });
    const english = screen.getAllByRole('button', { name: 'English' }).at(-1);
    fireEvent.click(english as HTMLElement);
    expect(screen.getByRole('heading', { name: 'Welcome to Stagelight' })).toBeVisible();
    expect(page.asked()).toEqual([['settings.set-language', { language: 'en' }]]);
  });

  it.each(['welcome', 'application', 'sign-in', 'overlay'] as const)(
    'can be left at %s, and remembers where',
    async (step) => {
      const page = await drawSetup({ desktop: desktopWith({ step }) });
      fireEvent.click(button('나중에'));
      expect(page.asked()).toEqual([['setup.go', { step: 'done' }]]);
      expect(page.host.kept.get('setup-left')).toBe(step);
    },
  );

  it('goes back, and says so when it cannot', async () => {
    const page = await drawSetup({ desktop: desktopWith({ step: 'application' }) });
    fireEvent.click(button('뒤로'));
    expect(page.asked()).toEqual([['setup.go', { step: 'welcome' }]]);
    await page.core((bridge) => bridge.last.refuse());
    expect(screen.getByRole('alert')).toHaveTextContent(PROBLEM_TEXT.what.ko);
  });
});

describe('the welcome', () => {
  it('starts the demo, shows that it does, and what kept it from it', async () => {
    const page = await drawSetup({ desktop: desktopWith() });
    fireEvent.click(button(/데모 둘러보기/));
    expect(button(/데모를 준비하고 있어요/)).toHaveAttribute('aria-busy', 'true');
    expect(page.asked()).toEqual([['setup.set-mode', { mode: 'demo' }]]);
    await page.core((bridge) => bridge.setReachable(false));
    expect(screen.queryByRole('alert')).toBeNull();
    await page.core((bridge) => {
      bridge.setReachable(true);
      bridge.last.refuse();
    });
    expect(screen.getByRole('alert')).toHaveTextContent(PROBLEM_TEXT.cure.ko);
  });

  it('leads to the application', async () => {
    const page = await drawSetup({ desktop: desktopWith() });
    fireEvent.click(button(/내 채널 연결하기/));
    expect(page.asked()).toEqual([['setup.go', { step: 'application' }]]);
  });

  it('says what the demo does to a channel that is connected', async () => {
    await drawSetup({ desktop: desktopWith({ mode: 'connect', connect: APPLICATION }) });
    expect(button(/데모 둘러보기/)).toHaveTextContent('이벤트를 받지 않아요');
  });
});

describe('the sign-in', () => {
  it('asks for the address and opens it', async () => {
    const status = { ...STARTING, connection: { state: 'signed-out', reason: null, since: NOW } };
    const page = await drawSetup({
      desktop: connecting,
      status: status as Partial<AppStatus>,
    });
    fireEvent.click(button('브라우저에서 로그인'));
    await page.core((bridge) => bridge.last.answer({ url: SIGN_IN }));
    expect(page.host.opened).toEqual([SIGN_IN]);
  });

  it('waits for the browser, which can be opened again, or by hand', async () => {
    const page = await drawSetup({ desktop: connecting, status: signingIn });
    expect(screen.getByText(/로그인을 기다리고 있어요/)).toHaveAttribute('role', 'status');
    fireEvent.click(button('다시 열기'));
    expect(page.asked()).toEqual([['app.open', { address: SIGN_IN }]]);
    fireEvent.click(button('로그인 주소 복사'));
    await page.pass(0);
    expect(page.host.copied).toEqual([SIGN_IN]);
  });

  it('never offers an address that is not a web address', async () => {
    await drawSetup({
      desktop: connecting,
      status: { ...signingIn, signInUrl: 'javascript:alert(1)' },
    });
    expect(screen.queryByRole('button', { name: '다시 열기' })).toBeNull();
    expect(button('브라우저에서 로그인')).toBeVisible();
  });

  it('shows what went wrong with its cure, the reason first', async () => {
    const notice = (code: ProblemCode) => ({
      id: code,
      level: 'warn' as const,
      at: NOW,
      problem: { code },
    });
    await drawSetup({
      desktop: connecting,
      language: 'en',
      status: {
        ...STARTING,
        connection: { state: 'signed-out', reason: 'sign-in-closed', since: NOW },
        notices: [notice('sign-in-busy'), notice('sign-in-closed')],
      },
    });
    const alerts = screen.getAllByRole('alert').map((entry) => entry.textContent);
    const said = (code: ProblemCode) =>
      [whatOf({ code }), cureOf({ code })].map(wordsOf('en').pick);
    expect(alerts).toEqual([said('sign-in-closed').join(''), said('sign-in-busy').join('')]);
    expect(button('Fix application details')).toBeInTheDocument();
  });

  it('names the channel and the permissions, and goes on', async () => {
    const missing = [
      { scope: 'READ:DONATION', disables: { key: 'problem.events-donation' } as const },
    ];
    const page = await drawSetup({
      desktop: connecting,
      status: { ...statusWith(), scopes: { granted: ['READ:LIVE_CHAT'], missing } },
    });
    expect(screen.getByText('달빛 라디오 채널에 연결했어요')).toBeVisible();
    expect(screen.getByText('READ:DONATION')).toBeVisible();
    fireEvent.click(button('다음'));
    expect(page.asked()).toEqual([['setup.go', { step: 'overlay' }]]);
  });

  it.each([
    [['READ:USER'], '로그인했어요'],
    [['READ:LIVE_CHAT'], '채널에 연결했어요'],
  ])('with %s and no name says %s', async (granted, words) => {
    const status = { account: null, scopes: { granted, missing: [] } };
    await drawSetup({ desktop: connecting, status });
    expect(screen.getByText(words)).toBeVisible();
  });

  it('leads back to the application where there is none', async () => {
    const page = await drawSetup({ desktop: desktopWith({ step: 'sign-in' }) });
    fireEvent.click(button('앱 등록으로 이동'));
    expect(page.asked()).toEqual([['setup.go', { step: 'application' }]]);
  });
});

describe('the overlay', () => {
  const live = (pages: number): Partial<AppStatus> => ({ ...statusWith(), ...overlay(pages) });

  it('copies the whole address and covers its key', async () => {
    const page = await drawSetup({ desktop: onOverlay, status: live(0) });
    expect(page.container.innerHTML).not.toContain('a-long-key-of-the-overlay');
    fireEvent.click(button('주소 복사'));
    await page.pass(0);
    expect(page.host.copied).toEqual([overlay(0).overlay.url]);
  });

  it('notices at once when OBS opens it', async () => {
    const page = await drawSetup({ desktop: onOverlay, status: live(0) });
    expect(screen.getByText('OBS에서 오버레이가 열리기를 기다리고 있어요')).toBeVisible();
    expect(button('테스트 알림 보내기')).toBeDisabled();
    await page.core((bridge) => bridge.status(statusWith(live(1))));
    expect(screen.getByText('OBS에서 오버레이가 열렸어요')).toBeVisible();
    expect(button('테스트 알림 보내기')).toBeEnabled();
  });

  it('offers to set OBS up first, beside the address to paste', async () => {
    const page = await drawSetup({ desktop: onOverlay, status: live(0) });
    await sayObs(page, EMPTY_OBS);
    const obs = within(screen.getByRole('region', { name: 'Stagelight가 OBS를 설정하게 하기' }));
    expect(screen.getByLabelText('오버레이 주소')).toBeVisible();
    fireEvent.click(obs.getByRole('button', { name: 'OBS 연결하기' }));
    expect(page.asked()).toEqual([['obs.find', {}]]);
    await sayObs(page, obsWith());
    await page.core((bridge) =>
      bridge
        .lastOf('obs.plan')
        .answer({ changes: [{ kind: 'create', scene: 'Game', input: 'Stagelight' }] }),
    );
    fireEvent.click(obs.getByRole('button', { name: 'OBS 설정하기' }));
    expect(page.asked().at(-1)).toEqual(['obs.set-up', { scenes: [], audio: 'obs' }]);
    await sayObs(
      page,
      obsWith({ proof: { state: 'proved', at: NOW, scene: 'Game', by: 'program' } }),
    );
    expect(obs.getByText('시청자에게 오버레이가 보여요')).toBeVisible();
    expect(screen.getByLabelText('오버레이 주소')).not.toBeVisible();
    fireEvent.click(button(/^OBS: /));
    expect(screen.getByRole('dialog', { name: 'OBS 오버레이' })).toBeVisible();
  });

  it('offers the window, and does not take it for OBS', async () => {
    const page = await drawSetup({ desktop: onOverlay, status: live(0) });
    fireEvent.click(button('오버레이 창 켜기'));
    expect(page.asked()).toEqual([['overlay-window.set', { shown: true }]]);
    const { overlayWindow } = onOverlay;
    await page.core((bridge) => bridge.status(statusWith(live(1))));
    await page.desktop({ ...onOverlay, overlayWindow: { ...overlayWindow, shown: true } });
    expect(screen.getByText('오버레이 창이 켜져 있어요')).toBeVisible();
    expect(screen.queryByText('OBS에서 오버레이가 열렸어요')).toBeNull();
  });

  it('is done when the streamer has seen a test alert', async () => {
    const page = await drawSetup({
      desktop: onOverlay,
      status: live(1),
      prepare: (host) => host.kept.set('setup-left', 'overlay'),
    });
    expect(screen.queryByRole('button', { name: '네, 봤어요' })).toBeNull();
    fireEvent.click(button('테스트 알림 보내기'));
    expect(page.asked()).toEqual([['test-event.play', { kind: 'DONATION' }]]);
    await page.core((bridge) => bridge.last.answer({ seq: 1 }));
    fireEvent.click(button('안 보여요'));
    expect(screen.getByText('이렇게 확인해 보세요')).toBeVisible();
    fireEvent.click(button('네, 봤어요'));
    expect(page.asked().at(-1)).toEqual(['setup.go', { step: 'done' }]);
    expect(page.host.kept.has('setup-left')).toBe(false);
  });

  it('leads on to the first own alert: a rule that stands open', async () => {
    const page = await drawSetup({ desktop: onOverlay, status: live(1) });
    await page.core((bridge) => {
      bridge.feeds.tell({ type: 'feed', feed: 'overlay', value: DEFAULT_OVERLAY });
    });
    fireEvent.click(button('테스트 알림 보내기'));
    await page.core((bridge) => bridge.last.answer({ seq: 1 }));
    fireEvent.click(button('봤어요, 내 첫 알림 만들기'));
    expect(page.asked().at(-1)).toEqual(['setup.go', { step: 'done' }]);
    await page.desktop(desktopWith({ step: 'done', mode: 'connect', connect: APPLICATION }));
    expect(button('편집: 후원 · 10,000빔 이상')).toHaveAttribute('aria-expanded', 'true');
  });

  it('does not ask whether an alert was seen that could not be sent', async () => {
    const page = await drawSetup({ desktop: onOverlay, status: live(1) });
    fireEvent.click(button('테스트 알림 보내기'));
    await page.core((bridge) => bridge.last.refuse());
    expect(screen.getByRole('alert')).toHaveTextContent(PROBLEM_TEXT.what.ko);
    expect(screen.queryByRole('button', { name: '네, 봤어요' })).toBeNull();
  });
});
