import { delay, systemClock } from '../../electron/base/clock.ts';
import { type Fed, sendChat } from './feeder.ts';
import type { Probed } from './page-probe.ts';
import type { OpenPage, PageStage } from './page-stage.ts';
import { hostCpuSeconds } from './process-time.ts';

/** What a page and the machine did while the crowd talked. */
export interface PageWindow extends Probed {
  readonly fed: Fed;
  /** The page's own thread, as a share of one core (0 to 1). */
  readonly renderer: number;
  /** Of the renderer's share: scripts, style, layout. */
  readonly script: number;
  readonly style: number;
  readonly layout: number;
  /** All processes of the browser, raster and compositor included; more than 1 for several cores. */
  readonly browser: number;
  /** null where the system does not tell. */
  readonly host: number | null;
  /** Simulator, witness and browser driver together. */
  readonly bench: number;
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

/** Lets the crowd talk and answers what the page did meanwhile. */
export async function watchPage(
  open: OpenPage,
  { host, browserTimes }: PageStage,
  feed: () => Promise<Fed>,
  countFrames: boolean,
): Promise<PageWindow> {
  const before = await metricsOf(open);
  const hostBefore = hostCpuSeconds(host.child.pid);
  const browserBefore = await browserTimes();
  const benchBefore = process.cpuUsage();
  await open.page.evaluate((count) => window.stagelightProbe.start(count), countFrames);
  const fed = await feed();
  await delay(systemClock, DRAIN_MS);
  const probed = await open.page.evaluate(() => window.stagelightProbe.stop());
  const after = await metricsOf(open);
  const browserAfter = await browserTimes();
  const hostAfter = hostCpuSeconds(host.child.pid);
  const bench = process.cpuUsage(benchBefore);
  const grown = (name: string): number =>
    (after[name] ?? Number.NaN) - (before[name] ?? Number.NaN);
  const seconds = grown('Timestamp');
  const { offset, error } = open.clock;
  const clockCorrection = Math.abs(offset) > error ? offset : 0;
  return {
    ...probed,
    latencies: probed.latencies.map((latency) => latency - clockCorrection),
    presented: probed.presented.map((latency) => latency - clockCorrection),
    fed,
    renderer: grown('TaskDuration') / seconds,
    script: grown('ScriptDuration') / seconds,
    style: grown('RecalcStyleDuration') / seconds,
    layout: grown('LayoutDuration') / seconds,
    browser: spent(browserBefore, browserAfter) / seconds,
    host: hostBefore === null || hostAfter === null ? null : (hostAfter - hostBefore) / seconds,
    bench: (bench.user + bench.system) / 1_000_000 / seconds,
    clockCorrection,
  };
}

/** Processes that were there at both times; one that has just ended or begun tells nothing. */
function spent(before: ReadonlyMap<number, number>, after: ReadonlyMap<number, number>): number {
  let seconds = 0;
  for (const [id, time] of after) seconds += time - (before.get(id) ?? time);
  return seconds;
}

/** Bytes of the page's heap that are in use after everything unused was collected. */
export async function heapAfterCollection({ devtools }: OpenPage): Promise<number> {
  await devtools.send('HeapProfiler.collectGarbage');
  await devtools.send('HeapProfiler.collectGarbage');
  return (await devtools.send('Runtime.getHeapUsage')).usedSize;
}
