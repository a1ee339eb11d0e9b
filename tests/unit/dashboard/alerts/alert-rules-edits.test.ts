import { describe, expect, it } from 'vitest';
import {
  addableConditions,
  CONDITION_TYPES,
  changedRule,
  newCondition,
  newRule,
  PRESETS,
  placeFor,
  type Rules,
  shareOf,
  withCondition,
  withoutRule,
  withoutVariant,
  withRule,
  withVariant,
  withVariantAdded,
} from '../../../../renderer/dashboard/alerts/rule-edits.ts';
import { examplesOf, testOfRule } from '../../../../renderer/dashboard/alerts/rule-test.ts';
import {
  missingTiers,
  TIERS,
  withTiers,
} from '../../../../renderer/dashboard/alerts/rule-tiers.ts';
import { ruleName, ruleSentence } from '../../../../renderer/dashboard/alerts/rule-words.ts';
import { movedBy } from '../../../../renderer/dashboard/reordered.ts';
import { wordsOf } from '../../../../renderer/i18n/dashboard.ts';
import {
  type Condition,
  conditionSchema,
  type Rule,
  ruleSchema,
  rulesSchema,
} from '../../../../shared/overlay/alert-rules.ts';
import { testPlaySchema } from '../../../../shared/test-play.ts';

const CONDITIONS_MOST = 8;
const RULES_MOST = 50;
const VARIANTS_MOST = 8;

const ruleOf = (id: string, changes: object = {}): Rule => ruleSchema.parse({ id, ...changes });
const idsOf = (rules: Rules) => rules.map(({ id }) => id);
const THREE = [ruleOf('a'), ruleOf('b'), ruleOf('c')];

describe('the list of rules', () => {
  it.each(PRESETS)('takes a new one of the preset %s, which the contract takes', (preset) => {
    const rule = newRule(preset, THREE, () => 0.5);
    const rules = withRule(THREE, rule, 0);
    expect(idsOf(rules)).toEqual([rule.id, 'a', 'b', 'c']);
    expect(rulesSchema.safeParse(rules).success).toBe(true);
  });

  it('gives every rule an identity of its own, also where chance repeats itself', () => {
    const first = newRule('every', [], () => 0.25);
    const second = newRule('every', [first], () => 0.25);
    expect(second.id).not.toBe(first.id);
    expect(newRule('every', [], () => 0.999_999_999_9).id).toMatch(/^rule-[a-z0-9]+$/);
  });

  it('has room for every preset, each reached by its own alerts, in whatever order they come', () => {
    for (const presets of [PRESETS, [...PRESETS].reverse()]) {
      let rules: Rules = [];
      let step = 0;
      for (const preset of presets) {
        step += 1;
        const rule = newRule(preset, rules, () => step / 100);
        rules = withRule(rules, rule, placeFor(rules, rule));
      }
      expect(rules.at(-1)?.when).toEqual([]);
      expect(rules.slice(0, 2).map(({ when }) => when.length)).toEqual([2, 2]);
      expect(rules.filter(({ when }) => when.length === 1)).toHaveLength(4);
    }
  });

  it('moves one by a place and stops at the ends', () => {
    expect(idsOf(movedBy(THREE, 'b', -1))).toEqual(['b', 'a', 'c']);
    expect(idsOf(movedBy(THREE, 'b', 1))).toEqual(['a', 'c', 'b']);
    expect(movedBy(THREE, 'a', -1)).toBe(THREE);
    expect(movedBy(THREE, 'c', 1)).toBe(THREE);
    expect(movedBy(THREE, 'x', 1)).toBe(THREE);
  });

  it('gets a removed one back where it was, once', () => {
    const [, b = ruleOf('b')] = THREE;
    const back = withRule(withoutRule(THREE, 'b'), b, 1);
    expect(back).toEqual(THREE);
    expect(withRule(back, b, 1)).toBe(back);
  });

  it('does not grow beyond what the contract takes', () => {
    const full = Array.from({ length: RULES_MOST }, (_, at) => ruleOf(`r${at}`));
    expect(withRule(full, ruleOf('one-more'), 0)).toBe(full);
    expect(rulesSchema.safeParse(full).success).toBe(true);
    expect(rulesSchema.safeParse([...full, ruleOf('one-more')]).success).toBe(false);
  });

  it('changes the one rule and no other', () => {
    const changed = changedRule(THREE, 'b', (rule) => ({ ...rule, enabled: false }));
    expect(changed.map(({ enabled }) => enabled)).toEqual([true, false, true]);
  });
});

