import { describe, expect, it } from 'vitest';
import { IMPORT_RULES, timeUses, violationsOf } from './rules.ts';
import { findCircle, importsOf, type SourceFile, sourceFiles } from './source-files.ts';

const product = sourceFiles(['electron', 'renderer', 'shared']);
const integrations = sourceFiles(['integrations']);
const everything = [...product, ...integrations, ...sourceFiles(['tests'])];

const file = (path: string, text: string, local: readonly string[] = []): SourceFile => ({
  path,
  text,
  imports: importsOf(text),
  local,
});

/** Marks of unfinished work anywhere, and `any` as a type in code (a sentence may have the word). */
function isUnfinished(text: string): boolean {
  const code = text.replace(/^\s*(\/?\*|\/\/).*$/gm, '');
  return (
    /\b(TODO|FIXME|HACK|XXX)\b|@ts-(ignore|nocheck)/.test(text) || /\bas any\b|: any\b/.test(code)
  );
}

/** `...{ a, b }`: an object literal spread into another saves lines and hides fields. */
function packings({ path, text }: Pick<SourceFile, 'path' | 'text'>): string[] {
  return text
    .split('\n')
    .flatMap((line, index) => (/\.\.\.\(?\{/.test(line) ? [`${path}:${index + 1}`] : []));
}

describe('the rooms of the house', () => {
  it.each(IMPORT_RULES)('$name', (rule) => {
    expect(violationsOf(rule, [...product, ...integrations])).toEqual([]);
  });

  it('no imports go round in a circle', () => {
    expect(findCircle([...product, ...integrations])).toBeNull();
  });

  it('only base/clock reads the time or sets a timer in the core', () => {
    const offenders = product
      .filter(({ path }) => /^(electron|shared)\//.test(path) && path !== 'electron/base/clock.ts')
      .flatMap((source) => timeUses(source).map((line) => `${source.path}: ${line.trim()}`));
    expect(offenders).toEqual([]);
  });

  it('no file is longer than 400 lines', () => {
    const files = [
      ...everything,
      ...sourceFiles(['renderer'], /\.css$/),
      ...sourceFiles(['scripts'], /\.mjs$/),
    ];
    const long = files.filter(({ text }) => text.split('\n').length > 401);
    expect(long.map(({ path }) => path)).toEqual([]);
  });

  it('nothing is marked as unfinished, untyped or switched off', () => {
    const offenders = everything.filter(
      ({ path, text }) => !path.startsWith('tests/architecture/') && isUnfinished(text),
    );
    expect(offenders.map(({ path }) => path)).toEqual([]);
  });

  it('no object is packed with a spread of fields', () => {
    const files = [...everything, ...sourceFiles(['scripts'], /\.mjs$/)];
    const others = files.filter(({ path }) => path !== 'tests/architecture/architecture.test.ts');
    expect(others.flatMap(packings)).toEqual([]);
  });

  it('no test is skipped or alone', () => {
    const marks = /\b(it|test|describe)\.(only|skip|todo|fails)\b/;
    const offenders = everything.filter(
      ({ path, text }) => /\.(test|spec)\.tsx?$/.test(path) && marks.test(text),
    );
    expect(offenders.map(({ path }) => path)).toEqual([]);
  });

  it('all tests have the same limit, or more', () => {
    const own =
      /\.slow\(\)|\b(test|hook)Timeout\b|\btest\.setTimeout\(|^ {4}[1-9][\d_]+,\n {2}\);/m;
    const offenders = everything.filter(
      ({ path, text }) => /\.(test|spec)\.tsx?$/.test(path) && own.test(text),
    );
    expect(offenders.map(({ path }) => path)).toEqual([]);
  });
});

describe('the rules themselves', () => {
  it.each([
    ['shared/a.ts', "import { x } from 'node:fs';", []],
    ['shared/a.ts', '', ['electron/core.ts']],
    ['renderer/a.ts', '', ['electron/base/clock.ts']],
    ['renderer/a.ts', "import ws from 'ws';", []],
    ['electron/a.ts', '', ['renderer/overlay/app.tsx']],
    ['electron/core.ts', "import { app } from 'electron';", []],
    ['integrations/client/stagelight.ts', '', ['shared/events.ts']],
    ['integrations/decks/a.ts', '', ['electron/base/clock.ts']],
    ['electron/preload.ts', "import { z } from 'zod';", []],
    ['electron/overlay-preload.ts', '', ['shared/contract/index.ts']],
    ['electron/platform/a.ts', '', ['electron/auth/ports.ts']],
    ['electron/simulator/a.ts', '', ['electron/platform/client.ts']],
    ['renderer/overlay/a.ts', '', ['shared/contract/index.ts']],
    ['electron/core.ts', '', ['electron/features/drops/claim-search.ts']],
    ['electron/core.ts', '', ['electron/desktop/desktop-app.ts']],
    ['electron/worker.ts', '', ['electron/simulator/server.ts']],
    ['electron/server/a.ts', '', ['electron/headless.ts']],
    ['electron/desktop/a.ts', '', ['electron/headless/options.ts']],
    ['electron/headless.ts', '', ['electron/desktop/app-scheme.ts']],
    ['electron/headless/a.ts', '', ['electron/features/maintenance/index.ts']],
    ['electron/main.ts', '', ['electron/storage/open-ledger.ts']],
    ['electron/desktop/a.ts', '', ['electron/session/keeper.ts']],
    ['electron/host/a.ts', '', ['electron/session/keeper.ts']],
    ['electron/host/a.ts', '', ['electron/features/media/index.ts']],
  ])('would catch %s with %s %j', (path, text, local) => {
    const broken = IMPORT_RULES.flatMap((rule) => violationsOf(rule, [file(path, text, local)]));
    expect(broken.length).toBeGreaterThan(0);
  });

  it.each([
    ['const a: any = 1;', true],
    ['f(x as any);', true],
    ['  // TODO later', true],
    ['/** @ts-ignore */', true],
    ['/** null: any token will do. */', false],
    ['const many: anybody = 1;', false],
  ])('%j is unfinished or untyped: %s', (text, expected) => {
    expect(isUnfinished(`const x = 1;\n${text}\n`)).toBe(expected);
  });

  it.each([
    ['const a = { ...{ b, c }, d };', 1],
    ['const a = { ...({ b }) };', 1],
    ['const a = { ...b, ...(c ? { d } : {}) };', 0],
    ['const { a, ...rest } = b;', 0],
  ])('%j has %i packings', (text, expected) => {
    expect(packings({ path: 'a.ts', text })).toHaveLength(expected);
  });

  it('would catch a circle', () => {
    const a = { path: 'a.ts', local: ['b.ts'] };
    const b = { path: 'b.ts', local: ['c.ts'] };
    const c = { path: 'c.ts', local: ['a.ts'] };
    expect(findCircle([a, b, c])).toEqual(['a.ts', 'b.ts', 'c.ts', 'a.ts']);
    expect(findCircle([a, b])).toBeNull();
  });

  it.each([
    'Date.now()',
    'new Date()',
    'performance.now()',
    'setTimeout(f, 5)',
    'setInterval(f, 5)',
  ])('would catch %s', (use) => {
    expect(timeUses(file('electron/a.ts', `const x = ${use};`))).toHaveLength(1);
  });

  it('lets a clock be asked', () => {
    const text = 'const t = this.#clock.setTimeout(f, 5);\nconst d = new Date(5);';
    expect(timeUses(file('electron/a.ts', text))).toEqual([]);
  });

  it('sees every form of import', () => {
    const text =
      "import a from 'a';\nimport type { b } from './b.ts';\nexport { c } from \"c\";\nimport 'd';\nconst e = await import('e');\nimport {\n  f,\n} from 'f';";
    expect(importsOf(text)).toEqual(['a', './b.ts', 'c', 'd', 'e', 'f']);
  });
});
