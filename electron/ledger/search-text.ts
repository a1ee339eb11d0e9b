import type { StageEvent } from '../../shared/events.ts';

/** Characters of a row that can be found; what a hostile text has beyond them is not worth the room. */
const FOUND_IN = 1_000;
/** Longest words that are looked for, characters. */
export const NEEDLE_MAX = 100;

/** Text as it is compared: full-width and composed forms, case and spaces alike. */
export function comparable(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();
}

/** Everything of an event that somebody wrote or is called, as it is compared. */
export function searchText(event: StageEvent): string {
  return comparable(wordsOf(event).join('\n').slice(0, FOUND_IN));
}

function wordsOf(event: StageEvent): readonly string[] {
  switch (event.kind) {
    case 'CHAT':
      return [event.data.profile.nickname, event.data.content];
    case 'DONATION':
      return [event.data.donatorNickname ?? '', event.data.donationText];
    case 'SUBSCRIPTION':
      return [event.data.subscriberChannelName ?? '', event.data.subscriptionMessage];
    case 'DROPS':
      return [event.data.rewardTitle, event.data.rewardDescription];
    case 'GOODS_PURCHASE': {
      const { profile, shopName, representativeItemName, content } = event.data;
      return [profile?.nickname ?? '', shopName, representativeItemName, content];
    }
  }
}

/** Digits of a character in the index: enough for every code point (36 ^ 4 > 0x10ffff). */
const DIGITS = 4;

/** A character as letters and digits, so that the index takes none for a space between words. */
function codeOf(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(36).padStart(DIGITS, '0');
}

/**
 * The words of the index: every pair of neighbours once, and the last character by itself, so that
 * every character begins one of them.
 */
export function pairsOf(text: string): string {
  const codes = Array.from(text, codeOf);
  return [...new Set(codes.map((code, at) => code + (codes[at + 1] ?? '')))].join(' ');
}

/**
 * The question to the index for rows that may have the text in them; whether they do has to be
 * looked up. null: nothing is asked for.
 */
export function matchOf(needle: string): string | null {
  const codes = Array.from(comparable(needle).slice(0, NEEDLE_MAX), codeOf);
  const [first] = codes;
  if (first === undefined) return null;
  if (codes.length === 1) return `"${first}"*`;
  const pairs = codes.slice(0, -1).map((code, at) => `"${code}${codes[at + 1] ?? ''}"`);
  return [...new Set(pairs)].join(' AND ');
}
