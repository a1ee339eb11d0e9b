import { createInstance, type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { LANGUAGES, type Language } from '../../shared/problem.ts';

/** A page's words in one language: sentences by key. Keys are flat; a dot in one is just a dot. */
export type Words = Readonly<Record<string, string>>;

/**
 * The words of one page, ready at once (nothing is fetched). Values are put in as they are, without
 * escaping: everything reaches the page as text nodes. Plurals by key endings (`_one`, `_other`).
 */
export function createI18n(words: Readonly<Record<Language, Words>>, language: Language): i18n {
  const instance = createInstance();
  instance.use(initReactI18next);
  void instance.init({
    lng: language,
    fallbackLng: 'en',
    supportedLngs: [...LANGUAGES],
    resources: { ko: { translation: words.ko }, en: { translation: words.en } },
    interpolation: { escapeValue: false, skipOnVariables: true },
    initAsync: false,
    keySeparator: false,
    nsSeparator: false,
    returnNull: false,
  });
  return instance;
}
