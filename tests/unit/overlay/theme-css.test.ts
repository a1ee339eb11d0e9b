import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type CssReason, cssProblems, tokenProblem } from '../../../shared/overlay/css-check.ts';
import { themeChoiceSchema } from '../../../shared/overlay/theme.ts';

const CSS_MAX = 20_000;
const TOKEN_VALUE_MAX = 300;

const HASH = 'ab'.repeat(32);
const reasons = (css: string): readonly CssReason[] => cssProblems(css).map(({ reason }) => reason);

describe('a style sheet that may be used', () => {
  it.each([
    ['nothing', ''],
    ['rules', '.sl-chat-line { color: red; transform: rotate(1deg) }'],
    ['a picture of the library', `.sl-alert { background: url(media/${HASH}) }`],
    ['the same in quotes', `.sl-alert { background: url( "media/${HASH}" ) }`],
    ['the same from here', `.sl-alert { background: URL('./media/${HASH}') }`],
    ['a font of the library', `@font-face { font-family: x; src: url(media/${HASH}) }`],
    ['a picture in the sheet', '.a { background: url(data:image/png;base64,AAAA) }'],
    ['a drawing in the sheet', `.a { background: url("data:image/svg+xml,%3Csvg/%3E") }`],
    ['an address as text', '.a::after { content: "url(https://x.example/)" }'],
    ['an escaped quote', '.a { content: "\\"; background: url(https://x.example/) }" }'],
    ['an address in a comment', '/* url(https://x.example/) @import "y" */ .a { color: red }'],
    [
      'at-rules',
      '@media (min-width: 1px) { .a { color: red } } @keyframes x { to { opacity: 0 } }',
    ],
    [
      'letters of a font',
      `@font-face { src: url(media/${HASH}); unicode-range: U+AC00-D7A3,U+4?? }`,
    ],
    ['names in any letters', '.달, .\ud83c\udf89 { --\u00e4: 1; content: "\u00d7" }'],
    ['units', '.a { margin: -1e3px +.5em 1E-2% }'],
    ['scrolling words', '.a { scroll-behavior: smooth; overscroll-behavior: none }'],
    ['a broken rule', '.a { color: ; : x } .b { color: red }'],
    ['braces in texts and comments', '.a { content: "}" } /* { */'],
  ])('%s', (_name, css) => {
    expect(cssProblems(css)).toEqual([]);
  });
});

