import type { ChildProcess } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { type ElectronApplication, _electron as electron, type Page } from '@playwright/test';
import type { Settings } from '../../shared/settings.ts';
import { displayArgs, ROOT_ARGS, root } from './desktop-electron.ts';
import { leftOver, processTree } from './desktop-processes.ts';
import { freePort } from './free-port.ts';
import { HANGS_MS } from './hangs.ts';

/** A computer of its own for one test: data, home and temporary files of the app. */
export interface DesktopPlace {
  readonly folder: string;
  readonly userData: string;
  readonly home: string;
  readonly temporary: string;
}

type Deep<T> = { readonly [K in keyof T]?: T[K] extends object | null ? Deep<T[K]> : T[K] };

export interface LaunchOptions {
  /** What the settings file holds at the start, with a free port; null: there is none. */
  readonly settings?: Deep<Settings> | null;
  readonly args?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

/** Words of the runtime that a sound app never causes. */
const RUNTIME_COMPLAINTS = /INSECURE|not implemented|Unable to load preload|UnhandledPromise/;

export async function makePlace(): Promise<DesktopPlace> {
  const folder = await mkdtemp(join(tmpdir(), 'sl-desk-'));
  const place = {
    folder,
    userData: join(folder, 'data'),
    home: join(folder, 'home'),
    temporary: join(folder, 'tmp'),
  };
  for (const path of [place.userData, place.home, place.temporary]) await mkdir(path);
  return place;
}

/** Removes the place; answers what the app has left among the temporary files. */
export async function leavePlace(place: DesktopPlace): Promise<string[]> {
  const left = await readdir(place.temporary);
  await rm(place.folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  return left.filter((name) => name.startsWith('stagelight-'));
}

export function appEnvironment(
  place: DesktopPlace,
  more: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const own = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return {
    ...Object.fromEntries(own),
    // A runtime that needs a Node of its own finds ours.
    PATH: [dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter),
    HOME: place.home,
    XDG_CONFIG_HOME: join(place.home, '.config'),
    TMPDIR: place.temporary,
    LANG: 'ko_KR.UTF-8',
    LANGUAGE: 'ko',
    LC_ALL: 'ko_KR.UTF-8',
    ...more,
  };
}

/** The built app, running. Whatever a test does, `end` leaves no process behind. */
export class LaunchedApp {
  readonly app: ElectronApplication;
  readonly place: DesktopPlace;
  /** What pages and runtime complained about. */
  readonly complaints: string[] = [];
  /** Everything that the main process has printed. */
  said = '';
  readonly exited: Promise<number | null>;
  /** Playwright forgets it when it has ended. */
  readonly #child: ChildProcess;
  readonly #processes = new Set<number>();
  #isEnding = false;

  constructor(app: ElectronApplication, place: DesktopPlace) {
    this.app = app;
    this.place = place;
    const child = app.process();
    this.#child = child;
    this.exited = new Promise((done) => child.once('close', (code) => done(code)));
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => this.#hear(text));
    }
    const context = app.context();
    context.on('weberror', (failure) => this.complaints.push(failure.error().message));
    context.on('console', (message) => {
      if (message.type() === 'error') this.#hearPage(message.text());
    });
  }

  get pid(): number {
    return this.#child.pid ?? -1;
  }

  get hasExited(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  /** The page of the dashboard's window, drawn. */
  async dashboard(): Promise<Page> {
    const page = await this.#pageAt('dashboard');
    await page.locator('header.strip').waitFor();
    return page;
  }

  /** The page of the overlay's window, drawn. */
  async overlay(): Promise<Page> {
    const page = await this.#pageAt('overlay');
    await page.locator('main.sl-overlay').waitFor();
    return page;
  }

  /** What every window shows, by Electron's own account. */
  addresses(): Promise<string[]> {
    return this.app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().map((window) => window.webContents.getURL()),
    );
  }

  /**
   * Quits as the streamer does and waits for the process to be gone. `tookMs`: from the wish to the
   * moment at which the app lets the process end; how long Chromium takes then is not its doing.
   */
  async quit(): Promise<{ readonly code: number | null; readonly tookMs: number }> {
    await this.#noteProcesses();
    this.#isEnding = true;
    await this.app.evaluate(({ app }) => {
      const exit = app.exit.bind(app);
      const began = performance.now();
      app.exit = (code) => {
        process.stdout.write(`ended after ${Math.round(performance.now() - began)} ms\n`);
        exit(code);
      };
      setImmediate(() => app.quit());
    });
    const code = await this.exited;
    const [, tookMs] = /ended after (\d+) ms/.exec(this.said) ?? [];
    return { code, tookMs: Number(tookMs) };
  }

  /** Ends the app if it has not ended, whatever it takes. */
  async end(): Promise<void> {
    if (this.hasExited) return;
    const patience = setTimeout(() => this.#kill(), HANGS_MS);
    await this.quit().catch(() => this.#kill());
    await this.exited;
    clearTimeout(patience);
  }

  /** Processes of the app that run on after its end; they get time to go. */
  async left(): Promise<string[]> {
    const patience = AbortSignal.timeout(HANGS_MS);
    for (;;) {
      const left = await leftOver(this.#processes, this.place.folder);
      if (left.length === 0 || patience.aborted) return left;
      await new Promise((done) => setTimeout(done, 100));
    }
  }

  /** The app and all that it has started: killed alone, it would leave its renderers behind. */
  #kill(): void {
    this.#child.kill('SIGKILL');
    for (const pid of this.#processes) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It is gone already.
      }
    }
  }

  async #noteProcesses(): Promise<void> {
    for (const pid of await processTree(this.pid)) this.#processes.add(pid);
  }

  async #pageAt(host: string): Promise<Page> {
    const patience = AbortSignal.timeout(HANGS_MS);
    while (!patience.aborted) {
      for (const page of this.app.windows()) {
        if ((await this.#addressOf(page)).startsWith(`app://${host}/`)) return page;
      }
      await new Promise((done) => setTimeout(done, 50));
    }
    throw new Error(`There is no window at app://${host}/. ${this.said}`);
  }

  async #addressOf(page: Page): Promise<string> {
    try {
      const window = await this.app.browserWindow(page);
      return await window.evaluate((found) => found.webContents.getURL());
    } catch {
      return '';
    }
  }

  /** The demo's images may end a moment before the page that shows them. */
  #hearPage(text: string): void {
    if (!(this.#isEnding && text.includes('net::ERR_'))) this.complaints.push(text);
  }

  #hear(text: string): void {
    this.said += text;
    for (const line of text.split('\n')) {
      if (RUNTIME_COMPLAINTS.test(line)) this.complaints.push(line);
    }
  }
}

/** Starts the app in `place`. Settings that are given replace the file that is there. */
export async function launchApp(
  place: DesktopPlace,
  options: LaunchOptions = {},
): Promise<LaunchedApp> {
  const { settings, args = [], environment } = options;
  if (settings !== undefined && settings !== null) {
    const port = settings.port ?? (await freePort());
    const text = JSON.stringify({ version: 1, ...settings, port });
    await writeFile(join(place.userData, 'settings.json'), text);
  }
  const env = appEnvironment(place, environment);
  const app = await electron.launch({
    args: ['.', `--user-data-dir=${place.userData}`, ...ROOT_ARGS, ...displayArgs(env), ...args],
    cwd: root,
    env,
  });
  return new LaunchedApp(app, place);
}
