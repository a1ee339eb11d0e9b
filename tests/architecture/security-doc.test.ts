import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sourceFiles } from './source-files.ts';

const root = resolve(import.meta.dirname, '../..');
const document = readFileSync(join(root, 'docs/security.md'), 'utf8');

/** The rows of the checklist: number and what holds it. */
const rows = [...document.matchAll(/^\| (\d+) \|.*\| ([^|]*) \|$/gm)].map(([, number, held]) => ({
  number: Number(number),
  held: held ?? '',
}));

/** Every `file#what to look for` of the page. */
const proofs = [...document.matchAll(/`([\w./-]+\.\w+)#([^`]+)`/g)].map(([, path, words]) => ({
  path: path ?? '',
  words: words ?? '',
}));

describe("the page about the app's security", () => {
  it("goes through all twenty items of Electron's checklist", () => {
    expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
  });

  it.each(rows)('says what holds item $number', ({ held }) => {
    expect(held).toMatch(/`[\w./-]+\.\w+#[^`]+`/);
  });

  it.each(proofs)('finds "$words" in $path', ({ path, words }) => {
    const file = join(root, path);
    expect(existsSync(file)).toBe(true);
    expect(readFileSync(file, 'utf8')).toContain(words);
  });

  it('no window switches features of Blink on, and none switches its protection off', () => {
    const weak =
      /enableBlinkFeatures|webSecurity: false|sandbox: false|contextIsolation: false|nodeIntegration\w*: true|allowRunningInsecureContent: true|experimentalFeatures: true|webviewTag: true/;
    const offenders = sourceFiles(['electron']).filter(({ text }) => weak.test(text));
    expect(offenders.map(({ path }) => path)).toEqual([]);
  });
});
