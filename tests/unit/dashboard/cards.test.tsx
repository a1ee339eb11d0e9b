import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { maskedAddress } from '../../../renderer/dashboard/address-field.tsx';
import { EVENT_KINDS } from '../../../shared/events.ts';
import type { AppStatus } from '../../../shared/status.ts';
import { drawConnection, drawDashboard } from './draw-dashboard.tsx';
import { NOW, OVERLAY_KEY, PROBLEM, PROBLEM_TEXT, statusWith } from './support.ts';

const card = (title: string) => within(screen.getByRole('region', { name: title }));
const signedOut = { state: 'signed-out', reason: null, since: NOW } as const;
const signingIn = { state: 'signing-in', reason: null, since: NOW } as const;

describe('signing in', () => {
  it('is not offered to whoever is signed in', async () => {
    await drawDashboard();
    expect(screen.queryByRole('button', { name: '로그인' })).toBeNull();
  });

  it('asks the core, opens the address and shows it to copy', async () => {
    const page = await drawDashboard({ status: { connection: signedOut, account: null } });
    fireEvent.click(screen.getByRole('button', { name: '로그인' }));
    expect(screen.getByRole('button', { name: '로그인' })).toHaveAttribute('aria-busy', 'true');
    await page.core((bridge) => bridge.last.answer({ url: 'https://ci.me/go?state=1' }));
    expect(page.host.opened).toEqual(['https://ci.me/go?state=1']);
    const waiting = card('브라우저에서 로그인을 마쳐 주세요');
    fireEvent.click(waiting.getByRole('button', { name: '로그인 창 열기' }));
    expect(page.host.opened).toEqual(['https://ci.me/go?state=1', 'https://ci.me/go?state=1']);
    fireEvent.click(waiting.getByRole('button', { name: '복사' }));
    await page.pass(0);
    expect(page.host.copied).toEqual(['https://ci.me/go?state=1']);
  });

  it('says why when it cannot start', async () => {
    const page = await drawDashboard({ status: { connection: signedOut }, language: 'en' });
    fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    await page.core((bridge) => bridge.last.refuse());
    expect(screen.getByRole('alert')).toHaveTextContent(
      PROBLEM_TEXT.what.en + PROBLEM_TEXT.cure.en,
    );
  });

  it('waits for the core while it cannot be reached', async () => {
    const page = await drawDashboard({ status: { connection: signedOut } });
    await page.core((bridge) => bridge.setReachable(false));
    expect(screen.getByRole('button', { name: '로그인' })).toBeDisabled();
  });

  it('never links to an address that is not a web address', async () => {
    const signInUrl = 'javascript:alert(1)';
    const { container } = await drawDashboard({ status: { connection: signingIn, signInUrl } });
    expect(container.querySelector('a[href^="javascript"]')).toBeNull();
    expect(screen.getByRole('button', { name: '로그인' })).toBeVisible();
  });
});

describe('the overlay address', () => {
  const draw = async (given: Parameters<typeof drawDashboard>[0] = {}) => {
    const page = await drawDashboard(given);
    fireEvent.click(screen.getByRole('button', { name: /^OBS/ }));
    return page;
  };
  const field = () => screen.getByLabelText<HTMLTextAreaElement>('오버레이 주소');
  const url = `http://127.0.0.1:4123/overlay/${OVERLAY_KEY}/`;

  it('is covered until it is asked for, and can be covered again', async () => {
    const { container } = await draw();
    expect(field().value).toBe('http://127.0.0.1:4123/overlay/••••••••/');
    expect(container.innerHTML).not.toContain(OVERLAY_KEY);
    fireEvent.click(screen.getByRole('button', { name: '주소 보기' }));
    expect(field().value).toBe(url);
    fireEvent.click(screen.getByRole('button', { name: '주소 가리기' }));
    expect(field().value).not.toContain(OVERLAY_KEY);
  });

  it('is copied whole while covered, and the button says so for two seconds', async () => {
    const page = await draw();
    const copy = screen.getByRole('button', { name: '주소 복사' });
    fireEvent.click(copy);
    await page.pass(0);
    expect(page.host.copied).toEqual([url]);
    expect(copy).toHaveTextContent('복사했어요');
    expect(field().value).not.toContain(OVERLAY_KEY);
    await page.pass(2_000);
    expect(copy).toHaveTextContent('복사');
    expect(copy).not.toHaveTextContent('복사했어요');
  });

  it('is shown and selected where copying is not allowed', async () => {
    const page = await draw({
      prepare: (host) => {
        host.clipboard = false;
      },
    });
    fireEvent.click(screen.getByRole('button', { name: '주소 복사' }));
    await page.pass(0);
    expect(screen.getByText(/Ctrl\+C/)).toBeVisible();
    expect(field().value).toBe(url);
    expect([field().selectionStart, field().selectionEnd]).toEqual([0, url.length]);
  });

  it('comes with the steps for OBS, open until a page is connected', async () => {
    const page = await draw({ language: 'en' });
    const overlay = within(screen.getByRole('region', { name: 'OBS overlay' }));
    expect(overlay.getByText('1920 × 1080')).toBeVisible();
    expect(overlay.getAllByRole('listitem')).toHaveLength(3);
    expect(overlay.getByText('No overlay connected')).toBeVisible();
    await page.core((bridge) => bridge.status(statusWith({ overlay: { url, connectedPages: 1 } })));
    expect(overlay.getByText('1 overlay connected')).toBeVisible();
    expect(overlay.getByText('1920 × 1080')).toBeVisible();
    for (const step of overlay.getAllByRole('listitem')) expect(step).not.toBeVisible();
  });

  it.each([
    ['http://127.0.0.1:4123/overlay/KEYKEYKEY/', 'http://127.0.0.1:4123/overlay/••••••••/'],
    ['http://127.0.0.1:4123/overlay/KEYKEYKEY?theme=x', 'http://127.0.0.1:4123/overlay/••••••••/'],
    ['KEYKEYKEY', '••••••••'],
  ])('%s is covered as %s', (address, covered) => {
    expect(maskedAddress(address)).toBe(covered);
  });
});

