import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { SUBSCRIPTION_KINDS } from '../../../../shared/connection-history.ts';
import type { StageEvent } from '../../../../shared/events.ts';
import { gapOf } from '../../../support/gaps.ts';
import { drawDashboard } from '../draw-dashboard.tsx';
import { eventOf } from '../support.ts';

const rows = () => screen.queryAllByRole('listitem').filter((row) => row.dataset['kind']);
const rowText = () => rows()[0]?.querySelector('.event-body')?.textContent;
const chats = (count: number) => Array.from({ length: count }, (_, at) => eventOf('CHAT', at + 1));

describe('one event', () => {
  it.each<[string, StageEvent, string, string]>([
    ['a chat', eventOf('CHAT', 1), '감자칩안녕하세요', '감자칩안녕하세요'],
    [
      'a donation',
      eventOf('DONATION', 1),
      '1,000빔하루채팅 후원응원해요',
      '1,000 beams하루Chat donation응원해요',
    ],
    [
      'an anonymous cheering',
      eventOf('DONATION', 1, {
        donationType: 'CHEERING',
        donatorChannelId: null,
        donatorNickname: null,
        donationText: '',
        payAmount: 1,
        cheeringItems: [
          { cnt: 2, type: 'a', skinType: '', amount: 1, imageUrl: null, overlayImageUrl: null },
          { cnt: 1, type: 'b', skinType: '', amount: 1, imageUrl: null, overlayImageUrl: null },
        ],
      }),
      '1빔익명응원응원 아이템 3개',
      '1 beamAnonymousCheering3 cheering items',
    ],
    [
      'a donation of an unknown type and amount',
      eventOf('DONATION', 1, { donationType: 'HOLOGRAM', payAmount: null }),
      '금액 알 수 없음하루응원해요',
      'Amount unknown하루응원해요',
    ],
    [
      'a subscription',
      eventOf('SUBSCRIPTION', 1),
      '13개월째 구독도토리묵티어 21년 넘었네요',
      'Subscribed for 13 months도토리묵Tier 21년 넘었네요',
    ],
    [
      'a subscription of which little is known',
      eventOf('SUBSCRIPTION', 1, {
        month: null,
        tierNo: null,
        subscriberChannelName: '',
        subscriptionMessage: '',
      }),
      '구독이름 없음',
      'SubscribedNo name',
    ],
    ['a draw', eventOf('DROPS', 1), '12명 당첨별빛 스킨2회차', '12 winners별빛 스킨2회차'],
    [
      'a purchase',
      eventOf('GOODS_PURCHASE', 1),
      '₩38,500밤샘고양이키링외 2건달빛 상점드디어 샀어요',
      '₩38,500밤샘고양이키링and 2 more달빛 상점드디어 샀어요',
    ],
    [
      'an anonymous purchase of one item for an unknown sum',
      eventOf('GOODS_PURCHASE', 1, {
        senderChannelId: null,
        profile: null,
        totalAmount: null,
        itemCount: 1,
        content: '',
      }),
      '익명키링달빛 상점',
      'Anonymous키링달빛 상점',
    ],
    [
      'a purchase in dollars',
      eventOf('GOODS_PURCHASE', 1, {
        totalAmount: 12.5,
        currency: 'USD',
        itemCount: 2,
        content: '',
      }),
      '$12.50밤샘고양이키링외 1건달빛 상점',
      '$12.50밤샘고양이키링and 1 more달빛 상점',
    ],
  ])('%s says who and what, in Korean and in English', async (_name, event, ko, en) => {
    const page = await drawDashboard({ events: [event] });
    expect(rowText()).toBe(ko);
    await page.core((bridge) => bridge.language('en'));
    expect(rowText()).toBe(en);
  });

  it('names its kind and its time, and is marked when it is a test', async () => {
    await drawDashboard({
      events: [eventOf('DROPS', 1), eventOf('DROPS', 2, {}, 'test')],
      language: 'en',
    });
    const [real, test] = rows().map((row) => within(row));
    expect(test?.getByText('Drops')).toBeInTheDocument();
    expect(test?.getByText('Test')).toBeInTheDocument();
    expect(real?.queryByText('Test')).toBeNull();
    expect(real?.getByText(/^\d{2}:\d{2}:01$/)).toHaveAttribute(
      'datetime',
      '2026-01-01T12:00:01.000Z',
    );
  });
});

