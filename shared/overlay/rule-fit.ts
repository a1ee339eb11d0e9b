import { assertNever, type DonationData, type ValuedEvent } from '../events.ts';
import type { Condition, Rule } from './alert-rules.ts';

/** Matches alerts to rules: for incoming events in the core, and for tests in the editor. */

export interface FitContext {
  /** Whether the ledger has no earlier donation of this viewer. Called only if a rule needs it. */
  readonly isFirstTime: (viewer: string, seq: number) => boolean;
}

/** The first enabled rule whose conditions all hold; null if none. */
export function fittingRule(
  event: ValuedEvent,
  rules: readonly Rule[],
  context: FitContext,
): Rule | null {
  const facts: Facts = { event, isFirstTime: context.isFirstTime, texts: null };
  const fits = ({ enabled, when }: Rule) =>
    enabled && when.every((condition) => holds(condition, facts));
  return rules.find(fits) ?? null;
}

interface Facts extends FitContext {
  readonly event: ValuedEvent;
  texts: readonly string[] | null;
}

function holds(condition: Condition, facts: Facts): boolean {
  const { event } = facts;
  switch (condition.type) {
    case 'kind':
      return condition.kinds.includes(event.kind);
    case 'donation-type':
      return event.kind === 'DONATION' && condition.types.includes(event.data.donationType);
    case 'amount':
      return isWithin(amountOf(event), condition);
    case 'months':
      return isWithin(event.kind === 'SUBSCRIPTION' ? event.data.month : null, condition);
    case 'tier': {
      const tier = event.kind === 'SUBSCRIPTION' ? event.data.tierNo : null;
      return tier !== null && condition.tiers.includes(tier);
    }
    case 'first-time':
      return event.kind === 'DONATION' && isFirst(event.data, facts);
    case 'text-contains': {
      facts.texts ??= textsOf(event).map(folded);
      const wanted = wantedText(condition);
      return facts.texts.some((text) => text.includes(wanted));
    }
    default:
      return assertNever(condition);
  }
}

/** Bounds included; null fits no range, not even one without bounds. */
function isWithin(
  value: number | null,
  { from, to }: { readonly from: number | null; readonly to: number | null },
): boolean {
  return value !== null && value >= (from ?? Number.NEGATIVE_INFINITY) && value <= (to ?? Infinity);
}

/** Beams, or whole units of money: 29.90 dollars are 29. */
function amountOf(event: ValuedEvent): number | null {
  if (event.kind === 'DONATION') return event.data.payAmount;
  if (event.kind !== 'GOODS_PURCHASE') return null;
  const { totalAmount } = event.data;
  return totalAmount === null ? null : Math.floor(totalAmount);
}

/** Anonymous donors never count as first-time. */
function isFirst({ donatorChannelId }: DonationData, { event, isFirstTime }: Facts): boolean {
  return donatorChannelId !== null && isFirstTime(donatorChannelId, event.seq);
}

function textsOf(event: ValuedEvent): readonly string[] {
  switch (event.kind) {
    case 'DONATION':
      return [event.data.donationText];
    case 'SUBSCRIPTION':
      return [event.data.subscriptionMessage];
    case 'DROPS':
      return [event.data.rewardTitle];
    case 'GOODS_PURCHASE':
      return [event.data.content, event.data.representativeItemName];
    default:
      return assertNever(event);
  }
}

const wantedTexts = new WeakMap<object, string>();

function wantedText(condition: Extract<Condition, { type: 'text-contains' }>): string {
  const wanted = wantedTexts.get(condition) ?? folded(condition.text);
  wantedTexts.set(condition, wanted);
  return wanted;
}

/** NFC makes Korean typed letter by letter the same text; upper case first because of ß. */
function folded(text: string): string {
  return text.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');
}