describe('conditions', () => {
  it.each(CONDITION_TYPES)('of type %s begin as something that the contract takes', (type) => {
    expect(conditionSchema.safeParse(newCondition(type, '축하')).success).toBe(true);
  });

  it('can be added once each, but words to look for again', () => {
    const rule = ruleOf('a', { when: CONDITION_TYPES.map((type) => newCondition(type, 'x')) });
    expect(addableConditions(ruleOf('b'))).toEqual(CONDITION_TYPES);
    expect(addableConditions(rule)).toEqual(['text-contains']);
    const text = newCondition('text-contains', 'y');
    const full = { ...rule, when: [...rule.when, text] };
    expect(full.when).toHaveLength(CONDITIONS_MOST);
    expect(addableConditions(full)).toEqual([]);
  });

  it('are replaced and taken away at their place', () => {
    const rule = ruleOf('a', { when: [newCondition('tier', ''), newCondition('first-time', '')] });
    const changed = withCondition(rule, 0, { type: 'tier', tiers: [2] });
    expect(changed.when).toEqual([{ type: 'tier', tiers: [2] }, { type: 'first-time' }]);
    expect(withCondition(rule, 0, null).when).toEqual([{ type: 'first-time' }]);
  });
});

describe('looks', () => {
  it('are added as the last one is, up to what the contract takes, and one stays', () => {
    let rule = withVariant(ruleOf('a'), 0, { headline: '와' });
    for (let round = 0; round < 20; round += 1) rule = withVariantAdded(rule);
    expect(rule.variants).toHaveLength(VARIANTS_MOST);
    expect(rule.variants.at(-1)?.headline).toBe('와');
    expect(ruleSchema.safeParse(rule).success).toBe(true);
    for (let round = 0; round < 20; round += 1) rule = withoutVariant(rule, 0);
    expect(rule.variants).toHaveLength(1);
  });

  it('say how often they are drawn', () => {
    const rule = withVariant(withVariantAdded(ruleOf('a')), 1, { weight: 3 });
    expect(rule.variants.map((variant) => shareOf(rule, variant))).toEqual([25, 75]);
  });
});

