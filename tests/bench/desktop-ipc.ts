import type { Page } from '@playwright/test';
import { delay, systemClock } from '../../electron/base/clock.ts';
import { CHANNELS } from '../../shared/preload.ts';
import { connectLive, settingsFor, showOverlay } from '../support/desktop-deeds.ts';
import { root } from '../support/desktop-electron.ts';
import type { LaunchedApp } from '../support/desktop-launch.ts';
import { type Stage, setStage } from '../support/stage.ts';
import { Crowd } from './crowd.ts';
import { withApp } from './desktop-world.ts';
import { type Fed, feedCrowd } from './feeder.ts';
import { hostCpuSeconds, machineBusySeconds } from './process-time.ts';

export const PLACES = ['dashboard', 'overlay'] as const;
export type Place = (typeof PLACES)[number];

/** What one window was sent, and what it drew meanwhile. */
export interface WindowTraffic {
  readonly messages: number;
  /** From the first message to the last. */
  readonly perSecond: number;
  /** Most of them in any one second. */
  readonly mostInASecond: number;
  /** Events in them; a dashboard and an overlay are told of the same. */
  readonly events: number;
  readonly bytes: number;
  /** Frames of the screen that the page had meanwhile, a second. */
  readonly screenFrames: number;
}

export interface IpcWindow {
  readonly rate: number;
  /** Whether people could see the windows. */
  readonly shown: boolean;
  readonly fed: Fed;
  readonly traffic: Readonly<Record<Place, WindowTraffic>>;
  /** The main process, share of a core; null where the system does not tell. */
  readonly main: number | null;
  /** How busy the whole machine was, in cores. */
  readonly machine: number;
}

/** What main has sent to a page since the last look. */
interface Tapped {
  readonly at: readonly number[];
  readonly bytes: number;
  readonly events: number;
}

/** Frames of an event frame's kind, as far as they are counted. */
interface CountedFrame {
  readonly type: string;
  readonly feed?: string;
  readonly events?: readonly unknown[];
  readonly value?: { readonly events?: readonly unknown[] };
}

interface Tap {
  readonly at: number[];
  texts: string[];
}

const DRAIN_MS = 500;
/** Frames that were accepted before a window was hidden are still owed to it. */
const HIDE_SETTLE_MS = 200;

/** Writes down every message of frames that main sends to its windows. */
async function tapWindows(launched: LaunchedApp): Promise<void> {
  await launched.app.evaluate(({ BrowserWindow }, channel) => {
    const taps: Record<string, Tap> = {};
    Reflect.set(globalThis, '__taps', taps);
    for (const { webContents } of BrowserWindow.getAllWindows()) {
      const tap: Tap = { at: [], texts: [] };
      taps[new URL(webContents.getURL()).hostname] = tap;
      const send = webContents.send.bind(webContents);
      webContents.send = (name: string, ...args: unknown[]) => {
        if (name === channel) {
          tap.at.push(performance.now());
          tap.texts.push(...(args[1] as string[]));
        }
        send(name, ...args);
      };
    }
  }, CHANNELS.frames);
}

/** What was written down since the last call, counted only now so that it costs nothing before. */
function readTaps(launched: LaunchedApp): Promise<Record<string, Tapped>> {
  return launched.app.evaluate(() => {
    const taps = Reflect.get(globalThis, '__taps') as Record<string, Tap>;
    return Object.fromEntries(
      Object.entries(taps).map(([place, tap]) => {
        const at = tap.at.splice(0);
        const texts = tap.texts;
        tap.texts = [];
        let events = 0;
        for (const text of texts) {
          const frame = JSON.parse(text) as CountedFrame;
          events += (frame.events ?? frame.value?.events ?? []).length;
        }
        const bytes = texts.reduce((total, text) => total + Buffer.byteLength(text), 0);
        return [place, { at, bytes, events }];
      }),
    );
  });
}

async function countFrames(page: Page): Promise<void> {
  await page.evaluate(() => {
    const count = { frames: 0, since: performance.now() };
    Reflect.set(window, '__frames', count);
    const next = (): void => {
      if (Reflect.get(window, '__frames') !== count) return;
      count.frames += 1;
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  });
}

function framesCounted(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { frames, since } = Reflect.get(window, '__frames') as { frames: number; since: number };
    Reflect.set(window, '__frames', null);
    return frames / ((performance.now() - since) / 1_000);
  });
}

