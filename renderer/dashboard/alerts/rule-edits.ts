import {
  type Condition,
  type Rule,
  ruleSchema,
  type Variant,
} from '../../../shared/overlay/alert-rules.ts';
import { isWord, type Words } from '../../i18n/dashboard.ts';

/** Changes of the rules, each from one whole list to the next. */

export type Rules = readonly Rule[];
type ConditionType = Condition['type'];

/** What the contract takes at most. */
export const RULES_MOST = 50;
const CONDITIONS_MOST = 8;
export const VARIANTS_MOST = 8;
export const HEADLINE_MOST = 200;

export const CONDITION_TYPES: readonly ConditionType[] = [
  'kind',
  'donation-type',
  'amount',
  'months',
  'tier',
  'first-time',
  'text-contains',
];

export const PRESETS = [
  'donation',
  'big-donation',
  'first-donation',
  'subscription',
  'drops',
  'purchase',
  'every',
] as const;
type Preset = (typeof PRESETS)[number];

const BIG_BEAMS = 10_000;

const PRESET_CONDITIONS: Readonly<Record<Preset, readonly Condition[]>> = {
  donation: [{ type: 'kind', kinds: ['DONATION'] }],
  'big-donation': [
    { type: 'kind', kinds: ['DONATION'] },
    { type: 'amount', from: BIG_BEAMS, to: null },
  ],
  'first-donation': [{ type: 'kind', kinds: ['DONATION'] }, { type: 'first-time' }],
  subscription: [{ type: 'kind', kinds: ['SUBSCRIPTION'] }],
  drops: [{ type: 'kind', kinds: ['DROPS'] }],
  purchase: [{ type: 'kind', kinds: ['GOODS_PURCHASE'] }],
  every: [],
};

/** A new rule under an identity that no rule of the list has. `random`: from 0 up to 1. */
export function newRule(preset: Preset, rules: Rules, random: () => number): Rule {
  const id = freeId(rules, random);
  return ruleSchema.parse({ id, when: PRESET_CONDITIONS[preset] });
}

const ID_RANGE = 36 ** 8;

function freeId(rules: Rules, random: () => number): string {
  const first = Math.floor(random() * ID_RANGE);
  for (let step = 0; ; step += 1) {
    const id = `rule-${(first + step).toString(36)}`;
    if (rules.every((rule) => rule.id !== id)) return id;
  }
}

/**
 * Where a new rule begins: above the first that asks for less. Below one that fits everything it
 * would never be tried, and above one that asks for more it would take that one's alerts.
 */
export function placeFor(rules: Rules, rule: Rule): number {
  const index = rules.findIndex(({ when }) => when.length < rule.when.length);
  return index === -1 ? rules.length : index;
}

export function withRule(rules: Rules, rule: Rule, index: number): Rules {
  if (rules.some(({ id }) => id === rule.id) || rules.length >= RULES_MOST) return rules;
  return spliced(rules, index, 0, rule);
}

export function withoutRule(rules: Rules, id: string): Rules {
  return rules.filter((rule) => rule.id !== id);
}

/** One place up (-1) or down (1); the same list where there is none. */
export function movedRule(rules: Rules, id: string, by: -1 | 1): Rules {
  const from = rules.findIndex((rule) => rule.id === id);
  const rule = rules[from];
  const to = from + by;
  if (!rule || to < 0 || to >= rules.length) return rules;
  return spliced(spliced(rules, from, 1), to, 0, rule);
}

/** To the place that counts from 0 in the order that then holds. */
export function placedRule(rules: Rules, id: string, to: number): Rules {
  const from = rules.findIndex((rule) => rule.id === id);
  const rule = rules[from];
  if (!rule || from === to) return rules;
  return spliced(spliced(rules, from, 1), to, 0, rule);
}

export function changedRule(rules: Rules, id: string, change: (rule: Rule) => Rule): Rules {
  return rules.map((rule) => (rule.id === id ? change(rule) : rule));
}

