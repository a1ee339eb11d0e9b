import type { StageEvent, ValuedKind } from '../../../shared/events.ts';
import type { Language } from '../../../shared/locales/index.ts';
import {
  ALERT_KINDS,
  type Condition,
  type Rule,
  type Variant,
  variantSchema,
} from '../../../shared/overlay/alert-rules.ts';
import { fittingRule } from '../../../shared/overlay/rule-fit.ts';
import { type TestPlay, testDataOf, testEvent } from '../../../shared/test-play.ts';
import type { Rules } from './rule-edits.ts';

export type AlertTest = Extract<TestPlay, { kind: ValuedKind }>;

const PLAIN_VARIANT: Variant = variantSchema.parse({});

/** The test viewer has no history. */
const FIRST_TIME = { isFirstTime: () => true };

/**
 * A test alert that matches the rule, and the rule that takes it: possibly one above, null if none
 * is enabled. null if no alert can match all conditions.
 */
export function testOfRule(rule: Rule, rules: Rules, language: Language) {
  const [match] = matchesOf(rule, language);
  return match ? { play: match.play, taker: fittingRule(match.event, rules, FIRST_TIME) } : null;
}

/** A rule above some of these that takes their alerts; null if there is none. */
export function coveringRule(rules: Rules, some: Rules, language: Language): Rule | null {
  for (const rule of some) {
    const taker = testOfRule(rule, rules, language)?.taker ?? rule;
    if (taker.id !== rule.id) return taker;
  }
  return null;
}

export function examplesOf(rule: Rule, language: Language): readonly StageEvent<ValuedKind>[] {
  return matchesOf(rule, language).map(({ event }) => event);
}

function matchesOf(rule: Rule, language: Language) {
  const alone = [{ ...rule, enabled: true }];
  return ALERT_KINDS.map((kind) => {
    const play = madeFor(kind, rule.when, language);
    return { play, event: asEvent(play, language) };
  }).filter(({ event }) => fittingRule(event, alone, FIRST_TIME));
}

/** A test with the first variant of the rule that takes it; null for chat, which is no alert. */
export function previewOf(play: TestPlay, rules: Rules, language: Language) {
  if (play.kind === 'CHAT') return null;
  const event = asEvent(play, language);
  const [variant = PLAIN_VARIANT] = fittingRule(event, rules, FIRST_TIME)?.variants ?? [];
  return { event, variant };
}

function asEvent(play: AlertTest, language: Language): StageEvent<ValuedKind> {
  return { ...testEvent(play, language), seq: 1, receivedAt: 0, origin: 'test' };
}

/** The sample adjusted to the conditions, as far as this kind allows. */
function madeFor(sample: ValuedKind, when: readonly Condition[], language: Language): AlertTest {
  const wanted = wishesOf(when);
  const play = testDataOf(sample, language);
  switch (play.kind) {
    case 'DONATION': {
      const { kind, data } = play;
      const donationType = wanted.donationType ?? data?.donationType ?? 'CHAT';
      const payAmount = wanted.amount(data?.payAmount);
      const donationText = wanted.text(data?.donationText);
      return { kind, data: { ...data, donationType, payAmount, donationText } };
    }
    case 'SUBSCRIPTION': {
      const { kind, data } = play;
      const month = wanted.months(data?.month);
      const tierNo = wanted.tier ?? data?.tierNo ?? null;
      const subscriptionMessage = wanted.text(data?.subscriptionMessage);
      return { kind, data: { ...data, month, tierNo, subscriptionMessage } };
    }
    case 'DROPS': {
      const { kind, data } = play;
      return { kind, data: { ...data, rewardTitle: wanted.text(data?.rewardTitle) } };
    }
    case 'GOODS_PURCHASE': {
      const { kind, data } = play;
      const totalAmount = wanted.amount(data?.totalAmount);
      return { kind, data: { ...data, totalAmount, content: wanted.text(data?.content) } };
    }
    case 'CHAT':
      throw new TypeError('A chat is no alert');
  }
}

/** What the conditions ask for. The sample's values are the ones used otherwise. */
function wishesOf(when: readonly Condition[]) {
  const of = <T extends Condition['type']>(type: T) =>
    when.filter((each): each is Extract<Condition, { type: T }> => each.type === type);
  /** The nearest number within all ranges. */
  const within = (type: 'amount' | 'months') => (usual: number | null | undefined) =>
    of(type).reduce((near, { from, to }) => {
      const above = from === null ? near : Math.max(near, from);
      return to === null ? above : Math.min(above, to);
    }, usual ?? 0);
  return {
    donationType: of('donation-type')[0]?.types[0],
    tier: of('tier')[0]?.tiers[0],
    amount: within('amount'),
    months: within('months'),
    text: (usual = '') => [usual, ...of('text-contains').map(({ text }) => text)].join(' '),
  };
}
