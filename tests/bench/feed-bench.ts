import type { Page } from '@playwright/test';
import { delay, systemClock } from '../../electron/base/clock.ts';
import { setStage } from '../support/stage.ts';
import { Crowd } from './crowd.ts';
import { feedCrowd } from './feeder.ts';
import { launchBrowser } from './page-stage.ts';
import type { Section } from './report.ts';
import { percentile } from './stats.ts';

const PER_SECOND = 1_000;
/** So many rows are kept (`FEED_MOST`): memory is measured with all of them there. */
const ROWS = 100_000;
const FILL_PER_SECOND = 4_000;
const KEY_EVERY_MS = 150;
const MEGABYTE = 1_048_576;
const SETTLE_MS = 1_500;
const INPUT_P95_MS = 50;
const MOST_GROWTH_MB = 15;

/** Writes down how long each key takes from the browser's hand to the picture that shows it. */
async function probeKeys(page: Page): Promise<void> {
  await page.evaluate(() => {
    const taken: number[] = [];
    Reflect.set(window, '__keys', taken);
    const { port1, port2 } = new MessageChannel();
    const waiting: number[] = [];
    // A message that is sent before a frame is heard after it was drawn.
    port1.onmessage = () => {
      for (const at of waiting.splice(0)) taken.push(performance.now() - at);
    };
    window.addEventListener(
      'keydown',
      (event) => {
        requestAnimationFrame(() => {
          waiting.push(event.timeStamp);
          port2.postMessage(null);
        });
      },
      { capture: true },
    );
  });
}

const keysOf = (page: Page): Promise<number[]> =>
  page.evaluate(() => (Reflect.get(window, '__keys') as number[]).splice(0));

/** Types for as long as `until` is not there. */
async function typeAlong(page: Page, until: AbortSignal): Promise<void> {
  const field = page.locator('.composer-field');
  await field.focus();
  for (let typed = 0; !until.aborted; typed += 1) {
    await page.keyboard.press(typed % 60 === 59 ? 'Control+a' : 'a');
    await delay(systemClock, KEY_EVERY_MS, until);
  }
}

/** Frames of a list that is scrolled through, milliseconds between them. */
async function scrollFrames(page: Page): Promise<number[]> {
  await page.locator('.feed-main .feed-scroller').hover();
  await page.evaluate(() => {
    const frames: number[] = [];
    Reflect.set(window, '__frames', frames);
    const next = (at: number): void => {
      frames.push(at);
      if (frames.length < 100_000) requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  });
  for (let turn = 0; turn < 60; turn += 1) {
    await page.mouse.wheel(0, -1_500);
    await delay(systemClock, 50);
  }
  const frames = await page.evaluate(() => Reflect.get(window, '__frames') as number[]);
  return frames.slice(1).map((at, index) => at - (frames[index] ?? at));
}

/** The feed of the dashboard at 1,000 events a second: how soon a key shows, and what is kept. */
export async function benchFeed(seconds: number): Promise<Section> {
  const stage = await setStage({ keepPublications: 0 });
  const browser = await launchBrowser();
  try {
    const host = await stage.startLive();
    const ready = await host.waitFor(({ type }) => type === 'ready');
    const { simulator } = stage;
    const crowd = new Crowd(simulator.streamerChannelId, `${simulator.baseUrl}/sim`);
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, locale: 'ko-KR' });
    await page.goto(String(ready['dashboardUrl']));
    await page.locator('.composer-field').waitFor();
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('HeapProfiler.enable');
    const heap = async (): Promise<number> => {
      await delay(systemClock, SETTLE_MS);
      await devtools.send('HeapProfiler.collectGarbage');
      await devtools.send('HeapProfiler.collectGarbage');
      return (await devtools.send('Runtime.getHeapUsage')).usedSize / MEGABYTE;
    };
    await feedCrowd(simulator, crowd, FILL_PER_SECOND, ROWS / FILL_PER_SECOND);
    const full = await heap();
    await probeKeys(page);
    const stop = new AbortController();
    const typing = typeAlong(page, stop.signal);
    const fed = await feedCrowd(simulator, crowd, PER_SECOND, seconds);
    stop.abort();
    await typing;
    const keys = await keysOf(page);
    const after = await heap();
    const drawn = await page.locator('.feed-item').count();
    const gaps = await scrollFrames(page);
    const ms = (value: number): string => `${value.toFixed(1)} ms`;
    return {
      title: `Feed of the dashboard: ${PER_SECOND.toLocaleString('en-US')} events a second for ${seconds} s, ${ROWS.toLocaleString('en-US')} rows kept`,
      rows: [
        {
          name: 'a key is seen after, p95',
          value: percentile(keys, 0.95),
          text: `${ms(percentile(keys, 0.95))} (median ${ms(percentile(keys, 0.5))}, longest ${ms(percentile(keys, 1))}, ${keys.length} keys)`,
          target: { kind: 'under', value: INPUT_P95_MS },
        },
        { name: 'heap with all rows', value: full, text: `${full.toFixed(1)} MB` },
        {
          name: 'heap grew while it ran',
          value: after - full,
          text: `${(after - full).toFixed(1)} MB`,
          target: { kind: 'at-most', value: MOST_GROWTH_MB },
        },
        { name: 'rows in the page', value: drawn, text: String(drawn) },
        {
          name: 'between frames while scrolling, p95',
          value: percentile(gaps, 0.95),
          text: `${ms(percentile(gaps, 0.95))} (longest ${ms(percentile(gaps, 1))})`,
        },
      ],
      details: { fed, keys },
      browser: browser.version(),
    };
  } finally {
    await browser.close();
    await stage.dispose();
  }
}
