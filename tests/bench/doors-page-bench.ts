import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { delay, systemClock } from '../../electron/base/clock.ts';
import { makeApiKey } from '../support/api-key.ts';
import { openDashboard } from '../support/open-dashboard.ts';
import { chatOnly, costOf, ms, us } from './overlay-pages.ts';
import type { OpenPage, PageStage } from './page-stage.ts';
import { busyNotes, type PageWindow, untilAttached, watchPage } from './page-window.ts';
import type { Section } from './report.ts';
import { percentile, spread } from './stats.ts';

const PROGRAMS = 50;
const PER_SECOND = 500;
const ROUNDS = 6;
const WINDOW_S = 8;
const WARM_UP_S = 4;
const SETTLE_MS = 1_000;
/** The overlay's figures stay within 5 %. */
const MOST = 1.05;

/** The overlay's port, and a key that reads events. */
interface Door {
  readonly port: string;
  readonly key: string;
}

async function openDoor({ host }: PageStage): Promise<Door> {
  const ready = await host.waitFor(({ type }) => type === 'ready');
  const { port } = new URL(String(ready['overlayUrl']));
  const desk = await openDashboard(String(ready['dashboardUrl']));
  const key = await makeApiKey(host, desk, ['events:read']);
  desk.close();
  return { port, key };
}

/** A process with programs that follow all events, until it is killed. */
async function startPrograms({ port, key }: Door): Promise<ChildProcess> {
  const file = fileURLToPath(new URL('./api-programs.ts', import.meta.url));
  const env = { ...process.env, STAGELIGHT_PORT: port, STAGELIGHT_API_KEY: key };
  const child = spawn(process.execPath, [file], {
    env: { ...env, PROGRAMS: String(PROGRAMS) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit').then(() => {
    throw new Error('The programs ended before they listened.');
  });
  await Promise.race([once(child.stdout, 'data'), ended]);
  return child;
}

async function endPrograms(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

/**
 * The same page and chat, beside programs that follow all events and without them, by turns: what
 * the page takes for a message, and how late it is painted.
 */
export async function benchDoorsPage(stage: PageStage, seconds: number): Promise<Section> {
  const open = await stage.openPage('overlay');
  try {
    const door = await openDoor(stage);
    await untilAttached(open, stage);
    await chatOnly(stage, PER_SECOND, WARM_UP_S);
    const length = Math.min(WINDOW_S, seconds);
    const pairs: Pair[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      pairs.push(
        await takeTurns({ open, stage, door, seconds: length, aloneFirst: round % 2 === 0 }),
      );
    }
    return sectionOf(pairs);
  } finally {
    await open.close();
  }
}

interface Turn {
  readonly open: OpenPage;
  readonly stage: PageStage;
  readonly door: Door;
  readonly seconds: number;
  readonly aloneFirst: boolean;
}

interface Pair {
  readonly alone: PageWindow;
  readonly beside: PageWindow;
}

/** Each goes first in half of the rounds: what comes second has a warmer page. */
async function takeTurns({ open, stage, door, seconds, aloneFirst }: Turn): Promise<Pair> {
  const watch = () => watchPage(open, stage, () => chatOnly(stage, PER_SECOND, seconds), true);
  const watchBeside = async (): Promise<PageWindow> => {
    const programs = await startPrograms(door);
    try {
      await delay(systemClock, SETTLE_MS);
      return await watch();
    } finally {
      await endPrograms(programs);
      await delay(systemClock, SETTLE_MS);
    }
  };
  if (aloneFirst) return { alone: await watch(), beside: await watchBeside() };
  const beside = await watchBeside();
  return { alone: await watch(), beside };
}

const p95 = ({ latencies }: PageWindow): number => percentile(latencies, 0.95);

function sectionOf(pairs: readonly Pair[]): Section {
  const ratioOf = (of: (window: PageWindow) => number) =>
    spread(pairs.map(({ alone, beside }) => of(beside) / of(alone)));
  const medianOf = (of: (window: PageWindow) => number, which: keyof Pair) =>
    spread(pairs.map((pair) => of(pair[which]))).median;
  const cost = ratioOf(costOf);
  const late = ratioOf(p95);
  return {
    title: `API: the overlay beside ${PROGRAMS} programs at ${PER_SECOND} events a second, ${ROUNDS} rounds by turns`,
    rows: [
      {
        name: "Page's processor time for a message, times that without programs",
        value: cost.median,
        text: `${us(medianOf(costOf, 'beside'))} (${cost.min.toFixed(2)} to ${cost.max.toFixed(2)})`,
        baseline: us(medianOf(costOf, 'alone')),
        ratio: cost.median,
        target: { kind: 'at-most', value: MOST },
      },
      {
        name: 'From the simulator to the page, p95',
        value: late.median,
        text: `${ms(medianOf(p95, 'beside'))} (${late.min.toFixed(2)} to ${late.max.toFixed(2)})`,
        baseline: ms(medianOf(p95, 'alone')),
        ratio: late.median,
        target: { kind: 'at-most', value: MOST },
      },
      {
        name: 'Frames of the page, a second',
        value: medianOf(framesOf, 'beside'),
        text: medianOf(framesOf, 'beside').toFixed(1),
        baseline: medianOf(framesOf, 'alone').toFixed(1),
        ratio: ratioOf(framesOf).median,
      },
      {
        name: "The host's processor time, share of a core",
        value: medianOf(hostOf, 'beside'),
        text: medianOf(hostOf, 'beside').toFixed(2),
        baseline: medianOf(hostOf, 'alone').toFixed(2),
      },
    ],
    notes: [
      ...busyNotes(pairs.map(({ alone }) => alone)),
      'The programs are a process of their own on the same computer: they take processor time from the page.',
    ],
  };
}

const framesOf = ({ frames, seconds }: PageWindow): number => frames.length / seconds;
const hostOf = ({ host }: PageWindow): number => host ?? Number.NaN;
