import { assertNever, type StageEvent } from '../../../shared/events.ts';
import type { Language } from '../../../shared/locales/index.ts';
import { coreTexts } from '../../base/errors.ts';

/** Discord counts a message's characters; so many units of text are never more. */
const MOST = 2_000;
const MOST_NAME = 200;
const CUT = '…';

/** What Discord would take for formatting, a mention, an emoji, or a link. */
const SIGNS = /[\\*_~`|<>[\](){}#+\-=.!:@&]/g;
/** Controls, and marks that turn the direction of text around. */
const UNSEEN = /[\p{Cc}\p{Cs}\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]+/gu;

const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** A viewer's words as nothing but words, whole characters of them within `most` units. */
export function plainForDiscord(text: string, most: number): string {
  const plain = text.toWellFormed().replace(UNSEEN, ' ').replace(/\s+/g, ' ').trim();
  let kept = '';
  for (const { segment } of characters.segment(plain)) {
    const escaped = segment.replace(SIGNS, '\\$&');
    if (kept.length + escaped.length > most - CUT.length) return kept + CUT;
    kept += escaped;
  }
  return kept;
}

/** One message, never longer than Discord takes. */
export function discordText(event: StageEvent, language: Language): string {
  const { head, said } = partsOf(event, language);
  const test = event.origin === 'test' ? `${coreTexts(language)('sink-says.test')} ` : '';
  const first = `${test}${head}`;
  const rest = plainForDiscord(said, MOST - first.length - '\n> '.length);
  return rest === '' ? first : `${first}\n> ${rest}`;
}

interface Parts {
  readonly head: string;
  readonly said: string;
}

function partsOf(event: StageEvent, language: Language): Parts {
  const say = coreTexts(language);
  const number = (value: number) => new Intl.NumberFormat(language).format(value);
  const name = (text: string | null) =>
    text === null || text === '' ? say('sink-says.nobody') : plainForDiscord(text, MOST_NAME);
  switch (event.kind) {
    case 'CHAT':
      return { head: name(event.data.profile.nickname), said: event.data.content };
    case 'DONATION': {
      const { donatorNickname, payAmount, donationText } = event.data;
      const values = { name: name(donatorNickname), amount: number(payAmount ?? 0) };
      const key = payAmount === null ? 'sink-says.donation-unknown' : 'sink-says.donation';
      return { head: say(key, values), said: donationText };
    }
    case 'SUBSCRIPTION': {
      const { subscriberChannelName, month, subscriptionMessage } = event.data;
      const values = { name: name(subscriberChannelName), months: number(month ?? 0) };
      const key = month === null ? 'sink-says.subscription' : 'sink-says.subscription-months';
      return { head: say(key, values), said: subscriptionMessage };
    }
    case 'DROPS': {
      const values = { reward: name(event.data.rewardTitle), winners: number(event.data.count) };
      return { head: say('sink-says.drops', values), said: '' };
    }
    case 'GOODS_PURCHASE': {
      const { profile, representativeItemName, content } = event.data;
      const values = { name: name(profile?.nickname ?? null), item: name(representativeItemName) };
      return { head: say('sink-says.purchase', values), said: content };
    }
    default:
      return assertNever(event);
  }
}
