import {
  type CSSToken,
  isTokenAtKeyword,
  isTokenBadURL,
  isTokenDelim,
  isTokenFunction,
  isTokenIdent,
  isTokenString,
  isTokenUnicodeRange,
  isTokenURL,
  TokenType,
  tokenize,
} from '@csstools/css-tokenizer';

export const CSS_MAX = 20_000;

export const TOKENS_MAX = 200;

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

interface Finding {
  readonly reason: CssReason;
  readonly at: number;
  readonly found: string;
}

/** Everything for which a style sheet is refused, in its order, at most 20; none: it may be used. */
export function cssProblems(css: string): readonly CssProblem[] {
  if (css.length > CSS_MAX) {
    return [{ reason: 'too-long', line: 1, found: String(css.length) }];
  }
  const text = css.replace(/\r\n?|\f/g, '\n').replace(/\0/g, '\ufffd');
  const tokens = tokenize({ css: text, unicodeRangesAllowed: true });
  const findings = [...tokens.flatMap((_, at) => findingAt(tokens, at) ?? []), ...unpaired(tokens)]
    .sort((a, b) => a.at - b.at)
    .slice(0, PROBLEMS_MAX);
  return withLines(findings, text);
}

function withLines(findings: readonly Finding[], text: string): readonly CssProblem[] {
  let line = 1;
  let from = 0;
  return findings.map(({ reason, at, found }) => {
    line += text.slice(from, at).split('\n').length - 1;
    from = at;
    return {
      reason,
      line,
      found: found.length > FOUND_MAX ? `${found.slice(0, FOUND_MAX - 1)}…` : found,
    };
  });
}

function unpaired(tokens: readonly CSSToken[]): readonly Finding[] {
  const open: number[] = [];
  const stray: Finding[] = [];
  for (const [type, , at] of tokens) {
    if (type === TokenType.OpenCurly) open.push(at);
    if (type === TokenType.CloseCurly && open.pop() === undefined) {
      stray.push({ reason: 'brace', at, found: '}' });
    }
  }
  return [...stray, ...open.map((at): Finding => ({ reason: 'brace', at, found: '{' }))];
}

function findingAt(tokens: readonly CSSToken[], index: number): Finding | null {
  const token = tokens[index];
  if (!token) return null;
  const at = token[2];
  if (isTokenURL(token)) return addressFinding(tokens, index, token[4].value);
  if (isTokenBadURL(token)) return addressFinding(tokens, index, null);
  if (isTokenAtKeyword(token)) {
    const isImport = token[4].value.toLowerCase() === 'import';
    return isImport ? { reason: 'import', at, found: '@import' } : null;
  }
  const isFunction = isTokenFunction(token);
  if (!isFunction && !isTokenIdent(token)) return null;
  const name = token[4].value.toLowerCase();
  if (SCRIPTS.includes(name)) return { reason: 'script', at, found: name };
  if (!isFunction) return null;
  if (name === 'url') return addressFinding(tokens, index, quotedAfter(tokens, index));
  const loads = LOADING_FUNCTIONS.includes(name);
  return loads ? { reason: 'loading-function', at, found: `${name}()` } : null;
}

/** null: it is cut. */
function quotedAfter(tokens: readonly CSSToken[], index: number): string | null {
  const quoted = tokens.slice(index + 1, index + 3).find(isTokenString);
  return quoted ? quoted[4].value : null;
}

/** @param address null: not to be made out. */
function addressFinding(
  tokens: readonly CSSToken[],
  index: number,
  address: string | null,
): Finding | null {
  const isOwn = address !== null && (MEDIA.test(address) || PICTURE.test(address));
  if (isOwn && !isReadOtherwise(tokens[index - 1])) return null;
  return { reason: 'remote-load', at: tokens[index]?.[2] ?? 0, found: `url(${address ?? ''})` };
}

/**
 * Browsers differ on which letters beyond ASCII belong to a name, and on where a range of letters
 * (U+26) is one. Some would take `url` for the end of what stands right before it, look for
 * comments and quotes behind the bracket, and so find another sheet than this reading does.
 */
function isReadOtherwise(before: CSSToken | undefined): boolean {
  if (isTokenUnicodeRange(before)) return true;
  return isTokenDelim(before) && before[4].value >= '\u0080';
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
