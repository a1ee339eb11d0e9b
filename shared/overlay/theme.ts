import { z } from 'zod';
import { THEME_IDS } from './names.ts';

/** Longest custom style sheet, characters. */
export const CSS_MAX = 20_000;

/** What a theme file carries, and what a streamer changes on a built-in one. */
export const themeChoiceSchema = z.object({
  base: z.enum(THEME_IDS).default('clean'),
  /** Custom properties of the base theme that are set otherwise: `--ov-accent`: `#ff0044`. */
  tokens: z.record(z.string().regex(/^--ov-[a-z0-9-]{1,40}$/), z.string().max(200)).default({}),
  /** The streamer's own rules, on the documented class names. */
  css: z.string().max(CSS_MAX).default(''),
});
export type ThemeChoice = z.infer<typeof themeChoiceSchema>;
