import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Seen } from '../../integrations/decks/deck-row.ts';
import { rowOf } from '../../integrations/decks/deck-table.ts';
import { wordsOf } from '../../integrations/decks/deck-words.ts';
import { keyPicture, shapesOf, titleOf } from '../../integrations/decks/key-picture.ts';
import { LANGUAGES } from '../../shared/locales/index.ts';
import { BUSY } from '../../tests/unit/decks/deck-state.ts';
import { iconSvg } from './deck-icons.ts';

/** Draws keys as they look while a show runs, for the documents. */

const KEYS: readonly { readonly id: string; readonly values?: Seen['values'] }[] = [
  { id: 'alerts-pause' },
  { id: 'alerts-skip' },
  { id: 'alerts-replay-missed' },
  { id: 'alerts-volume' },
  { id: 'vote' },
  { id: 'subathon-pause' },
  { id: 'players-next' },
  { id: 'counter-up', values: { counter: '7' } },
];
const STEP = 160;
/** Where titles stand, in the pixels of a key of 144. */
const TITLE = { size: 21, line: 25, foot: 128 };

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function titleSvg(title: string): string {
  const lines = title.split('\n');
  return lines
    .map((line, at) => {
      const y = TITLE.foot - (lines.length - 1 - at) * TITLE.line;
      return `<text x="72" y="${y}" text-anchor="middle">${escaped(line)}</text>`;
    })
    .join('');
}

function keyOf({ id, values = {} }: (typeof KEYS)[number], say: Seen['say']): string {
  const row = rowOf(id);
  if (!row) throw new RangeError(id);
  const face = row.face({ state: BUSY, values, now: 754_000, place: 0, say });
  const picture = keyPicture(shapesOf(iconSvg(row.icon)), face);
  return `<g clip-path="url(#key)">${picture}${titleSvg(titleOf(face.text))}</g>`;
}

/** A row of keys in each language. */
export function deckPicture(): string {
  const rows = LANGUAGES.map((language, down) =>
    KEYS.map((key, along) => {
      const at = `translate(${along * STEP + 8} ${down * STEP + 8})`;
      return `<g transform="${at}">${keyOf(key, wordsOf(language))}</g>`;
    }).join(''),
  );
  const [width, height] = [KEYS.length * STEP, rows.length * STEP];
  const font = 'font-family="Pretendard,\'Malgun Gothic\',sans-serif"';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width / 2}" fill="#fff" font-size="${TITLE.size}" font-weight="600" ${font}><clipPath id="key"><rect width="144" height="144" rx="18"/></clipPath>${rows.join('')}</svg>\n`;
}

export const DECK_PICTURE = fileURLToPath(
  new URL('../../docs/pictures/deck-keys.svg', import.meta.url),
);

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(DECK_PICTURE, deckPicture());
