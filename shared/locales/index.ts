import * as en from './en/index.ts';
import * as ko from './ko/index.ts';

/** Every language of the app; the first one is what a streamer gets whose own is not here. */
export const LANGUAGES = ['ko', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Texts of one language by key. Keys are flat: a dot in one is just a dot. */
export type Texts = Readonly<Record<string, string>>;
type InEachLanguage = Readonly<Record<Language, Texts>>;

export const PAGE_TEXTS: InEachLanguage = { ko: ko.PAGES, en: en.PAGES };
export const CORE_TEXTS: InEachLanguage = { ko: ko.CORE, en: en.CORE };
export const WIDGET_TEXTS: InEachLanguage = { ko: ko.WIDGETS, en: en.WIDGETS };

/** Plurals are asked for without their ending, with `count`. */
type Asked<K> = K extends `${infer Name}_${'one' | 'other'}` ? Name : K;

/** The keys that a page may ask for; English has them all. */
export type PageKey = Asked<keyof typeof en.PAGES>;
export type CoreKey = Asked<keyof typeof en.CORE>;
/** What can go wrong, by its code: `problem.CODE.what` and `problem.CODE.cure` say it. */
export type ProblemCode = keyof typeof en.CORE extends infer K
  ? K extends `problem.${infer Code}.what`
    ? Code
    : never
  : never;