describe('a style sheet that is refused', () => {
  it.each<[string, string, CssReason]>([
    ['https', '.a { background: url(https://x.example/a.png) }', 'remote-load'],
    ['http in quotes', ".a { background: url('http://x.example/a.png') }", 'remote-load'],
    ['no scheme', '.a { background: url(//x.example/a.png) }', 'remote-load'],
    ['another path', '.a { background: url(../other/key/feed) }', 'remote-load'],
    ['a shorter hash', '.a { background: url(media/abc) }', 'remote-load'],
    ['a way out of the library', `.a { background: url(media/${HASH}/../../x) }`, 'remote-load'],
    ['a page in data', '.a { background: url(data:text/html,x) }', 'remote-load'],
    ['a program in an address', '.a { background: url(javascript:alert(1)) }', 'remote-load'],
    ['a fragment', '.a { filter: url(#x) }', 'remote-load'],
    [
      'a blank that is part of the address',
      `.a { background: url(media/${HASH}\\20 ) }`,
      'remote-load',
    ],
    ['an empty address', '.a { background: url() }', 'remote-load'],
    ['capitals', '.a { background: UrL(https://x.example/) }', 'remote-load'],
    ['an escaped letter', '.a { background: \\75rl(https://x.example/) }', 'remote-load'],
    ['an escape with a blank', '.a { background: u\\000072 l(https://x.example/) }', 'remote-load'],
    ['an escaped sign', '.a { background: u\\rl(https://x.example/) }', 'remote-load'],
    ['a cut quote', '.a { content: "\n; background: url(https://x.example/) }', 'remote-load'],
    [
      'an escaped escape',
      '.a { content: "\\\\"; background: url(https://x.example/) }',
      'remote-load',
    ],
    [
      'a continued line',
      '.a { content: "a\\\n"; background: url(https://x.example/) }',
      'remote-load',
    ],
    ['after a comment', '/**/.a { background:/*x*/url(https://x.example/)/**/ }', 'remote-load'],
    ['a comment opened in a quote', '.a{content:"/*"}.b{background:url(//x)}/*"*/', 'remote-load'],
    ['behind old marks', '.a { --x:<!--url(https://x.example/) }', 'remote-load'],
    [
      'a letter that is no name to some',
      '.a { background:\u00d7url(https://x.example/) }',
      'remote-load',
    ],
    [
      'what is a comment to browsers that count that letter among names',
      '.a { --x:\u00d7url(data:image/png,/*) "*/ );} .b { background: url(//x) } /*" }*/',
      'remote-load',
    ],
    [
      'what is no comment to browsers that read ranges of letters anywhere',
      '.a { --x:u+aaaaaaurl(data:image/png,/*) ;} .b { background: url(//x) } /**/ )}',
      'remote-load',
    ],
    [
      'what is a comment where the word belongs to a number',
      '.a { --x:1url(data:image/png,/*)"*/);} .b { background: url(//x) } /*"}*/',
      'remote-load',
    ],
    ['NUL in a name', '.a { background: u\0rl(//x); --x: url(//y) }', 'remote-load'],
    ['an address with blanks', `.a { background: url(media/${HASH} x) }`, 'remote-load'],
    ['an address with a control', `.a { background: url(data:image/png,\x07) }`, 'remote-load'],
    ['form feed as line', '.a { content: "\f; background: url(//x) }', 'remote-load'],
    ['no end', '.a { background: url(https://x.example/', 'remote-load'],
    ['a custom property', '.a { --x: url(https://x.example/) }', 'remote-load'],
    ['import', '@import "https://x.example/a.css";', 'import'],
    ['import, escaped', '@\\69mport "https://x.example/a.css";', 'import'],
    ['import in capitals', '@IMPORT url(media/x);', 'import'],
    [
      'image-set with texts',
      '.a { background: image-set("https://x.example/" 1x) }',
      'loading-function',
    ],
    ['image-set of old', '.a { background: -webkit-image-set("//x" 1x) }', 'loading-function'],
    ['src()', '@font-face { src: src("https://x.example/") }', 'loading-function'],
    ['image()', '.a { background: image("//x.example") }', 'loading-function'],
    ['expression', '.a { width: expression(alert(1)) }', 'script'],
    ['bindings', '.a { -moz-binding: none }', 'script'],
    ['behaviours', '.a { behavior: none }', 'script'],
  ])('%s', (_name, css, reason) => {
    expect(reasons(css)).toContain(reason);
  });

  it('names the line and what was found there', () => {
    const css =
      '.a {\r\n  color: red;\r\n  background: url(https://x.example/a.png);\n}\n@import "x";';
    expect(cssProblems(css)).toEqual([
      { reason: 'remote-load', line: 3, found: 'url(https://x.example/a.png)' },
      { reason: 'import', line: 5, found: '@import' },
    ]);
  });

  it.each([
    ['.a { color: red\n.b { color: red }', [1, '{']],
    ['.a { color: red }\n}\n.b { color: red }', [2, '}']],
    ['@media print {\n.a { color: red }', [1, '{']],
    ['.a { content: "\n', [1, '{']],
  ])('has a brace without its partner: %j', (css, [line, found]) => {
    expect(cssProblems(css)).toEqual([{ reason: 'brace', line, found }]);
  });

  it('is longer than allowed', () => {
    expect(reasons('a'.repeat(CSS_MAX))).toEqual([]);
    expect(reasons('a'.repeat(CSS_MAX + 1))).toEqual(['too-long']);
  });

  it('says at most twenty things', () => {
    expect(cssProblems('url(x)'.repeat(500))).toHaveLength(20);
  });
});

describe('reading a style sheet', () => {
  it('comes to its end whatever it is, and finds a load that stands after it in a line of its own', () => {
    const letters = fc.constantFrom(
      ...'ab\\"\'/*(){};:@#-<!>u r l0\n\t\u00d7\ud83d'.split(''),
      'url(',
      '*/',
    );
    fc.assert(
      fc.property(fc.array(letters, { maxLength: 60 }), (parts) => {
        const css = parts.join('');
        expect(Array.isArray(cssProblems(css))).toBe(true);
        // Whatever is open before (comment, bracket, string): closed here, then a plain load.
        const closed = `${css}\n*/\n)\n.x { background: url(https://x.example/) }`;
        expect(reasons(closed)).toContain('remote-load');
      }),
      { numRuns: 500 },
    );
  });

  it('however a name is escaped, it is the same name', () => {
    const escaped = fc
      .tuple(
        ...'url'
          .split('')
          .map((letter) =>
            fc.constantFrom(
              letter,
              letter.toUpperCase(),
              `\\${letter.charCodeAt(0).toString(16)} `,
              `\\${letter.charCodeAt(0).toString(16).padStart(6, '0')}`,
            ),
          ),
      )
      .map((letters) => letters.join(''));
    fc.assert(
      fc.property(escaped, (name) => {
        expect(reasons(`.a { background: ${name}(https://x.example/) }`)).toContain('remote-load');
      }),
    );
  });
});

