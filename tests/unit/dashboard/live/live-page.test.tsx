import { fireEvent, screen, within } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_OVERLAY } from '../../../../shared/overlay/overlay-settings.ts';
import { type Drawn, drawDashboard } from '../draw-dashboard.tsx';
import { sayPeople } from '../people/people-support.ts';
import { eventOf, NOW, PROBLEM_TEXT } from '../support.ts';
import { ALL_SCOPES, sayLive } from './live-support.ts';

const rows = () => [...document.querySelectorAll<HTMLElement>('.feed-item')];
const texts = () => rows().map((row) => row.querySelector('.message')?.textContent);
const chat = (seq: number, content: string) => eventOf('CHAT', seq, { content });
/** Points at a row, so that its buttons are there. */
const point = (at = -1) => fireEvent.pointerMove(rows().at(at) as HTMLElement);
const overlay = { url: 'http://127.0.0.1:1/overlay/k', connectedPages: 1 };
const status = { scopes: { granted: ALL_SCOPES, missing: [] }, overlay };
const bar = () => screen.getByRole('region', { name: '방송 요약' });

// jsdom has dialogs, but none that open.
beforeAll(() => {
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true;
  };
});

const LARGE = {
  seq: 1,
  name: '감자칩',
  channelId: 's',
  role: 'viewer',
  badges: [],
  content: '크게',
  emojis: {},
} as const;

const FACTS = {
  role: 'subscriber',
  sums: {
    donations: 2,
    donationBeams: 1_500,
    cheeringBeams: 30,
    subscriptions: 1,
    purchases: 2,
    shop: { KRW: 9_000, USD: 1_250 },
    messages: 12,
  },
  firstAt: NOW - 86_400_000,
  lastAt: NOW,
  subscription: { month: 7, tierNo: 2, at: NOW },
};

describe('the broadcast at a glance', () => {
  it('keeps beams, cheering and every currency apart', async () => {
    const page = await drawDashboard({ status });
    await sayLive(page, {
      totals: {
        donationBeams: 12_000,
        cheeringBeams: 300,
        shop: { USD: 1_250, KRW: 45_000 },
        subscriptions: 4,
        draws: 2,
        winners: 35,
      },
    });
    const values = [...bar().querySelectorAll('dd')].map((value) => value.textContent);
    expect(values).toEqual(['12,000빔', '300빔', '₩45,000 · $12.50', '4', '2회 · 35명']);
  });

  it('shows every digit of sums beyond what a number holds', async () => {
    const page = await drawDashboard({ status });
    await sayLive(page, {
      totals: {
        donationBeams: '18014398509481983',
        cheeringBeams: '9007199254740993',
        shop: { KRW: '18014398509481985' },
        subscriptions: 4,
        draws: 2,
        winners: 35,
      },
    });
    const values = [...bar().querySelectorAll('dd')].map((value) => value.textContent);
    expect(values.slice(0, 3)).toEqual([
      ...['18,014,398,509,481,983빔', '9,007,199,254,740,993빔', '₩18,014,398,509,481,985'],
    ]);
  });

  it('says that the sums are not known', async () => {
    const page = await drawDashboard({ status });
    await sayLive(page, {});
    expect(bar()).toHaveTextContent('내역을 읽지 못해 합계를 보여 드릴 수 없어요.');
  });
});

