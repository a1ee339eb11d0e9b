import { isJsonObject, type JsonObject, parseJson } from '../json.ts';
import {
  type CssProblem,
  cssProblems,
  TOKENS_MAX,
  type TokenReason,
  tokenProblem,
} from './css-check.ts';
import { THEME_IDS, type ThemeId } from './names.ts';
import { type ThemeChoice, TOKEN_NAME } from './theme.ts';

/** A theme with a name: what one streamer gives another as one file. It holds no media. */
export interface NamedTheme extends ThemeChoice {
  readonly name: string;
}

export const THEME_FILE_VERSION = 1;

/** Longest file, characters: more than the longest theme with every character escaped. */
export const THEME_FILE_MAX = 500_000;

export const THEME_NAME_MAX = 60;

export const THEME_FILE_ENDING = '.stagelight-theme.json';

/** Why a file is refused, told apart so that each can be said in words. */
export type ThemeFileProblem =
  | { readonly reason: 'too-large'; readonly most: number }
  | { readonly reason: 'not-json' }
  | { readonly reason: 'not-a-theme' }
  | { readonly reason: 'newer-version'; readonly version: number }
  | { readonly reason: 'bad-name'; readonly most: number }
  | { readonly reason: 'unknown-base'; readonly base: string }
  | { readonly reason: 'too-many-tokens'; readonly most: number }
  | { readonly reason: 'bad-token-name'; readonly token: string }
  | { readonly reason: 'bad-token'; readonly token: string; readonly because: TokenReason }
  | { readonly reason: 'bad-css'; readonly problems: readonly CssProblem[] };

export type ThemeFileResult =
  | { readonly ok: true; readonly theme: NamedTheme }
  | { readonly ok: false; readonly problem: ThemeFileProblem };

/** The text of a theme file. `importTheme` gives the same theme back. */
export function exportTheme({ name, base, tokens, css }: NamedTheme): string {
  const file = { stagelight: 'theme', version: THEME_FILE_VERSION, name, base, tokens, css };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** The theme in a file's text, or the first reason why it is refused. Never throws. */
export function importTheme(text: string): ThemeFileResult {
  if (text.length > THEME_FILE_MAX) return refused({ reason: 'too-large', most: THEME_FILE_MAX });
  const file = parseJson(text.replace(/^\ufeff/, ''));
  if (file === undefined) return refused({ reason: 'not-json' });
  if (!isJsonObject(file) || file['stagelight'] !== 'theme') {
    return refused({ reason: 'not-a-theme' });
  }
  const problem = versionProblem(file['version']);
  return problem === null ? readVersion1(file) : refused(problem);
}

function versionProblem(version: unknown): ThemeFileProblem | null {
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1) {
    return { reason: 'not-a-theme' };
  }
  return version > THEME_FILE_VERSION ? { reason: 'newer-version', version } : null;
}

function readVersion1(file: JsonObject): ThemeFileResult {
  const { name, base, tokens = {}, css = '' } = file;
  if (typeof name !== 'string' || !isThemeName(name)) {
    return refused({ reason: 'bad-name', most: THEME_NAME_MAX });
  }
  if (!isThemeId(base)) return refused({ reason: 'unknown-base', base: shown(base) });
  if (!isJsonObject(tokens) || typeof css !== 'string') return refused({ reason: 'not-a-theme' });
  const values = readTokens(tokens);
  if ('reason' in values) return refused(values);
  const problems = cssProblems(css);
  if (problems.length > 0) return refused({ reason: 'bad-css', problems });
  return { ok: true, theme: { name, base, tokens: values.tokens, css } };
}

function readTokens(
  tokens: JsonObject,
): { readonly tokens: Record<string, string> } | ThemeFileProblem {
  const entries = Object.entries(tokens);
  if (entries.length > TOKENS_MAX) return { reason: 'too-many-tokens', most: TOKENS_MAX };
  const read: [string, string][] = [];
  for (const [token, value] of entries) {
    if (!TOKEN_NAME.test(token)) return { reason: 'bad-token-name', token: shown(token) };
    const because = typeof value === 'string' ? tokenProblem(value) : 'not-a-value';
    if (because !== null) return { reason: 'bad-token', token, because };
    read.push([token, String(value)]);
  }
  return { tokens: Object.fromEntries(read) };
}

/** Whether a theme may be called so: something to see, one line, not too long. */
export function isThemeName(name: string): boolean {
  return name.trim() !== '' && name.length <= THEME_NAME_MAX && !/\p{Cc}/u.test(name);
}

function isThemeId(value: unknown): value is ThemeId {
  return THEME_IDS.some((id) => id === value);
}

function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.slice(0, 40);
}

function refused(problem: ThemeFileProblem): ThemeFileResult {
  return { ok: false, problem };
}
