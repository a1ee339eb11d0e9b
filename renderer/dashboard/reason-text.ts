import { isWord, type Words } from '../i18n/dashboard.ts';

/**
 * A reason in words; null where there is none. Reasons may end in a detail
 * (closed-1006, platform-unavailable-timeout): the longest beginning that has words is taken.
 */
export function reasonText(reason: string | null, words: Words): string | null {
  if (reason === null) return null;
  for (let known = reason; known !== ''; known = known.replace(/-?[^-]*$/, '')) {
    const key = `reason.${known}`;
    if (isWord(key)) return words.t(key);
  }
  return words.t('reason.unnamed', { code: reason });
}
