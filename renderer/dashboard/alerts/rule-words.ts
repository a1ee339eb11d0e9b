import type { Condition, Rule } from '../../../shared/overlay/alert-rules.ts';
import { isWord, type Words } from '../../i18n/dashboard.ts';

/** What a rule says in words: when it fits, and how its alerts are shown. */

/** The rule's name, else its conditions in words. */
export function ruleName(rule: Rule, words: Words): string {
  return rule.name.trim() === '' ? conditionsText(rule, words) : rule.name;
}

function conditionsText({ when }: Rule, words: Words): string {
  if (when.length === 0) return words.t('rules.every');
  const inBeams = isDonationOnly(when);
  return when.map((condition) => conditionText(condition, inBeams, words)).join(' · ');
}

/** The row of a rule, after its name: conditions, unless they are its name, and the outcome. */
export function ruleSentence(rule: Rule, words: Words): string {
  const outcome = words.t('rules.outcome', { look: outcomeText(rule, words) });
  return rule.name.trim() === '' ? outcome : `${conditionsText(rule, words)} ${outcome}`;
}

function outcomeText({ variants }: Rule, { t }: Words): string {
  const levels = [...new Set(variants.map(({ level }) => level ?? 'auto'))];
  const parts = levels.map((level) => t(`level.${level}`));
  if (variants.length > 1) parts.push(t('summary.styles', { count: variants.length }));
  if (variants.every(({ silent }) => silent)) parts.push(t('variant.silent'));
  if (variants.some(({ readAloud, voice }) => readAloud && voice)) parts.push(t('speech.title'));
  return parts.join(' · ');
}

/** Whether an amount can only be beams: of a purchase it is money. */
function isDonationOnly(when: readonly Condition[]): boolean {
  return when.some(
    (condition) =>
      condition.type === 'donation-type' ||
      condition.type === 'first-time' ||
      (condition.type === 'kind' && condition.kinds.every((kind) => kind === 'DONATION')),
  );
}

/** How a donation was made; the platform's own name if it is new. */
export function donationTypeName(type: string, { t }: Words): string {
  const key = `events.donation-${type}`;
  return isWord(key) ? t(key) : type;
}

function conditionText(condition: Condition, inBeams: boolean, words: Words): string {
  const { t } = words;
  switch (condition.type) {
    case 'kind':
      return condition.kinds.map((kind) => t(`kind.${kind}`)).join(', ');
    case 'donation-type':
      return condition.types.map((type) => donationTypeName(type, words)).join(', ');
    case 'amount':
      return inBeams ? beamsText(condition, words) : rangeText(condition, words);
    case 'months':
      return rangeText(condition, words);
    case 'tier':
      return t('summary.tier', { tiers: condition.tiers.join(', ') });
    case 'first-time':
      return t('condition.first-time');
    case 'text-contains':
      return t('summary.text', { text: condition.text });
  }
}

type Range = Extract<Condition, { from: unknown }>;

function beamsText({ from, to }: Range, { t }: Words): string {
  if (from !== null && to !== null) return t('summary.beams-between', { from, to });
  if (from !== null) return t('summary.beams-from', { from });
  return to === null ? t('summary.beams-known') : t('summary.beams-to', { to });
}

function rangeText(range: Range, { t }: Words): string {
  const { type, from, to } = range;
  const what = t(`condition.${type}`);
  if (from !== null && to !== null) return t('summary.between', { what, from, to });
  if (from !== null) return t('summary.from', { what, from });
  if (to !== null) return t('summary.to', { what, to });
  return t('summary.known', { what });
}
