import type { CORE } from './en/core.ts';
import type { PAGES } from './en/pages.ts';

/** Every language of the app; the first one is what a streamer gets whose own is not here. */
export const LANGUAGES = ['ko', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Texts of one language by key. Keys are flat: a dot in one is just a dot. */
export type Texts = Readonly<Record<string, string>>;
export type TextsByLanguage = Readonly<Record<Language, Texts>>;

/** Plurals are asked for without their ending, with `count`. */
type Asked<K> = K extends `${infer Name}_${'one' | 'other'}` ? Name : K;

/** The keys that a page may ask for; English has them all. */
export type PageKey = Asked<keyof typeof PAGES>;
export type CoreKey = Asked<keyof typeof CORE>;
/** What can go wrong, by its code: `problem.CODE.what` and `problem.CODE.cure` say it. */
export type ProblemCode = keyof typeof CORE extends infer K
  ? K extends `problem.${infer Code}.what`
    ? Code
    : never
  : never;