describe('test events', () => {
  it.each([
    ['ko', ['채팅', '후원', '구독', '드롭스', '굿즈']],
    ['en', ['Chat', 'Donation', 'Sub', 'Drops', 'Purchase']],
  ] as const)('have a button for each kind (%s)', async (language, names) => {
    const page = await drawDashboard({ language });
    const tests = card(language === 'ko' ? '테스트 이벤트' : 'Test events');
    const buttons = tests.getAllByRole('button');
    expect(buttons.map((button) => button.textContent)).toEqual(names);
    for (const button of buttons) fireEvent.click(button);
    expect(page.bridge.asked.map(({ args }) => args)).toEqual(
      EVENT_KINDS.map((kind) => ({ kind })),
    );
  });

  it('show that they are under way, then how it went', async () => {
    const page = await drawDashboard();
    const button = card('테스트 이벤트').getByRole('button', { name: '드롭스 테스트 보내기' });
    fireEvent.click(button);
    expect(button).toHaveAttribute('aria-busy', 'true');
    await page.core((bridge) => bridge.last.answer({ seq: 1 }));
    expect(button).toHaveTextContent('보냈어요');
    expect(within(button).getByRole('status')).toHaveTextContent('드롭스 테스트를 보냈어요.');
    await page.pass(2_000);
    expect(button).toHaveTextContent('드롭스');
    fireEvent.click(button);
    await page.core((bridge) => bridge.last.refuse());
    expect(screen.getByRole('alert')).toHaveTextContent(PROBLEM_TEXT.what.ko);
  });
});

describe('health', () => {
  it.each([
    ['ko', '상태 점검', '문제없어요'],
    ['en', 'Health', 'All good'],
  ] as const)('says that all is well where it is (%s)', async (language, title, text) => {
    await drawConnection({ language });
    expect(card(title).getByText(text)).toBeVisible();
  });

  const trouble: Partial<AppStatus> = {
    unknownEvents: 4,
    alerts: { waiting: 0, neverAppeared: 1, paused: false },
    refusals: [
      { reason: 'not-json', count: 2_000 },
      { reason: 'new-reason', count: 1 },
    ],
    scopes: {
      granted: [],
      missing: [{ scope: 'READ:DONATION', disables: { key: 'problem.events-donation' } }],
    },
    notices: [
      { id: 'n1', level: 'error', at: NOW, problem: PROBLEM },
      { id: 'n2', level: 'info', at: NOW, problem: PROBLEM },
    ],
  };

  it('counts what was refused, in words, with the code beside them', async () => {
    await drawConnection({ status: trouble, language: 'en' });
    const lines = [...document.querySelectorAll('.counter')].map((line) => line.textContent);
    expect(lines).toEqual([
      'Missed alerts1',
      'Unknown event types4',
      'Messages that aren’t JSONnot-json2,000',
      'Other reasonsnew-reason1',
    ]);
    expect(card('Health').queryByText('All good')).toBeNull();
  });

  it('shows notices with their level and cure, and dismisses one', async () => {
    const page = await drawConnection({ status: trouble, language: 'en' });
    const health = card('Health');
    expect(health.getByRole('img', { name: 'Error' })).toBeInTheDocument();
    expect(health.getByRole('img', { name: 'Info' })).toBeInTheDocument();
    expect(health.getAllByText(PROBLEM_TEXT.cure.en)).toHaveLength(2);
    const [first] = health.getAllByRole('button', { name: `Dismiss: ${PROBLEM_TEXT.what.en}` });
    fireEvent.click(first as HTMLElement);
    expect(page.bridge.last).toMatchObject({ name: 'notice.dismiss', args: { id: 'n1' } });
  });

  it('is pointed at from the strip, with what is urgent counted', async () => {
    await drawDashboard({ status: trouble, language: 'en' });
    const link = screen.getByRole('link', { name: '2 things to check' });
    expect(link).toHaveAttribute('href', '#health');
    fireEvent.click(link);
    expect(card('Health').getByRole('img', { name: 'Error' })).toBeInTheDocument();
  });
});
