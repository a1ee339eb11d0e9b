import type { ThemeId } from '../../shared/overlay/names.ts';
import type { ThemeChoice } from '../../shared/overlay/theme.ts';
import { BUBBLE } from './bubble.ts';
import { CLEAN, type ThemeTokens, type TokenName } from './clean.ts';
import { CONTRAST } from './contrast.ts';
import { LOWER_THIRD } from './lower-third.ts';
import { NEON } from './neon.ts';
import { PAPER } from './paper.ts';
import { RETRO } from './retro.ts';
import { SKETCH } from './sketch.ts';

/** The built-in themes, as differences from "clean". */
export const THEMES: Readonly<Record<ThemeId, ThemeTokens>> = {
  clean: {},
  bubble: BUBBLE,
  neon: NEON,
  paper: PAPER,
  contrast: CONTRAST,
  'lower-third': LOWER_THIRD,
  sketch: SKETCH,
  retro: RETRO,
};

export function builtInTokens(id: ThemeId): Readonly<Record<TokenName, string>> {
  return { ...CLEAN, ...THEMES[id] };
}

/** All tokens of a theme with the streamer's changes. */
export function themeTokens(
  choice: Pick<ThemeChoice, 'base' | 'tokens'>,
): Readonly<Record<string, string>> {
  return { ...builtInTokens(choice.base), ...choice.tokens };
}