function trafficOf({ at, bytes, events }: Tapped, screenFrames: number): WindowTraffic {
  const first = at[0] ?? 0;
  const last = at.at(-1) ?? 0;
  const perSecond = at.length > 1 ? (at.length - 1) / ((last - first) / 1_000) : 0;
  const mostInASecond = mostWithin(at, 1_000);
  return { messages: at.length, perSecond, mostInASecond, events, bytes, screenFrames };
}

/** The largest number of these moments, in order, that lie less than `spanMs` apart. */
function mostWithin(at: readonly number[], spanMs: number): number {
  let most = 0;
  let from = 0;
  at.forEach((moment, index) => {
    while (moment - (at[from] ?? moment) >= spanMs) from += 1;
    most = Math.max(most, index - from + 1);
  });
  return most;
}

const NOTHING: Tapped = { at: [], bytes: 0, events: 0 };

/** The app, live, with both windows open and everything they are sent written down. */
class IpcStage {
  readonly #launched: LaunchedApp;
  readonly #stage: Stage;
  readonly #crowd: Crowd;
  readonly #pages: Readonly<Record<Place, Page>>;

  private constructor(launched: LaunchedApp, stage: Stage, pages: Readonly<Record<Place, Page>>) {
    this.#launched = launched;
    this.#stage = stage;
    this.#pages = pages;
    const { simulator } = stage;
    this.#crowd = new Crowd(simulator.streamerChannelId, `${simulator.baseUrl}/sim`);
  }

  static async set(launched: LaunchedApp, stage: Stage): Promise<IpcStage> {
    const dashboard = await connectLive(launched, stage);
    const overlay = await showOverlay(launched);
    await tapWindows(launched);
    return new IpcStage(launched, stage, { dashboard, overlay });
  }

  async show(shown: boolean): Promise<void> {
    await this.#launched.app.evaluate(({ BrowserWindow }, isShown) => {
      for (const window of BrowserWindow.getAllWindows()) {
        if (isShown) window.showInactive();
        else window.hide();
      }
    }, shown);
    await delay(systemClock, HIDE_SETTLE_MS);
  }

  async measure(rate: number, seconds: number, shown: boolean): Promise<IpcWindow> {
    const { dashboard, overlay } = this.#pages;
    await readTaps(this.#launched);
    await Promise.all([countFrames(dashboard), countFrames(overlay)]);
    const before = { main: hostCpuSeconds(this.#launched.pid), machine: machineBusySeconds() };
    const begun = performance.now();
    const fed = await feedCrowd(this.#stage.simulator, this.#crowd, rate, seconds);
    await delay(systemClock, DRAIN_MS);
    const took = (performance.now() - begun) / 1_000;
    const after = { main: hostCpuSeconds(this.#launched.pid), machine: machineBusySeconds() };
    const frames = await Promise.all([framesCounted(dashboard), framesCounted(overlay)]);
    const taps = await readTaps(this.#launched);
    return {
      rate,
      shown,
      fed,
      traffic: {
        dashboard: trafficOf(taps['dashboard'] ?? NOTHING, frames[0]),
        overlay: trafficOf(taps['overlay'] ?? NOTHING, frames[1]),
      },
      main: before.main === null || after.main === null ? null : (after.main - before.main) / took,
      machine: (after.machine - before.machine) / took,
    };
  }
}

/** Feeds the live app at each rate with both windows open, and once at `hiddenRate` with none. */
export async function benchIpc(
  rates: readonly number[],
  hiddenRate: number,
  seconds: number,
): Promise<readonly IpcWindow[]> {
  const stage = await setStage({ keepPublications: 0 });
  try {
    const settings = { language: 'ko', ...settingsFor(stage) };
    const app = { folder: root, settings, heading: '', isStatic: false };
    return await withApp(app, async (launched) => {
      const live = await IpcStage.set(launched, stage);
      const windows: IpcWindow[] = [];
      for (const rate of rates) windows.push(await live.measure(rate, seconds, true));
      await live.show(false);
      windows.push(await live.measure(hiddenRate, seconds, false));
      return windows;
    });
  } finally {
    await stage.dispose();
  }
}
