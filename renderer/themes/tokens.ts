import type { CLEAN } from './clean.ts';

/** A custom property that themes set; the widgets' style sheets read all of them. */
export type TokenName = keyof typeof CLEAN;

/** What a theme sets otherwise than "clean". */
export type ThemeTokens = Readonly<Partial<Record<TokenName, string>>>;
