import type { CORE } from './en/core.ts';
import type { PAGES } from './en/pages.ts';

/** Every language of the app, as BCP 47 tags, in the order of the buttons that choose one. */
export const LANGUAGES = ['ko', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The closest language for a locale, a tag such as `ko-KR`. null: none of ours. */
export function closestLanguage(locale: string): Language | null {
  const tag = `${locale.replaceAll('_', '-').toLowerCase()}-`;
  const fitting = LANGUAGES.filter((language) => tag.startsWith(`${language.toLowerCase()}-`));
  return fitting.sort((one, other) => other.length - one.length)[0] ?? null;
}

/** The language of a system with this locale; English where the app does not speak its own. */
export function languageOf(locale: string): Language {
  return closestLanguage(locale) ?? 'en';
}

/** Texts of one language by key. Keys are flat: a dot in one is just a dot. */
export type Texts = Readonly<Record<string, string>>;
export type TextsByLanguage = Readonly<Record<Language, Texts>>;

/** Plurals are asked for without their ending, with `count`. */
type Asked<K> = K extends `${infer Name}_${'one' | 'other'}` ? Name : K;

/** The keys that a page may ask for; English has them all. */
export type PageKey = Asked<keyof typeof PAGES>;
export type CoreKey = Asked<keyof typeof CORE>;
/** What can go wrong, by its code: `problem.CODE.what` and `problem.CODE.cure` say it. */
export type ProblemCode = CoreKey extends infer K
  ? K extends `problem.${infer Code}.what`
    ? Code
    : never
  : never;
