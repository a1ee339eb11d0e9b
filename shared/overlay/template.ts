import { assertNever, type DrawTally, type StageEvent, type ValuedKind } from '../events.ts';
import type { Language } from '../locales/index.ts';
import { SPOKEN_TEXTS } from '../locales/spoken.ts';
import { createTranslator } from '../locales/translate.ts';
import { formatMoney } from '../money.ts';
import { cutText } from './cut-text.ts';
import { PAIR_PATTERN, particleAfter } from './particles.ts';

/** The longest text of each variable, UTF-16 units. */
const MOST = {
  name: 40,
  amount: 40,
  message: 200,
  months: 12,
  tier: 12,
  reward: 60,
  count: 24,
  total: 24,
  shop: 60,
  item: 60,
} as const;
export type Variable = keyof typeof MOST;
export const VARIABLES = Object.keys(MOST) as readonly Variable[];

/** What each kind of alert can say; all else of `VARIABLES` has no value there. */
export const KIND_VARIABLES: Readonly<Record<ValuedKind, readonly Variable[]>> = {
  DONATION: ['name', 'amount', 'message'],
  SUBSCRIPTION: ['name', 'months', 'tier', 'message'],
  DROPS: ['reward', 'count', 'total'],
  GOODS_PURCHASE: ['name', 'amount', 'message', 'shop', 'item', 'count'],
};

/** UTF-16 units. */
export const FILLED_MAX = 300;

const texts = createTranslator(SPOKEN_TEXTS);

export interface TemplateContext {
  readonly language: Language;
  /** For draws: the totals including this round; null: only this round is known. */
  readonly tally: DrawTally | null;
}

/** A variable's value; `spoken` where the end is said otherwise than it is written (₩ is 원). */
export interface VariableValue {
  readonly text: string;
  readonly spoken?: string;
}

/** null: this event does not know it. */
export type VariableValues = Readonly<Partial<Record<Variable, VariableValue | null>>>;

const PLACEHOLDER = new RegExp(`\\{(${VARIABLES.join('|')})\\}(${PAIR_PATTERN})?`, 'gu');

/**
 * Fills the variables in, each with its particle where one of the pairs 이/가, 을/를, 은/는, 과/와,
 * 으로/로 follows. Braces around any other word stay as written; a value is never read as a template
 * itself. null: the template is empty, or this event does not know a variable that it names (an
 * amount that could not be read, the name at a draw): the alert's own words are better than a hole.
 */
export function fillTemplate(
  template: string,
  event: StageEvent<ValuedKind>,
  context: TemplateContext,
): string | null {
  if (template.trim() === '') return null;
  const values = variablesOf(event, context);
  let hasHole = false;
  const filled = template.replace(PLACEHOLDER, (_whole, name: Variable, pair?: string) => {
    const value = values[name];
    if (!value) {
      hasHole = true;
      return '';
    }
    const text = inertText(cutText(value.text, MOST[name]));
    return text + (pair === undefined ? '' : particleAfter(value.spoken ?? value.text, pair));
  });
  const tidy = filled.replace(/\s+/gu, ' ').trim();
  return hasHole || tidy === '' ? null : cutText(tidy, FILLED_MAX);
}

/** Whether the template shows what the viewer wrote. */
export function namesMessage(template: string): boolean {
  return template.includes('{message}');
}

/** Everything that the event can say, in the words and numbers of the language. */
export function variablesOf(
  event: StageEvent<ValuedKind>,
  { language, tally }: TemplateContext,
): VariableValues {
  const number = (value: number | null) =>
    value === null ? null : { text: new Intl.NumberFormat(language).format(value) };
  const name = (value: string | null) => ({ text: nameOf(value, language) });
  switch (event.kind) {
    case 'DONATION': {
      const { donatorNickname, payAmount, donationText } = event.data;
      return {
        name: name(donatorNickname),
        amount: payAmount === null ? null : { text: beamsText(payAmount, language) },
        message: { text: donationText },
      };
    }
    case 'SUBSCRIPTION': {
      const { subscriberChannelName, month, tierNo, subscriptionMessage } = event.data;
      return {
        name: name(subscriberChannelName),
        months: number(month),
        tier: number(tierNo),
        message: { text: subscriptionMessage },
      };
    }
    case 'DROPS': {
      const { rewardTitle, count } = event.data;
      return {
        reward: { text: rewardTitle },
        count: number(count),
        total: number(tally?.total ?? count),
      };
    }
    case 'GOODS_PURCHASE': {
      const { profile, totalAmount, currency, content, shopName } = event.data;
      const { representativeItemName, itemCount } = event.data;
      return {
        name: name(profile?.nickname ?? null),
        amount: totalAmount === null ? null : moneyValue(totalAmount, currency, language),
        message: { text: content },
        shop: { text: shopName },
        item: { text: representativeItemName },
        count: number(itemCount),
      };
    }
    default:
      return assertNever(event);
  }
}

/** The name to show; a name of nothing but blanks is no name. */
export function nameOf(name: string | null, language: Language): string {
  return name === null || name.trim() === '' ? texts(language)('spoken.anonymous') : name;
}

/** Beams with their unit: they must never be taken for money. */
export function beamsText(beams: number, language: Language): string {
  const n = new Intl.NumberFormat(language).format(beams);
  return texts(language)('spoken.beams', { count: beams, n });
}

const SPOKEN_MONEY: Readonly<Record<string, string>> = { KRW: '원', JPY: '엔', USD: '달러' };

function moneyValue(amount: number, currency: string, language: Language): VariableValue {
  const spoken = Object.hasOwn(SPOKEN_MONEY, currency) ? SPOKEN_MONEY[currency] : currency;
  return { text: formatMoney(amount, currency, language), spoken: spoken ?? currency };
}

/** Embeddings, overrides and isolates would turn the words around them. */
const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u;
const CONTROLS = /\p{Cc}+/gu;

/** Viewer text that stays one line and keeps its direction to itself. */
function inertText(text: string): string {
  const plain = text.replace(CONTROLS, ' ').replace(DIRECTION_MARKS, '');
  return RIGHT_TO_LEFT.test(plain) ? `\u2068${plain}\u2069` : plain;
}
