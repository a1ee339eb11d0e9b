import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

/**
 * A language that nobody speaks, made of the English texts: every letter has an accent, every text
 * stands in brackets and is 40 % longer. What a page shows without them is no text of
 * `shared/locales`, and what has no room for them has none for another language either.
 */

/** The tag for English with accents. */
export const PSEUDO = 'en-XA';

const PLAIN = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const ACCENTED = [...'áƀćďéƒĝĥíĵķĺɱńöþǫŕšťúṽŵẋýžÁƁĆĎÉƑĜĤÍĴĶĹṀŃÖÞǪŔŠŤÚṼŴẊÝŽ'];
export const PSEUDO_LETTERS = ACCENTED.join('');

const GAP = /(\{\{.*?\}\})/u;
const LONGER_BY = 0.4;

/** A text of the language. Gaps stay as they are. */
export function pseudoText(english: string): string {
  let owed = 0;
  const longer = (piece: string): string => {
    owed += LONGER_BY * piece.length;
    if (!/^\p{L}/u.test(piece)) return piece;
    const more = Math.floor(owed);
    owed -= more;
    return stretch([...piece], more);
  };
  const parts = english.split(GAP).map((part) =>
    // What is put in has its own length.
    GAP.test(part) ? part : part.replace(/\p{L}+|[^\p{L}]+/gu, longer),
  );
  return `[${parts.join('')}${'~'.repeat(Math.ceil(owed))}]`;
}

/** Puts accents on, and says letters twice until there are so many more. */
function stretch(letters: readonly string[], more: number): string {
  const accent = (letter: string) => ACCENTED[PLAIN.indexOf(letter)] ?? letter;
  return letters
    .map((letter, at) => accent(letter) + (at < more ? accent(letter.toLowerCase()) : ''))
    .join('');
}

const root = resolve(import.meta.dirname, '../..');
/** All that the pages and the headless host are built from; packages are found in the folders above. */
const SOURCES = [
  'assets',
  'electron',
  'renderer',
  'shared',
  'package.json',
  'tsconfig.base.json',
  'vite.config.ts',
];
const BUILD = `
import { createBuilder } from 'vite';
const builder = await createBuilder({ logLevel: 'warn' });
for (const name of ['client', 'overlay', 'node']) await builder.build(builder.environments[name]);
`;

/**
 * Builds the pages and the headless host with the language beside the others, in a copy of the
 * sources: a folder below `shared/locales`, and its lines in the list there. Each worker has a copy
 * of its own.
 *
 * @returns the built host.
 */
export async function buildWithPseudo(worker: number): Promise<string> {
  const copy = join(root, `.cache/pseudo-language-${worker}`);
  rmSync(copy, { recursive: true, force: true });
  for (const source of SOURCES) cpSync(join(root, source), join(copy, source), { recursive: true });
  addLanguage(join(copy, 'shared/locales'));
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', BUILD], {
    cwd: copy,
    env: { ...process.env, NODE_ENV: 'production', STAGELIGHT_BUILD_ID: 'pseudo' },
  });
  return join(copy, 'dist/node/headless.js');
}

function addLanguage(locales: string): void {
  const folder = join(locales, PSEUDO);
  mkdirSync(folder);
  for (const name of readdirSync(join(locales, 'en'))) {
    const file = readFileSync(join(locales, 'en', name), 'utf8');
    writeFileSync(join(folder, name), name.endsWith('.json') ? pseudoFile(file) : file);
  }
  for (const name of readdirSync(locales).filter((entry) => entry.endsWith('.ts'))) {
    const list = join(locales, name);
    writeFileSync(list, withLines(readFileSync(list, 'utf8')));
  }
}

/** The lists of `shared/locales` with the language in them, where they name the others. */
function withLines(list: string): string {
  return list
    .replace(/LANGUAGES = \[(.*)\]/, `LANGUAGES = [$1, '${PSEUDO}']`)
    .replace(/^import (.*)\ben\b(.*'\.\/)en\/(.*)$/m, `$&\nimport $1pseudo$2${PSEUDO}/$3`)
    .replace('{ ko, en }', `{ ko, en, '${PSEUDO}': pseudo }`);
}

function pseudoFile(json: string): string {
  const texts: Readonly<Record<string, string>> = JSON.parse(json);
  const said = Object.entries(texts).map(([key, text]) => [key, pseudoText(text)]);
  return JSON.stringify(Object.fromEntries(said), null, 2);
}
