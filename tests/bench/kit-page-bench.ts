import { delay, systemClock } from '../../electron/base/clock.ts';
import type { SimEvent } from '../../electron/simulator/events/payloads.ts';
import { DEFAULT_OVERLAY } from '../../shared/overlay/overlay-settings.ts';
import { type Fed, feedCrowd } from './feeder.ts';
import { costOf, us } from './overlay-pages.ts';
import type { OpenPage, PageStage } from './page-stage.ts';
import { busyNotes, type PageWindow, untilAttached, watchPage } from './page-window.ts';
import type { Section } from './report.ts';

const PER_SECOND = 2_000;
const OPTIONS = 5;
const VOTERS = 50_000;
const SETTLE_MS = 1_000;
const ROUNDS = 2;
/** A change of all bars is one; more than so many a second nobody could read. */
const MOST_UPDATES = 4;
const MOST_COST = 1.2;

declare global {
  interface Window {
    /** How often the vote's bars have changed. */
    stagelightBars: number;
  }
}

/** Runs in the page before anything of its own (it must not use anything outside itself). */
function installBars(): void {
  window.stagelightBars = 0;
  const isBar = ({ target }: MutationRecord): boolean =>
    target instanceof Element && target.matches('.sl-vote-option');
  new MutationObserver((records) => {
    if (records.some(isBar)) window.stagelightBars += 1;
  }).observe(document, { attributes: true, attributeFilter: ['style'], subtree: true });
}

/** Everybody votes, again and again, for another option each time. `ballots`: what each said last. */
function votes({ stage }: PageStage, seconds: number, ballots: Map<string, number>): Promise<Fed> {
  const { streamerChannelId: channelId } = stage.simulator;
  let said = 0;
  const next = (): SimEvent => {
    said += 1;
    const option = (said + Math.floor(said / VOTERS)) % OPTIONS;
    const viewer = `viewer-${said % VOTERS}`;
    ballots.set(viewer, option);
    const content = `!${option + 1}`;
    return {
      kind: 'CHAT',
      data: {
        channelId,
        senderChannelId: viewer,
        profile: { nickname: viewer, badges: [] },
        content,
        messageTime: '2026-01-02T03:04:05.678Z',
        emojis: {},
      },
    };
  };
  return feedCrowd(stage.simulator, { next }, PER_SECOND, seconds, (event) => event);
}

async function watched(
  stage: PageStage,
  seconds: number,
  ballots = new Map<string, number>(),
): Promise<{ readonly window: PageWindow; readonly updates: number }> {
  const open: OpenPage = await stage.openPage('overlay', { script: installBars });
  try {
    await untilAttached(open, stage);
    await votes(stage, 2, ballots);
    await delay(systemClock, SETTLE_MS);
    const before = await open.page.evaluate(() => window.stagelightBars);
    const watch = await watchPage(open, stage, () => votes(stage, seconds, ballots), false);
    const updates = (await open.page.evaluate(() => window.stagelightBars)) - before;
    return { window: watch, updates };
  } finally {
    await open.close();
  }
}

/** The same chat with a vote running and without one: what the page's processes take for it. */
export async function benchKitPage(stage: PageStage, seconds: number): Promise<Section> {
  const { witness } = stage;
  const box = { x: 0.68, y: 0.08, width: 0.29, height: 0.33 };
  const widget = { id: 'vote', kind: 'vote', shown: true, box, settings: {} } as const;
  await witness.ask('overlay.set', { layout: [...DEFAULT_OVERLAY.layout, widget] });
  const without: PageWindow[] = [];
  const withVote: { readonly window: PageWindow; readonly updates: number }[] = [];
  let wrong = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    without.push((await watched(stage, seconds)).window);
    await witness.ask('vote.begin', {
      title: 'Bench',
      options: Array.from({ length: OPTIONS }, (_, at) => `option ${at + 1}`),
      voters: 'everyone',
      changeable: true,
      weight: 'equal',
      seconds: null,
      announce: false,
    });
    const ballots = new Map<string, number>();
    withVote.push(await watched(stage, seconds, ballots));
    await witness.ask('vote.end', {});
    wrong += await miscounted(stage, ballots);
    await witness.ask('vote.clear', {});
  }
  return sectionOf(without, withVote, wrong, seconds);
}

/** Votes too many or too few, against a count of what was said. */
async function miscounted(
  { witness }: PageStage,
  ballots: ReadonlyMap<string, number>,
): Promise<number> {
  const { rows } = await witness.ask('show.past', { before: null });
  const outcome = rows[0]?.outcome;
  if (outcome?.kind !== 'vote') throw new Error('The vote is not in the list of what is over.');
  const said = Array.from({ length: OPTIONS }, () => 0);
  for (const option of ballots.values()) said[option] = (said[option] ?? 0) + 1;
  return said.reduce(
    (sum, count, at) => sum + Math.abs(count - (outcome.options[at]?.votes ?? 0)),
    0,
  );
}

function sectionOf(
  without: readonly PageWindow[],
  withVote: readonly { readonly window: PageWindow; readonly updates: number }[],
  wrong: number,
  seconds: number,
): Section {
  const windows = withVote.map(({ window }) => window);
  const mean = (all: readonly PageWindow[]) =>
    all.reduce((sum, window) => sum + costOf(window), 0) / all.length;
  const cost = mean(windows) / mean(without);
  const updates = Math.max(...withVote.map((each) => each.updates / each.window.seconds));
  return {
    title: `Show kit: a vote at ${PER_SECOND.toLocaleString('en-US')} messages a second for ${seconds} s`,
    rows: [
      {
        name: 'Processor time of the page, times the same chat without a vote',
        value: cost,
        text: cost.toFixed(2),
        target: { kind: 'at-most', value: MOST_COST },
      },
      {
        name: 'Changes of the bars, a second',
        value: updates,
        text: updates.toFixed(1),
        target: { kind: 'at-most', value: MOST_UPDATES },
      },
      {
        name: 'Votes miscounted',
        value: wrong,
        text: String(wrong),
        target: { kind: 'equal', value: 0 },
      },
      {
        name: 'Processor time of the page, each message',
        value: mean(windows),
        text: us(mean(windows)),
        baseline: us(mean(without)),
      },
    ],
    notes: busyNotes([...windows, ...without]),
  };
}
