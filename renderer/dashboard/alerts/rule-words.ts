import type { Condition, Rule } from '../../../shared/overlay/alert-rules.ts';
import { isWord, type Words } from '../../i18n/dashboard.ts';

/** The streamer's name for a rule, else its conditions in words. */
export function ruleName({ name, when }: Rule, words: Words): string {
  if (name.trim() !== '') return name;
  if (when.length === 0) return words.t('rules.every');
  return when.map((condition) => conditionText(condition, words)).join(' · ');
}

/** A way of donating in words; one that nobody knows by its name. */
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
