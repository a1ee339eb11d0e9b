import type { Language } from '../../shared/locales/index.ts';
import { cutText } from '../../shared/overlay/cut-text.ts';
import { replaceBlocked } from './blocked-words.ts';

/** More than this of a text is never read, UTF-16 units; what follows works on short texts only. */
export const LOOKED_AT = 2_000;

const LINK: Readonly<Record<Language, string>> = { ko: '링크', en: 'link' };
const BEEP: Readonly<Record<Language, string>> = { ko: '삐', en: 'beep' };

/** Also without its beginning, where it ends as the addresses that people write in chats. */
export const ADDRESS = new RegExp(
  '(?:https?://|www\\.)\\S+|(?<![\\p{L}\\p{N}])[\\p{L}\\p{N}-]{1,63}(?:\\.[\\p{L}\\p{N}-]{1,63}){0,4}' +
    '\\.(?:com|net|org|kr|me|tv|gg|io|co|be|ly|to|cc|jp|cn|ru|us|app|dev|xyz|link|shop|site|info|live)' +
    '(?![a-z0-9])(?:/\\S*)?',
  'giu',
);
/** Pictures among the letters: voices read their names, which nobody wants to hear. */
const EMOJI = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\u20e3/gu;
const INVISIBLE = /\p{Cf}|\p{Cs}|\p{Variation_Selector}/gu;
const CONTROLS = /\p{Cc}/gu;
/** Accents beyond what any writing stacks. */
const STACKED = /(\p{M}{2})\p{M}+/gu;
/** Numbers are let be: three noughts are another amount than six. */
const REPEATED = /([^\p{N}])\1{3,}/gu;

/**
 * What a voice can read of a text: addresses become a word, pictures and invisible characters go,
 * runs of one character are three long, blocked words are bleeped. At most `longest` UTF-16 units,
 * cut at the end of a word. Empty when nothing is left.
 */
export function cleanForSpeech(
  text: string,
  language: Language,
  { blockedWords, longest }: { readonly blockedWords: readonly string[]; readonly longest: number },
): string {
  const beep = (dirty: string) => replaceBlocked(dirty, blockedWords, BEEP[language]);
  const link = ` ${LINK[language]} `;
  const readable = cutText(text, LOOKED_AT)
    .normalize('NFC')
    .replace(CONTROLS, ' ')
    .replace(INVISIBLE, '')
    .replaceAll(ADDRESS, link)
    .replace(EMOJI, ' ')
    .replace(STACKED, '$1');
  // Twice: cutting a run short may make a blocked word, or break one that was longer.
  const decent = beep(beep(readable).replace(REPEATED, '$1$1$1'));
  return cutAtWord(decent.replace(/\s+/gu, ' ').trim(), longest);
}

function cutAtWord(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const border = text.slice(0, longest + 1).lastIndexOf(' ');
  // A word that takes half of the room is cut in itself rather than left out.
  if (border * 2 >= longest) return text.slice(0, border);
  return cutText(text, longest + 1)
    .replace(/…$/u, '')
    .trimEnd();
}
