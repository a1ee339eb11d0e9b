import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from '../support/desktop-electron.ts';
import { OUR_APP, withApp } from './desktop-world.ts';

/** A file of the built main process that was loaded. */
export interface LoadedFile {
  readonly name: string;
  readonly bytes: number;
  /** Packages (`node_modules/hono`) and rooms of ours (`electron/pageServer`) that are in it. */
  readonly parts: readonly string[];
}

export interface Loaded {
  /** When the first window was made. */
  readonly beforeWindow: readonly LoadedFile[];
  /** Between that and the painted dashboard. */
  readonly afterWindow: readonly LoadedFile[];
  /** Everything that the main process is built of. */
  readonly all: readonly LoadedFile[];
  /** Modules of Node itself that were asked for before the first window. */
  readonly builtins: number;
}

interface LoadLog {
  readonly urls: readonly string[];
  readonly atWindow: number;
}

/** Writes down everything that is loaded, and when the first window is made. */
const RECORDER = `
const { registerHooks } = require('node:module');
const { app } = require('electron');
const log = { urls: [], atWindow: -1 };
globalThis.__loadLog = log;
registerHooks({
  load(url, context, next) {
    log.urls.push(url);
    return next(url, context);
  },
});
app.once('browser-window-created', () => {
  log.atWindow = log.urls.length;
});
`;

const built = join(root, 'dist/main');
/** The bundler names the module above everything that it has put into a file. */
const MODULE = /^\/\/(?:#region)? ?(node_modules\/(?:@[^/\s]+\/)?[^/\s]+|electron\/[^/\s]+)/gm;

async function lookInto(path: string): Promise<LoadedFile> {
  const text = await readFile(path, 'utf8');
  const parts = new Set([...text.matchAll(MODULE)].map(([, part]) => part ?? ''));
  const name = relative(built, path).replaceAll(sep, '/');
  return { name, bytes: Buffer.byteLength(text), parts: [...parts].sort() };
}

/** Files of the main process among these addresses, each once. */
async function filesOf(urls: readonly string[]): Promise<readonly LoadedFile[]> {
  const paths = [...new Set(urls)]
    .filter((url) => url.startsWith('file:'))
    .map((url) => fileURLToPath(url))
    .filter((path) => path.startsWith(built + sep));
  return Promise.all(paths.map(lookInto));
}

async function allFiles(): Promise<readonly LoadedFile[]> {
  const names = await readdir(built, { recursive: true });
  const scripts = names.filter((name) => name.endsWith('.js'));
  return Promise.all(scripts.map((name) => lookInto(join(built, name))));
}

/** Starts the app once and answers which of its own files were read until the window was there. */
export async function benchLoaded(): Promise<Loaded> {
  const folder = await mkdtemp(join(tmpdir(), 'sl-loaded-'));
  try {
    const before = join(folder, 'recorder.cjs');
    await writeFile(before, RECORDER);
    const { urls, atWindow } = await withApp(
      OUR_APP,
      async (launched) => {
        await launched.dashboard();
        return launched.app.evaluate(() => Reflect.get(globalThis, '__loadLog') as LoadLog);
      },
      { before },
    );
    if (atWindow < 1) throw new Error('Nothing was seen to be loaded before the first window.');
    const early = urls.slice(0, atWindow);
    const beforeWindow = await filesOf(early);
    const known = new Set(beforeWindow.map(({ name }) => name));
    const later = await filesOf(urls.slice(atWindow));
    return {
      beforeWindow,
      afterWindow: later.filter(({ name }) => !known.has(name)),
      all: await allFiles(),
      builtins: new Set(early.filter((url) => url.startsWith('node:'))).size,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
