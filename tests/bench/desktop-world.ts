import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron as electron } from '@playwright/test';
import { displayArgs, findElectron, ROOT_ARGS, root } from '../support/desktop-electron.ts';
import { appEnvironment, LaunchedApp, leavePlace, makePlace } from '../support/desktop-launch.ts';
import { freePort } from '../support/free-port.ts';

/** What the app ran on. Only times on Electron itself are those of a streamer. */
export interface Runtime {
  readonly name: string;
  readonly isReal: boolean;
}

/** An app to start: our own, or the smallest that there can be. */
export interface Startable {
  /** What Electron is given to run. */
  readonly folder: string;
  /** What the settings file holds, beside a free port; null: the app has none. */
  readonly settings: object | null;
  /** Of what has to be drawn for the app to count as painted. */
  readonly heading: string;
  /** The heading stands in the page as it is served: its first paint shows it. */
  readonly isStatic: boolean;
}

export interface RunOptions {
  /** A script that runs before the app does, in its main process. */
  readonly before?: string;
}

/** Whether there is anything to run the app on. Nothing is fetched for it. */
export function hasElectron(): boolean {
  return findElectron() !== null;
}

/** The built app of somebody who has been through the first run, with nothing connected. */
export const OUR_APP: Startable = {
  folder: root,
  settings: { language: 'ko', desktop: { mode: 'undecided', step: 'done' } },
  heading: 'header.strip h1',
  isStatic: false,
};

/** One window, one static page of a scheme of its own: what starting costs with nothing to start. */
const SMALLEST_MAIN = `
import { app, BrowserWindow, protocol } from 'electron';
protocol.registerSchemesAsPrivileged([
  { scheme: 'tiny', privileges: { standard: true, secure: true } },
]);
await app.whenReady();
const page = '<!doctype html><html lang="ko"><meta charset="utf-8"><title>Tiny</title><h1>작아요</h1>';
protocol.handle('tiny', () => new Response(page, { headers: { 'Content-Type': 'text/html' } }));
void new BrowserWindow({ width: 1200, height: 800 }).loadURL('tiny://page/');
app.on('window-all-closed', () => app.quit());
`;

export interface SmallestApp extends Startable {
  dispose(): void;
}

export async function makeSmallestApp(): Promise<SmallestApp> {
  const folder = mkdtempSync(join(tmpdir(), 'sl-tiny-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  const manifest = { name: 'tiny', version: '1.0.0', type: 'module', main: 'main.js' };
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  await writeFile(join(folder, 'main.js'), SMALLEST_MAIN);
  const dispose = (): void => {
    process.off('exit', remove);
    remove();
  };
  return { folder, settings: null, heading: 'h1', isStatic: true, dispose };
}

/** Starts an app in a place of its own, hands it to `use`, and ends it with everything it left. */
export async function withApp<T>(
  app: Startable,
  use: (launched: LaunchedApp, launchedAt: number) => Promise<T>,
  { before }: RunOptions = {},
): Promise<T> {
  const place = await makePlace();
  const remove = (): void => rmSync(place.folder, { recursive: true, force: true });
  process.once('exit', remove);
  try {
    if (app.settings) {
      const settings = { version: 1, port: await freePort(), ...app.settings };
      await writeFile(join(place.userData, 'settings.json'), JSON.stringify(settings));
    }
    const first = before === undefined ? [] : ['-r', before];
    const launchedAt = performance.timeOrigin + performance.now();
    const env = appEnvironment(place);
    const own = [`--user-data-dir=${place.userData}`, ...ROOT_ARGS, ...displayArgs(env)];
    const args = [...first, app.folder, ...own];
    const running = await electron.launch({ args, cwd: root, env });
    const launched = new LaunchedApp(running, place);
    try {
      return await use(launched, launchedAt);
    } finally {
      await launched.end();
    }
  } finally {
    process.off('exit', remove);
    await leavePlace(place);
  }
}

/** What an app of ours ran on, by its own account. */
export async function runtimeOf({ app }: LaunchedApp): Promise<Runtime> {
  const versions: Record<string, string | undefined> = await app.evaluate(() => ({
    ...process.versions,
  }));
  const isReal = versions['standin'] === undefined;
  const name = isReal
    ? `Electron ${versions['electron']}, Chromium ${versions['chrome']}`
    : `stand-in on Node ${versions['node']}, Chromium ${versions['chrome']}`;
  return { name, isReal };
}