describe('the feed on the page', () => {
  it('finds words as they are typed, after a short pause, and clears them with Escape', async () => {
    const page = await drawDashboard({ status, events: [chat(1, '사과'), chat(2, '바나나')] });
    const search = screen.getByRole('searchbox', { name: '이름이나 내용 검색' });
    fireEvent.change(search, { target: { value: '사과' } });
    expect(texts()).toEqual(['사과', '바나나']);
    await page.pass(150);
    expect(texts()).toEqual(['사과']);
    expect(screen.getByText('1개 찾음')).toBeInTheDocument();
    fireEvent.change(search, { target: { value: '없는 말' } });
    await page.pass(150);
    expect(screen.getByText('검색 결과가 없어요')).toBeInTheDocument();
    fireEvent.keyDown(search, { key: 'Escape', isComposing: true });
    expect(texts()).toEqual([]);
    fireEvent.keyDown(search, { key: 'Escape' });
    expect(texts()).toEqual(['사과', '바나나']);
  });

  it('shows only what is real, or only tests', async () => {
    await drawDashboard({
      status,
      events: [chat(1, '진짜'), eventOf('CHAT', 2, { content: '시험' }, 'test')],
    });
    const origin = within(screen.getByRole('group', { name: '실제·테스트' }));
    fireEvent.click(origin.getByRole('button', { name: '실제' }));
    expect(texts()).toEqual(['진짜']);
    fireEvent.click(origin.getByRole('button', { name: '테스트' }));
    expect(texts()).toEqual(['시험']);
  });

  it('stands still on request, says what came, and goes on', async () => {
    const page = await drawDashboard({ status, events: [chat(1, '하나')] });
    fireEvent.click(screen.getByRole('button', { name: '목록 멈추기' }));
    await page.core((bridge) => bridge.events([chat(2, '둘'), chat(3, '셋')]));
    expect(texts()).toEqual(['하나']);
    fireEvent.click(screen.getByRole('button', { name: '새 글 2개' }));
    expect(texts()).toEqual(['하나', '둘', '셋']);
  });

  it('goes on with what another core says, however it stood still before', async () => {
    const page = await drawDashboard({ status, events: [chat(5, '하나')] });
    fireEvent.click(screen.getByRole('button', { name: '목록 멈추기' }));
    await page.core((bridge) => bridge.events([{ ...chat(5, '처음'), receivedAt: NOW }], true));
    expect(texts()).toEqual(['처음']);
    expect(screen.getByRole('button', { name: '목록 멈추기' })).toBeInTheDocument();
  });

  it('takes rows off its top together, also after a filter that found few', async () => {
    const many = Array.from({ length: 200 }, (_, at) => chat(at + 1, `${at % 4}`));
    const page = await drawDashboard({ status, events: many });
    await page.pass(200);
    const search = screen.getByRole('searchbox', { name: '이름이나 내용 검색' });
    fireEvent.change(search, { target: { value: '0' } });
    await page.pass(300);
    const before = rows().length;
    const more = Array.from({ length: 5 }, (_, at) => chat(at + 300, '0'));
    await page.core((bridge) => bridge.events(more));
    expect(rows().length).toBe(before + 5);
  });

  it('stands still while somebody reads further up or stays in a row', async () => {
    const page = await drawDashboard({ status, events: [chat(1, '하나')] });
    const list = screen.getByRole('group', { name: '최근 이벤트' });
    list.scrollTop = -200;
    fireEvent.scroll(list);
    await page.core((bridge) => bridge.events([chat(2, '둘')]));
    expect(texts()).toEqual(['하나']);
    list.scrollTop = 0;
    fireEvent.scroll(list);
    expect(texts()).toEqual(['하나', '둘']);
    fireEvent.focus(rows()[0] as HTMLElement);
    await page.core((bridge) => bridge.events([chat(3, '셋')]));
    expect(texts()).toEqual(['하나', '둘']);
    fireEvent.blur(rows()[0] as HTMLElement);
    expect(texts()).toEqual(['하나', '둘', '셋']);
  });

  it('holds for a pointer that moves over it, and goes on when it rests or leaves', async () => {
    const page = await drawDashboard({ status, events: [chat(1, '하나')] });
    const list = screen.getByRole('group', { name: '최근 이벤트' });
    fireEvent.pointerMove(list, { pointerType: 'mouse' });
    await page.core((bridge) => bridge.events([chat(2, '둘')]));
    expect(texts()).toEqual(['하나']);
    await page.pass(3_000);
    expect(texts()).toEqual(['하나', '둘']);
    fireEvent.pointerMove(list, { pointerType: 'mouse' });
    await page.core((bridge) => bridge.events([chat(3, '셋')]));
    expect(texts()).toEqual(['하나', '둘']);
    fireEvent.pointerLeave(list);
    expect(texts()).toEqual(['하나', '둘', '셋']);
  });
});

