import type { Language } from '../../shared/locales/index.ts';
import type { Text } from '../../shared/locales/text.ts';
import { coreTexts } from '../base/errors.ts';

/** A wrong option: one line for the person at the keyboard, and exit code 2. */
export class UsageError extends Error {
  readonly #texts: readonly Text[];

  constructor(...texts: readonly Text[]) {
    super(lineOf(texts, 'en'));
    this.name = 'UsageError';
    this.#texts = texts;
  }

  /** The line in a language. */
  say(language: Language): string {
    return lineOf(this.#texts, language);
  }
}

/** A value may be quoted in it, and a value may hold anything. */
function lineOf(texts: readonly Text[], language: Language): string {
  const say = coreTexts(language);
  const sentences = texts.map(({ key, values }) => say(key, values));
  return sentences.join(' ').replace(/\p{Cc}+/gu, ' ');
}
