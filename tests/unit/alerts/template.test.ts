import { describe, expect, it } from 'vitest';
import type { DrawTally, ValuedEvent } from '../../../shared/events.ts';
import { cutText } from '../../../shared/overlay/cut-text.ts';
import { particleAfter } from '../../../shared/overlay/particles.ts';
import { fillTemplate, KIND_VARIABLES, VARIABLES } from '../../../shared/overlay/template.ts';
import { HOSTILE_TEXTS } from '../../fixtures/hostile-texts.ts';
import { donation, draw, purchase, subscription } from '../storage/support.ts';

const FILLED_MAX = 300;

const ko = { language: 'ko', tally: null } as const;
const en = { language: 'en', tally: null } as const;

const subscribed: ValuedEvent = {
  ...subscription(1),
  data: {
    ...subscription(1).data,
    subscriberChannelName: '구름',
    month: 12,
    tierNo: 2,
    subscriptionMessage: '늘 고마워요',
  },
};
const bought = purchase(1, {
  profile: { nickname: '달', badges: [] },
  content: '잘 쓸게요',
  itemCount: 3,
  totalAmount: 12_000,
});
const tally = { total: 48 } as DrawTally;

describe('a template', () => {
  it.each([
    ['{name}님이 {amount} 후원: {message}', donation(1), '시청자님이 1,000빔 후원: 응원해요'],
    ['{name} {months}개월 {tier}티어 {message}', subscribed, '구름 12개월 2티어 늘 고마워요'],
    ['{reward} {count}명, 모두 {total}명', draw(1), '망토 5명, 모두 48명'],
    [
      '{name} {shop} {item} {count} {amount} {message}',
      bought,
      '달 상점 머그컵 3 ₩12,000 잘 쓸게요',
    ],
    ['변수 없이', donation(1), '변수 없이'],
    ['  {name}   님 \n 감사 ', donation(1), '시청자 님 감사'],
  ])('%j is filled in', (template, event, filled) => {
    expect(fillTemplate(template, event, { language: 'ko', tally })).toBe(filled);
  });

  it.each([
    [1, '1 beam'],
    [1_000, '1,000 beams'],
  ])('tells %s beams in English words', (payAmount, text) => {
    expect(fillTemplate('{amount}', donation(1, { payAmount }), en)).toBe(text);
  });

  it('takes the round for the total where no totals are known', () => {
    expect(fillTemplate('{total}', draw(1, { count: 5 }), ko)).toBe('5');
  });

  it.each([
    [ko, null, '익명 시청자'],
    [en, null, 'Anonymous'],
    [ko, '  ', '익명 시청자'],
  ])('names nobody in words: %j %j', (context, donatorNickname, name) => {
    expect(fillTemplate('{name}', donation(1, { donatorNickname }), context)).toBe(name);
  });

  it.each(['{foo}', '{Name}', '{ name }', '{}', '{{name', '{__proto__}', '{constructor}'])(
    'keeps %j as it is written',
    (text) => {
      expect(fillTemplate(text, donation(1), ko)).toBe(text);
    },
  );

  it.each([
    ['', donation(1)],
    ['   ', donation(1)],
    ['{name}님 {amount}', donation(1, { payAmount: null })],
    ['{months}개월', subscription(1)],
    ['{tier}', subscription(1)],
    ['{name}', draw(1)],
    ['{message}', donation(1, { donationText: '' })],
  ])('%j that this event cannot fill is left to the alert’s own words', (template, event) => {
    expect(fillTemplate(template, event, ko)).toBeNull();
  });

  it('with an empty message beside other words is no hole', () => {
    expect(fillTemplate('{name}: {message}', donation(1, { donationText: '' }), ko)).toBe(
      '시청자:',
    );
  });

  it('never reads what a viewer wrote as a template', () => {
    const event = donation(1, { donatorNickname: '{amount}이/가', donationText: '$& $1 {name}' });
    expect(fillTemplate('{name}|{message}', event, ko)).toBe('{amount}이/가|$& $1 {name}');
  });

  it.each(HOSTILE_TEXTS)('holds $name inert and short', ({ text }) => {
    const event = donation(1, { donatorNickname: text, donationText: text });
    const filled = fillTemplate('{name} {message} {message} {message}', event, ko);
    expect(filled?.length ?? 0).toBeLessThanOrEqual(FILLED_MAX);
    expect(filled ?? '').not.toMatch(/[\p{Cc}\u202a-\u202e\u2066\u2067]/u);
    expect(fillTemplate('끝 {name}', event, ko)).toMatch(/^끝/);
  });

  it('keeps the direction of a right-to-left name to the name', () => {
    const event = donation(1, { donatorNickname: 'שלום' });
    expect(fillTemplate('{name}!', event, en)).toBe('\u2068שלום\u2069!');
  });

  it('can be told which variables a kind has: all that are named are known', () => {
    const named = new Set(Object.values(KIND_VARIABLES).flat());
    expect([...named].toSorted()).toEqual([...VARIABLES].toSorted());
  });
});

