import { type HoursCore, openHoursCore } from '../support/hours-core.ts';
import { MOST_NODES } from '../support/hours-deeds.ts';
import { type Holdings, HoursPage } from '../support/hours-page.ts';
import { launchBrowser } from './page-stage.ts';
import type { Section } from './report.ts';
import { slope } from './stats.ts';

const HOURS = 12;
const MINUTES = 60;
const MEGABYTE = 1_000_000;
const MOST_SLOPE_MB = 1;
/** OBS lets its pages play sounds; so does this browser. */
const AS_OBS = ['--autoplay-policy=no-user-gesture-required'];

interface Day {
  /** At the end of each hour. */
  readonly holdings: readonly Holdings[];
  readonly events: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly layouts: number;
  readonly realSeconds: number;
  readonly complaints: readonly string[];
}

async function liveADay(page: HoursPage, core: HoursCore): Promise<Day> {
  const startedAt = performance.now();
  const holdings: Holdings[] = [];
  for (let hour = 1; hour <= HOURS; hour += 1) {
    await page.play(MINUTES);
    holdings.push(await page.holdings());
  }
  return {
    holdings,
    events: page.events,
    counts: page.line.counts,
    layouts: await page.layouts(),
    realSeconds: (performance.now() - startedAt) / 1_000,
    complaints: core.complaints,
  };
}

async function measure(): Promise<Day & { readonly browser: string }> {
  const core = await openHoursCore();
  try {
    const browser = await launchBrowser(AS_OBS);
    try {
      const page = await browser.newPage({ viewport: { width: 1920, height: 1080 } });
      const complaints: string[] = [];
      page.on('pageerror', ({ message }) => complaints.push(message));
      const day = await liveADay(await HoursPage.open(page, core), core);
      return {
        ...day,
        complaints: [...day.complaints, ...complaints],
        browser: browser.version(),
      };
    } finally {
      await browser.close();
    }
  } finally {
    await core.dispose();
  }
}

/** A long broadcast in front of the whole overlay: what stays in memory, and in the document. */
export async function benchOverlayHours(): Promise<Section> {
  const day = await measure();
  const { holdings, counts, events, layouts, realSeconds, complaints } = day;
  const heaps = holdings.map(({ heap }) => heap / MEGABYTE);
  const growth = slope(heaps);
  // The first hour is still warming up.
  const later = holdings.slice(1);
  const most = (of: (one: Holdings) => number): number => Math.max(...later.map(of));
  const nodes = most((one) => one.attached);
  const held = most((one) => one.nodes);
  const listeners = most((one) => one.listeners);
  const first = (heaps[0] ?? Number.NaN).toFixed(2);
  const last = (heaps.at(-1) ?? Number.NaN).toFixed(2);
  return {
    title: `Overlay: ${HOURS} simulated hours of all kinds of events, all eight widgets`,
    browser: day.browser,
    rows: [
      {
        name: 'heap after collection, slope of an hour',
        value: growth,
        text: `${(growth * 1_000).toFixed(0)} kB (${first} to ${last} MB)`,
        target: { kind: 'under', value: MOST_SLOPE_MB },
      },
      {
        name: 'nodes in the document, most at an hour’s end',
        value: nodes,
        text: String(nodes),
        target: { kind: 'at-most', value: MOST_NODES.document },
      },
      {
        name: 'nodes that the browser holds, most',
        value: held,
        text: String(held),
        target: { kind: 'at-most', value: MOST_NODES.held },
      },
      { name: 'listeners, most', value: listeners, text: String(listeners) },
      {
        name: 'what core or page complained about',
        value: complaints.length,
        text: String(complaints.length),
        target: { kind: 'equal', value: 0 },
      },
    ],
    notes: [
      `${events.toLocaleString('en-US')} events, ${counts['batch']} batches, ${counts['alert']} alert frames, ` +
        `${counts['connections']} connections, laid out ${layouts.toLocaleString('en-US')} times, in ${realSeconds.toFixed(0)} s.`,
    ],
    details: day,
  };
}
