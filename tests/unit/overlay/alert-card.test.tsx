import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { formatMoment } from '../../../renderer/widgets/alert-parts.tsx';
import { AlertCard } from '../../../renderer/widgets/alert-stage.tsx';
import type { DrawTally, ValuedEvent } from '../../../shared/events.ts';
import type { Language } from '../../../shared/locales/index.ts';
import { PLAIN_LOOK } from '../../../shared/overlay/alert-look.ts';
import {
  donation,
  draw,
  HEART,
  HEART_URL,
  purchase,
  subscription,
  tally,
} from '../../support/stage-events.ts';
import { renderIn } from './render-words.tsx';

function show(event: ValuedEvent, language: Language = 'ko', total: DrawTally | null = null) {
  const { container } = renderIn(
    language,
    <AlertCard alert={{ event, tally: total, look: PLAIN_LOOK }} />,
  );
  const text = (part: string): string | null =>
    container.querySelector(`.sl-alert-${part}`)?.textContent ?? null;
  return { container, text };
}

describe('the donation alert', () => {
  it.each([
    ['ko', 10_000, '10,000빔'],
    ['ko', 1, '1빔'],
    ['en', 10_000, '10,000 beams'],
    ['en', 1, '1 beam'],
    ['en', 0, '0 beams'],
    ['en', 9_007_199_254_740_991, '9,007,199,254,740,991 beams'],
    ['ko', -5, '-5빔'],
  ] as const)('in %s has the amount as its hero: %d', (language, payAmount, hero) => {
    expect(show(donation(1, { payAmount }), language).text('hero')).toBe(hero);
  });

  it.each([
    ['ko', '밤하늘님이 후원했어요'],
    ['en', '밤하늘 donated'],
  ] as const)('in %s says who', (language, who) => {
    expect(show(donation(1), language).text('who')).toBe(who);
  });

  it.each([
    ['ko', null, '익명 시청자가 후원했어요'],
    ['en', null, 'Anonymous donated'],
    ['en', '  ', 'Anonymous donated'],
  ] as const)('in %s names nobody who gave no name (%j)', (language, donatorNickname, who) => {
    expect(show(donation(1, { donatorNickname }), language).text('who')).toBe(who);
  });

  it.each([
    ['ko', '고마운 후원'],
    ['en', 'A kind donation'],
  ] as const)('in %s says no number where the amount is unknown', (language, hero) => {
    expect(show(donation(1, { payAmount: null }), language).text('hero')).toBe(hero);
  });

  it.each([
    ['CHAT', '후원', 'donation'],
    ['VIDEO', '영상 후원', 'donation'],
    ['CHEERING', '응원', 'cheering'],
    ['SOMETHING_NEW', '후원', 'donation'],
  ])('of type %s is called %s', (donationType, label, tone) => {
    const { container, text } = show(donation(1, { donationType }));
    expect(text('kind')).toBe(label);
    expect(container.querySelector('.sl-alert')).toHaveAttribute('data-tone', tone);
  });

  it('shows the message with its emoji as images', () => {
    const { container } = show(donation(1, { donationText: `고마워요 ${HEART}` }));
    expect(container.querySelector('.sl-alert-message img')).toHaveAttribute('src', HEART_URL);
  });

  it('has no block for a message that is empty', () => {
    expect(show(donation(1, { donationText: '  ' })).text('what')).toBeNull();
  });

  it('shows what was cheered with, and a picture of ours where none comes', () => {
    const item = (cnt: number, imageUrl: string | null) => ({
      cnt,
      type: 'CONFETTI',
      skinType: 'BASIC',
      amount: 100,
      imageUrl,
      overlayImageUrl: null,
    });
    const { container, text } = show(
      donation(1, {
        donationType: 'CHEERING',
        donationText: '',
        cheeringItems: [item(3, 'https://images.example/c.png'), item(1_200, null)],
      }),
    );
    expect(text('items')).toBe('× 3× 1,200');
    expect(container.querySelectorAll('.sl-alert-items img')).toHaveLength(1);
    expect(container.querySelectorAll('.sl-alert-items svg')).toHaveLength(1);
  });

  it('treats markup as text', () => {
    const nasty = '<img src=x onerror=alert(1)>';
    const { container, text } = show(
      donation(1, { donationText: nasty, donatorNickname: '<script>alert(1)</script>' }),
    );
    expect(container.querySelector('img, script')).toBeNull();
    expect(text('message')).toBe(nasty);
    expect(text('name')).toBe('<script>alert(1)</script>');
  });
});

describe('the subscription alert', () => {
  it.each([
    ['ko', 12, '12개월 구독'],
    ['en', 12, '12 months'],
    ['en', 1, '1 month'],
    ['ko', null, '구독'],
    ['en', null, 'Subscribed'],
  ] as const)('in %s has %j months as its hero', (language, month, hero) => {
    expect(show(subscription(1, { month }), language).text('hero')).toBe(hero);
  });

  it('shows tier, who and message', () => {
    const { text } = show(subscription(1));
    expect(text('aside')).toBe('티어 2');
    expect(text('who')).toBe('밤하늘님이 구독했어요');
    expect(text('message')).toBe('잘 부탁해요');
  });

  it('leaves out an unknown tier and does not invent a name', () => {
    const { text } = show(subscription(1, { tierNo: null, subscriberChannelName: null }), 'en');
    expect(text('aside')).toBeNull();
    expect(text('who')).toBe('Anonymous subscribed');
  });
});

