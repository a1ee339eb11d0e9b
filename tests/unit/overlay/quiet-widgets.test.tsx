import { render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EventList } from '../../../renderer/widgets/event-list.tsx';
import { GoalBar, nextTick, timeLeft } from '../../../renderer/widgets/goal-bar.tsx';
import { PurchaseStack } from '../../../renderer/widgets/purchases.tsx';
import { PeriodTotals, Supporters } from '../../../renderer/widgets/totals.tsx';
import type { EventKind, ValuedEvent } from '../../../shared/events.ts';
import type { ExactSum } from '../../../shared/exact-sum.ts';
import type { Language } from '../../../shared/locales/index.ts';
import { type GoalSettings, goalSettingsSchema } from '../../../shared/overlay/widgets.ts';
import { HOSTILE_TEXTS } from '../../fixtures/hostile-texts.ts';
import { chat, donation, draw, purchase, subscription } from '../../support/stage-events.ts';
import { renderIn } from './render-words.tsx';
import { advance } from './steady-time.ts';

const NOW = Date.UTC(2026, 10, 20, 12, 5);
const texts = (container: HTMLElement, selector: string): (string | null)[] =>
  [...container.querySelectorAll(selector)].map((element) => element.textContent);

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the donation goal', () => {
  const goal = (over: Partial<GoalSettings>, beams: ExactSum, visible = true): ReactNode => (
    <GoalBar
      settings={{ ...goalSettingsSchema.parse({}), ...over }}
      beams={beams}
      visible={visible}
    />
  );
  const show = (over: Partial<GoalSettings>, beams: ExactSum, language: Language = 'ko') =>
    renderIn(language, goal(over, beams)).container;

  it.each([
    [0, '0%', '0', false],
    [2_500, '25%', '0.25', false],
    [9_999, '99%', '0.9999', false],
    [10_000, '100%', '1', true],
    [13_250, '132%', '1', true],
    [-50, '0%', '0', false],
  ])('%d of 10,000 beams', (beams, percent, share, reached) => {
    const page = show({ target: 10_000 }, beams);
    expect(texts(page, '.sl-goal-percent')).toEqual([percent]);
    const fill = page.querySelector<HTMLElement>('.sl-goal-fill');
    expect(fill?.style.getPropertyValue('--ov-share')).toBe(share);
    expect(texts(page, '.sl-goal-reached')).toEqual(reached ? ['목표 달성!'] : []);
    expect(page.querySelector('.sl-goal-bar')?.hasAttribute('data-reached')).toBe(reached);
  });

  it('shows every digit of a sum beyond what a number holds', () => {
    const page = show({ target: 10_000 }, '18014398509481983');
    expect(texts(page, '.sl-goal-now')).toEqual(['18,014,398,509,481,983']);
    expect(texts(page, '.sl-goal-reached')).toEqual(['목표 달성!']);
  });

  it.each([
    ['ko', '후원 목표', '/ 10,000빔'],
    ['en', 'Donation goal', 'of 10,000 beams'],
  ] as const)('in %s has a title of its own', (language, title, target) => {
    const page = show({}, 7_350, language);
    expect(texts(page, '.sl-panel-title')).toEqual([title]);
    expect(texts(page, '.sl-goal-now')).toEqual(['7,350']);
    expect(texts(page, '.sl-goal-target')).toEqual([target]);
  });

  it('counts down to its deadline and then stands still', () => {
    const page = show({ deadline: NOW + 61_500 }, 0);
    const left = (): string | null | undefined =>
      page.querySelector('.sl-panel-aside')?.textContent;
    expect(left()).toBe('2분 남음');
    advance(1_500);
    expect(left()).toBe('60초 남음');
    advance(1_000);
    expect(left()).toBe('59초 남음');
    advance(59_000, 500);
    expect(left()).toBe('마감');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('ticks at most once a minute before its last minute', () => {
    show({ deadline: NOW + 3 * 3_600_000 }, 0);
    let ticks = 0;
    for (let minute = 0; minute < 30; minute += 1) {
      advance(59_000, 59_000);
      ticks += vi.getTimerCount();
      advance(1_000, 1_000);
    }
    expect(ticks).toBe(30);
  });

  it('has no timer without a deadline, and none while nobody sees it', () => {
    renderIn('ko', goal({}, 0));
    expect(vi.getTimerCount()).toBe(0);
    const { rerender } = render(goal({ deadline: NOW + 60_000 }, 0, false));
    expect(vi.getTimerCount()).toBe(0);
    rerender(goal({ deadline: NOW + 60_000 }, 0, true));
    expect(vi.getTimerCount()).toBe(1);
  });
});

