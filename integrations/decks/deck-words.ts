import en from '../../shared/locales/en/decks.json' with { type: 'json' };
import { type Language, languageOf } from '../../shared/locales/index.ts';
import ko from '../../shared/locales/ko/decks.json' with { type: 'json' };

export const DECK_TEXTS: Readonly<Record<Language, Readonly<Record<string, string>>>> = { ko, en };

/** The text of a key, with its gaps filled; an unknown key is returned itself. */
export type Say = (key: string, values?: Readonly<Record<string, string | number>>) => string;

/** The words of the language that is closest to a tag, such as `ko` or `en-US`. */
export function wordsOf(tag: string): Say {
  const language = languageOf(tag);
  const numbers = new Intl.NumberFormat(language);
  return (key, values = {}) =>
    (DECK_TEXTS[language][key] ?? key).replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
      const value = values[name] ?? '';
      return typeof value === 'number' ? numbers.format(value) : value;
    });
}
