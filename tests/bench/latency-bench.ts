import { feedCrowd } from './feeder.ts';
import type { PageName, PageStage } from './page-stage.ts';
import { busyNotes, type PageWindow, untilAttached, watchPage } from './page-window.ts';
import type { Row, Section, Target } from './report.ts';
import { median, percentile, spread, sum } from './stats.ts';

const PER_SECOND = 100;
const ROUNDS = 3;
const ROUND_S = 7;
const WARM_UP_S = 2;
/** Milliseconds from the simulator's socket to the painted overlay. */
const TARGET: Target = { kind: 'under', value: 50 };

interface Round extends PageWindow {
  /** p95 of the first seconds of a new page: fonts and emoji are still on their way. */
  readonly freshP95: number;
}

async function round(stage: PageStage, name: PageName, seconds: number): Promise<Round> {
  const open = await stage.openPage(name);
  try {
    await untilAttached(open, stage);
    const feed = (length: number) => () =>
      feedCrowd(stage.stage.simulator, stage.crowd, PER_SECOND, length);
    const fresh = await watchPage(open, stage, feed(Math.min(WARM_UP_S, seconds)), false);
    const window = await watchPage(open, stage, feed(seconds), false);
    return { ...window, freshP95: percentile(fresh.latencies, 0.95) };
  } finally {
    await open.close();
  }
}

const ms = (value: number): string => `${value.toFixed(1)} ms`;
const percent = (value: number): string => `${(value * 100).toFixed(1)} %`;

/** One figure of every round: median over the rounds, the rounds' spread, and against the baseline. */
function compare(
  name: string,
  of: (window: Round) => number,
  windows: Readonly<Record<PageName, readonly Round[]>>,
  say: (value: number) => string,
): Row {
  const own = spread(windows.overlay.map(of));
  const plain = spread(windows.baseline.map(of));
  return {
    name,
    value: own.median,
    text: `${say(own.median)} (${say(own.min)} to ${say(own.max)})`,
    baseline: `${say(plain.median)} (${say(plain.min)} to ${say(plain.max)})`,
    ratio: own.median / plain.median,
  };
}

function drawnOf(windows: readonly PageWindow[]): string {
  const chats = sum(windows.map(({ fed }) => fed.byKind.CHAT ?? 0));
  return `${sum(windows.map(({ drawn }) => drawn))} of ${chats}`;
}

/** Socket to painted overlay, 100 events a second, in rounds that take turns with the baseline. */
export async function benchLatency(stage: PageStage, longest: number): Promise<Section> {
  const seconds = Math.min(ROUND_S, longest);
  const windows: Record<PageName, Round[]> = { overlay: [], baseline: [] };
  for (let done = 0; done < ROUNDS; done += 1) {
    for (const name of ['overlay', 'baseline'] as const) {
      windows[name].push(await round(stage, name, seconds));
    }
  }
  const at = (share: number) => (window: PageWindow) => percentile(window.latencies, share);
  const shown = ({ presented }: Round) => percentile(presented, 0.95);
  const rows: Row[] = [
    compare('latency p50', at(0.5), windows, ms),
    { ...compare('latency p95', at(0.95), windows, ms), target: TARGET },
    compare('latency p99', at(0.99), windows, ms),
    compare('  p95 of the first 2 s of the page', ({ freshP95 }) => freshP95, windows, ms),
    compare('  p95 to the screen (sampled)', shown, windows, ms),
    compare('page thread, share of a core', ({ renderer }) => renderer, windows, percent),
    compare('  of it scripts', ({ script }) => script, windows, percent),
    compare('  of it style', ({ style }) => style, windows, percent),
    compare('  of it layout', ({ layout }) => layout, windows, percent),
    compare('browser, all processes', ({ browser }) => browser, windows, percent),
    compare('host, share of a core', ({ host }) => host ?? Number.NaN, windows, percent),
    compare('everything else on the machine', ({ others }) => others, windows, percent),
    compare('sent late by (p95)', ({ fed }) => fed.latenessP95, windows, ms),
    {
      name: 'messages drawn',
      value: median(windows.overlay.map(({ drawn }) => drawn)),
      text: drawnOf(windows.overlay),
      baseline: drawnOf(windows.baseline),
    },
  ];
  return {
    title: `Socket to painted overlay, ${PER_SECOND} events/s, ${ROUNDS} rounds of ${seconds} s: median of the rounds (best to worst)`,
    rows,
    notes: busyNotes([...windows.overlay, ...windows.baseline]),
    details: summaries(windows),
  };
}

/** The windows without their thousands of single figures. */
function summaries(windows: Readonly<Record<PageName, readonly Round[]>>) {
  const short = ({ latencies, frames, presented, ...rest }: Round) => ({
    ...rest,
    latency: [0.05, 0.5, 0.95, 0.99, 1].map((share) => percentile(latencies, share)),
    frames: frames.length,
    presented: { sampled: presented.length, p50: percentile(presented, 0.5) },
  });
  return { overlay: windows.overlay.map(short), baseline: windows.baseline.map(short) };
}