describe('the time that is left', () => {
  it.each([
    [-1, { unit: 'over' }],
    [0, { unit: 'over' }],
    [1, { unit: 'seconds', amount: 1 }],
    [60_000, { unit: 'seconds', amount: 60 }],
    [60_001, { unit: 'minutes', amount: 2 }],
    [59 * 60_000, { unit: 'minutes', amount: 59 }],
    [60 * 60_000, { unit: 'hours', amount: 1, minutes: 0 }],
    [25 * 3_600_000 + 1, { unit: 'hours', amount: 25, minutes: 1 }],
    [48 * 3_600_000, { unit: 'days', amount: 2 }],
    [100 * 3_600_000, { unit: 'days', amount: 4 }],
  ])('of %d ms', (ms, left) => {
    expect(timeLeft(ms)).toEqual(left);
  });

  it.each([
    [0, null],
    [1, 1],
    [1_500, 500],
    [2_000, 1_000],
    [60_000, 1_000],
    [60_001, 1],
    [150_000, 30_000],
    [180_000, 60_000],
  ])('of %d ms is other words after so many', (ms, next) => {
    expect(nextTick(ms)).toBe(next);
  });
});

describe('the list of events', () => {
  const all = [donation(1), subscription(2), draw(3), purchase(4), donation(5)];
  const kinds: EventKind[] = ['DONATION', 'SUBSCRIPTION', 'DROPS', 'GOODS_PURCHASE'];
  const show = (
    latest: readonly ValuedEvent[],
    settings: { most: number; kinds: EventKind[] },
    language: Language = 'ko',
    lines: readonly number[] = [],
  ) =>
    renderIn(
      language,
      <EventList
        latest={latest}
        settings={settings}
        chat={lines.map((seq) => ({ event: chat(seq), enters: 'none' as const }))}
      />,
    ).container;

  it('has the newest first, as many as are set', () => {
    const page = show(all, { most: 3, kinds });
    expect(texts(page, '.sl-event-value')).toEqual(['10,000빔', '₩89,000', '12명 당첨']);
  });

  it('has only the chosen kinds', () => {
    const page = show(all, { most: 5, kinds: ['SUBSCRIPTION'] }, 'en');
    expect(texts(page, '.sl-event-value')).toEqual(['12 months']);
  });

  it('has chat among the others where that is chosen', () => {
    const page = show([donation(2)], { most: 3, kinds: ['CHAT', 'DONATION'] }, 'ko', [1, 3]);
    expect(texts(page, '.sl-event-value')).toEqual(['message 3', '10,000빔', 'message 1']);
  });

  it.each([
    ['an unknown amount', donation(1, { payAmount: null }), '후원'],
    ['an unknown sum', purchase(1, { totalAmount: null }), '굿즈'],
    ['unknown months', subscription(1, { month: null }), '구독'],
  ])('says no number for %s', (_name, event, value) => {
    expect(texts(show([event], { most: 1, kinds }), '.sl-event-value')).toEqual([value]);
  });

  it('names nobody who gave no name', () => {
    const page = show([donation(1, { donatorNickname: ' ' })], { most: 1, kinds });
    expect(texts(page, '.sl-event-name')).toEqual(['익명']);
  });

  it('is not there while there is nothing to list', () => {
    expect(show([draw(1)], { most: 5, kinds: ['DONATION'] })).toBeEmptyDOMElement();
  });
});

