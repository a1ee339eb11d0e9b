import type { Language, Texts } from '../../shared/locales/index.ts';

/** Values of a sentence: plain text, and `count`, which only selects the plural. */
type WordValues = Readonly<Record<string, string | number>>;

/** Returns the text of a key; an unknown key returns itself. */
export type Translate = (key: string, values?: WordValues) => string;

/**
 * The texts of one language without a library, to keep the overlay page small. Keys, plurals
 * (`_one`, `_other`) and `{{places}}` work as elsewhere. Inserted values are plain text:
 * placeholders in them are not replaced.
 */
export function translator(words: Texts, language: Language): Translate {
  const plurals = new Intl.PluralRules(language);
  const sentenceOf = (key: string, count: unknown): string => {
    if (typeof count !== 'number') return words[key] ?? key;
    return words[`${key}_${plurals.select(count)}`] ?? words[`${key}_other`] ?? words[key] ?? key;
  };
  return (key, values = {}) =>
    sentenceOf(key, values['count']).replace(/\{\{(\w+)\}\}/gu, (place, name: string) =>
      Object.hasOwn(values, name) ? String(values[name]) : place,
    );
}