describe('the role of a sender', () => {
  it.each([
    ['streamer', 'ko', '스트리머'],
    ['manager', 'en', 'Manager'],
    ['subscriber', 'ko', '구독자'],
  ] as const)('%s is a mark before the name, in %s: %s', async (senderRole, language, name) => {
    await drawDashboard({ events: [eventOf('CHAT', 1, { senderRole })], language });
    const mark = screen.getByRole('img', { name });
    expect(mark).toHaveAttribute('title', name);
    expect(mark.nextElementSibling?.textContent).toBe('감자칩');
  });

  it('viewer is not marked', async () => {
    await drawDashboard({ events: [eventOf('CHAT', 1)] });
    expect(screen.queryByRole('img')).toBeNull();
  });
});

describe('a message', () => {
  const emojis = {
    ':ch-heart:': 'https://cdn.test/heart.png',
    ':ch-bad:': 'javascript:alert(1)',
    ':ch-data:': 'data:image/svg+xml,<svg/>',
    ':ch-plain:': 'http://cdn.test/plain.png',
  };

  it('has its emoji as images on its line, with names', async () => {
    await drawDashboard({ events: [eventOf('CHAT', 1, { content: 'a :ch-heart: b', emojis })] });
    const image = screen.getByRole('img', { name: '이모티콘 heart' });
    expect(image).toHaveAttribute('src', 'https://cdn.test/heart.png');
    expect(image).toHaveAttribute('referrerpolicy', 'no-referrer');
    expect(image.parentElement?.textContent).toBe('a  b');
  });

  it('has a token again where its image does not come', async () => {
    await drawDashboard({ events: [eventOf('CHAT', 1, { content: 'a :ch-heart: b', emojis })] });
    fireEvent.error(screen.getByRole('img', { name: '이모티콘 heart' }));
    expect(screen.getByText('a :ch-heart: b')).toBeVisible();
  });

  it.each([':ch-bad:', ':ch-data:', ':ch-plain:', ':ch-none:'])(
    'asks for no image where the address of %s is not allowed or missing',
    async (token) => {
      await drawDashboard({ events: [eventOf('CHAT', 1, { content: token, emojis })] });
      expect(screen.queryByRole('img')).toBeNull();
      expect(screen.getByText(token)).toBeVisible();
    },
  );

  const HOSTILE = '<img src=x onerror=alert(1)><script>alert(2)</script>{{count}} $t(app.name)';

  it.each<[string, StageEvent]>([
    ['chat', eventOf('CHAT', 1, { profile: { nickname: HOSTILE, badges: [] }, content: HOSTILE })],
    ['donation', eventOf('DONATION', 1, { donatorNickname: HOSTILE, donationText: HOSTILE })],
    [
      'subscription',
      eventOf('SUBSCRIPTION', 1, { subscriberChannelName: HOSTILE, subscriptionMessage: HOSTILE }),
    ],
    ['draw', eventOf('DROPS', 1, { rewardTitle: HOSTILE, rewardDescription: HOSTILE })],
    [
      'purchase',
      eventOf('GOODS_PURCHASE', 1, {
        shopName: HOSTILE,
        representativeItemName: HOSTILE,
        content: HOSTILE,
      }),
    ],
  ])('of a hostile %s is text and nothing else', async (_name, event) => {
    const { container } = await drawDashboard({ events: [event] });
    expect(screen.getAllByText(HOSTILE).length).toBeGreaterThanOrEqual(2);
    expect(container.querySelector('script, img')).toBeNull();
  });

  it('of 64 KB is cut', async () => {
    await drawDashboard({ events: [eventOf('CHAT', 1, { content: 'ㅋ'.repeat(65_536) })] });
    expect(rowText()?.length).toBeLessThan(700);
  });

  it('keeps badges whose address is not allowed out of the page', async () => {
    const badges = [
      { id: '1', name: '매니저', imageUrl: 'https://cdn.test/badge.png' },
      { id: '2', name: '가짜', imageUrl: 'javascript:alert(1)' },
      { id: '3', name: '없음', imageUrl: null },
    ];
    await drawDashboard({ events: [eventOf('CHAT', 1, { profile: { nickname: 'n', badges } })] });
    expect(screen.getAllByRole('img').map((image) => image.getAttribute('alt'))).toEqual([
      '매니저',
    ]);
  });
});

