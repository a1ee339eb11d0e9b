import { splitEmojiTokens } from '../../shared/emoji-tokens.ts';
import {
  assertNever,
  type DonationData,
  type DrawTally,
  type EmojiMap,
  type GoodsPurchaseData,
  type SubscriptionData,
  type ValuedEvent,
} from '../../shared/events.ts';
import type { Language } from '../../shared/locales/index.ts';
import type { MergedDonation } from '../../shared/overlay/alert-look.ts';
import type { SpeechSettings } from '../../shared/overlay/alert-rules.ts';
import { beamsText, fillTemplate, nameOf, namesMessage } from '../../shared/overlay/template.ts';
import { ADDRESS, cleanForSpeech, LOOKED_AT } from './speech-clean.ts';

export interface SpeechRequest {
  readonly event: ValuedEvent;
  readonly tally: DrawTally | null;
  /** The streamer's words of the variant; empty: a sentence of ours. */
  readonly template: string;
  /** Small donations on one card, the event's included; null: it stands alone. */
  readonly together: readonly MergedDonation[] | null;
  /** The app's language: of messages that do not show one of their own. */
  readonly language: Language;
  readonly settings: SpeechSettings;
}

/**
 * What is read aloud of an alert: who and what, then the viewer's message, cleaned for a voice.
 * null: nothing, because reading is off, the donation is below the minimum (as is one whose amount
 * is unknown, where a minimum is set), or no readable text is left.
 */
export function speechText(request: SpeechRequest): string | null {
  const { event, settings, template, together } = request;
  if (!settings.on || isBelowMinimum(request)) return null;
  const message = together ? '' : withoutEmojis(messageOf(event), emojisOf(event));
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

/** Emoji tokens have no sound: they are gone before a template can put them into a sentence. */
function spokenEvent(event: ValuedEvent): ValuedEvent {
  const message = withoutEmojis(messageOf(event), emojisOf(event));
  switch (event.kind) {
    case 'DONATION':
      return { ...event, data: { ...event.data, donationText: message } };
    case 'SUBSCRIPTION':
      return { ...event, data: { ...event.data, subscriptionMessage: message } };
    case 'GOODS_PURCHASE':
      return { ...event, data: { ...event.data, content: message } };
    case 'DROPS':
      return event;
    default:
      return assertNever(event);
  }
}

function messageOf(event: ValuedEvent): string {
  switch (event.kind) {
    case 'DONATION':
      return event.data.donationText;
    case 'SUBSCRIPTION':
      return event.data.subscriptionMessage;
    case 'GOODS_PURCHASE':
      return event.data.content;
    case 'DROPS':
      return '';
    default:
      return assertNever(event);
  }
}

function emojisOf(event: ValuedEvent): EmojiMap {
  return event.kind === 'DROPS' ? {} : event.data.emojis;
}

function withoutEmojis(message: string, emojis: EmojiMap): string {
  return splitEmojiTokens(message.slice(0, LOOKED_AT), emojis)
    .map((segment) => (segment.type === 'text' ? segment.text : ' '))
    .join('');
}

/** From this share of its letters on, a text with Hangul is Korean: "WOW 대박" is. */
const HANGUL_SHARE = 0.3;

/** The language that a text shows by its letters; `otherwise` where it shows neither. */
export function languageOf(text: string, otherwise: Language): Language {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  if (letters === 0) return otherwise;
  const hangul = text.match(/\p{Script=Hangul}/gu)?.length ?? 0;
  if (hangul / letters >= HANGUL_SHARE) return 'ko';
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
  return latin / letters > 0.5 ? 'en' : otherwise;
}

function ownSentence(event: ValuedEvent, language: Language): string {
  switch (event.kind) {
    case 'DONATION':
      return donationSentence(event.data, language);
    case 'SUBSCRIPTION':
      return subscriptionSentence(event.data, language);
    case 'DROPS': {
      const { rewardTitle, count } = event.data;
      if (language === 'ko') return `${rewardTitle}, ${count}명 당첨!`;
      return `${rewardTitle}: ${count} ${count === 1 ? 'winner' : 'winners'}!`;
    }
    case 'GOODS_PURCHASE':
      return purchaseSentence(event.data, language);
    default:
      return assertNever(event);
  }
}

function donationSentence(
  { donatorNickname, payAmount }: DonationData,
  language: Language,
): string {
  const name = nameOf(donatorNickname, language);
  const beams = payAmount === null ? null : beamsText(payAmount, language);
  if (language === 'ko') return beams ? `${name}님이 ${beams} 후원!` : `${name}님이 후원!`;
  return beams ? `${name} donated ${beams}.` : `${name} donated.`;
}

function subscriptionSentence(
  { subscriberChannelName, month }: SubscriptionData,
  language: Language,
): string {
  const name = nameOf(subscriberChannelName, language);
  if (language === 'ko') {
    return month === null ? `${name}님이 구독했어요!` : `${name}님이 ${month}개월째 구독!`;
  }
  if (month === null) return `${name} subscribed.`;
  return `${name} subscribed for ${month} ${month === 1 ? 'month' : 'months'}.`;
}

function purchaseSentence(
  { profile, representativeItemName, itemCount }: GoodsPurchaseData,
  language: Language,
): string {
  const name = nameOf(profile?.nickname ?? null, language);
  const more = itemCount - 1;
  if (language === 'ko') {
    const others = more > 0 ? ` 외 ${more}건` : '';
    return `${name}님이 ${representativeItemName}${others} 구매!`;
  }
  return `${name} bought ${representativeItemName}${more > 0 ? ` and ${more} more` : ''}.`;
}

function sumOf(together: readonly MergedDonation[]): number {
  return together.reduce((sum, { beams }) => sum + (beams ?? 0), 0);
}

function togetherSentence(together: readonly MergedDonation[], language: Language): string {
  const name = nameOf(together[0]?.name ?? null, language);
  const beams = beamsText(sumOf(together), language);
  const others = together.length - 1;
  if (language === 'ko') return `${name}님 외 ${others}명이 모두 ${beams} 후원!`;
  return `${name} and ${others} ${others === 1 ? 'other' : 'others'} donated ${beams} in all.`;
}
