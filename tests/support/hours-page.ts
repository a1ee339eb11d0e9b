import type { CDPSession, Page } from '@playwright/test';
import type { SimEvent } from '../../electron/simulator/events/payloads.ts';
import type { OverlayChange } from '../../shared/overlay/overlay-settings.ts';
import type { HoursCore } from './hours-core.ts';
import { DEEDS, USUAL } from './hours-deeds.ts';
import { HoursLine } from './hours-line.ts';
import { HoursShow } from './hours-show.ts';
import { type HoursStep, installHours } from './hours-window.ts';
import { receiveText } from './receive-text.ts';

/** What the page holds at a moment, after everything unused was collected. */
export interface Holdings {
  /** Bytes of the JavaScript heap. */
  readonly heap: number;
  /** Nodes that the browser keeps for the page, in the document or out of it. */
  readonly nodes: number;
  /** Nodes in the document. */
  readonly attached: number;
  readonly listeners: number;
}

/** The core's timers may be so late: what comes closer together is handed to the page together. */
const STEP_MIN_MS = 50;
const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
/** What is said in so many seconds is said at once. */
const TICK_S = 2;
/** The browser's own animations cannot be told the time; about so much faster it passes here. */
const PLAYBACK_RATE = 200;
/** So much time at most goes by in the page before it is heard what it said. */
const TOGETHER_MS = 10_000;

/** An overlay page in front of a core, both on time that passes when they are told to. */
export class HoursPage {
  readonly page: Page;
  readonly line: HoursLine;
  readonly #core: HoursCore;
  readonly #devtools: CDPSession;
  readonly #show: HoursShow;
  #passedMs = 0;
  #planned: HoursStep[] = [];
  #plannedMs = 0;
  #events = 0;

  private constructor(page: Page, core: HoursCore, devtools: CDPSession) {
    this.page = page;
    this.#core = core;
    this.#devtools = devtools;
    this.line = new HoursLine(core);
    this.#show = new HoursShow(core.simulator, () => core.clock.now());
  }

  /** How many have been sent so far. */
  get events(): number {
    return this.#events;
  }

  /** Opens the overlay page that the core serves, in a source of OBS, with all eight widgets. */
  static async open(page: Page, core: HoursCore): Promise<HoursPage> {
    await page.addInitScript(installHours, core.clock.now());
    await page.addInitScript(() =>
      Object.assign(window, { obsstudio: { pluginVersion: '2.24.0' } }),
    );
    await page.goto(core.core.pageServer.overlayUrl);
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('HeapProfiler.enable');
    await devtools.send('Performance.enable');
    const hours = new HoursPage(page, core, devtools);
    await hours.#hasten();
    await hours.set(USUAL);
    return hours;
  }

  /** Lets the show go on for so many minutes, with all that happens in them. */
  async play(minutes: number): Promise<void> {
    for (let n = 0; n < minutes; n += 1) {
      const minute = Math.round(this.#passedMs / MINUTE_MS);
      for (const deed of DEEDS) {
        if (deed.minute === minute % 60) await deed.run(this, Math.floor(minute / 60));
      }
      for (let second = 0; second < 60; second += TICK_S) {
        this.#speak(this.#show.next(minute * 60 + second, TICK_S));
        await this.#pass(TICK_S * SECOND_MS);
      }
    }
    await this.#catchUp();
  }

  /** Time in which nobody says a word. */
  async rest(minutes: number): Promise<void> {
    await this.#pass(minutes * MINUTE_MS);
    await this.#catchUp();
  }

  /** As from the dashboard. */
  async set(change: OverlayChange): Promise<void> {
    await this.#core.core.pageServer.runCommand('overlay.set', change);
  }

  /** As OBS says it. */
  async show(visible: boolean): Promise<void> {
    await this.#catchUp();
    await this.page.evaluate((shown) => {
      const detail = { visible: shown };
      window.dispatchEvent(new CustomEvent('obsSourceVisibleChanged', { detail }));
    }, visible);
  }

  /** What the page holds now. */
  async holdings(): Promise<Holdings> {
    // The developer tools remember every animation that they have seen; they are to forget them.
    await this.#devtools.send('Animation.disable');
    await this.#devtools.send('HeapProfiler.collectGarbage');
    await this.#devtools.send('HeapProfiler.collectGarbage');
    const { nodes, jsEventListeners } = await this.#devtools.send('Memory.getDOMCounters');
    const { usedSize } = await this.#devtools.send('Runtime.getHeapUsage');
    const attached = await this.page.evaluate(countNodes);
    await this.#hasten();
    return { heap: usedSize, nodes, attached, listeners: jsEventListeners };
  }

  /** How often the page was laid out so far: time passes here without a picture for each moment. */
  async layouts(): Promise<number> {
    const { metrics } = await this.#devtools.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'LayoutCount')?.value ?? Number.NaN;
  }

  async #hasten(): Promise<void> {
    await this.#devtools.send('Animation.enable');
    await this.#devtools.send('Animation.setPlaybackRate', { playbackRate: PLAYBACK_RATE });
  }

  #speak(events: readonly SimEvent[]): void {
    for (const { kind, data } of events) {
      receiveText(this.#core.core.hub, JSON.stringify({ event: kind, data }));
    }
    this.#events += events.length;
  }

  async #pass(ms: number): Promise<void> {
    const until = this.#passedMs + ms;
    // What has just been said goes to the page in the first step.
    await this.#core.clock.advance(0);
    while (this.#passedMs < until) {
      const due = Math.max(STEP_MIN_MS, this.#core.clock.untilNext);
      await this.#step(Math.min(due, until - this.#passedMs));
    }
  }

  /** Page first: what the core says at the end of a step is the beginning of the page's next one. */
  async #step(ms: number): Promise<void> {
    const { downs, urgent } = this.line.takeDowns();
    this.#planned.push({ ms, downs });
    this.#plannedMs += ms;
    if (urgent || this.#plannedMs >= TOGETHER_MS) await this.#catchUp();
    await this.#core.clock.advance(ms);
    this.#passedMs += ms;
  }

  /** Lets the page's time go on to where the core's is. */
  async #catchUp(): Promise<void> {
    const steps = this.#planned;
    this.#planned = [];
    this.#plannedMs = 0;
    this.line.onUps(await this.page.evaluate((all) => window.stagelightHours.pass(all), steps));
  }
}

function countNodes(): number {
  const walk = document.createTreeWalker(document, NodeFilter.SHOW_ALL);
  let count = 1;
  while (walk.nextNode()) count += 1;
  return count;
}
