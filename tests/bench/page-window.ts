import { delay, systemClock } from '../../electron/base/clock.ts';
import { type Fed, sendChat } from './feeder.ts';
import type { Probed } from './page-probe.ts';
import type { BrowserTimes, OpenPage, PageStage } from './page-stage.ts';
import { hostCpuSeconds, machineBusySeconds } from './process-time.ts';

/** Who used the processor, as shares of one core (1 and more for several). */
export interface Shares {
  /** Length of the window, seconds. */
  readonly seconds: number;
  /** The page's own thread. */
  readonly renderer: number;
  /** Of the page's thread: scripts, style, layout. */
  readonly script: number;
  readonly style: number;
  readonly layout: number;
  /** The processes that hold pages: the page's thread, raster and compositor. */
  readonly rendererProcess: number;
  /** All processes of the browser. */
  readonly browser: number;
  /** null where the system does not tell. */
  readonly host: number | null;
  /** Simulator, witness and browser driver together. */
  readonly bench: number;
  /** Everything else on this machine: how noisy the figures are. */
  readonly others: number;
}

/** What a page and the machine did while the crowd talked. */
export interface PageWindow extends Probed, Shares {
  readonly fed: Fed;
  /** Page clock minus ours that was taken out of the latencies; 0 when too small to be known. */
  readonly clockCorrection: number;
}

/** The last messages are on their way when the crowd falls silent. */
const DRAIN_MS = 300;
const ATTACH_TRIES = 200;
const ATTACH_PAUSE_MS = 50;

async function metricsOf({ devtools }: OpenPage): Promise<Readonly<Record<string, number>>> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
}

/** Resolves when the page draws what is sent. @throws when it does not within ten seconds. */
export async function untilAttached(open: OpenPage, { stage, crowd }: PageStage): Promise<void> {
  for (let attempt = 0; attempt < ATTACH_TRIES; attempt += 1) {
    if ((await open.page.evaluate(() => window.stagelightProbe.seen())) > 0) return;
    if (attempt % 10 === 0) sendChat(stage.simulator, crowd);
    await delay(systemClock, ATTACH_PAUSE_MS);
  }
  throw new Error('The page drew nothing within ten seconds');
}

/** Processor seconds so far: of the page's own thread by what it did, and of everybody around it. */
interface Times {
  readonly page: Readonly<Record<string, number>>;
  readonly browser: BrowserTimes;
  readonly host: number | null;
  readonly bench: number;
  readonly machine: number;
}

async function timesOf(open: OpenPage, { host, browserTimes }: PageStage): Promise<Times> {
  const { user, system } = process.cpuUsage();
  return {
    page: await metricsOf(open),
    browser: await browserTimes(),
    host: hostCpuSeconds(host.child.pid),
    bench: (user + system) / 1_000_000,
    machine: machineBusySeconds(),
  };
}

/** Shares of one core between two looks at the clocks. */
function sharesOf(before: Times, after: Times): Shares {
  const grown = (name: string): number =>
    (after.page[name] ?? Number.NaN) - (before.page[name] ?? Number.NaN);
  const seconds = grown('Timestamp');
  const browser = spent(before.browser, after.browser) / seconds;
  const host =
    before.host === null || after.host === null ? null : (after.host - before.host) / seconds;
  const bench = (after.bench - before.bench) / seconds;
  const machine = (after.machine - before.machine) / seconds;
  return {
    seconds,
    renderer: grown('TaskDuration') / seconds,
    script: grown('ScriptDuration') / seconds,
    style: grown('RecalcStyleDuration') / seconds,
    layout: grown('LayoutDuration') / seconds,
    rendererProcess: spent(before.browser, after.browser, 'renderer') / seconds,
    browser,
    host,
    bench,
    others: Math.max(0, machine - browser - (host ?? 0) - bench),
  };
}

/** Processes that were there at both times; one that has just ended or begun tells nothing. */
function spent(before: BrowserTimes, after: BrowserTimes, only?: string): number {
  let total = 0;
  for (const [id, { type, seconds }] of after) {
    if (only === undefined || type === only)
      total += seconds - (before.get(id)?.seconds ?? seconds);
  }
  return total;
}

/** Lets the crowd talk (`feed`) and answers what the page did meanwhile. */
export async function watchPage(
  open: OpenPage,
  stage: PageStage,
  feed: () => Promise<Fed>,
  countFrames: boolean,
): Promise<PageWindow> {
  const before = await timesOf(open, stage);
  await open.page.evaluate((count) => window.stagelightProbe.start(count), countFrames);
  const fed = await feed();
  await delay(systemClock, DRAIN_MS);
  const probed = await open.page.evaluate(() => window.stagelightProbe.stop());
  const after = await timesOf(open, stage);
  const { offset, error } = open.clock;
  const clockCorrection = Math.abs(offset) > error ? offset : 0;
  const correct = (latencies: readonly number[]) =>
    latencies.map((latency) => latency - clockCorrection);
  return {
    ...probed,
    ...sharesOf(before, after),
    latencies: correct(probed.latencies),
    presented: correct(probed.presented),
    fed,
    clockCorrection,
  };
}

const BUSY = 0.25;

/** Says so when other programs had more of the machine than figures can bear. */
export function busyNotes(windows: readonly Pick<Shares, 'others'>[]): readonly string[] {
  const most = Math.max(...windows.map(({ others }) => others));
  if (!(most > BUSY)) return [];
  const share = `${(most * 100).toFixed(0)} % of a core`;
  return [`other programs took up to ${share} meanwhile; run it again on a quiet machine.`];
}

/** Bytes of the page's heap that are in use after everything unused was collected. */
export async function heapAfterCollection({ devtools }: OpenPage): Promise<number> {
  await devtools.send('HeapProfiler.collectGarbage');
  await devtools.send('HeapProfiler.collectGarbage');
  return (await devtools.send('Runtime.getHeapUsage')).usedSize;
}
