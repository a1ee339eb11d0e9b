import en from './en/spoken.json' with { type: 'json' };
import type { TextsByLanguage } from './index.ts';
import ko from './ko/spoken.json' with { type: 'json' };

/** What alerts say in words of their own: to be read aloud, and in the gaps of templates. */
export const SPOKEN_TEXTS: TextsByLanguage = { ko, en };