describe('the test of a rule', () => {
  const when = (...conditions: Condition[]) => ruleOf('mine', { when: conditions });
  it.each<[string, Condition[], object]>([
    ['nothing', [], { kind: 'DONATION' }],
    ['a kind', [{ type: 'kind', kinds: ['DROPS'] }], { kind: 'DROPS' }],
    [
      'a way of donating',
      [{ type: 'donation-type', types: ['VIDEO'] }],
      { kind: 'DONATION', data: { donationType: 'VIDEO' } },
    ],
    [
      'an amount from',
      [{ type: 'amount', from: 50_000, to: null }],
      { kind: 'DONATION', data: { payAmount: 50_000 } },
    ],
    [
      'an amount up to',
      [{ type: 'amount', from: null, to: 10 }],
      { kind: 'DONATION', data: { payAmount: 10 } },
    ],
    [
      'an amount of a purchase',
      [
        { type: 'kind', kinds: ['GOODS_PURCHASE'] },
        { type: 'amount', from: 100_000, to: 200_000 },
      ],
      { kind: 'GOODS_PURCHASE', data: { totalAmount: 100_000 } },
    ],
    [
      'months',
      [{ type: 'months', from: 12, to: 12 }],
      { kind: 'SUBSCRIPTION', data: { month: 12 } },
    ],
    ['a tier', [{ type: 'tier', tiers: [2, 3] }], { kind: 'SUBSCRIPTION', data: { tierNo: 2 } }],
    ['a first donation', [{ type: 'first-time' }], { kind: 'DONATION' }],
    [
      'words at a draw',
      [
        { type: 'kind', kinds: ['DROPS'] },
        { type: 'text-contains', text: '스킨' },
      ],
      { kind: 'DROPS', data: { rewardTitle: '테스트 쿠폰 스킨' } },
    ],
    [
      'two words',
      [
        { type: 'text-contains', text: '생일' },
        { type: 'text-contains', text: '축하' },
      ],
      { kind: 'DONATION', data: { donationText: expect.stringContaining('생일 축하') } },
    ],
  ])('fits %s', (_, conditions, expected) => {
    const rule = when(...conditions);
    const test = testOfRule(rule, [rule], 'ko');
    expect(test).toMatchObject({ play: expected, taker: { id: 'mine' } });
    expect(testPlaySchema.safeParse(test?.play).success).toBe(true);
  });

  it.each<[string, Condition[]]>([
    [
      'months of a donation',
      [
        { type: 'kind', kinds: ['DONATION'] },
        { type: 'months', from: 1, to: null },
      ],
    ],
    ['a range that begins above its end', [{ type: 'amount', from: 10, to: 5 }]],
    ['a first donation of a tier', [{ type: 'first-time' }, { type: 'tier', tiers: [1] }]],
  ])('cannot be found for %s', (_, conditions) => {
    const rule = when(...conditions);
    expect(testOfRule(rule, [rule], 'ko')).toBeNull();
    expect(examplesOf(rule, 'ko')).toEqual([]);
  });

  it('says which rule takes it: the first above that fits and is on', () => {
    const mine = when({ type: 'kind', kinds: ['DONATION'] });
    const off = ruleOf('off', { enabled: false });
    const above = ruleOf('above');
    const takerOf = (...rules: Rule[]) => {
      const test = testOfRule(mine, rules, 'ko');
      return test ? (test.taker?.id ?? null) : 'not found';
    };
    expect(takerOf(above, mine)).toBe('above');
    expect(takerOf(off, mine, above)).toBe('mine');
    expect(takerOf({ ...mine, enabled: false })).toBeNull();
  });

  it('gives examples of every kind that the rule can be about', () => {
    const kindsOf = (rule: Rule) => examplesOf(rule, 'en').map(({ kind }) => kind);
    expect(kindsOf(when())).toEqual(['DONATION', 'SUBSCRIPTION', 'DROPS', 'GOODS_PURCHASE']);
    expect(kindsOf(when({ type: 'amount', from: 1, to: null }))).toEqual([
      'DONATION',
      'GOODS_PURCHASE',
    ]);
  });
});

describe('the name of a rule', () => {
  it.each<[Condition[], string, string]>([
    [[], '모든 알림', 'Every alert'],
    [[{ type: 'kind', kinds: ['DONATION', 'DROPS'] }], '후원, 드롭스', 'Donation, Drops'],
    [[{ type: 'donation-type', types: ['VIDEO', 'NEW'] }], '영상 후원, NEW', 'Video donation, NEW'],
    [[{ type: 'amount', from: 10_000, to: null }], '금액 10,000 이상', 'Amount from 10,000'],
    [
      [{ type: 'months', from: null, to: 12 }],
      '구독 개월 수 12 이하',
      'Months subscribed up to 12',
    ],
    [
      [
        { type: 'kind', kinds: ['DONATION'] },
        { type: 'amount', from: 10_000, to: 49_999 },
      ],
      '후원 · 10,000~49,999빔',
      'Donation · 10,000–49,999 beams',
    ],
    [
      [
        { type: 'donation-type', types: ['VIDEO'] },
        { type: 'amount', from: null, to: 99 },
      ],
      '영상 후원 · 99빔 이하',
      'Video donation · Up to 99 beams',
    ],
    [
      [{ type: 'first-time' }, { type: 'amount', from: 5_000, to: null }],
      '첫 후원 · 5,000빔 이상',
      'First donation · 5,000 beams or more',
    ],
    [[{ type: 'amount', from: 1, to: 9 }], '금액 1~9', 'Amount 1 to 9'],
    [[{ type: 'amount', from: null, to: null }], '금액 알 수 있음', 'Amount known'],
    [[{ type: 'tier', tiers: [1, 2] }], '티어 1, 2', 'Tier 1, 2'],
    [
      [{ type: 'first-time' }, { type: 'text-contains', text: '{{x}} <b>' }],
      '첫 후원 · “{{x}} <b>”',
      'First donation · “{{x}} <b>”',
    ],
  ])('is its conditions where it has none: %j', (when, ko, en) => {
    const rule = ruleOf('a', { when, name: '  ' });
    expect(ruleName(rule, wordsOf('ko'))).toBe(ko);
    expect(ruleName(rule, wordsOf('en'))).toBe(en);
    expect(ruleName({ ...rule, name: '큰손' }, wordsOf('ko'))).toBe('큰손');
  });
});