describe('a style sheet that is made to be slow', () => {
  afterEach(() => vi.restoreAllMocks());

  it.each([
    ['blanks within an address', `url(a${' '.repeat(19_000)}b)`],
    ['addresses without an end', 'url(a '.repeat(3_000)],
    ['blanks without an end', `url(${' '.repeat(19_000)}`],
    ['quotes', `"'`.repeat(10_000)],
    ['comments without an end', '/*'.repeat(10_000)],
    ['half a comment', '/* *'.repeat(5_000)],
    ['escapes', '\\'.repeat(20_000)],
    ['digits of escapes', '\\00000'.repeat(3_000)],
    ['dashes', '-'.repeat(20_000)],
    ['letters that are no name to some', '\u00d7a'.repeat(10_000)],
    ['old marks', '<!-'.repeat(6_000)],
    ['braces', '{}}{'.repeat(5_000)],
  ])('is looked at letter by letter, each a few times: %s', (_name, css) => {
    let looked = 0;
    const { charCodeAt, codePointAt, slice } = String.prototype;
    vi.spyOn(String.prototype, 'charCodeAt').mockImplementation(function (this: string, at) {
      looked += 1;
      return charCodeAt.call(this, at);
    });
    vi.spyOn(String.prototype, 'codePointAt').mockImplementation(function (this: string, at) {
      looked += 1;
      return codePointAt.call(this, at);
    });
    vi.spyOn(String.prototype, 'slice').mockImplementation(function (this: string, from, to) {
      const piece = slice.call(this, from, to);
      looked += piece.length;
      return piece;
    });
    // What a pattern may have to look at again from every letter on counts as often.
    const replace = String.prototype.replace as (this: string, ...args: never[]) => string;
    const counted = function (this: string, ...args: never[]): string {
      const [pattern] = args as readonly RegExp[];
      const source = pattern?.source ?? '';
      const isRepeated = source.endsWith('+$') && !source.startsWith('^');
      looked += isRepeated ? this.length ** 2 : this.length;
      return replace.apply(this, args);
    };
    vi.spyOn(String.prototype, 'replace').mockImplementation(counted as typeof css.replace);
    cssProblems(css);
    vi.restoreAllMocks();
    expect(looked).toBeGreaterThan(css.length);
    expect(looked).toBeLessThan(css.length * 20);
  });
});

describe('the value of a token', () => {
  it.each([
    ['#ff0044', null],
    ['linear-gradient(90deg, #14aebb, #6febdc)', null],
    ['"Do Hyeon", var(--font-sans)', null],
    [`url(media/${HASH})`, null],
    ['', 'not-a-value'],
    ['  ', 'not-a-value'],
    ['red; color: blue', 'not-a-value'],
    ['red } body { display: none', 'not-a-value'],
    ['"cut', 'not-a-value'],
    ['red /* x', 'not-a-value'],
    ['\\75rl(//x)', 'not-a-value'],
    ['url(https://x.example/)', 'remote-load'],
    ['image-set("//x" 1x)', 'loading-function'],
    ['a'.repeat(TOKEN_VALUE_MAX + 1), 'too-long'],
  ])('%j: %s', (value, reason) => {
    expect(tokenProblem(value)).toBe(reason);
  });
});

describe('a theme in the settings', () => {
  it('is "clean" with nothing changed', () => {
    expect(themeChoiceSchema.parse({})).toEqual({ base: 'clean', tokens: {}, css: '' });
  });

  it.each([
    ['an unknown base', { base: 'dark' }],
    ['a load', { css: '.a { background: url(https://x.example/) }' }],
    ['too long a sheet', { css: 'a'.repeat(CSS_MAX + 1) }],
    ['a property of others', { tokens: { '--other': 'red' } }],
    ['a token that loads', { tokens: { '--ov-text': 'url(//x.example)' } }],
    [
      'too many tokens',
      { tokens: Object.fromEntries(Array.from({ length: 201 }, (_, at) => [`--ov-x${at}`, '1'])) },
    ],
  ])('is refused with %s', (_name, choice) => {
    expect(themeChoiceSchema.safeParse(choice).success).toBe(false);
  });

  it('is refused with the reason and the line', () => {
    const read = themeChoiceSchema.safeParse({ css: '\n@import "x";' });
    expect(read.error?.issues[0]?.message).toBe('import, line 2: @import');
  });
});
