import {
  type Browser,
  type BrowserContext,
  type CDPSession,
  chromium,
  type Page,
} from '@playwright/test';
import { delay, systemClock } from '../../electron/base/clock.ts';
import type { HeadlessProcess } from '../support/headless-process.ts';
import { type Stage, setStage } from '../support/stage.ts';
import { serveBaseline } from './baseline-page.ts';
import { CoreWitness } from './core-witness.ts';
import { Crowd } from './crowd.ts';
import { installProbe, preciseNow } from './page-probe.ts';

export type PageName = 'overlay' | 'baseline';

/** What a page gets besides the probe. */
export interface PageExtras {
  /** Behind the overlay's address, with its question mark. */
  readonly query?: string;
  /** Runs in the page before its own code; must not use anything outside itself. */
  readonly script?: () => void;
}

export interface ProcessTime {
  /** As the browser calls it: `renderer` is one that holds pages. */
  readonly type: string;
  /** Processor seconds so far, all threads. */
  readonly seconds: number;
}
export type BrowserTimes = ReadonlyMap<number, ProcessTime>;

/** Everything the page parts need: simulator, built host, witness, browser. */
export interface PageStage {
  readonly stage: Stage;
  readonly host: HeadlessProcess;
  readonly crowd: Crowd;
  readonly witness: CoreWitness;
  readonly browserVersion: string;
  openPage(name: PageName, extras?: PageExtras): Promise<OpenPage>;
  /** The browser's processes, by process id. */
  browserTimes(): Promise<BrowserTimes>;
  dispose(): Promise<void>;
}

/** A page with the probe in it, attached to the feed. */
export interface OpenPage {
  readonly page: Page;
  readonly devtools: CDPSession;
  /** Page clock minus ours, milliseconds, and how exactly that is known (plus or minus). */
  readonly clock: { readonly offset: number; readonly error: number };
  close(): Promise<void>;
}

const CLOCK_TRIES = 30;
const LIVE_WITHIN_MS = 30_000;
const INTERRUPTED = 130;

/** The browser that everything is measured in; `more`: further arguments. */
export function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  const executablePath = process.env['CHROMIUM_PATH'];
  return chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      '--disable-quic',
      '--enable-precise-memory-info',
      ...more,
    ],
  });
}

/** The shortest of many round trips says best how far the page's clock is from ours. */
async function compareClocks(page: Page): Promise<{ offset: number; error: number }> {
  let best = { offset: 0, error: Number.POSITIVE_INFINITY };
  for (let attempt = 0; attempt < CLOCK_TRIES; attempt += 1) {
    const before = preciseNow();
    const there = await page.evaluate(() => window.stagelightProbe.now());
    const error = (preciseNow() - before) / 2;
    if (error < best.error) best = { offset: there - before - error, error };
  }
  return best;
}

async function openPage(browser: Browser, url: string, extras: PageExtras): Promise<OpenPage> {
  const context: BrowserContext = await browser.newContext({
    viewport: { width: 1920, height: 1080 },
    locale: 'ko-KR',
    timezoneId: 'Asia/Seoul',
  });
  await context.addInitScript(installProbe);
  if (extras.script) await context.addInitScript(extras.script);
  const page = await context.newPage();
  await page.goto(`${url}${extras.query ?? ''}`);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Performance.enable');
  await devtools.send('HeapProfiler.enable');
  return { page, devtools, clock: await compareClocks(page), close: () => context.close() };
}

async function browserTimes(devtools: CDPSession): Promise<BrowserTimes> {
  const { processInfo } = await devtools.send('SystemInfo.getProcessInfo');
  return new Map(processInfo.map(({ id, type, cpuTime }) => [id, { type, seconds: cpuTime }]));
}

/** A host that never gets there must not hold the benchmark for ever. */
async function liveHost(stage: Stage): Promise<HeadlessProcess> {
  const given = new AbortController();
  const late = delay(systemClock, LIVE_WITHIN_MS, given.signal).then(() => {
    if (given.signal.aborted) return;
    throw new Error(`The host was not live within ${LIVE_WITHIN_MS / 1_000} s.`);
  });
  const live = stage.startLive();
  try {
    await Promise.race([live, late]);
    return await live;
  } finally {
    given.abort();
  }
}

/** Sets everything up; on failure, and when the run is interrupted, nothing is left running. */
export async function setPageStage(): Promise<PageStage> {
  const closers: (() => Promise<void>)[] = [];
  const interrupted = (): void => void dispose().finally(() => process.exit(INTERRUPTED));
  const dispose = async (): Promise<void> => {
    process.off('SIGINT', interrupted);
    process.off('SIGTERM', interrupted);
    for (const close of closers.splice(0).reverse()) await close();
  };
  process.on('SIGINT', interrupted);
  process.on('SIGTERM', interrupted);
  try {
    const stage = await setStage({ keepPublications: 0 });
    closers.push(() => stage.dispose());
    const host = await liveHost(stage);
    const browser = await launchBrowser();
    closers.push(() => browser.close());
    const ready = await host.waitFor(({ type }) => type === 'ready');
    const overlayUrl = String(ready['overlayUrl']);
    const baseline = await serveBaseline(overlayUrl);
    closers.push(() => baseline.dispose());
    const witness = await CoreWitness.at(String(ready['dashboardUrl']));
    closers.push(async () => witness.close());
    const { simulator } = stage;
    const devtools = await browser.newBrowserCDPSession();
    return {
      stage,
      host,
      crowd: new Crowd(simulator.streamerChannelId, `${simulator.baseUrl}/sim`),
      witness,
      browserVersion: browser.version(),
      openPage: (name, extras = {}) =>
        openPage(browser, name === 'overlay' ? overlayUrl : baseline.url, extras),
      browserTimes: () => browserTimes(devtools),
      dispose,
    };
  } catch (failure) {
    await dispose();
    throw failure;
  }
}
