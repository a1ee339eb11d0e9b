import { LANGUAGES, type Language } from '../../shared/locales/index.ts';

/** The supported language in an address's `lang`; null if none. */
export function languageFromAddress(search: string): Language | null {
  const asked = new URLSearchParams(search).get('lang');
  return LANGUAGES.find((language) => language === asked) ?? null;
}
