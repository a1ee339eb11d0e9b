import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

/** Every text of a language in one string, in small letters. */
const textsOf = (language: string) =>
  globSync(`shared/locales/${language}/*.json`, { cwd: root })
    .flatMap((path) => Object.values(JSON.parse(readFileSync(join(root, path), 'utf8'))))
    .join('\n')
    .toLowerCase();

const english = textsOf('en');
const korean = textsOf('ko');

/** Each row: the English words, the Korean ones. */
const ROWS = [
  ...readFileSync(join(root, 'docs/glossary.md'), 'utf8').matchAll(
    /^\| ([^|]+) \| ([^|]+) \| [^|]+ \| [^|]+ \|$/gm,
  ),
]
  .map(([, term = '', word = '']) => ({ term, terms: term.split(', '), words: word.split(', ') }))
  .filter(({ term }) => term !== 'Term' && !term.startsWith('-'));

describe('the glossary', () => {
  it('has every term once', () => {
    expect(ROWS.length).toBeGreaterThan(60);
    const terms = ROWS.flatMap(({ terms }) => terms);
    expect(terms).toEqual([...new Set(terms)]);
  });

  it.each(ROWS)('has "$term" as the interface says it, in both languages', ({ terms, words }) => {
    expect(terms.filter((term) => !english.includes(term.toLowerCase()))).toEqual([]);
    expect(words.filter((word) => !korean.includes(word.toLowerCase()))).toEqual([]);
  });
});
