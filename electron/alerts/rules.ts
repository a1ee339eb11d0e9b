import type { ValuedEvent } from '../../shared/events.ts';
import { type Rule, type Variant, variantSchema } from '../../shared/overlay/alert-rules.ts';
import { type FitContext, fittingRule } from '../../shared/overlay/rule-fit.ts';
import type { Random } from '../base/random.ts';

export interface RuleContext extends FitContext {
  readonly random: Random;
}

export interface Choice {
  /** null: no rule fits, and the variant is the default one. */
  readonly rule: string | null;
  readonly variant: Variant;
}

const DEFAULT_VARIANT: Variant = variantSchema.parse({});

/** The first rule that is switched on and fits decides; of its variants one, by weight. */
export function chooseLook(
  event: ValuedEvent,
  rules: readonly Rule[],
  context: RuleContext,
): Choice {
  const rule = fittingRule(event, rules, context);
  const variant = rule ? pickVariant(rule.variants, context.random) : null;
  return { rule: rule?.id ?? null, variant: variant ?? DEFAULT_VARIANT };
}

function pickVariant(variants: readonly Variant[], random: Random): Variant | null {
  const sum = variants.reduce((total, { weight }) => total + weight, 0);
  let left = random() * sum;
  for (const variant of variants) {
    left -= variant.weight;
    if (left < 0) return variant;
  }
  return variants.at(-1) ?? null;
}