describe('the stack of purchases', () => {
  const stack = (latest: readonly ValuedEvent[], holdS: number | null = 60, most = 3) => (
    <PurchaseStack latest={latest} settings={{ most, holdS }} />
  );
  const bought = (seq: number, receivedAt = NOW): ValuedEvent => ({
    ...purchase(seq, { representativeItemName: `item ${seq}`, itemCount: 1 }),
    receivedAt,
  });

  it('has the newest on top, at most as many as are set', () => {
    const { container } = render(stack([bought(1), donation(2), bought(3), bought(4)], 60, 2));
    expect(texts(container, '.sl-purchase-item')).toEqual(['item 4', 'item 3']);
  });

  it('shows shop, item and how many more, amount and buyer', () => {
    const { container } = renderIn('en', stack([{ ...purchase(1), receivedAt: NOW }]));
    expect(texts(container, '.sl-purchase-item')).toEqual(['겨울 후드 and 2 more']);
    expect(texts(container, '.sl-purchase-amount')).toEqual(['₩89,000']);
    expect(texts(container, '.sl-purchase-who')).toEqual(['밤하늘공식 굿즈샵']);
  });

  it('leaves out an unknown amount and names no anonymous buyer', () => {
    const unknown = purchase(1, { totalAmount: null, profile: null });
    const { container } = renderIn('en', stack([{ ...unknown, receivedAt: NOW }]));
    expect(texts(container, '.sl-purchase-amount')).toEqual([]);
    expect(texts(container, '.sl-purchase-buyer')).toEqual(['Anonymous']);
  });

  it('lets cards go after their time', () => {
    const { container } = render(stack([bought(1)], 10));
    advance(10_180, 90);
    expect(container).toBeEmptyDOMElement();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('keeps cards until others come where no time is set', () => {
    const { container } = render(stack([bought(1)], null));
    expect(vi.getTimerCount()).toBe(0);
    expect(texts(container, '.sl-purchase-item')).toEqual(['item 1']);
  });

  it('is not there while nothing was bought, or long ago', () => {
    expect(render(stack([donation(1)])).container).toBeEmptyDOMElement();
    expect(render(stack([bought(1, NOW - 3_600_000)])).container).toBeEmptyDOMElement();
  });
});

describe('the top supporters', () => {
  it('stand in their order, as many as are set, with the time it is about', () => {
    const people = ['a', 'b', 'c'].map((name, at) => ({ name, beams: 3_000 - at }));
    const { container } = renderIn(
      'en',
      <Supporters supporters={people} settings={{ most: 2, period: 'month' }} />,
    );
    expect(texts(container, '.sl-supporter')).toEqual(['1a3,000 beams', '2b2,999 beams']);
    expect(texts(container, '.sl-panel-aside')).toEqual(['This month']);
  });

  it('shows every digit of sums beyond what a number holds', () => {
    const people = [{ name: '가온', beams: '18014398509481983' }];
    const { container } = render(
      <Supporters supporters={people} settings={{ most: 2, period: 'month' }} />,
    );
    expect(texts(container, '.sl-supporter-beams')).toEqual(['18,014,398,509,481,983빔']);
  });

  it('are not there while nobody gave', () => {
    const { container } = renderIn(
      'ko',
      <Supporters supporters={[]} settings={{ most: 5, period: 'day' }} />,
    );
    expect(container).toBeEmptyDOMElement();
  });
});

describe('the totals', () => {
  const settings = { beams: true, cheering: true, shop: true, period: 'day' as const };
  const totals = { donationBeams: 21_200, cheeringBeams: 3_400, shop: { KRW: 89_000, USD: 6_450 } };
  const show = (over: Partial<typeof settings>, sums: Partial<typeof totals> = {}) =>
    renderIn(
      'ko',
      <PeriodTotals settings={{ ...settings, ...over }} totals={{ ...totals, ...sums }} />,
    ).container;

  it('show every digit of sums beyond what a number holds', () => {
    const { container } = render(
      <PeriodTotals
        settings={{ period: 'month', beams: true, cheering: true, shop: true }}
        totals={{
          donationBeams: '18014398509481983',
          cheeringBeams: '9007199254740993',
          shop: { KRW: '18014398509481985', USD: '9007199254740993' },
        }}
      />,
    );
    expect(texts(container, '.sl-total-value')).toEqual([
      ...['18,014,398,509,481,983빔', '9,007,199,254,740,993빔'],
      ...['₩18,014,398,509,481,985', '$90,071,992,547,409.93'],
    ]);
    // The size in which they fit is chosen; none is cut.
    expect(container.querySelector<HTMLElement>('.sl-totals')?.dataset['size']).toBe('full');
  });

  it('are three, and none is added to another', () => {
    const page = show({});
    expect(texts(page, '.sl-total-name')).toEqual(['후원', '응원', '굿즈']);
    expect(texts(page, '.sl-total-value')).toEqual(['21,200빔', '3,400빔', '₩89,000', '$64.50']);
  });

  it.each([
    ['beams', ['응원', '굿즈']],
    ['cheering', ['후원', '굿즈']],
    ['shop', ['후원', '응원']],
  ] as const)('without %s', (which, names) => {
    expect(texts(show({ [which]: false }), '.sl-total-name')).toEqual(names);
  });

  it('leave out what is nothing yet, and are not there while all of it is', () => {
    expect(texts(show({}, { cheeringBeams: 0 }), '.sl-total-name')).toEqual(['후원', '굿즈']);
    const nothing = { donationBeams: 0, cheeringBeams: 0, shop: { KRW: 0, USD: 0 } };
    expect(show({}, nothing)).toBeEmptyDOMElement();
  });
});

describe('hostile texts', () => {
  it.each([...HOSTILE_TEXTS])('$name: stay text in every quiet widget', ({ text }) => {
    const profile = { nickname: text, badges: [] };
    const latest = [
      donation(1, { donatorNickname: text }),
      subscription(2, { subscriberChannelName: text }),
      draw(3, { rewardTitle: text }),
      purchase(4, { profile, shopName: text, representativeItemName: text }),
    ];
    const kinds: EventKind[] = ['CHAT', 'DONATION', 'SUBSCRIPTION', 'DROPS', 'GOODS_PURCHASE'];
    const line = { event: chat(5, { content: text, profile }), enters: 'none' as const };
    const { container } = renderIn(
      'ko',
      <>
        <EventList latest={latest} chat={[line]} settings={{ most: 20, kinds }} />
        <PurchaseStack latest={latest} settings={{ most: 3, holdS: null }} />
        <Supporters supporters={[{ name: text, beams: 1 }]} settings={{ most: 5, period: 'all' }} />
        <GoalBar
          settings={{ ...goalSettingsSchema.parse({}), title: text.slice(0, 60) }}
          beams={1}
          visible
        />
      </>,
    );
    expect(container.querySelector('script, iframe, img, style, b')).toBeNull();
    expect(screen.getAllByRole('listitem').length).toBeGreaterThan(5);
    expect((container.textContent ?? '').length).toBeLessThan(3_000);
  });
});
