import { installArrivals } from './overlay-arrivals.ts';
import { chatOnly, lateShare, ms, percent, type Rival, withWarmPage } from './overlay-pages.ts';
import type { OpenPage, PageStage } from './page-stage.ts';
import { busyNotes, heapAfterCollection, type PageWindow, watchPage } from './page-window.ts';
import type { Row, Section } from './report.ts';
import { percentile } from './stats.ts';

const PER_SECOND = 500;
const WARM_UP = { perSecond: PER_SECOND, seconds: 5 } as const;
const MOST_LATE_FRAMES = 0.01;
const TO_DOM_MS = 20;
const MOST_GROWTH_KB = 200;
const KILOBYTE = 1_000;

interface Minute {
  readonly window: PageWindow;
  readonly toDom: readonly number[];
  readonly heapBefore: number;
  readonly heapAfter: number;
}

async function minute(stage: PageStage, open: OpenPage, seconds: number): Promise<Minute> {
  const { page } = open;
  await page.evaluate(() => window.stagelightArrivals.clear());
  const heapBefore = await heapAfterCollection(open);
  const feed = () => chatOnly(stage, PER_SECOND, seconds);
  const watched = await watchPage(open, stage, feed, true);
  const toDom = await page.evaluate(() => window.stagelightArrivals.take());
  await page.evaluate(() => window.stagelightArrivals.clear());
  return { window: watched, toDom, heapBefore, heapAfter: await heapAfterCollection(open) };
}

const lateFrames = ({ window }: Minute): number => lateShare(window.frames);
const growth = ({ heapBefore, heapAfter }: Minute): number => (heapAfter - heapBefore) / KILOBYTE;

/** A minute of busy chat: frames, the way into the document, and what stays in memory. */
export async function benchOverlayMinute(stage: PageStage, seconds: number): Promise<Section> {
  const watch = (rival: Rival) =>
    withWarmPage(stage, rival, WARM_UP, (open) => minute(stage, open, seconds), installArrivals);
  const own = await watch('clean');
  const plain = await watch('baseline');
  const row = (name: string, of: (one: Minute) => number, say: (value: number) => string): Row => ({
    name,
    value: of(own),
    text: say(of(own)),
    baseline: say(of(plain)),
  });
  const kB = (value: number) => `${value.toFixed(0)} kB`;
  const drawn = ({ window }: Minute) => window.drawn / window.fed.events;
  return {
    title: `Overlay: ${PER_SECOND} messages a second for ${seconds} s`,
    rows: [
      {
        ...row('frames over 33 ms', lateFrames, percent),
        target: { kind: 'under', value: MOST_LATE_FRAMES },
      },
      {
        ...row(
          'from the page’s socket to the document, p95',
          (one) => percentile(one.toDom, 0.95),
          ms,
        ),
        target: { kind: 'at-most', value: TO_DOM_MS },
      },
      {
        ...row('heap growth after collection', growth, kB),
        target: { kind: 'under', value: MOST_GROWTH_KB },
      },
      row('heap after collection', ({ heapAfter }) => heapAfter / KILOBYTE, kB),
      row('page thread, share of a core', ({ window }) => window.renderer, percent),
      row('share of messages drawn', drawn, percent),
    ],
    notes: busyNotes([own.window, plain.window]),
    details: [own, plain].map(({ window, toDom, heapBefore, heapAfter }) => ({
      heap: [heapBefore, heapAfter],
      toDom: [0.5, 0.95, 0.99, 1].map((share) => percentile(toDom, share)),
      others: window.others,
    })),
  };
}