describe('what can be done with a row', () => {
  it('shows its words large on the overlay and takes them off again', async () => {
    const page = await drawDashboard({ status, events: [chat(1, '크게')] });
    point();
    fireEvent.click(screen.getByRole('button', { name: '오버레이에 크게 띄우기' }));
    expect(page.bridge.last).toMatchObject({ name: 'live.highlight', args: { seq: 1 } });
    await sayLive(page, { highlight: LARGE, highlightEndsAt: NOW + 20_000 });
    const large = screen.getByRole('region', { name: '오버레이에 크게 나오는 중' });
    expect(large).toHaveTextContent('감자칩');
    expect(large).toHaveTextContent(/뒤에 사라져요/);
    fireEvent.click(within(large).getByRole('button', { name: '계속 띄우기' }));
    expect(page.bridge.last.args).toEqual({ seq: 1, seconds: null });
    await page.core((bridge) => bridge.lastOf('live.highlight').answer({}));
    fireEvent.click(within(large).getByRole('button', { name: '내리기' }));
    expect(page.bridge.last.args).toEqual({ seq: null, seconds: null });
    await page.core((bridge) => bridge.lastOf('live.highlight').answer({}));
  });

  it('says where nothing could be shown large because no overlay is connected', async () => {
    const page = await drawDashboard({
      status: { ...status, overlay: { ...overlay, connectedPages: 0 } },
      events: [chat(1, '크게')],
    });
    point();
    const button = screen.getByRole('button', {
      name: '연결된 오버레이가 없어서 크게 띄울 수 없어요',
    });
    expect(button).toBeDisabled();
    await sayLive(page, { highlight: LARGE, highlightEndsAt: null });
    expect(screen.getByRole('region', { name: '오버레이에 크게 나오는 중' })).toHaveTextContent(
      '연결된 오버레이가 없어서 지금은 아무 데도 나오지 않아요',
    );
  });

  it('answers: the name stands in the message being written', async () => {
    await drawDashboard({ status, events: [chat(1, '질문')] });
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: '채팅 보내기' });
    fireEvent.change(field, { target: { value: '네, 맞아요' } });
    point();
    fireEvent.click(screen.getByRole('button', { name: '감자칩님에게 답하기' }));
    expect(field.value).toBe('@감자칩 네, 맞아요');
    fireEvent.click(screen.getByRole('button', { name: '감자칩님에게 답하기' }));
    expect(field.value).toBe('@감자칩 네, 맞아요');
    expect(field).toHaveFocus();
  });

  it('makes a message the notice, unless it is too long for one', async () => {
    const page = await drawDashboard({ status, events: [chat(1, '공지로 갈 말')] });
    point();
    fireEvent.click(screen.getByRole('button', { name: '이 메시지를 공지로 올리기' }));
    expect(page.bridge.last).toMatchObject({
      name: 'live.notice',
      args: { message: '공지로 갈 말' },
    });
    await page.core((bridge) => bridge.last.refuse());
    expect(within(rows()[0] as HTMLElement).getByRole('alert')).toHaveTextContent(
      PROBLEM_TEXT.what.ko,
    );
    await page.core((bridge) => bridge.events([chat(2, '가'.repeat(101))]));
    await page.pass(3_000);
    point();
    expect(screen.getByRole('button', { name: /100자까지만 올릴 수 있어요/ })).toBeDisabled();
  });

  it('asks by name before somebody is blocked', async () => {
    const page = await drawDashboard({ status, events: [eventOf('CHAT', 1)] });
    await sayPeople(page);
    point();
    fireEvent.click(screen.getByRole('button', { name: '감자칩 차단하기' }));
    expect(page.bridge.asked).toEqual([]);
    const dialog = document.querySelector('.dialog') as HTMLElement;
    expect(dialog).toHaveTextContent('감자칩');
    fireEvent.click(within(dialog).getByText('차단하기'));
    expect(page.bridge.last).toMatchObject({ name: 'people.block', args: { name: '감자칩' } });
    await page.core((bridge) => bridge.last.refuse());
    expect(dialog).toHaveTextContent(PROBLEM_TEXT.what.ko);
  });

  it('is walked with the arrow keys; Enter opens the card of the viewer', async () => {
    const page = await drawDashboard({
      status,
      events: [chat(1, '하나'), chat(2, '둘'), chat(3, '셋')],
    });
    const tabbable = () => rows().map((row) => row.tabIndex);
    expect(tabbable()).toEqual([-1, -1, 0]);
    fireEvent.keyDown(rows()[2] as HTMLElement, { key: 'ArrowUp' });
    expect(tabbable()).toEqual([-1, 0, -1]);
    fireEvent.keyDown(rows()[1] as HTMLElement, { key: 'Home' });
    expect(tabbable()).toEqual([0, -1, -1]);
    fireEvent.keyDown(rows()[0] as HTMLElement, { key: 'Enter' });
    expect(page.bridge.asked.map(({ name }) => name)).toEqual([
      'live.viewer',
      'live.viewer-history',
    ]);
  });
});

