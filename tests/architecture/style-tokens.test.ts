import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const textsOf = (pattern: string) =>
  globSync(pattern, { cwd: ROOT }).map((path) => ({
    path,
    text: readFileSync(join(ROOT, path), 'utf8'),
  }));
const namesIn = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, name = '']) => name);

describe('the dashboard’s styles', () => {
  it('use only measures and colours that its page has: others would silently be left out', () => {
    const sheets = [
      ...textsOf('renderer/dashboard/**/*.css'),
      ...textsOf('renderer/ui/**/*.css'),
      ...textsOf('renderer/styles/tokens.css'),
    ];
    const scripts = textsOf('renderer/{dashboard,ui}/**/*.{ts,tsx}');
    const known = new Set([
      ...sheets.flatMap(({ text }) => namesIn(text, /(--[\w-]+)\s*:/g)),
      ...scripts.flatMap(({ text }) => namesIn(text, /['"`](--[\w-]+)/g)),
    ]);
    expect(known.size).toBeGreaterThan(50);
    const unknown = sheets.flatMap(({ path, text }) =>
      namesIn(text, /var\((--[\w-]+)/g)
        .filter((name) => !known.has(name))
        .map((name) => `${path}: ${name}`),
    );
    expect(unknown).toEqual([]);
  });
});