describe('the list', () => {
  it('has the newest at its end and no more rows than can be seen', async () => {
    const page = await drawDashboard({ events: chats(250) });
    expect(rows().length).toBeGreaterThan(10);
    expect(rows().length).toBeLessThan(60);
    await page.core((bridge) => bridge.events([eventOf('DONATION', 251)]));
    expect(rows().at(-1)).toHaveAttribute('data-kind', 'DONATION');
  });

  it('counts every kind as the core does, and shows the kinds that are pressed', async () => {
    const counts = { CHAT: 12_840, DONATION: 37, SUBSCRIPTION: 8, DROPS: 3, GOODS_PURCHASE: 5 };
    await drawDashboard({
      status: { counts },
      events: [...chats(3), eventOf('DONATION', 4), eventOf('DROPS', 5)],
      language: 'en',
    });
    const kinds = () => rows().map((row) => row.dataset['kind']);
    expect(screen.getByRole('button', { name: 'Chat 12,840' })).toBeVisible();
    const donations = screen.getByRole('button', { name: 'Donation 37' });
    expect(donations).toHaveAccessibleDescription('Donation: 37 received since the app started');
    fireEvent.click(donations);
    expect(donations).toHaveAttribute('aria-pressed', 'true');
    expect(kinds()).toEqual(['DONATION']);
    fireEvent.click(screen.getByRole('button', { name: 'Drops 3' }));
    expect(kinds()).toEqual(['DONATION', 'DROPS']);
    fireEvent.click(donations);
    fireEvent.click(screen.getByRole('button', { name: 'Drops 3' }));
    expect(rows()).toHaveLength(5);
  });

  it.each([
    ['ko', '아직 이벤트가 없어요', '후원 테스트 보내기'],
    ['en', 'No events yet', 'Send a test: Donation'],
  ] as const)(
    'says what will appear and how to try it while empty (%s)',
    async (language, title, button) => {
      const page = await drawDashboard({ language });
      const empty = screen.getByText(title).parentElement as HTMLElement;
      fireEvent.click(within(empty).getByRole('button', { name: button }));
      expect(page.bridge.last).toMatchObject({
        name: 'test-event.play',
        args: { kind: 'DONATION' },
      });
    },
  );

  it('has a gap as a row of no kind at its time, whatever kind is shown', async () => {
    const at = (seq: number) => eventOf('CHAT', seq).receivedAt;
    const gaps = [gapOf({ from: at(1) + 100, to: at(2) - 100, reason: 'no-pong' })];
    const page = await drawDashboard({
      events: [...chats(2), eventOf('DONATION', 3)],
      connectionHistory: { gaps },
      language: 'en',
    });
    const order = () =>
      [
        ...screen
          .getByRole('group', { name: 'Latest events' })
          .querySelectorAll('.event, .life-gap'),
      ].map((row) =>
        row instanceof HTMLElement && row.dataset['kind']
          ? row.dataset['kind']
          : row.querySelector('strong')?.textContent,
      );
    expect(order()).toEqual(['CHAT', 'Gap', 'CHAT', 'DONATION']);
    fireEvent.click(screen.getByRole('button', { name: 'Chat 0' }));
    expect(order()).toEqual(['CHAT', 'Gap', 'CHAT']);
    const open = { from: at(9), reason: 'no-pong' };
    const openGaps = [{ ...open, kinds: SUBSCRIPTION_KINDS }];
    await page.core((bridge) => bridge.connectionHistory({ events: [], gaps, openGaps }));
    expect(order()).toEqual(['CHAT', 'Gap', 'CHAT', 'Missing events now']);
    // Gaps of one time that are of different kinds have a row each.
    const each = (['chat', 'donation'] as const).map((kind) => ({ ...open, kinds: [kind] }));
    const both = gaps.flatMap((gap) => each.map(({ kinds }) => ({ ...gap, kinds })));
    await page.core((bridge) =>
      bridge.connectionHistory({ events: [], gaps: both, openGaps: each }),
    );
    expect(order()).toEqual([
      ...['CHAT', 'Gap', 'Gap', 'CHAT'],
      ...['Missing events now', 'Missing events now'],
    ]);
  });
});
