import { LANGUAGES, type Language } from '../../shared/locales/index.ts';

/** A language of ours from an address's `lang`, else null. */
export function languageFromAddress(search: string): Language | null {
  const asked = new URLSearchParams(search).get('lang');
  return LANGUAGES.find((language) => language === asked) ?? null;
}
