import { type CssWord, cssWords } from './css-scan.ts';

/** Longest custom style sheet, characters. */
export const CSS_MAX = 20_000;

/** Most custom properties that a theme may set otherwise. */
export const TOKENS_MAX = 200;

/** Longest value of a custom property, characters. */
export const TOKEN_VALUE_MAX = 300;

/**
 * Why a style sheet is refused. `import`: @import. `remote-load`: url() of anything but
 * media/<hash> or data:image/…. `loading-function`: a function that takes addresses as plain texts
 * (image-set() and others). `script`: what old browsers ran as a program. `brace`: a { without its },
 * or the other way round, which would spoil the rules around it.
 */
export type CssReason =
  | 'too-long'
  | 'import'
  | 'remote-load'
  | 'loading-function'
  | 'script'
  | 'brace';

export interface CssProblem {
  readonly reason: CssReason;
  /** Counted from 1. */
  readonly line: number;
  /** What was found there, as written in the sheet once escapes are undone; cut to be shown. */
  readonly found: string;
}

const LOADING_FUNCTIONS = ['image-set', '-webkit-image-set', 'image', 'src'];
const SCRIPTS = ['expression', '-moz-binding', 'behavior'];

const MEDIA = /^(?:\.\/)?media\/[0-9a-f]{64}$/;
const PICTURE = /^data:image\/(?:png|jpeg|gif|webp|avif|svg\+xml)[;,]/i;

const FOUND_MAX = 60;
const PROBLEMS_MAX = 20;

/** Everything for which a style sheet is refused, in its order, at most 20; none: it may be used. */
export function cssProblems(css: string): readonly CssProblem[] {
  if (css.length > CSS_MAX) {
    return [{ reason: 'too-long', line: 1, found: String(css.length) }];
  }
  const words = cssWords(css);
  return [...words.flatMap((word) => problemOf(word) ?? []), ...braceProblems(words)]
    .sort((a, b) => a.line - b.line)
    .slice(0, PROBLEMS_MAX);
}

/** Braces that have no partner. */
function braceProblems(words: readonly CssWord[]): readonly CssProblem[] {
  const open: number[] = [];
  const stray: CssProblem[] = [];
  for (const { type, line } of words) {
    if (type === 'open') open.push(line);
    if (type === 'close' && open.pop() === undefined) {
      stray.push({ reason: 'brace', line, found: '}' });
    }
  }
  return [...stray, ...open.map((line): CssProblem => ({ reason: 'brace', line, found: '{' }))];
}

function problemOf(word: CssWord): CssProblem | null {
  const because = (reason: CssReason, found: string): CssProblem => ({
    reason,
    line: word.line,
    found: found.length > FOUND_MAX ? `${found.slice(0, FOUND_MAX - 1)}…` : found,
  });
  if (word.type === 'url') {
    return isOwnAddress(word.of) ? null : because('remote-load', `url(${word.of ?? ''})`);
  }
  if (word.type === 'at') return word.name === 'import' ? because('import', '@import') : null;
  if (word.type === 'open' || word.type === 'close') return null;
  if (SCRIPTS.includes(word.name)) return because('script', word.name);
  return word.type === 'function' && LOADING_FUNCTIONS.includes(word.name)
    ? because('loading-function', `${word.name}()`)
    : null;
}

function isOwnAddress(address: string | null): boolean {
  return address !== null && (MEDIA.test(address) || PICTURE.test(address));
}

/** Why a token's value is refused. `not-a-value`: it is empty, or would end the declaration. */
export type TokenReason = CssReason | 'not-a-value';

/** Why a custom property may not have this value; null: it may. */
export function tokenProblem(value: string): TokenReason | null {
  if (value.length > TOKEN_VALUE_MAX) return 'too-long';
  const bare = value.replace(/"[^"\n\\]*"|'[^'\n\\]*'/g, '');
  if (value.trim() === '' || /[{};@\\"']|\/\*/.test(bare)) return 'not-a-value';
  return cssProblems(value)[0]?.reason ?? null;
}
