import { splitEmojiTokens } from '../../../shared/emoji-tokens.ts';
import { assertNever, type DrawTally, type ValuedEvent } from '../../../shared/events.ts';
import type { Language } from '../../../shared/locales/index.ts';
import type { MergedDonation } from '../../../shared/overlay/alert-look.ts';
import type { SpeechSettings } from '../../../shared/overlay/alert-rules.ts';
import { cutText } from '../../../shared/overlay/cut-text.ts';
import { beamsText, fillTemplate, nameOf, namesMessage } from '../../../shared/overlay/template.ts';
import { coreTexts } from '../../base/errors.ts';

export interface SpeechRequest {
  readonly event: ValuedEvent;
  readonly tally: DrawTally | null;
  /** The variant's template; empty: a default sentence. */
  readonly template: string;
  /** Small donations on one card, including the event's; null: it stands alone. */
  readonly together: readonly MergedDonation[] | null;
  /** The app's language, used for messages without a recognisable one. */
  readonly language: Language;
  readonly settings: SpeechSettings;
}

/** Who and what, then the message. null: the minimum is not reached, or nothing is left. */
export function speechText(request: SpeechRequest): string | null {
  const { event, settings, template, together } = request;
  if (isBelowMinimum(request)) return null;
  const message = together ? '' : plainMessageOf(event);
  const language = languageOf(message.replaceAll(ADDRESS, ''), request.language);
  const sentence = together
    ? togetherSentence(together, language)
    : (templateSentence(request) ?? ownSentence(event, language));
  const isSaid = together !== null || (template !== '' && namesMessage(template));
  const text = isSaid ? sentence : `${sentence} ${message}`;
  return cleanForSpeech(text, language, settings) || null;
}

function isBelowMinimum({ event, settings, together }: SpeechRequest): boolean {
  if (event.kind !== 'DONATION' || settings.minimumBeams === 0) return false;
  const beams = together ? sumOf(together) : event.data.payAmount;
  return beams === null || beams < settings.minimumBeams;
}

function templateSentence({ event, tally, template, language }: SpeechRequest): string | null {
  const spoken = fillTemplate(template, spokenEvent(event), { language, tally });
  return spoken === null || /[.!?…]$/u.test(spoken) ? spoken : `${spoken}.`;
}

/** Where an event keeps the viewer's message; draws have none. */
const MESSAGE_FIELDS = {
  DONATION: 'donationText',
  SUBSCRIPTION: 'subscriptionMessage',
  GOODS_PURCHASE: 'content',
  DROPS: null,
} as const;

/** Emoji tokens have no sound, so they are removed before a template uses the message. */
function spokenEvent(event: ValuedEvent): ValuedEvent {
  const field = MESSAGE_FIELDS[event.kind];
  if (field === null) return event;
  const data = { ...event.data, [field]: plainMessageOf(event) };
  return { ...event, data } as ValuedEvent;
}

function messageOf(event: ValuedEvent): string {
  const field = MESSAGE_FIELDS[event.kind];
  return field === null ? '' : String(Reflect.get(event.data, field));
}

function plainMessageOf(event: ValuedEvent): string {
  const emojis = event.kind === 'DROPS' ? {} : event.data.emojis;
  return splitEmojiTokens(messageOf(event).slice(0, LOOKED_AT), emojis)
    .map((segment) => (segment.type === 'text' ? segment.text : ' '))
    .join('');
}

/** A text with at least this share of Hangul letters counts as Korean: "WOW 대박" does. */
const HANGUL_SHARE = 0.3;

/** The language of a text by its letters; `otherwise` if they show neither. */
export function languageOf(text: string, otherwise: Language): Language {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  if (letters === 0) return otherwise;
  const hangul = text.match(/\p{Script=Hangul}/gu)?.length ?? 0;
  if (hangul / letters >= HANGUL_SHARE) return 'ko';
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
  return latin / letters > 0.5 ? 'en' : otherwise;
}

function ownSentence(event: ValuedEvent, language: Language): string {
  const say = coreTexts(language);
  switch (event.kind) {
    case 'DONATION': {
      const { donatorNickname, payAmount } = event.data;
      const name = nameOf(donatorNickname, language);
      if (payAmount === null) return say('spoken.donation-unknown', { name });
      return say('spoken.donation', { name, beams: beamsText(payAmount, language) });
    }
    case 'SUBSCRIPTION': {
      const { subscriberChannelName, month } = event.data;
      const name = nameOf(subscriberChannelName, language);
      if (month === null) return say('spoken.subscription-unknown', { name });
      return say('spoken.subscription', { name, count: month });
    }
    case 'DROPS': {
      const { rewardTitle, count } = event.data;
      return say('spoken.draw', { reward: rewardTitle, count });
    }
    case 'GOODS_PURCHASE': {
      const { profile, representativeItemName: item, itemCount } = event.data;
      const name = nameOf(profile?.nickname ?? null, language);
      const more = itemCount - 1;
      if (more > 0) return say('spoken.purchase-more', { name, item, more });
      return say('spoken.purchase', { name, item });
    }
    default:
      return assertNever(event);
  }
}

function sumOf(together: readonly MergedDonation[]): number {
  return together.reduce((sum, { beams }) => sum + (beams ?? 0), 0);
}

function togetherSentence(together: readonly MergedDonation[], language: Language): string {
  const name = nameOf(together[0]?.name ?? null, language);
  const beams = beamsText(sumOf(together), language);
  return coreTexts(language)('spoken.together', { name, beams, count: together.length - 1 });
}

