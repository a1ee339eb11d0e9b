import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { delay, systemClock } from '../../electron/base/clock.ts';
import { EVENT_KINDS } from '../../shared/events.ts';
import { feedCrowd } from './feeder.ts';
import type { PageName, PageStage } from './page-stage.ts';
import {
  busyNotes,
  heapAfterCollection,
  type PageWindow,
  untilAttached,
  watchPage,
} from './page-window.ts';
import type { Row, Section } from './report.ts';
import { median, percentile } from './stats.ts';

const PER_SECOND = 1_000;
const LEAST_FRAMES = 30;
const MOST_GROWTH_MB = 10;
const MEGABYTE = 1024 * 1024;
const CATCH_UP_TRIES = 200;
const CATCH_UP_PAUSE_MS = 50;

interface Sustained extends PageWindow {
  /** Frames in each whole second. */
  readonly framesBySecond: readonly number[];
  readonly heapBefore: number;
  readonly heapAfter: number;
}

function bySecond(frames: readonly number[]): number[] {
  const [first = 0] = frames;
  const last = frames.at(-1) ?? first;
  const counts = new Array<number>(Math.floor((last - first) / 1_000)).fill(0);
  for (const frame of frames) {
    const second = Math.floor((frame - first) / 1_000);
    if (second < counts.length) counts[second] = (counts[second] ?? 0) + 1;
  }
  return counts;
}

async function sustain(stage: PageStage, name: PageName, seconds: number): Promise<Sustained> {
  const open = await stage.openPage(name);
  try {
    await untilAttached(open, stage);
    const heapBefore = await heapAfterCollection(open);
    const feed = () => feedCrowd(stage.stage.simulator, stage.crowd, PER_SECOND, seconds);
    const window = await watchPage(open, stage, feed, true);
    const heapAfter = await heapAfterCollection(open);
    return { ...window, framesBySecond: bySecond(window.frames), heapBefore, heapAfter };
  } finally {
    await open.close();
  }
}

/** Waits until the core has told of every event that was published, ten seconds at most. */
async function untilWitnessed({ stage, witness }: PageStage): Promise<void> {
  const { published } = stage.simulator.events;
  const all = Object.values(published).reduce((total, count) => total + count, 0);
  for (let attempt = 0; attempt < CATCH_UP_TRIES; attempt += 1) {
    if (witness.witnessed.events >= all) return;
    await delay(systemClock, CATCH_UP_PAUSE_MS);
  }
}

/** Events with a value that stand in the ledger. The host must have ended. */
function countInBooks(dataDir: string): number {
  const repository = new DatabaseSync(join(dataDir, 'ledger.sqlite'), { readOnly: true });
  try {
    return Number(repository.prepare('SELECT count(*) AS count FROM events').get()?.['count']);
  } finally {
    repository.close();
  }
}

/** Everything that was published since the host started must have come out, numbered, once. */
async function lossRows(stage: PageStage): Promise<Row[]> {
  await untilWitnessed(stage);
  const { published } = stage.stage.simulator.events;
  const { byKind, gaps, events } = stage.witness.witnessed;
  const lost = EVENT_KINDS.map((kind) => Math.abs(published[kind] - (byKind[kind] ?? 0)));
  const all = EVENT_KINDS.reduce((total, kind) => total + published[kind], 0);
  const lostTotal = lost.reduce((total, count) => total + count, 0);
  await stage.host.stop();
  const valued = all - published.CHAT;
  const inBooks = countInBooks(stage.stage.dataDir);
  const none = { kind: 'equal', value: 0 } as const;
  return [
    {
      name: 'events lost in the core',
      value: lostTotal,
      text: `${lostTotal} (${events} of ${all} came out)`,
      target: none,
    },
    { name: 'gaps in the numbers', value: gaps, text: String(gaps), target: none },
    {
      name: 'valued events missing in the books',
      value: valued - inBooks,
      text: `${valued - inBooks} (${inBooks} of ${valued})`,
      target: none,
    },
  ];
}

const percent = (value: number): string => `${(value * 100).toFixed(1)} %`;
const growthOf = ({ heapBefore, heapAfter }: Sustained): number =>
  (heapAfter - heapBefore) / MEGABYTE;

function pageRows(own: Sustained, plain: Sustained): Row[] {
  const compare = (name: string, of: (one: Sustained) => number, say: (n: number) => string) => ({
    name,
    value: of(own),
    text: say(of(own)),
    baseline: say(of(plain)),
    ratio: of(own) / of(plain),
  });
  const worstSecond = ({ framesBySecond }: Sustained) => percentile(framesBySecond, 0);
  const heap = (one: Sustained) =>
    `${growthOf(one).toFixed(2)} MB (${(one.heapBefore / MEGABYTE).toFixed(1)} to ${(one.heapAfter / MEGABYTE).toFixed(1)})`;
  const frames = (value: number) => `${value.toFixed(0)}`;
  const ms = (value: number) => `${value.toFixed(1)} ms`;
  const drawn = ({ drawn: count, fed }: Sustained) => `${count} of ${fed.byKind.CHAT ?? 0}`;
  return [
    {
      ...compare('frames in the worst second', worstSecond, frames),
      target: { kind: 'at-least', value: LEAST_FRAMES },
      // More frames are better here.
      ratio: worstSecond(plain) / worstSecond(own),
    },
    compare('frames in a second, median', ({ framesBySecond }) => median(framesBySecond), frames),
    {
      name: 'heap growth after collection',
      value: growthOf(own),
      text: heap(own),
      baseline: heap(plain),
      target: { kind: 'under', value: MOST_GROWTH_MB },
    },
    compare('latency p50', ({ latencies }) => percentile(latencies, 0.5), ms),
    compare('latency p95', ({ latencies }) => percentile(latencies, 0.95), ms),
    compare('  p95 to the screen (sampled)', ({ presented }) => percentile(presented, 0.95), ms),
    compare('page thread, share of a core', ({ renderer }) => renderer, percent),
    compare('  of it scripts', ({ script }) => script, percent),
    compare('  of it style', ({ style }) => style, percent),
    compare('  of it layout', ({ layout }) => layout, percent),
    compare('browser, all processes', ({ browser }) => browser, percent),
    compare('host, share of a core', ({ host }) => host ?? Number.NaN, percent),
    compare('everything else on the machine', ({ others }) => others, percent),
    compare('sent late by (p95)', ({ fed }) => fed.latenessP95, ms),
    {
      name: 'events sent a second',
      value: own.fed.events / own.fed.seconds,
      text: (own.fed.events / own.fed.seconds).toFixed(0),
      baseline: (plain.fed.events / plain.fed.seconds).toFixed(0),
    },
    { name: 'messages drawn', value: own.drawn, text: drawn(own), baseline: drawn(plain) },
  ];
}

/** A flood for a minute: first at the overlay, then at the baseline. Ends the host. */
export async function benchSustained(stage: PageStage, seconds: number): Promise<Section> {
  const own = await sustain(stage, 'overlay', seconds);
  const plain = await sustain(stage, 'baseline', seconds);
  const rows = [...pageRows(own, plain), ...(await lossRows(stage))];
  const short = ({ latencies, frames, presented, ...rest }: Sustained) => rest;
  return {
    title: `Sustained ${PER_SECOND} events/s for ${seconds} s`,
    rows,
    notes: busyNotes([own, plain]),
    details: { overlay: short(own), baseline: short(plain) },
  };
}