/** What a condition is when it is added. */
export function newCondition(type: ConditionType, exampleText: string): Condition {
  switch (type) {
    case 'kind':
      return { type, kinds: ['DONATION'] };
    case 'donation-type':
      return { type, types: ['CHAT'] };
    case 'amount':
      return { type, from: BIG_BEAMS, to: null };
    case 'months':
      return { type, from: 1, to: null };
    case 'tier':
      return { type, tiers: [1] };
    case 'first-time':
      return { type };
    case 'text-contains':
      return { type, text: exampleText };
  }
}

/** What can be added: only words to look for make sense more than once. */
export function addableConditions({ when }: Rule): readonly ConditionType[] {
  if (when.length >= CONDITIONS_MOST) return [];
  const present = new Set(when.map(({ type }) => type));
  return CONDITION_TYPES.filter((type) => type === 'text-contains' || !present.has(type));
}

export function withCondition(rule: Rule, index: number, condition: Condition | null): Rule {
  return { ...rule, when: spliced(rule.when, index, 1, ...(condition ? [condition] : [])) };
}

export function withVariant(rule: Rule, index: number, change: Partial<Variant>): Rule {
  const variants = rule.variants.map((variant, at) =>
    at === index ? { ...variant, ...change } : variant,
  );
  return { ...rule, variants };
}

/** One more look, as the last one is. */
export function withVariantAdded(rule: Rule): Rule {
  const last = rule.variants.at(-1);
  if (!last || rule.variants.length >= VARIANTS_MOST) return rule;
  return { ...rule, variants: [...rule.variants, last] };
}

/** The last look stays: a rule has one. */
export function withoutVariant(rule: Rule, index: number): Rule {
  if (rule.variants.length <= 1) return rule;
  return { ...rule, variants: spliced(rule.variants, index, 1) };
}

/** How often a look is drawn, whole percent. */
export function shareOf({ variants }: Rule, { weight }: Variant): number {
  const sum = variants.reduce((total, variant) => total + variant.weight, 0);
  return Math.round((weight / sum) * 100);
}

/** As `toSpliced`, which the browsers of older docks do not have. */
function spliced<T>(list: readonly T[], at: number, gone: number, ...come: readonly T[]): T[] {
  return [...list.slice(0, at), ...come, ...list.slice(at + gone)];
}

/** The streamer's name for a rule, else its conditions in words. */
export function ruleName({ name, when }: Rule, words: Words): string {
  if (name.trim() !== '') return name;
  if (when.length === 0) return words.t('rules.every');
  return when.map((condition) => conditionText(condition, words)).join(' · ');
}

/** A donation type in words; an unknown one by its name. */
export function donationTypeName(type: string, { t }: Words): string {
  const key = `events.donation-${type}`;
  return isWord(key) ? t(key) : type;
}

function conditionText(condition: Condition, words: Words): string {
  const { t } = words;
  switch (condition.type) {
    case 'kind':
      return condition.kinds.map((kind) => t(`kind.${kind}`)).join(', ');
    case 'donation-type':
      return condition.types.map((type) => donationTypeName(type, words)).join(', ');
    case 'amount':
    case 'months':
      return rangeText(t(`condition.${condition.type}`), condition, words);
    case 'tier':
      return t('summary.tier', { tiers: condition.tiers.join(', ') });
    case 'first-time':
      return t('condition.first-time');
    case 'text-contains':
      return t('summary.text', { text: condition.text });
  }
}

interface Range {
  readonly from: number | null;
  readonly to: number | null;
}

function rangeText(what: string, { from, to }: Range, { t }: Words): string {
  if (from !== null && to !== null) return t('summary.between', { what, from, to });
  if (from !== null) return t('summary.from', { what, from });
  if (to !== null) return t('summary.to', { what, to });
  return t('summary.known', { what });
}