/** Text beyond this is never read, UTF-16 units; it keeps the following steps fast. */
const LOOKED_AT = 2_000;

/** Also matches addresses without a scheme, by the endings common in chats. */
const ADDRESS = new RegExp(
  '(?:https?://|www\\.)\\S+|(?<![\\p{L}\\p{N}])[\\p{L}\\p{N}-]{1,63}(?:\\.[\\p{L}\\p{N}-]{1,63}){0,4}' +
    '\\.(?:com|net|org|kr|me|tv|gg|io|co|be|ly|to|cc|jp|cn|ru|us|app|dev|xyz|link|shop|site|info|live)' +
    '(?![a-z0-9])(?:/\\S*)?',
  'giu',
);
/** Emoji, which voices would read by name. */
const EMOJI = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\u20e3/gu;
const INVISIBLE = /\p{Cf}|\p{Cs}|\p{Variation_Selector}/gu;
const CONTROLS = /\p{Cc}/gu;
/** More stacked accents than any writing uses. */
const STACKED = /(\p{M}{2})\p{M}+/gu;
/** Digits are excluded: three zeroes are another amount than six. */
const REPEATED = /([^\p{N}])\1{3,}/gu;

/**
 * Addresses become a word, emoji and invisible characters go, runs of one character shrink to
 * three, blocked words are bleeped. At most `longest` UTF-16 units, cut at a word's end.
 */
function cleanForSpeech(
  text: string,
  language: Language,
  { blockedWords, longest }: { readonly blockedWords: readonly string[]; readonly longest: number },
): string {
  const say = coreTexts(language);
  const beep = (dirty: string) => replaceBlocked(dirty, blockedWords, say('spoken.beep'));
  const link = ` ${say('spoken.link')} `;
  const readable = cutText(text, LOOKED_AT)
    .normalize('NFC')
    .replace(CONTROLS, ' ')
    .replace(INVISIBLE, '')
    .replaceAll(ADDRESS, link)
    .replace(EMOJI, ' ')
    .replace(STACKED, '$1');
  // Runs twice: shortening a run may create a blocked word or break a longer one.
  const decent = beep(beep(readable).replace(REPEATED, '$1$1$1'));
  return cutAtWord(decent.replace(/\s+/gu, ' ').trim(), longest);
}

function cutAtWord(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const border = text.slice(0, longest + 1).lastIndexOf(' ');
  // A word longer than half the limit is cut rather than dropped.
  if (border * 2 >= longest) return text.slice(0, border);
  return cutText(text, longest + 1)
    .replace(/…$/u, '')
    .trimEnd();
}

interface Source {
  readonly start: number;
  readonly end: number;
}

interface Comparable {
  readonly units: string;
  readonly sources: readonly Source[];
}

/** Characters people insert to hide a word: blanks, marks, signs, invisible characters. */
const BETWEEN = /^[\p{Z}\p{C}\p{M}\p{P}\p{S}]+$/u;

/**
 * Even if written wide, styled, in upper case, in single Korean letters, or with blanks or signs in
 * between. Part of a longer word matches, part of a Korean syllable does not.
 */
export function replaceBlocked(
  text: string,
  blocked: readonly string[],
  replacement: string,
): string {
  if (blocked.length === 0) return text;
  const whole = comparable(text);
  const found = blocked.flatMap((word) => [...occurrences(word, text, whole)]);
  let result = '';
  let copied = 0;
  for (const { start, end } of found.toSorted((a, b) => a.start - b.start)) {
    if (start >= copied) result += text.slice(copied, start) + replacement;
    copied = Math.max(copied, end);
  }
  return result + text.slice(copied);
}

function* occurrences(
  word: string,
  text: string,
  { units, sources }: Comparable,
): Generator<Source> {
  const letters = comparable(word).units;
  if (letters === '') return yield* plainOccurrences(word, text);
  for (let at = units.indexOf(letters); at >= 0; at = units.indexOf(letters, at + 1)) {
    const first = sources[at];
    const last = sources[at + letters.length - 1];
    if (!first || !last) continue;
    const isPart = first === sources[at - 1] || last === sources[at + letters.length];
    if (!isPart) yield { start: first.start, end: last.end + marksAt(text, last.end) };
  }
}

/** Length of the marks on the preceding letter, UTF-16 units. */
function marksAt(text: string, at: number): number {
  const marks = /\p{M}*/uy;
  marks.lastIndex = at;
  return marks.exec(text)?.[0].length ?? 0;
}

function* plainOccurrences(word: string, text: string): Generator<Source> {
  if (word.trim() === '') return;
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
    yield { start: at, end: at + word.length };
  }
}

/** Splits text into letters, also within Korean syllables, so that all spellings match. */
function comparable(text: string): Comparable {
  const sources: Source[] = [];
  let units = '';
  for (const { letters, source } of lettersOf(text)) {
    for (const unit of letters) {
      units += unit;
      for (let part = 0; part < unit.length; part += 1) sources.push(source);
    }
  }
  return { units, sources };
}

function* lettersOf(text: string): Generator<{ letters: string; source: Source }> {
  let start = 0;
  for (const character of text) {
    const source = { start, end: start + character.length };
    start = source.end;
    if (BETWEEN.test(character)) continue;
    const letters = character.normalize('NFKD').toUpperCase().toLowerCase().normalize('NFKD');
    const kept = letters.replace(/\p{M}/gu, '');
    if (kept !== '') yield { letters: kept, source };
  }
}
