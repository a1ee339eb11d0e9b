import { describe, expect, it } from 'vitest';
import { chooseVariant } from '../../../electron/features/alerts/alert-presenter.ts';
import type { ValuedEvent } from '../../../shared/events.ts';
import { type Rule, ruleSchema } from '../../../shared/overlay/alert-rules.ts';
import { fittingRule } from '../../../shared/overlay/rule-fit.ts';
import { donation, draw, purchase, subscription } from '../storage/support.ts';
import { ruleOf } from './support.ts';

const context = { isFirstTime: () => false, random: () => 0 };

const subscribed = (changes: object): ValuedEvent => {
  const event = subscription(1);
  return { ...event, data: { ...event.data, ...changes } };
};

const fits = (event: ValuedEvent, condition: object, isFirstTime = () => false): boolean =>
  fittingRule(event, [ruleOf({ when: [condition] })], { isFirstTime }) !== null;

describe('a condition', () => {
  const of = (kind: string, event: ValuedEvent) => ({ kind, event });
  it.each([
    of('DONATION', donation(1)),
    of('SUBSCRIPTION', subscription(1)),
    of('DROPS', draw(1)),
    of('GOODS_PURCHASE', purchase(1)),
  ])('on the kind fits $kind alone', ({ kind, event }) => {
    const kinds = ['DONATION', 'SUBSCRIPTION', 'DROPS', 'GOODS_PURCHASE'];
    expect(kinds.filter((wanted) => fits(event, { type: 'kind', kinds: [wanted] }))).toEqual([
      kind,
    ]);
    expect(fits(event, { type: 'kind', kinds })).toBe(true);
  });

  it.each([
    ['CHAT', ['CHAT'], true],
    ['VIDEO', ['CHAT', 'VIDEO'], true],
    ['CHEERING', ['CHAT', 'VIDEO'], false],
    ['SOMETHING_NEW', ['SOMETHING_NEW'], true],
  ])('on the donation type: %s in %j: %s', (donationType, types, expected) => {
    expect(fits(donation(1, { donationType }), { type: 'donation-type', types })).toBe(expected);
  });

  it('on the donation type fits nothing but donations', () => {
    expect(fits(purchase(1), { type: 'donation-type', types: ['CHAT'] })).toBe(false);
  });

  it.each([
    [999, 1_000, 5_000, false],
    [1_000, 1_000, 5_000, true],
    [5_000, 1_000, 5_000, true],
    [5_001, 1_000, 5_000, false],
    [0, null, 0, true],
    [1, null, 0, false],
    [1_000_000, 1_000, null, true],
    [1, null, null, true],
    [null, null, null, false],
    [null, 0, null, false],
    [null, null, 5, false],
  ])('on the amount: a donation of %s from %s to %s: %s', (payAmount, from, to, expected) => {
    expect(fits(donation(1, { payAmount }), { type: 'amount', from, to })).toBe(expected);
  });

  it.each([
    [10_000, 'KRW', 10_000, 10_000, true],
    [29.9, 'USD', 29, 29, true],
    [29.9, 'USD', 30, null, false],
    [30, 'USD', 30, null, true],
    [null, 'KRW', null, null, false],
  ])('on the amount: a purchase of %s %s from %s to %s: %s', (total, currency, from, to, is) => {
    const event = purchase(1, { totalAmount: total, currency });
    expect(fits(event, { type: 'amount', from, to })).toBe(is);
  });

  it.each([draw(1), subscription(1)])('on the amount fits no $kind', (event) => {
    expect(fits(event, { type: 'amount', from: null, to: null })).toBe(false);
  });

  it.each([
    [2, 3, 12, false],
    [3, 3, 12, true],
    [12, 3, 12, true],
    [13, 3, 12, false],
    [null, null, null, false],
    [13, null, null, true],
  ])('on the months: %s from %s to %s: %s', (month, from, to, expected) => {
    expect(fits(subscribed({ month }), { type: 'months', from, to })).toBe(expected);
  });

  it.each([
    [1, [1, 2], true],
    [3, [1, 2], false],
    [0, [0], true],
    [null, [0], false],
  ])('on the tier: %s in %j: %s', (tierNo, tiers, expected) => {
    expect(fits(subscribed({ tierNo }), { type: 'tier', tiers })).toBe(expected);
  });

  it('on months or tier fits no donation', () => {
    expect(fits(donation(1), { type: 'months', from: null, to: null })).toBe(false);
    expect(fits(donation(1), { type: 'tier', tiers: [0, 1] })).toBe(false);
  });

  it('on the first time asks about the viewer and the number, and of nobody without a name', () => {
    const asked: unknown[] = [];
    const isFirstTime = (...what: unknown[]) => {
      asked.push(what);
      return true;
    };
    const condition = { type: 'first-time' };
    expect(fits(donation(7, { donatorChannelId: 'viewer-7' }), condition, isFirstTime)).toBe(true);
    expect(fits(donation(8, { donatorChannelId: null }), condition, isFirstTime)).toBe(false);
    expect(fits(purchase(9, { senderChannelId: 'v' }), condition, isFirstTime)).toBe(false);
    expect(asked).toEqual([['viewer-7', 7]]);
    expect(fits(donation(1), condition)).toBe(false);
  });

  it.each([
    ['생일 축하해요', '생일', true],
    ['생일 축하해요'.normalize('NFD'), '생일', true],
    ['생일 축하해요', '생일'.normalize('NFD'), true],
    ['생 일', '생일', false],
    ['HAPPY Birthday', 'happy birth', true],
    ['Straße', 'STRASSE', true],
    ['a.b', 'a+b', false],
    ['', 'a', false],
  ])('on the text: %j contains %j: %s', (donationText, text, expected) => {
    expect(fits(donation(1, { donationText }), { type: 'text-contains', text })).toBe(expected);
  });

  it.each([
    ['a subscription', subscribed({ subscriptionMessage: '깃발을 든다' })],
    ['the title of a draw', draw(1, { rewardTitle: '깃발' })],
    ['the message of a purchase', purchase(1, { content: '깃발!' })],
    ['the item of a purchase', purchase(1, { representativeItemName: '깃발' })],
  ])('on the text looks into %s', (_what, event) => {
    expect(fits(event, { type: 'text-contains', text: '깃발' })).toBe(true);
    expect(fits(event, { type: 'text-contains', text: '망토' })).toBe(false);
  });
});

