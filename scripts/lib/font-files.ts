import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Blob, Face } from 'harfbuzzjs';
import wawoff2 from 'wawoff2';
import { everydayOf } from './everyday-characters.ts';
import { subsetOf } from './font-subset.ts';

const ROOT = join(import.meta.dirname, '../..');

/** The weights of Pretendard that the pages draw. */
export const WEIGHTS = [400, 500, 600, 700, 800] as const;
export type Weight = (typeof WEIGHTS)[number];

/** Where the whole font of a weight stands. */
export const wholeFile = (weight: Weight): string =>
  join(ROOT, `node_modules/@fontsource/pretendard/files/pretendard-latin-${weight}-normal.woff2`);

/** Where its everyday characters stand. */
export const everydayFile = (weight: Weight): string =>
  join(ROOT, `assets/fonts/everyday-${weight}.woff2`);

/**
 * Pretendard's licence reserves its name for the unchanged font. Ours is as long, so that it fits
 * into the same place.
 */
const RESERVED_NAME = utf16('Pretendard');
const OWN_NAME = utf16('Stagelight');

/** As a font's name table writes text: high byte first. */
function utf16(text: string): Buffer {
  return Buffer.from(text, 'utf16le').swap16();
}

/** A font file's tables, decompressed. */
export async function tablesOf(file: string): Promise<Buffer> {
  return Buffer.from(await wawoff2.decompress(await readFile(file)));
}

/** All characters that a decompressed font has, sorted. */
export const charactersOf = (font: Uint8Array): number[] =>
  [...new Face(new Blob(Uint8Array.from(font))).collectUnicodes()].sort((a, b) => a - b);

/** The compressed font that holds the everyday characters of a weight. */
export async function everydayFont(weight: Weight): Promise<Buffer> {
  const whole = await tablesOf(wholeFile(weight));
  const font = await subsetOf(whole, everydayOf(charactersOf(whole)));
  for (let at = font.indexOf(RESERVED_NAME); at >= 0; at = font.indexOf(RESERVED_NAME, at)) {
    OWN_NAME.copy(font, at);
  }
  return Buffer.from(await wawoff2.compress(font));
}
