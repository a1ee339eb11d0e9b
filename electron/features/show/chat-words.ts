import { countCharacters } from '../../../shared/characters.ts';
import { type CoreKey, LANGUAGES } from '../../../shared/locales/index.ts';
import { coreTexts } from '../../base/errors.ts';

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Characters that are not seen, and marks that only steer how others are drawn. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cc}]/gu;

/**
 * What looks alike is one: full width, composition, case, characters that are not seen, and spaces
 * at the ends or several in a row make no difference.
 */
export function sameLook(text: string): string {
  return (
    text
      .replace(/[\t-\r]/g, ' ')
      .replace(UNSEEN, '')
      .normalize('NFKC')
      // Letters of Hangul that stand for nothing come out of NFKC.
      .replace(UNSEEN, '')
      .toLowerCase()
      .normalize('NFKC')
      .replace(/\s+/gu, ' ')
      .trim()
  );
}

/** The names of a command in all languages: viewers write them in any. The text has one or several, with spaces. */
export function commandNames(key: CoreKey): ReadonlySet<string> {
  return new Set(LANGUAGES.flatMap((language) => sameLook(coreTexts(language)(key)).split(' ')));
}

export interface ChatCommand {
  /** Without its exclamation mark, as `sameLook` has it. */
  readonly name: string;
  /** What follows, as `sameLook` has it. */
  readonly rest: string;
}

/** `!name rest`; null: the message is no command. */
export function chatCommandOf(message: string): ChatCommand | null {
  const found = /^! ?(\S+)(?: (.*))?$/u.exec(sameLook(message));
  const [, name, rest = ''] = found ?? [];
  return name === undefined ? null : { name, rest };
}

/** Cut between letters as people see them, to a number of code points, with an ellipsis. */
export function cutCharacters(text: string, most: number): string {
  if (countCharacters(text) <= most) return text;
  let kept = '';
  let count = 0;
  for (const { segment } of graphemes.segment(text)) {
    count += countCharacters(segment);
    if (count > most - 1) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}