describe('rules', () => {
  const amount = (from: number) => ({ type: 'amount', from, to: null });
  const rules: readonly Rule[] = [
    ruleOf({ id: 'off', enabled: false }),
    ruleOf({ id: 'big', when: [{ type: 'kind', kinds: ['DONATION'] }, amount(10_000)] }),
    ruleOf({ id: 'any-amount', when: [amount(1)] }),
    ruleOf({ id: 'all' }),
  ];

  it.each([
    ['big', donation(1, { payAmount: 10_000 })],
    ['any-amount', donation(1, { payAmount: 9_999 })],
    ['any-amount', purchase(1, { totalAmount: 99_999 })],
    ['all', donation(1, { payAmount: null })],
    ['all', draw(1)],
  ])('are tried in order, all conditions must hold: %s', (id, event) => {
    expect(fittingRule(event, rules, context)?.id).toBe(id);
  });

  it.each([
    ['the old defaults', { entrance: 'rise', exit: 'fade' }, 'theme', 'theme'],
    ['another way out', { entrance: 'rise', exit: 'sink' }, 'rise', 'sink'],
    ['another way in', { entrance: 'drop', exit: 'fade' }, 'drop', 'fade'],
    ['nothing', {}, 'theme', 'theme'],
    [
      'the same, chosen since',
      { entrance: 'rise', exit: 'fade', picturePlace: 'beside' },
      'rise',
      'fade',
    ],
  ])('saved with %s move as their streamer meant', (_what, saved, entrance, exit) => {
    const opened = ruleSchema.parse({ id: 'a', variants: [saved] }).variants[0];
    expect(opened).toMatchObject({ entrance, exit });
    expect(ruleSchema.parse({ id: 'a', variants: [opened] }).variants[0]).toEqual(opened);
  });

  it('that do not fit leave an alert with its defaults', () => {
    const [event, first] = [donation(1), rules.slice(0, 2)];
    expect(fittingRule(event, first, context)).toBeNull();
    expect(chooseVariant(event, first, context)).toMatchObject({
      headline: '',
      image: null,
      sound: null,
      silent: false,
      volume: 0.7,
      durationS: null,
      entrance: 'theme',
      exit: 'theme',
      readAloud: true,
    });
  });

  it.each([
    [0, 'one'],
    [0.1999, 'one'],
    [0.2, 'three'],
    [0.7999, 'three'],
    [0.8, 'last'],
    [0.9999, 'last'],
    [1, 'last'],
  ])('choose among variants by weight: %s is %s', (drawn, headline) => {
    const variants = [
      { weight: 1, headline: 'one' },
      { weight: 3, headline: 'three' },
      { weight: 1, headline: 'last' },
    ];
    const choice = chooseVariant(donation(1), [ruleOf({ variants })], {
      ...context,
      random: () => drawn,
    });
    expect(choice.headline).toBe(headline);
  });
});
