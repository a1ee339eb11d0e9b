import { beforeAll, describe, expect, it } from 'vitest';
import { BUILD_LIMIT_MS, buildChunks, type Chunk, loadedWith } from './built-chunks.ts';

const KILOBYTE = 1_000;
const PRELOAD_LIMIT = 8 * KILOBYTE;
/** With the contract and the texts of all features; the show kit itself comes after it. */
const MAIN_LIMIT = 2_050 * KILOBYTE;

/** What no window needs: an update, a change of settings, the demo and streams of NATS come later, or never. */
const LATER = [
  'node_modules/electron-updater/',
  'node_modules/electron-store/',
  'node_modules/conf/',
  'node_modules/electron-log/',
  'node_modules/@nats-io/',
  'electron/simulator/',
  'electron/host/demo.ts',
] as const;

let main: readonly Chunk[] = [];
let preloads: readonly Chunk[] = [];

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

  it('stays under 2.05 MB', () => {
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

describe('the threads for what may take long', () => {
  it('are a file of their own beside the main process, and load nothing of it', () => {
    const loaded = loadedWith(main, 'worker.js');
    expect(modulesOf(loaded)).toContain('electron/worker.ts');
    const strange = modulesOf(loaded).filter((path) =>
      /^electron\/(main\.ts|core\.ts|desktop|pageServer|platform|auth|session|headless)/.test(path),
    );
    expect(strange).toEqual([]);
    expect(loaded.flatMap(({ imports }) => imports)).not.toContain('electron');
  });
});

describe('a headless host without a fleet', () => {
  it('loads nothing of it', async () => {
    const chunks = await buildChunks('node');
    const first = modulesOf(loadedWith(chunks, 'headless.js'));
    expect(first).toContain('electron/headless.ts');
    const parts = [
      'electron/fleet/',
      'electron/headless/fleet',
      'shared/locales/fleet',
      'node_modules/@nats-io/',
      'node_modules/prom-client/',
    ];
    const ofFleet = (path: string) =>
      parts.some((part) => path.startsWith(part)) || /^shared\/locales\/\w+\/fleet\./.test(path);
    expect(first.filter(ofFleet)).toEqual([]);
    expect(modulesOf(chunks).filter(ofFleet)).not.toEqual([]);
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
      'electron/desktop/ipc/page-end.ts',
      'electron/overlay-preload.ts',
      'electron/preload.ts',
      'shared/preload.ts',
    ]);
  });
});

describe('the measure itself', () => {
  const chunk = (fileName: string, imports: string[], modules: string[]): Chunk => ({
    fileName,
    imports,
    modules,
    bytes: 1,
    code: '',
    dynamicImports: [],
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