async function openCard(): Promise<Drawn> {
  const page = await drawDashboard({ status, events: [eventOf('CHAT', 1)] });
  await page.core((bridge) =>
    bridge.feeds.tell({ type: 'feed', feed: 'overlay', value: DEFAULT_OVERLAY }),
  );
  fireEvent.click(document.querySelector('.feed-item .who') as HTMLElement);
  return page;
}

const card = () => document.querySelector('.viewer-card') as HTMLElement;

describe('the card of a viewer', () => {
  it('says what they did here, sums apart, and reads their history page by page', async () => {
    const page = await openCard();
    const next = { receivedAt: NOW, seq: 5 };
    await page.core((bridge) => {
      bridge.lastOf('live.viewer').answer(FACTS);
      bridge.lastOf('live.viewer-history').answer({ events: [eventOf('DONATION', 5)], next });
    });
    const facts = [...card().querySelectorAll('.viewer-fact dd')].map((fact) => fact.textContent);
    expect(facts.slice(2)).toEqual([
      '12개',
      '7개월째 · 티어 2',
      '1,500빔',
      '30빔',
      '₩9,000 · $12.50',
    ]);
    expect(within(card()).getByText('1,000빔')).toBeInTheDocument();
    fireEvent.click(within(card()).getByText('더 보기'));
    expect(page.bridge.last).toMatchObject({
      name: 'live.viewer-history',
      args: { limit: 50, before: next },
    });
    await page.core((bridge) =>
      bridge.last.answer({ events: [eventOf('CHAT', 4, { content: '옛날 말' })], next: null }),
    );
    expect(within(card()).getByText('옛날 말')).toBeInTheDocument();
    expect(within(card()).queryByText('더 보기')).toBeNull();
  });

  it('says why the books could not be read, and tries again', async () => {
    const page = await openCard();
    await page.core((bridge) => bridge.lastOf('live.viewer').refuse());
    expect(card()).toHaveTextContent(PROBLEM_TEXT.what.ko);
    const before = page.bridge.asked.length;
    fireEvent.click(within(card()).getByText('다시 시도'));
    expect(page.bridge.asked.length).toBe(before + 2);
  });

  it('hides the viewer on the overlay and shows them again', async () => {
    const page = await openCard();
    fireEvent.click(within(card()).getByText('오버레이에서 숨기기'));
    const { args } = page.bridge.lastOf('live.hide');
    expect(args).toMatchObject({ hidden: true });
    const { channelId } = args as { channelId: string };
    const layout = DEFAULT_OVERLAY.layout.map((widget) =>
      widget.kind === 'chat'
        ? {
            ...widget,
            settings: { ...widget.settings, hide: { users: [channelId], words: [], prefixes: [] } },
          }
        : widget,
    );
    await page.core((bridge) => {
      bridge.lastOf('live.hide').answer({});
      bridge.feeds.tell({
        type: 'feed',
        feed: 'overlay',
        value: { ...DEFAULT_OVERLAY, layout },
      });
    });
    fireEvent.click(within(card()).getByText('오버레이에 다시 보이기'));
    expect(page.bridge.last).toMatchObject({
      name: 'live.hide',
      args: { channelId, hidden: false },
    });
  });

  it('says what was done last, however soon after the one before', async () => {
    const page = await openCard();
    await sayPeople(page);
    for (const [button, command, said] of [
      ['차단 해제', 'people.unblock', '차단을 해제했어요.'],
      ['차단', 'people.block', '차단했어요.'],
      ['차단 해제', 'people.unblock', '차단을 해제했어요.'],
    ] as const) {
      fireEvent.click(within(card()).getByText(button));
      if (command === 'people.block') fireEvent.click(within(card()).getByText('차단하기'));
      await page.pass(100);
      await page.core((bridge) => bridge.lastOf(command).answer({}));
      expect(card()).toHaveTextContent(said);
    }
  });

  it('unblocks, and copies the channel id', async () => {
    const page = await openCard();
    fireEvent.click(within(card()).getByText('차단 해제'));
    expect(page.bridge.last).toMatchObject({ name: 'people.unblock' });
    await page.core((bridge) => bridge.last.answer({}));
    expect(card()).toHaveTextContent('차단을 해제했어요.');
    fireEvent.click(within(card()).getByLabelText('채널 ID 복사'));
    await page.pass(0);
    expect(page.host.copied).toHaveLength(1);
  });
});
