import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { THEME_IDS } from '../../../shared/overlay/names.ts';
import { exportTheme, importTheme, type NamedTheme } from '../../../shared/overlay/theme-file.ts';

const CSS_MAX = 20_000;
const TOKEN_VALUE_MAX = 300;
const TOKENS_MAX = 200;
const THEME_FILE_MAX = 500_000;
const THEME_NAME_MAX = 60;

const MINE: NamedTheme = {
  name: '나의 밤',
  base: 'neon',
  tokens: { '--ov-accent': '#ff0044' },
  css: '.sl-chat-line { border-radius: 0 }\n',
};

const file = (change: Readonly<Record<string, unknown>> = {}): string =>
  JSON.stringify({ stagelight: 'theme', version: 1, ...MINE, ...change });

describe('a theme file', () => {
  it('is JSON that says what it is', () => {
    expect(JSON.parse(exportTheme(MINE))).toEqual({ stagelight: 'theme', version: 1, ...MINE });
  });

  it('gives back any theme that it was made of', () => {
    const piece = fc.constantFrom(
      'a',
      'Z',
      ' ',
      '"',
      "'",
      '/',
      ':',
      '<',
      '한',
      '😂',
      '\ud800',
      '\u2028',
    );
    const name = fc
      .array(piece, { minLength: 1, maxLength: THEME_NAME_MAX / 2 })
      .map((pieces) => pieces.join(''))
      .filter((text) => text.trim() !== '');
    const tokens = fc.dictionary(
      fc.integer({ min: 0 }).map((at) => `--ov-${at}`),
      fc.constantFrom('#ff0044', 'rgba(1, 2, 3, 0.5)', '"한글"', 'calc(1px + 50%)', 'none'),
      { maxKeys: 5 },
    );
    const css = fc
      .array(fc.oneof(piece, fc.constantFrom('\n', '\r\n', '\0', '.a { color: red }', '/* é */')))
      .map((pieces) => pieces.join(''));
    const theme = fc.record({ name, base: fc.constantFrom(...THEME_IDS), tokens, css });
    fc.assert(
      fc.property(theme, (one) => {
        expect(importTheme(exportTheme(one))).toEqual({ ok: true, theme: one });
      }),
      { numRuns: 200 },
    );
  });

  it('holds the longest theme that there can be', () => {
    const longest: NamedTheme = {
      name: '"'.repeat(THEME_NAME_MAX),
      base: 'lower-third',
      tokens: Object.fromEntries(
        Array.from({ length: TOKENS_MAX }, (_, at) => [
          `--ov-${String(at).padStart(40, 'x')}`,
          '\ud800'.repeat(TOKEN_VALUE_MAX),
        ]),
      ),
      css: '\u0001'.repeat(CSS_MAX),
    };
    const text = exportTheme(longest);
    expect(text.length).toBeLessThan(THEME_FILE_MAX);
    expect(importTheme(text)).toEqual({ ok: true, theme: longest });
  });

  it('may have what editors put before it, fields of later versions, and leave out what is empty', () => {
    expect(importTheme(`\ufeff${file({ author: 'x' })}`)).toEqual({ ok: true, theme: MINE });
    expect(importTheme(file({ tokens: undefined, css: undefined }))).toEqual({
      ok: true,
      theme: { ...MINE, tokens: {}, css: '' },
    });
  });
});

describe('a theme file is refused when', () => {
  it.each([
    ['it is too large', ' '.repeat(THEME_FILE_MAX + 1), { reason: 'too-large' }],
    ['it is no JSON', '{"stagelight":', { reason: 'not-json' }],
    ['it is empty', '', { reason: 'not-json' }],
    ['it is a picture', '\u0089PNG\r\n', { reason: 'not-json' }],
    ['it is a list', '[]', { reason: 'not-a-theme' }],
    ['it is null', 'null', { reason: 'not-a-theme' }],
    ['it is something else of ours', file({ stagelight: 'settings' }), { reason: 'not-a-theme' }],
    ['it has no version', file({ version: undefined }), { reason: 'not-a-theme' }],
    ['its version is a text', file({ version: '1' }), { reason: 'not-a-theme' }],
    ['it is newer', file({ version: 2 }), { reason: 'newer-version', version: 2 }],
    ['it has no name', file({ name: ' ' }), { reason: 'bad-name' }],
    ['its name is too long', file({ name: 'x'.repeat(61) }), { reason: 'bad-name' }],
    ['its name has lines', file({ name: 'a\nb' }), { reason: 'bad-name' }],
    ['its base is unknown', file({ base: 'vapor' }), { reason: 'unknown-base', base: 'vapor' }],
    ['its base is a trap', file({ base: { toString: 1 } }), { reason: 'unknown-base' }],
    ['its tokens are a list', file({ tokens: [] }), { reason: 'not-a-theme' }],
    ['its sheet is a number', file({ css: 5 }), { reason: 'not-a-theme' }],
    [
      'it has too many tokens',
      file({
        tokens: Object.fromEntries(Array.from({ length: 201 }, (_, at) => [`--ov-${at}`, 'x'])),
      }),
      { reason: 'too-many-tokens', most: 200 },
    ],
    [
      'a token is none',
      file({ tokens: { '--x': '1' } }),
      { reason: 'bad-token-name', token: '--x' },
    ],
    [
      'a token has the name of a trap',
      file().replace('"--ov-accent"', '"__proto__"'),
      { reason: 'bad-token-name', token: '__proto__' },
    ],
    [
      'a token is no text',
      file({ tokens: { '--ov-text': 5 } }),
      { reason: 'bad-token', token: '--ov-text', because: 'not-a-value' },
    ],
    [
      'a token loads',
      file({ tokens: { '--ov-plate': 'url(https://x.example/)' } }),
      { reason: 'bad-token', token: '--ov-plate', because: 'remote-load' },
    ],
    [
      'its sheet loads',
      file({ css: '\n.a { background: url(//x.example) }' }),
      {
        reason: 'bad-css',
        problems: [{ reason: 'remote-load', line: 2, found: 'url(//x.example)' }],
      },
    ],
  ])('%s', (_name, text, problem) => {
    expect(importTheme(text)).toEqual({ ok: false, problem: expect.objectContaining(problem) });
  });

  it('anything else comes in, without ever throwing', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(importTheme(JSON.stringify(value)).ok).toBe(false);
        const near = importTheme(file({ name: value, base: value, tokens: value, css: value }));
        expect(near.ok).toBe(false);
      }),
    );
  });
});