describe('the draw alert', () => {
  const stats = (container: HTMLElement) =>
    [...container.querySelectorAll('.sl-alert-stat')].map((stat) => [
      stat.querySelector('dt')?.textContent,
      stat.querySelector('dd')?.textContent,
    ]);
  const at = Date.parse('2026-11-20T12:04:00Z');
  const received = draw(1).receivedAt;

  it('shows the reward, this round, the running total and when', () => {
    const { container, text } = show(draw(1), 'ko', tally('reward', { total: 1_248 }));
    expect(text('hero')).toBe('새벽 기사단 상자');
    expect(stats(container)).toEqual([
      ['이번 당첨', '12명'],
      ['누적 당첨', '1,248명'],
      ['추첨 시각', formatMoment(at, received, 'ko')],
    ]);
  });

  it('counts in English', () => {
    const { container } = show(draw(1, { count: 1 }), 'en', tally('reward', { total: 2 }));
    expect(stats(container).slice(0, 2)).toEqual([
      ['winner this round', '1'],
      ['winners in total', '2'],
    ]);
  });

  it('leaves out a total that is not known', () => {
    expect(stats(show(draw(1)).container)).toHaveLength(2);
  });

  it('says when it arrived where the platform gave no time that can be read', () => {
    for (const drawnAt of [null, 'yesterday']) {
      const { container } = show(draw(1, { drawnAt }));
      expect(stats(container).at(-1)?.[1]).toBe(formatMoment(received, received, 'ko'));
    }
  });

  it('shows a gift where the image does not come', () => {
    const { container } = show(draw(1));
    const image = container.querySelector('.sl-alert-sign img');
    if (!image) throw new Error('no image');
    expect(container.querySelector('.sl-alert-sign svg')).toBeNull();
    fireEvent.error(image);
    expect(image).not.toBeVisible();
    expect(container.querySelector('.sl-alert-sign svg')).not.toBeNull();
  });
});

describe('formatMoment', () => {
  it('has the date only on another day', () => {
    const noon = new Date(2026, 10, 20, 12, 4).getTime();
    const nextDay = new Date(2026, 10, 21, 12, 4).getTime();
    expect(formatMoment(noon, noon, 'en')).toMatch(/^12:04.PM$/u);
    expect(formatMoment(noon, nextDay, 'en')).toMatch(/^Nov 20, 12:04.PM$/u);
    expect(formatMoment(noon, noon, 'ko')).toMatch(/^오후.12:04$/u);
  });
});

describe('the purchase alert', () => {
  it.each([
    ['ko', 89_000, 'KRW', '₩89,000'],
    ['ko', 89_000.4, 'KRW', '₩89,000'],
    ['en', 64.5, 'USD', '$64.50'],
    ['en', 1_200, 'JPY', '¥1,200'],
    ['en', 12, 'BEAN', '12 BEAN'],
  ] as const)('in %s has the amount as its hero: %d %s', (language, amount, currency, hero) => {
    const { text } = show(purchase(1, { totalAmount: amount, currency }), language);
    expect(text('hero')).toBe(hero);
  });

  it.each([
    ['ko', 3, '겨울 후드 외 2건'],
    ['ko', 1, '겨울 후드'],
    ['en', 3, '겨울 후드 and 2 more'],
    ['en', 2, '겨울 후드 and 1 more'],
    ['en', 0, '겨울 후드'],
  ] as const)('in %s names the item of %d', (language, itemCount, goods) => {
    expect(show(purchase(1, { itemCount }), language).text('goods')).toBe(goods);
  });

  it('leaves an unknown amount out: then the item is the hero', () => {
    const { container, text } = show(purchase(1, { totalAmount: null }));
    expect(text('hero')).toBe('겨울 후드 외 2건');
    expect(text('goods')).toBeNull();
    expect(container.textContent).not.toMatch(/₩|NaN|null/u);
  });

  it.each([
    ['ko', '익명 시청자가 구매했어요'],
    ['en', 'Anonymous bought this'],
  ] as const)('in %s names no anonymous buyer', (language, who) => {
    const event = purchase(1, { profile: null, senderChannelId: null });
    expect(show(event, language).text('who')).toBe(who);
  });

  it('shows shop, buyer and what they wrote', () => {
    const { text } = show(purchase(1, { content: '자랑할게요' }), 'en');
    expect(text('shop')).toBe('공식 굿즈샵');
    expect(text('who')).toBe('밤하늘 bought this');
    expect(text('message')).toBe('자랑할게요');
  });

  it('has words for a shop and an item without a name', () => {
    const { text } = show(purchase(1, { shopName: ' ', representativeItemName: '', itemCount: 1 }));
    expect(text('aside')).toBeNull();
    expect(text('goods')).toBe('굿즈');
    expect(screen.getByText('굿즈 구매')).toBeInTheDocument();
  });
});
