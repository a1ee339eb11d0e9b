import type { LaunchedApp } from '../support/desktop-launch.ts';
import { OUR_APP, type Runtime, runtimeOf, type Startable, withApp } from './desktop-world.ts';
import { hostCpuSeconds, machineBusySeconds } from './process-time.ts';

/** One start, milliseconds since the runtime was called. */
export interface Start {
  /** The main process was ready to be talked to. */
  readonly launchedMs: number;
  /** The page began to load. */
  readonly pageMs: number;
  /** First contentful paint. */
  readonly firstPaintMs: number;
  /** The frame with the heading was drawn. */
  readonly headingMs: number;
  /** Processor time of the main process until then; null where the system does not tell. */
  readonly mainMs: number | null;
}

export interface Starts {
  readonly runtime: Runtime;
  readonly own: readonly Start[];
  readonly smallest: readonly Start[];
  /** How busy the whole machine was meanwhile, in cores. */
  readonly machine: number;
}

interface StartProbe {
  readonly installedAt: number;
  /** Resolves with the page's time after the frame in which the heading stood first. */
  readonly heading: Promise<number>;
}

declare global {
  interface Window {
    stagelightStart?: StartProbe;
  }
}

/** Runs in the page before its own code. */
function installStartProbe(selector: string): void {
  const heading = new Promise<number>((found) => {
    const look = (): void => {
      if (!document.querySelector(selector)) return;
      watch.disconnect();
      requestAnimationFrame(() => {
        const after = new MessageChannel();
        after.port1.onmessage = () => {
          found(performance.now());
          after.port1.close();
        };
        after.port2.postMessage(null);
      });
    };
    const watch = new MutationObserver(look);
    watch.observe(document, { childList: true, subtree: true });
  });
  window.stagelightStart = { installedAt: performance.now(), heading };
}

/** Page times, in milliseconds since the page's own zero; null: the probe was not there in time. */
function readPage(isStatic: boolean) {
  const { stagelightStart: probe } = window;
  const painted = new Promise<number>((found) => {
    new PerformanceObserver((list, watch) => {
      const [paint] = list.getEntriesByName('first-contentful-paint');
      if (!paint) return;
      watch.disconnect();
      found(paint.startTime);
    }).observe({ type: 'paint', buffered: true });
  });
  return painted.then(async (firstPaint) => {
    const { timeOrigin } = performance;
    if (isStatic) return { timeOrigin, firstPaint, heading: firstPaint };
    if (!probe || probe.installedAt > firstPaint) return null;
    return { timeOrigin, firstPaint, heading: Math.max(await probe.heading, firstPaint) };
  });
}

/** @throws MissedStartError when the probe came later than the first paint. */
async function startOf(
  launched: LaunchedApp,
  launchedAt: number,
  { heading, isStatic }: Startable,
): Promise<Start> {
  const launchedMs = performance.timeOrigin + performance.now() - launchedAt;
  await launched.app.context().addInitScript(installStartProbe, heading);
  const page = await launched.app.firstWindow();
  await page.locator(heading).waitFor({ state: 'attached' });
  const seen = await page.evaluate(readPage, isStatic);
  if (!seen) throw new MissedStartError('The probe came too late to see the start.');
  const pageMs = seen.timeOrigin - launchedAt;
  const mainSeconds = hostCpuSeconds(launched.pid);
  return {
    launchedMs,
    pageMs,
    firstPaintMs: pageMs + seen.firstPaint,
    headingMs: pageMs + seen.heading,
    mainMs: mainSeconds === null ? null : mainSeconds * 1_000,
  };
}

/** The page was quicker than the probe; such a start is not counted, and another is made. */
class MissedStartError extends Error {}

const MOST_MISSED = 5;

async function timedStart(app: Startable): Promise<Start> {
  for (let missed = 0; ; missed += 1) {
    try {
      return await withApp(app, (launched, launchedAt) => startOf(launched, launchedAt, app));
    } catch (failure) {
      if (!(failure instanceof MissedStartError) || missed === MOST_MISSED) throw failure;
    }
  }
}

/** Starts both apps in turns; the first start of each warms the disk's cache and is not counted. */
export async function benchStarts(smallest: Startable, rounds: number): Promise<Starts> {
  const own: Start[] = [];
  const base: Start[] = [];
  const runtime = await withApp(OUR_APP, runtimeOf);
  await timedStart(smallest);
  const begun = performance.now();
  const busyBefore = machineBusySeconds();
  for (let round = 0; round < rounds; round += 1) {
    base.push(await timedStart(smallest));
    own.push(await timedStart(OUR_APP));
  }
  const machine = (machineBusySeconds() - busyBefore) / ((performance.now() - begun) / 1_000);
  return { runtime, own, smallest: base, machine };
}
