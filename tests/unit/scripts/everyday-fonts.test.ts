import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { everydayOf, RARE } from '../../../scripts/lib/everyday-characters.ts';
import {
  charactersOf,
  everydayFile,
  everydayFont,
  tablesOf,
  WEIGHTS,
  wholeFile,
} from '../../../scripts/lib/font-files.ts';

const CSS = readFileSync(join(import.meta.dirname, '../../../renderer/styles/fonts.css'), 'utf8');

const hex = (code: number) => code.toString(16).toUpperCase().padStart(4, '0');

/** The faces of the style sheet in their order. */
const faces = [...CSS.matchAll(/@font-face \{([^}]*)\}/g)].map(([, face = '']) => ({
  weight: Number(/font-weight: (\d+)/.exec(face)?.[1]),
  file: basename(/url\("([^"]+)"\)/.exec(face)?.[1] ?? ''),
  range: /unicode-range:([^;]+);/.exec(face)?.[1]?.trim().split(/,\s+/) ?? null,
}));

describe('the everyday characters', () => {
  const everyday = new Set(everydayOf(Array.from({ length: 0x1_0000 }, (_, code) => code)));
  const everydayIn = (text: string) =>
    [...text].filter((letter) => everyday.has(letter.codePointAt(0) ?? 0)).join('');

  it('are the 2,350 syllables of KS X 1001 and what chat writes besides', () => {
    const syllables = [...everyday].filter((code) => code >= 0xac00 && code <= 0xd7a3);
    expect(syllables).toHaveLength(2_350 + 177);
    expect(everydayIn('가힝뢰쟁 뷁똠펲 앜헿핳됬')).toBe('가힝뢰쟁  앜헿핳됬');
  });

  it('are signs, single jamo, kana and all Latin letters too', () => {
    const all = 'Az09₩→★♥①㈜ㅋㅠかカＡ“”…ñễ\u0301';
    expect(everydayIn(all)).toBe(all);
    expect(everydayIn('Яλ㎏')).toBe('');
  });
});

describe('the style sheet', () => {
  it('asks the everyday file of a weight first, then the whole one for rare characters only', () => {
    const range = RARE.map(([first, last]) => `U+${hex(first)}-${hex(last)}`);
    // A browser asks the face that is declared last first.
    const expected = WEIGHTS.flatMap((weight) => [
      { weight, file: basename(wholeFile(weight)), range },
      { weight, file: basename(everydayFile(weight)), range: null },
    ]);
    expect(faces).toEqual(expected);
  });
});

it('no face hides text while it loads', () => {
  expect(CSS.match(/font-display: \w+/g)).toEqual(faces.map(() => 'font-display: swap'));
});

describe.each(WEIGHTS)('the everyday file of weight %i', (weight) => {
  it('holds exactly the everyday characters of the whole font (else: npm run fonts)', async () => {
    const whole = charactersOf(await tablesOf(wholeFile(weight)));
    expect(charactersOf(await tablesOf(everydayFile(weight)))).toEqual(everydayOf(whole));
  });

  it('leaves the reserved name to the whole font', async () => {
    const tables = (await tablesOf(everydayFile(weight))).toString('latin1');
    expect(tables).not.toContain([...'Pretendard'].join('\0'));
    expect(tables).toContain([...'Stagelight'].join('\0'));
  });
});

it('the generator writes the same bytes every time', async () => {
  const [weight] = WEIGHTS;
  expect((await everydayFont(weight)).equals(readFileSync(everydayFile(weight)))).toBe(true);
});
