import { createInstance } from 'i18next';
import { LANGUAGES, type Language, type Texts } from './index.ts';
import type { TextValue, TextValues } from './text.ts';

/** The text for a key; an unknown key is returned itself. */
export type Translate = (key: string, values?: TextValues) => string;

/**
 * The texts of each language, ready at once (nothing is fetched). Values are put in as they are,
 * without escaping: everything reaches a page as text nodes. A value that is a text itself is
 * said in the same language, a list with commas (Korean lists of `Intl` have none).
 */
export function createTranslator(
  texts: Readonly<Record<Language, Texts>>,
): (language: Language) => Translate {
  const instance = createInstance();
  void instance.init({
    lng: LANGUAGES[0],
    fallbackLng: 'en',
    supportedLngs: [...LANGUAGES],
    resources: Object.fromEntries(
      LANGUAGES.map((language) => [language, { translation: texts[language] }]),
    ),
    interpolation: { escapeValue: false, skipOnVariables: true },
    initAsync: false,
    keySeparator: false,
    nsSeparator: false,
    returnNull: false,
  });
  return (language) => {
    const say = instance.getFixedT(language);
    const plain = (value: TextValue): string | number => {
      if (typeof value !== 'object') return value;
      if ('key' in value) return translate(value.key, value.values);
      return value.map(plain).join(', ');
    };
    const translate: Translate = (key, values = {}) =>
      say(
        key,
        Object.fromEntries(Object.entries(values).map(([name, value]) => [name, plain(value)])),
      );
    const unchanging = texts[language];
    // Most texts have no places to fill, and a page asks for hundreds of them at once.
    return (key, values) => {
      const text = values === undefined && Object.hasOwn(unchanging, key) ? unchanging[key] : null;
      return text && !text.includes('{{') && !text.includes('$t(') ? text : translate(key, values);
    };
  };
}
