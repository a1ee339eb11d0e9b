import { THEME_IDS, type ThemeId } from '../../shared/overlay/names.ts';
import { chatOnly, costOf, type Rival, threadCostOf, us, withWarmPage } from './overlay-pages.ts';
import type { PageStage } from './page-stage.ts';
import { busyNotes, type PageWindow, watchPage } from './page-window.ts';
import type { Row, Section } from './report.ts';
import { median, spread } from './stats.ts';

/**
 * Messages a second, and how many times the plain page's processor time the overlay may take for
 * one. Lines push the others up to 8 a second.
 */
const RATES = [
  { perSecond: 5, most: 2 },
  { perSecond: 20, most: 1.3 },
  { perSecond: 100, most: 1.3 },
  { perSecond: 500, most: 1.3 },
  { perSecond: 2_000, most: 1.5 },
] as const;

const ROUNDS = 3;
const WINDOW_S = { least: 3, most: 10 } as const;
/** At a low rate a longer window holds enough messages to tell a tenth of them apart. */
const MESSAGES_LEAST = 200;
/** Each rate is at work for so long before it is measured: what the page does depends on the rate. */
const SETTLE_S = 1.2;
const WARM_UP = { perSecond: 50, seconds: 2 } as const;
const CHOICE = { perSecond: 100, rounds: 1 } as const;

/** By rival, by rate, one window for each round. */
type Windows = ReadonlyMap<Rival, ReadonlyMap<number, PageWindow[]>>;

/** The theme whose messages take the most processor time, and what each of them takes. */
async function dearestTheme(stage: PageStage, seconds: number) {
  const costs = new Map<ThemeId, number[]>(THEME_IDS.map((theme) => [theme, []]));
  for (let round = 0; round < CHOICE.rounds; round += 1) {
    for (const theme of THEME_IDS) {
      const feed = () => chatOnly(stage, CHOICE.perSecond, seconds);
      const window = await withWarmPage(stage, theme, WARM_UP, (open) =>
        watchPage(open, stage, feed, false),
      );
      costs.get(theme)?.push(costOf(window));
    }
  }
  const medians = [...costs].map(([theme, each]) => ({ theme, cost: median(each) }));
  // Clean is measured anyway.
  const others = medians.filter(({ theme }) => theme !== 'clean').sort((a, b) => b.cost - a.cost);
  return { dearest: others[0]?.theme ?? 'neon', medians };
}

/** Seconds. */
function windowOf(perSecond: number, longest: number): number {
  const wanted = Math.max(WINDOW_S.least, MESSAGES_LEAST / perSecond);
  return Math.min(wanted, WINDOW_S.most, longest);
}

async function takeTurns(
  stage: PageStage,
  rivals: readonly Rival[],
  longest: number,
): Promise<Windows> {
  const windows = new Map<Rival, Map<number, PageWindow[]>>(
    rivals.map((rival) => [rival, new Map(RATES.map(({ perSecond }) => [perSecond, []]))]),
  );
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const rival of rivals) {
      await withWarmPage(stage, rival, WARM_UP, async (open) => {
        for (const { perSecond } of RATES) {
          await chatOnly(stage, perSecond, SETTLE_S);
          const feed = () => chatOnly(stage, perSecond, windowOf(perSecond, longest));
          const window = await watchPage(open, stage, feed, false);
          windows.get(rival)?.get(perSecond)?.push(window);
        }
      });
    }
  }
  return windows;
}

function costRow(windows: Windows, theme: ThemeId, rate: (typeof RATES)[number]): Row {
  const of = (rival: Rival) => windows.get(rival)?.get(rate.perSecond) ?? [];
  const plain = of('baseline').map(costOf);
  const own = of(theme).map(costOf);
  // Each round against the plain page of the same round: the machine is the same within it.
  const ratios = spread(own.map((cost, round) => cost / (plain[round] ?? Number.NaN)));
  const thread = median(of(theme).map(threadCostOf)) / median(of('baseline').map(threadCostOf));
  const range = `${ratios.min.toFixed(2)} to ${ratios.max.toFixed(2)}, page thread ${thread.toFixed(2)}`;
  return {
    name: `a message at ${rate.perSecond.toLocaleString('en-US')}/s, ${theme}`,
    value: ratios.median,
    text: `${us(median(own))} (${range})`,
    baseline: us(median(plain)),
    ratio: ratios.median,
    target: { kind: 'at-most', value: rate.most } as const,
  };
}

/** Processor time for a message, overlay against plain page, at rates from calm to flood. */
export async function benchOverlayCost(stage: PageStage, longest: number): Promise<Section> {
  const { dearest, medians } = await dearestTheme(stage, Math.min(WINDOW_S.least, longest));
  const windows = await takeTurns(stage, ['clean', 'baseline', dearest], longest);
  const rows = (['clean', dearest] as const).flatMap((theme) =>
    RATES.map((rate) => costRow(windows, theme, rate)),
  );
  const all = [...windows.values()].flatMap((byRate) => [...byRate.values()].flat());
  return {
    title: `Overlay: renderer's processor time for a message, ${ROUNDS} rounds of ${WINDOW_S.least} to ${WINDOW_S.most} s: median (ratio best to worst)`,
    rows: [
      ...rows,
      ...medians.map(({ theme, cost }) => ({
        name: `  ${theme} at ${CHOICE.perSecond}/s (choice of the dearest)`,
        value: cost,
        text: us(cost),
      })),
    ],
    notes: busyNotes(all),
    details: [...windows].map(([rival, byRate]) => ({
      rival,
      rates: [...byRate].map(([perSecond, each]) => ({ perSecond, each: each.map(shortOf) })),
    })),
  };
}

/** A window without its thousands of single figures. */
function shortOf({ latencies, frames, presented, ...rest }: PageWindow) {
  return rest;
}
