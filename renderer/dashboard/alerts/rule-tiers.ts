import { LEVEL_BEAMS } from '../../../shared/overlay/alert-look.ts';
import { type AlertSound, type Rule, ruleSchema } from '../../../shared/overlay/alert-rules.ts';
import type { Level } from '../../../shared/overlay/names.ts';
import { DONATIONS, freeId, placeFor, type Rules, withRule } from './rule-edits.ts';

/** The ready-made tiers of amount: the more is given, the larger, longer and louder. */

interface Tier {
  readonly level: Level;
  readonly from: number | null;
  readonly to: number | null;
  readonly sound: AlertSound;
  readonly volume: number;
  readonly durationS: number;
}

const { medium, large, grand } = LEVEL_BEAMS;

/** The highest first, as they stand in the list. */
export const TIERS: readonly Tier[] = [
  { level: 'grand', from: grand, to: null, sound: 'subscription', volume: 1, durationS: 14 },
  { level: 'large', from: large, to: grand - 1, sound: 'cheering', volume: 0.85, durationS: 9 },
  { level: 'medium', from: medium, to: large - 1, sound: 'donation', volume: 0.7, durationS: 6 },
  { level: 'small', from: null, to: medium - 1, sound: 'purchase', volume: 0.5, durationS: 5 },
];

/** The tiers that no rule of the list is for yet. */
export function missingTiers(rules: Rules): readonly Tier[] {
  return TIERS.filter((tier) => !rules.some((rule) => isOfTier(rule, tier)));
}

function isOfTier({ when, variants }: Rule, { level, from, to }: Tier): boolean {
  return (
    variants.every((variant) => variant.level === level) &&
    when.some((each) => each.type === 'amount' && each.from === from && each.to === to)
  );
}

/** The list with a rule for each missing tier. `random`: uniform in [0, 1). */
export function withTiers(rules: Rules, random: () => number): Rules {
  return missingTiers(rules).reduce((now, tier) => {
    const rule = tierRule(tier, freeId(now, random));
    return withRule(now, rule, placeFor(now, rule));
  }, rules);
}

/** It has no name of its own: its amounts are its name, also after they were changed. */
function tierRule({ from, to, ...look }: Tier, id: string): Rule {
  return ruleSchema.parse({
    id,
    when: [DONATIONS, { type: 'amount', from, to }],
    variants: [look],
  });
}
