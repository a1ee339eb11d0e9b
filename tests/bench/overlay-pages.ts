import { delay, systemClock } from '../../electron/base/clock.ts';
import type { ThemeId } from '../../shared/overlay/names.ts';
import { type Fed, feedCrowd } from './feeder.ts';
import type { OpenPage, PageExtras, PageStage } from './page-stage.ts';
import { type PageWindow, untilAttached } from './page-window.ts';

/** What is held against each other: the overlay in a theme, or the plain page. */
export type Rival = ThemeId | 'baseline';

const SETTLE_MS = 500;

/** Chat and nothing else: the plain page draws no alerts to speak of. */
export function chatOnly(stage: PageStage, perSecond: number, seconds: number): Promise<Fed> {
  const talkers = { next: () => stage.crowd.chat() };
  return feedCrowd(stage.stage.simulator, talkers, perSecond, seconds);
}

/** Opens a page, lets it draw for some seconds until nothing is new to it, works, and closes it. */
export async function withWarmPage<T>(
  stage: PageStage,
  rival: Rival,
  warmUp: { readonly perSecond: number; readonly seconds: number },
  work: (open: OpenPage) => Promise<T>,
  script?: PageExtras['script'],
): Promise<T> {
  const extras = script ? { script } : {};
  const open =
    rival === 'baseline'
      ? await stage.openPage('baseline', extras)
      : await stage.openPage('overlay', { ...extras, query: `?theme=${rival}` });
  try {
    await untilAttached(open, stage);
    await chatOnly(stage, warmUp.perSecond, warmUp.seconds);
    await delay(systemClock, SETTLE_MS);
    return await work(open);
  } finally {
    await open.close();
  }
}

/** Processor microseconds of the processes that hold the page, for each message that was sent. */
export function costOf({ rendererProcess, seconds, fed }: PageWindow): number {
  return (rendererProcess * seconds * 1_000_000) / fed.events;
}

/** The same of the page's own thread alone. */
export function threadCostOf({ renderer, seconds, fed }: PageWindow): number {
  return (renderer * seconds * 1_000_000) / fed.events;
}

/** More than two screen intervals. */
const LATE_FRAME_MS = 33.4;

/** Which part of the frames came late after the one before. */
export function lateShare(frames: readonly number[]): number {
  const gaps = frames.slice(1).map((frame, at) => frame - (frames[at] ?? frame));
  return gaps.filter((gap) => gap > LATE_FRAME_MS).length / gaps.length;
}

export const ms = (value: number): string => `${value.toFixed(1)} ms`;
export const us = (value: number): string => `${value.toFixed(0)} µs`;
export const percent = (value: number): string => `${(value * 100).toFixed(2)} %`;
