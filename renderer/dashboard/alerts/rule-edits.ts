import { LEVEL_BEAMS } from '../../../shared/overlay/alert-look.ts';
import {
  type Condition,
  type Rule,
  ruleSchema,
  type Variant,
} from '../../../shared/overlay/alert-rules.ts';

/** Rule edits; each takes a list and returns a new one. */

export type Rules = readonly Rule[];
type ConditionType = Condition['type'];

/** The contract's limits. */
export const RULES_MOST = 50;
const CONDITIONS_MOST = 8;
export const VARIANTS_MOST = 8;
export const HEADLINE_MOST = 200;

/** From this many beams on a donation is a large one. */
export const BIG_BEAMS = LEVEL_BEAMS.large;
export const DONATIONS: Condition = { type: 'kind', kinds: ['DONATION'] };
const BIG: Condition = { type: 'amount', from: BIG_BEAMS, to: null };
const FIRST: Condition = { type: 'first-time' };

const NEW_CONDITIONS: Readonly<Record<ConditionType, Condition>> = {
  kind: DONATIONS,
  'donation-type': { type: 'donation-type', types: ['CHAT'] },
  amount: BIG,
  months: { type: 'months', from: 1, to: null },
  tier: { type: 'tier', tiers: [1] },
  'first-time': FIRST,
  'text-contains': { type: 'text-contains', text: '' },
};

export const CONDITION_TYPES = Object.keys(NEW_CONDITIONS) as readonly ConditionType[];

const PRESET_CONDITIONS = {
  'big-donation': [DONATIONS, BIG],
  donation: [DONATIONS],
  'first-donation': [DONATIONS, FIRST],
  subscription: [{ type: 'kind', kinds: ['SUBSCRIPTION'] }],
  drops: [{ type: 'kind', kinds: ['DROPS'] }],
  purchase: [{ type: 'kind', kinds: ['GOODS_PURCHASE'] }],
  every: [],
} satisfies Record<string, readonly Condition[]>;
export type Preset = keyof typeof PRESET_CONDITIONS;
export const PRESETS = Object.keys(PRESET_CONDITIONS) as readonly Preset[];

/** A new rule of a preset. `random`: uniform in [0, 1). */
export function newRule(preset: Preset, rules: Rules, random: () => number): Rule {
  return ruleSchema.parse({ id: freeId(rules, random), when: PRESET_CONDITIONS[preset] });
}

const ID_RANGE = 36 ** 8;

/** An id that no rule of the list has. `random`: uniform in [0, 1). */
export function freeId(rules: Rules, random: () => number): string {
  const first = Math.floor(random() * ID_RANGE);
  for (let step = 0; ; step += 1) {
    const id = `rule-${(first + step).toString(36)}`;
    if (rules.every((rule) => rule.id !== id)) return id;
  }
}

/**
 * Places a new rule above the first with fewer conditions: below a catch-all it would never match,
 * and above a stricter rule it would take that rule's alerts.
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

export function changedRule(rules: Rules, id: string, change: (rule: Rule) => Rule): Rules {
  return rules.map((rule) => (rule.id === id ? change(rule) : rule));
}

export function newCondition(type: ConditionType, exampleText: string): Condition {
  return type === 'text-contains' ? { type, text: exampleText } : NEW_CONDITIONS[type];
}

/** Condition types that can be added; only text conditions may repeat. */
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

export function withVariantAdded(rule: Rule): Rule {
  const last = rule.variants.at(-1);
  if (!last || rule.variants.length >= VARIANTS_MOST) return rule;
  return { ...rule, variants: [...rule.variants, last] };
}

export function withoutVariant(rule: Rule, index: number): Rule {
  if (rule.variants.length <= 1) return rule;
  return { ...rule, variants: spliced(rule.variants, index, 1) };
}

/** The variant's probability, whole percent. */
export function shareOf({ variants }: Rule, { weight }: Variant): number {
  const sum = variants.reduce((total, variant) => total + variant.weight, 0);
  return Math.round((weight / sum) * 100);
}

/** `toSpliced`, which older OBS docks lack. */
function spliced<T>(list: readonly T[], at: number, gone: number, ...come: readonly T[]): T[] {
  return [...list.slice(0, at), ...come, ...list.slice(at + gone)];
}
