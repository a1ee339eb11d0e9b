import { delay, systemClock } from '../../electron/base/clock.ts';
import { type Fed, stamped } from './feeder.ts';
import { ms, type Rival, withWarmPage } from './overlay-pages.ts';
import type { OpenPage, PageStage } from './page-stage.ts';
import { busyNotes, type PageWindow, watchPage } from './page-window.ts';
import type { Row, Section } from './report.ts';
import { percentile, spread } from './stats.ts';

const MESSAGES = 5_000;
const ROUNDS = 3;
const WARM_UP = { perSecond: 50, seconds: 2 } as const;
const LOOK_MS = 1_500;
const NEWEST_WITHIN_MS = 250;
const LONGEST_FRAME_MS = 100;

interface Burst {
  /** From the writing of the last message until it was painted; NaN: it never was. */
  readonly newest: number;
  readonly longestFrame: number;
  readonly window: PageWindow;
}

async function burst(stage: PageStage, open: OpenPage): Promise<Burst> {
  let last = '';
  const feed = async (): Promise<Fed> => {
    const startedAt = performance.now();
    for (let sent = 0; sent < MESSAGES; sent += 1) {
      const event = stamped(stage.crowd.chat());
      if (event.kind === 'CHAT') last = event.data.content.split(' ')[0] ?? '';
      stage.stage.simulator.publish(event);
    }
    const seconds = (performance.now() - startedAt) / 1_000;
    await delay(systemClock, LOOK_MS);
    const byKind = { CHAT: MESSAGES };
    return { events: MESSAGES, byKind, seconds, latenessP95: 0, latenessMax: 0 };
  };
  const window = await watchPage(open, stage, feed, true);
  const there = await open.page.evaluate((s) => document.body.textContent?.includes(s), last);
  const { frames, latencies } = window;
  const gaps = frames.slice(1).map((frame, at) => frame - (frames[at] ?? frame));
  return {
    newest: there ? (latencies.at(-1) ?? Number.NaN) : Number.NaN,
    longestFrame: percentile(gaps, 1),
    window,
  };
}

/** Everything at once: how soon the newest is seen, and for how long the page stands still. */
export async function benchOverlayBurst(stage: PageStage): Promise<Section> {
  const bursts: Record<'clean' | 'baseline', Burst[]> = { clean: [], baseline: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const rival of ['clean', 'baseline'] as const satisfies readonly Rival[]) {
      const one = (open: OpenPage) => burst(stage, open);
      bursts[rival].push(await withWarmPage(stage, rival, WARM_UP, one));
    }
  }
  const row = (name: string, of: (one: Burst) => number, limit: number): Row => {
    const own = spread(bursts.clean.map(of));
    const plain = spread(bursts.baseline.map(of));
    return {
      name,
      value: own.max,
      text: `${ms(own.max)} (median ${ms(own.median)})`,
      baseline: `${ms(plain.max)} (median ${ms(plain.median)})`,
      ratio: own.max / plain.max,
      target: { kind: 'at-most', value: limit },
    };
  };
  const windows = [...bursts.clean, ...bursts.baseline].map(({ window }) => window);
  const writing = spread(windows.map(({ fed }) => fed.seconds * 1_000));
  return {
    title: `Overlay: a burst of ${MESSAGES.toLocaleString('en-US')} messages at once, ${ROUNDS} rounds: the worst`,
    rows: [
      row('newest painted after', ({ newest }) => newest, NEWEST_WITHIN_MS),
      row('longest time between two frames', ({ longestFrame }) => longestFrame, LONGEST_FRAME_MS),
      { name: 'writing the burst took', value: writing.median, text: ms(writing.median) },
    ],
    notes: busyNotes(windows),
    details: bursts.clean.map(({ newest, longestFrame }) => ({ newest, longestFrame })),
  };
}
