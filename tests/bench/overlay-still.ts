import { delay, systemClock } from '../../electron/base/clock.ts';
import { type Fed, stampedDonation } from './feeder.ts';
import { ms, percent, type Rival, withWarmPage } from './overlay-pages.ts';
import type { OpenPage, PageStage } from './page-stage.ts';
import { busyNotes, watchPage } from './page-window.ts';
import type { Section } from './report.ts';
import { percentile } from './stats.ts';

const WARM_UP = { perSecond: 50, seconds: 2 } as const;
const QUIET_S = 10;
const SETTLE_MS = 3_000;
const MOST_IDLE = 0.003;

const ALERTS = 25;
const DRAWN_TRIES = 100;
const DRAWN_PAUSE_MS = 50;
/** The alert has left and the queue's pause is over by then. */
const AFTER_SKIP_MS = 900;
const ALERT_WITHIN_MS = 100;

async function quiet(seconds: number): Promise<Fed> {
  await delay(systemClock, seconds * 1_000);
  return { events: 0, byKind: {}, seconds, latenessP95: 0, latenessMax: 0 };
}

/** A page full of lines when nobody says anything. */
export async function benchOverlayIdle(stage: PageStage, longest: number): Promise<Section> {
  const seconds = Math.min(QUIET_S, longest);
  const watch = (rival: Rival) =>
    withWarmPage(stage, rival, WARM_UP, async (open) => {
      await delay(systemClock, SETTLE_MS);
      return watchPage(open, stage, () => quiet(seconds), false);
    });
  const own = await watch('clean');
  const plain = await watch('baseline');
  const text = (value: number) => percent(value);
  return {
    title: `Overlay: nothing happens for ${seconds} s`,
    rows: [
      {
        name: 'renderer process, share of a core',
        value: own.rendererProcess,
        text: text(own.rendererProcess),
        baseline: text(plain.rendererProcess),
        target: { kind: 'under', value: MOST_IDLE },
      },
      {
        name: 'page thread, share of a core',
        value: own.renderer,
        text: text(own.renderer),
        baseline: text(plain.renderer),
      },
    ],
    notes: busyNotes([own, plain]),
  };
}

async function untilDrawn({ page }: OpenPage, before: number): Promise<void> {
  for (let attempt = 0; attempt < DRAWN_TRIES; attempt += 1) {
    if ((await page.evaluate(() => window.stagelightProbe.seen())) > before) return;
    await delay(systemClock, DRAWN_PAUSE_MS);
  }
  throw new Error('An alert was not drawn within five seconds');
}

/** Donations one after the other, each when the stage is empty: due the moment it is sent. */
async function playAlerts(stage: PageStage, open: OpenPage): Promise<Fed> {
  const startedAt = performance.now();
  for (let played = 0; played < ALERTS; played += 1) {
    const before = await open.page.evaluate(() => window.stagelightProbe.seen());
    stage.stage.simulator.publish(stampedDonation(stage.crowd));
    await untilDrawn(open, before);
    stage.witness.press('alerts.skip');
    await delay(systemClock, AFTER_SKIP_MS);
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  const byKind = { DONATION: ALERTS };
  return { events: ALERTS, byKind, seconds, latenessP95: 0, latenessMax: 0 };
}

/** From the simulator's socket to the painted alert, on a stage where nothing else plays. */
export async function benchOverlayAlerts(stage: PageStage): Promise<Section> {
  const window = await withWarmPage(stage, 'clean', WARM_UP, (open) =>
    watchPage(open, stage, () => playAlerts(stage, open), false),
  );
  const at = (share: number) => percentile(window.latencies, share);
  return {
    title: `Overlay: ${ALERTS} alerts, each due as soon as it is sent`,
    rows: [
      {
        name: 'sent to painted, p95',
        value: at(0.95),
        text: ms(at(0.95)),
        target: { kind: 'under', value: ALERT_WITHIN_MS },
      },
      { name: 'sent to painted, p50', value: at(0.5), text: ms(at(0.5)) },
      { name: 'alerts painted', value: window.drawn, text: `${window.drawn} of ${ALERTS}` },
    ],
    notes: busyNotes([window]),
  };
}