describe('a particle', () => {
  it.each([
    ['철수', '가 를 는 와 로'],
    ['하늘', '이 을 은 과 로'],
    ['별님', '이 을 은 과 으로'],
    ['ㅋㅋ', '이 을 은 과 으로'],
    ['ㅇㄹ', '이 을 은 과 로'],
    ['ㅠㅠ', '가 를 는 와 로'],
    ['철수123', '이 을 은 과 으로'],
    ['user2', '가 를 는 와 로'],
    ['no1', '이 을 은 과 로'],
    ['10,000', '이 을 은 과 으로'],
    ['1,000,000,000,000', '가 를 는 와 로'],
    ['Mike', '가 를 는 와 로'],
    ['Jane', '이 을 은 과 으로'],
    ['Apple', '이 을 은 과 로'],
    ['Paul', '이 을 은 과 로'],
    ['king', '이 을 은 과 으로'],
    ['Jack', '이 을 은 과 으로'],
    ['Peter', '가 를 는 와 로'],
    ['TV', '가 를 는 와 로'],
    ['SNL', '이 을 은 과 로'],
    ['구름!!', '이 을 은 과 으로'],
    ['구름 (달)', '이 을 은 과 로'],
    ['구름🎉', '이 을 은 과 으로'],
    ['구름'.normalize('NFD'), '이 을 은 과 으로'],
    ['ｕｓｅｒ２', '가 를 는 와 로'],
    ['さくら', '가 를 는 와 로'],
    ['月', '이(가) 을(를) 은(는) 과(와) (으)로'],
    ['🎉', '이(가) 을(를) 은(는) 과(와) (으)로'],
    ['', '이(가) 을(를) 은(는) 과(와) (으)로'],
  ])('after %j is one of: %s', (word, particles) => {
    const pairs = ['이/가', '을/를', '은/는', '과/와', '으로/로'];
    expect(pairs.map((pair) => particleAfter(word, pair)).join(' ')).toBe(particles);
  });

  it.each([
    ['{name}이/가 {amount}을/를 보냈어요', '하늘이 1,000빔을 보냈어요'],
    ['{name}가/이 왔어요', '하늘이 왔어요'],
    ['{name}으로/로', '하늘로'],
    ['하늘이/가 {name}', '하늘이/가 하늘'],
  ])('in a template follows its variable: %j', (template, filled) => {
    expect(fillTemplate(template, donation(1, { donatorNickname: '하늘' }), ko)).toBe(filled);
  });

  it.each([
    ['KRW', '₩12,000이'],
    ['USD', '$12,000.00가'],
    ['JPY', '¥12,000이'],
  ])('after money of %s follows its spoken name', (currency, filled) => {
    expect(
      fillTemplate('{amount}이/가', { ...bought, data: { ...bought.data, currency } }, ko),
    ).toBe(filled);
  });
});

describe('cutting a text', () => {
  it.each([
    ['whole', 5, 'whole'],
    ['a long text', 7, 'a long…'],
    ['👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 14, '👩‍👩‍👧‍👦…'],
    [`e${'\u0301'.repeat(50)}`, 10, `e${'\u0301'.repeat(8)}…`],
    ['각각각'.normalize('NFD'), 7, `${'각각'.normalize('NFD')}…`],
  ])('%j to %s leaves %j', (text, most, cut) => {
    expect(cutText(text, most)).toBe(cut);
  });

  it.each(HOSTILE_TEXTS)('never splits a character of $name', ({ text }) => {
    for (const most of [2, 3, 10, 50]) {
      const cut = cutText(text, most);
      expect(cut.length).toBeLessThanOrEqual(most);
      if (text.isWellFormed()) expect(cut.isWellFormed()).toBe(true);
    }
  });
});
