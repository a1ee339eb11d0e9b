import { join } from 'node:path';
import { createBuilder } from 'vite';
import { beforeAll, describe, expect, it } from 'vitest';
import { root } from './source-files.ts';

/** A file that the build would write. */
interface Chunk {
  readonly fileName: string;
  readonly bytes: number;
  /** Files and packages that are loaded with it, whether or not they are wanted by then. */
  readonly imports: readonly string[];
  readonly dynamicImports: readonly string[];
  /** Paths of the modules in it, below the project's folder. */
  readonly modules: readonly string[];
}

const BUILD_LIMIT_MS = 60_000;
const KILOBYTE = 1_000;
const PRELOAD_LIMIT = 8 * KILOBYTE;
const MAIN_LIMIT = 1_200 * KILOBYTE;

/** What no window needs: an update, a change of settings and the demo come later, or never. */
const LATER = [
  'node_modules/electron-updater/',
  'node_modules/electron-store/',
  'node_modules/conf/',
  'node_modules/electron-log/',
  'electron/simulator/',
  'electron/headless/demo.ts',
] as const;

let main: readonly Chunk[] = [];
let preloads: readonly Chunk[] = [];

/** Builds in memory what is shipped; no file is written, so that it says what the sources say. */
async function buildChunks(...names: readonly string[]): Promise<Chunk[]> {
  const builder = await createBuilder({
    configFile: join(root, 'vite.config.ts'),
    mode: 'production',
    logLevel: 'silent',
    build: { write: false },
  });
  const chunks: Chunk[] = [];
  for (const name of names) {
    const environment = builder.environments[name];
    if (!environment) throw new Error(`The build knows no ${name}`);
    const built = await builder.build(environment);
    if (!Array.isArray(built) && !('output' in built)) throw new Error('The build watches');
    for (const item of [built].flat().flatMap(({ output }) => output)) {
      if (item.type !== 'chunk') continue;
      chunks.push({
        fileName: item.fileName,
        bytes: Buffer.byteLength(item.code),
        imports: item.imports,
        dynamicImports: item.dynamicImports,
        modules: Object.keys(item.modules).map(belowRoot),
      });
    }
  }
  return chunks;
}

/** Modules that the bundler makes have a zero in front of their path. */
function belowRoot(id: string): string {
  const path = id.replaceAll('\0', '').replaceAll('\\', '/');
  const base = `${root.replaceAll('\\', '/')}/`;
  return path.startsWith(base) ? path.slice(base.length) : path;
}

/** Everything that is loaded when `entry` is, without anybody asking for more. */
function loadedWith(chunks: readonly Chunk[], entry: string): readonly Chunk[] {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const found = new Set<Chunk>();
  const visit = (name: string): void => {
    const chunk = byName.get(name);
    if (!chunk || found.has(chunk)) return;
    found.add(chunk);
    for (const next of chunk.imports) visit(next);
  };
  visit(entry);
  return [...found];
}

const modulesOf = (chunks: readonly Chunk[]): readonly string[] =>
  chunks.flatMap(({ modules }) => modules);
const sizeOf = (chunks: readonly Chunk[]): number =>
  chunks.reduce((total, { bytes }) => total + bytes, 0);

beforeAll(async () => {
  main = await buildChunks('main');
  preloads = await buildChunks('preload', 'overlayPreload');
}, BUILD_LIMIT_MS);

describe('what the main process loads before its first window', () => {
  it.each(LATER)('does not hold %s', (part) => {
    const first = modulesOf(loadedWith(main, 'main.js'));
    expect(first).toContain('electron/main.ts');
    expect(first.filter((path) => path.startsWith(part))).toEqual([]);
  });

  it.each(LATER)('leaves %s to be asked for later', (part) => {
    expect(modulesOf(main).filter((path) => path.startsWith(part))).not.toEqual([]);
  });

  it('stays under 1.2 MB', () => {
    const bytes = sizeOf(loadedWith(main, 'main.js'));
    expect(bytes).toBeGreaterThan(100 * KILOBYTE);
    expect(bytes).toBeLessThan(MAIN_LIMIT);
  });

  it('takes nothing from outside but Electron and Node', () => {
    const inside = new Set(main.map(({ fileName }) => fileName));
    const outside = main.flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports]);
    const strangers = outside.filter(
      (name) => !inside.has(name) && name !== 'electron' && !name.startsWith('node:'),
    );
    expect(strangers).toEqual([]);
  });
});

describe('the preloads', () => {
  it('are one file each, under 8 kB', () => {
    expect(preloads.map(({ fileName }) => fileName).sort()).toEqual([
      'dashboard.cjs',
      'overlay.cjs',
    ]);
    for (const { fileName, bytes } of preloads) {
      expect(bytes, fileName).toBeLessThan(PRELOAD_LIMIT);
    }
  });

  it('require nothing but Electron', () => {
    for (const { imports, dynamicImports } of preloads) {
      expect([...imports, ...dynamicImports]).toEqual(['electron']);
    }
  });

  it('hold no package, and of ours only what a line to the core needs', () => {
    expect([...new Set(modulesOf(preloads))].sort()).toEqual([
      'electron/desktop/ipc/channels.ts',
      'electron/desktop/ipc/page-end.ts',
      'electron/overlay-preload.ts',
      'electron/preload.ts',
      'shared/bridge/preload.ts',
    ]);
  });
});

describe('the measure itself', () => {
  const chunk = (fileName: string, imports: string[], modules: string[]): Chunk => ({
    ...{ fileName, imports, modules },
    ...{ bytes: 1, dynamicImports: [] },
  });

  it('follows imports through other files, once each', () => {
    const chunks = [
      chunk('main.js', ['a.js', 'node:fs'], ['one']),
      chunk('a.js', ['b.js', 'main.js'], ['two']),
      chunk('b.js', [], ['three']),
      chunk('later.js', [], ['four']),
    ];
    const loaded = loadedWith(chunks, 'main.js');
    expect(modulesOf(loaded)).toEqual(['one', 'two', 'three']);
    expect(sizeOf(loaded)).toBe(3);
  });
});
