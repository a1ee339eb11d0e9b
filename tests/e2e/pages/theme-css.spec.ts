import { expect, test } from '@playwright/test';
import { cssProblems } from '../../../shared/overlay/css-check.ts';

/** What a sheet can be made of so that two readers take it apart in two ways. */
const PIECES = [
  ...['u', 'r', 'l', '(', ')', '"', "'", '/*', '*/', '\\', '{', '}', ';', ':', ',', '[', ']', '@'],
  ...['url(', 'URL(', '\\75rl(', '\\75 ', 'data:image/png,', '--x:', '@import', '@media print{'],
  ...[
    '@font-face{',
    'unicode-range:',
    'u+',
    'U+',
    'aaaaaa',
    '?',
    '1',
    'e',
    '.',
    '+',
    '%',
    '-',
    '#',
  ],
  ...[
    '<!--',
    '-->',
    '\n',
    '\r',
    '\f',
    '\t',
    ' ',
    '\0',
    '\x07',
    '\x7f',
    '\u0080',
    '\u00a0',
    '\u00b7',
  ],
  ...['\u00d7', '\u00e9', '\u037e', '\u200c', '\u2028', '\ufeff', '\ud83d', '\ud83c\udf89'],
];
/** What hides a load from one reader, and ends hiding for another. */
const COVERS = ['/*', '*/', '"', "'", ')', '}', ' '];
const LOAD = '}.b{background-image:url(//load.example/)}';
const SHEETS = 40_000;
/** Of random sheets about one in seven passes: fewer, and nothing was tried. */
const PASSED_AT_LEAST = 3_000;

/** The same numbers in every run, in [0, 1). */
function draws(): () => number {
  let state = 7;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

test('a style sheet that passes the check has nothing to load for a browser either', async ({
  page,
}) => {
  const draw = draws();
  const some = (pieces: readonly string[], most: number): string => {
    const count = Math.floor(draw() * most);
    return Array.from({ length: count }, () => pieces[Math.floor(draw() * pieces.length)]).join('');
  };
  const address = (): string =>
    draw() < 0.8 ? `${some(PIECES, 2)}url(data:image/png,${some(COVERS, 3)})` : some(PIECES, 8);
  const sheet = (): string =>
    `.a{--x:${some(PIECES, 3)}${address()}${some(COVERS, 6)}${LOAD}${some(COVERS, 4)}`;
  const sheets = Array.from({ length: SHEETS }, sheet);
  const passed = sheets.filter((css) => cssProblems(css).every(({ reason }) => reason === 'brace'));
  expect(passed.length).toBeGreaterThan(PASSED_AT_LEAST);

  const loading = (given: readonly string[]) =>
    page.evaluate((texts) => {
      const loads = (rule: CSSRule): boolean =>
        (rule instanceof CSSStyleRule && rule.style.backgroundImage.includes('load.example')) ||
        ('cssRules' in rule && [...(rule.cssRules as CSSRuleList)].some(loads));
      return texts.filter((text) => {
        const style = document.createElement('style');
        style.textContent = text;
        document.head.append(style);
        const found = [...(style.sheet?.cssRules ?? [])].some(loads);
        style.remove();
        return found;
      });
    }, given);
  expect(await loading([`.a{${LOAD}`])).toHaveLength(1);
  expect(await loading(passed)).toEqual([]);
});
