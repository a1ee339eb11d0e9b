import type { Face, Tone } from './deck-row.ts';

/** How keys look: an icon above, room for the title below, and a bar at the foot. */

interface Colours {
  readonly ground: string;
  readonly shape: string;
}

/** White titles stand on them with a contrast of 4.5 at least. */
const COLOURS: Readonly<Record<Tone, Colours>> = {
  plain: { ground: '#1d2233', shape: '#aab4f5' },
  on: { ground: '#27379c', shape: '#ffffff' },
  warn: { ground: '#8a3f00', shape: '#ffe0c2' },
  off: { ground: '#16181f', shape: '#7d8497' },
};
const BAR = '#ffffff';
const SIDE = 72;

/** The inside of an icon's file. */
export function shapesOf(svg: string): string {
  return svg.replace(/^[\s\S]*?<svg[^>]*>/, '').replace(/<\/svg>\s*$/, '');
}

/** `shapes`: of an icon on a grid of 24, drawn with lines. */
export function keyPicture(shapes: string, { tone, share }: Pick<Face, 'tone' | 'share'>): string {
  const { ground, shape } = COLOURS[tone];
  const width = share === undefined ? 0 : Math.round(share * SIDE);
  const bar =
    share === undefined
      ? ''
      : `<rect y="67" width="${SIDE}" height="5" fill="${BAR}" opacity=".25"/><rect y="67" width="${width}" height="5" fill="${BAR}"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="144" height="144" viewBox="0 0 ${SIDE} ${SIDE}"><rect width="${SIDE}" height="${SIDE}" fill="${ground}"/><g transform="translate(26 5) scale(.8333)" fill="none" stroke="${shape}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">${shapes}</g>${bar}</svg>`;
}

/** A picture as programs of decks take it. */
export function pictureAddress(svg: string): string {
  return `data:image/svg+xml;charset=utf8,${encodeURIComponent(svg)}`;
}

/** Half-width letters of a line of a title, and lines. */
const LINE = 11;
const LINES = 3;

const isWide = (letter: string): boolean => /[\u1100-\u11ff\u2e80-\uffef]/u.test(letter);

function widthOf(text: string): number {
  let width = 0;
  for (const letter of text) width += isWide(letter) ? 2 : 1;
  return width;
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Its beginning, at most a line. */
function beginning(text: string): string {
  let width = 0;
  let begin = '';
  for (const { segment } of graphemes.segment(text)) {
    width += widthOf(segment);
    if (width > LINE) break;
    begin += segment;
  }
  return begin;
}

/** A word in pieces that fit into a line. */
function piecesOf(word: string): string[] {
  const pieces: string[] = [];
  let rest = word;
  while (widthOf(rest) > LINE && pieces.length < LINES) {
    // A letter with so many marks that it fits nowhere counts as one.
    const piece = beginning(rest) || rest.slice(0, LINE);
    pieces.push(piece);
    rest = rest.slice(piece.length);
  }
  return [...pieces, rest];
}

function linesOf(paragraph: string): string[] {
  const words = paragraph.split(/\s+/).filter((word) => word !== '');
  const lines: string[] = [];
  for (const piece of words.flatMap(piecesOf)) {
    const longer = `${lines.at(-1) ?? ''} ${piece}`;
    if (lines.length > 0 && widthOf(longer) <= LINE) lines.splice(-1, 1, longer);
    else lines.push(piece);
  }
  return lines;
}

/** The lines of a text on a key: broken between words where they fit, and cut with an ellipsis. */
export function titleOf(text: string): string {
  const lines = text.split('\n').flatMap(linesOf);
  if (lines.length <= LINES) return lines.join('\n');
  const last = lines[LINES - 1] ?? '';
  const room = widthOf(last) < LINE ? last : beginning(last).slice(0, -1);
  return [...lines.slice(0, LINES - 1), `${room}…`].join('\n');
}
