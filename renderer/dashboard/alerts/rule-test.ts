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

/** The result of finding a test for a rule. */
type RuleTest =
  /** No alert can match all its conditions. */
  | { readonly found: false }
  /** `taker`: the rule that matches first, possibly one above; null if none is enabled. */
  | { readonly found: true; readonly play: AlertTest; readonly taker: Rule | null };

const PLAIN_VARIANT: Variant = variantSchema.parse({});

/** The test viewer has no history. */
const FIRST_TIME = { isFirstTime: () => true };

/** A test alert that matches the rule, and which rule of the list takes it. */
export function testOfRule(rule: Rule, rules: Rules, language: Language): RuleTest {
  const alone = [{ ...rule, enabled: true }];
  for (const kind of ALERT_KINDS) {
    const play = madeFor(kind, rule.when, language);
    const event = asEvent(play, language);
    if (fittingRule(event, alone, FIRST_TIME)) {
      return { found: true, play, taker: fittingRule(event, rules, FIRST_TIME) };
    }
  }
  return { found: false };
}

/** Sample alerts of the kinds the rule can match, to fill in its text. */
export function examplesOf(rule: Rule, language: Language): readonly StageEvent<ValuedKind>[] {
  return ALERT_KINDS.flatMap((kind) => {
    const event = asEvent(madeFor(kind, rule.when, language), language);
    const fits = fittingRule(event, [{ ...rule, enabled: true }], FIRST_TIME);
    return fits ? [event] : [];
  });
}

interface TestPreview {
  readonly event: StageEvent<ValuedKind>;
  readonly variant: Variant;
}

/**
 * A test's preview, using the first variant of the rule that takes it; null for chat, which is no
 * alert.
 */
export function previewOf(play: TestPlay, rules: Rules, language: Language): TestPreview | null {
  if (play.kind === 'CHAT') return null;
  const event = asEvent(play, language);
  const [variant = PLAIN_VARIANT] = fittingRule(event, rules, FIRST_TIME)?.variants ?? [];
  return { event, variant };
}

function asEvent(play: AlertTest, language: Language): StageEvent<ValuedKind> {
  return { ...testEvent(play, language), seq: 1, receivedAt: 0, origin: 'test' };
}

/** The sample adjusted to the conditions, as far as this kind allows. */
function madeFor(kind: ValuedKind, when: readonly Condition[], language: Language): AlertTest {
  const wanted = wishesOf(when);
  const play = testDataOf(kind, language);
  switch (play.kind) {
    case 'DONATION': {
      const { donationType = 'CHAT', payAmount = null, donationText = '' } = play.data ?? {};
      const data = {
        ...play.data,
        donationType: wanted.donationType ?? donationType,
        payAmount: wanted.amount(payAmount ?? 0),
        donationText: wanted.text(donationText),
      };
      return { kind: play.kind, data };
    }
    case 'SUBSCRIPTION': {
      const { month = null, tierNo = null, subscriptionMessage = '' } = play.data ?? {};
      const data = {
        ...play.data,
        month: wanted.months(month ?? 0),
        tierNo: wanted.tier ?? tierNo,
        subscriptionMessage: wanted.text(subscriptionMessage),
      };
      return { kind: play.kind, data };
    }
    case 'DROPS': {
      const { rewardTitle = '' } = play.data ?? {};
      return { kind: play.kind, data: { ...play.data, rewardTitle: wanted.text(rewardTitle) } };
    }
    case 'GOODS_PURCHASE': {
      const { totalAmount = null, content = '' } = play.data ?? {};
      const data = {
        ...play.data,
        totalAmount: wanted.amount(totalAmount ?? 0),
        content: wanted.text(content),
      };
      return { kind: play.kind, data };
    }
    case 'CHAT':
      throw new TypeError('A chat is no alert');
  }
}

interface Wishes {
  readonly donationType: string | null;
  readonly tier: number | null;
  /** The nearest number within all ranges; `usual` if there are none. */
  amount(usual: number): number;
  months(usual: number): number;
  /** The text extended by all required words. */
  text(usual: string): string;
}

function wishesOf(when: readonly Condition[]): Wishes {
  const of = <T extends Condition['type']>(type: T) =>
    when.filter((each): each is Extract<Condition, { type: T }> => each.type === type);
  const within = (type: 'amount' | 'months') => (usual: number) =>
    of(type).reduce((near, { from, to }) => {
      const above = from === null ? near : Math.max(near, from);
      return to === null ? above : Math.min(above, to);
    }, usual);
  return {
    donationType: of('donation-type')[0]?.types[0] ?? null,
    tier: of('tier')[0]?.tiers[0] ?? null,
    amount: within('amount'),
    months: within('months'),
    text: (usual) => [usual, ...of('text-contains').map(({ text }) => text)].join(' '),
  };
}