describe('what a rule comes to', () => {
  const when = [
    { type: 'kind', kinds: ['DONATION'] },
    { type: 'amount', from: 10_000, to: 49_999 },
  ];
  it.each<[object, string, string]>([
    [{}, '→ 금액에 맞게', '→ By amount'],
    [{ variants: [{ level: 'large' }] }, '→ 크게', '→ Large'],
    [{ variants: [{ level: 'large', silent: true }] }, '→ 크게 · 소리 없음', '→ Large · No sound'],
    [
      { variants: [{ level: 'small' }, { level: 'grand' }] },
      '→ 작게 · 화면 가득 · 스타일 2개',
      '→ Small · Full screen · 2 styles',
    ],
    [
      { name: '큰손', variants: [{ level: 'large' }] },
      '후원 · 10,000~49,999빔 → 크게',
      'Donation · 10,000–49,999 beams → Large',
    ],
  ])('is said after its name: %j', (changes, ko, en) => {
    const rule = ruleOf('a', { when, ...changes });
    expect(ruleSentence(rule, wordsOf('ko'))).toBe(ko);
    expect(ruleSentence(rule, wordsOf('en'))).toBe(en);
  });
});

describe('tiers by amount', () => {
  const made = withTiers([], () => 0.5);

  it('are four rules that leave no amount out, the highest first', () => {
    expect(rulesSchema.parse(made)).toEqual(made);
    expect(made.map((rule) => ruleName(rule, wordsOf('en')))).toEqual([
      'Donation · 50,000 beams or more',
      'Donation · 10,000–49,999 beams',
      'Donation · 1,000–9,999 beams',
      'Donation · Up to 999 beams',
    ]);
    expect(new Set(idsOf(made)).size).toBe(4);
    const bounds = TIERS.map(({ from, to }) => [from, to]);
    expect(bounds).toEqual([
      [50_000, null],
      [10_000, 49_999],
      [1_000, 9_999],
      [null, 999],
    ]);
  });

  it('grow in level, length and loudness, each with a sound of its own', () => {
    const looks = made.flatMap(({ variants }) => variants);
    expect(looks.map(({ level, durationS }) => [level, durationS])).toEqual([
      ['grand', 14],
      ['large', 9],
      ['medium', 6],
      ['small', 5],
    ]);
    const volumes = looks.map(({ volume }) => volume);
    expect(volumes).toEqual([...volumes].sort((one, other) => other - one));
    expect(new Set(looks.map(({ sound }) => sound)).size).toBe(4);
  });

  it('are made once; one that is missing is put back in its place', () => {
    expect(missingTiers(made)).toEqual([]);
    expect(withTiers(made, () => 0.5)).toBe(made);
    const three = made.filter(({ variants }) => variants[0]?.level !== 'large');
    expect(missingTiers(three).map(({ level }) => level)).toEqual(['large']);
    expect(withTiers(three, () => 0.1)).toHaveLength(4);
  });

  it('stand above rules that take more', () => {
    const all = ruleOf('all');
    expect(idsOf(withTiers([all], () => 0.5)).at(-1)).toBe('all');
  });
});
