import { benchIpc, type IpcWindow, PLACES, type Place } from './desktop-ipc.ts';
import { benchLoaded, type Loaded, type LoadedFile } from './desktop-loaded.ts';
import { benchStarts, type Start, type Starts } from './desktop-start.ts';
import { hasElectron, makeSmallestApp, type Runtime } from './desktop-world.ts';
import type { Row, Section, Target } from './report.ts';
import { median, percentile, sum } from './stats.ts';

const STARTS = 20;
const FEWEST_STARTS = 3;
const SECONDS_A_START = 3;
const RATES = [10, 100, 1_000, 3_000] as const;
const HIDDEN_RATE = 1_000;
const LONGEST_WINDOW_S = 6;
const SHORTEST_WINDOW_S = 2;
const PAINTED: Target = { kind: 'under', value: 1_500 };
/** One message in 16 ms: no second holds more than 63 of them. */
const ONE_A_FRAME: Target = { kind: 'under', value: 64 };
const NONE: Target = { kind: 'equal', value: 0 };
/** What nobody needs before there is a window. */
const LATER = [
  'node_modules/electron-updater',
  'node_modules/electron-store',
  'electron/simulator',
];

const KILOBYTE = 1024;
const whole = (value: number): string => Math.round(value).toLocaleString('en-US');
const ms = (value: number): string => `${whole(value)} ms`;
const kilobytes = (files: readonly LoadedFile[]): number =>
  sum(files.map(({ bytes }) => bytes)) / KILOBYTE;

function startRow(name: string, starts: Starts, share: number, pick: (start: Start) => number) {
  const own = percentile(starts.own.map(pick), share);
  const base = percentile(starts.smallest.map(pick), share);
  return { name, value: own, text: ms(own), baseline: ms(base), ratio: own / base };
}

/** Times of a stand-in are those of the stand-in: the target is held only against Electron's. */
function startSection(starts: Starts): Section {
  const { runtime, own, smallest, machine } = starts;
  const heading = (start: Start): number => start.headingMs;
  const more = median(own.map(heading)) - median(smallest.map(heading));
  const p95 = startRow('start to painted dashboard, p95', starts, 0.95, heading);
  const ratios = own.map((start, round) => start.headingMs / (smallest[round]?.headingMs ?? 0));
  const [low, middle, high] = [0.25, 0.5, 0.75].map((share) => percentile(ratios, share));
  const times = (value: number | undefined): string => `${(value ?? Number.NaN).toFixed(2)}×`;
  const rows: Row[] = [
    startRow('start to painted dashboard, p50', starts, 0.5, heading),
    runtime.isReal ? { ...p95, target: PAINTED } : p95,
    startRow('  of it until the page loads, p50', starts, 0.5, ({ pageMs }) => pageMs),
    startRow('  first contentful paint, p50', starts, 0.5, ({ firstPaintMs }) => firstPaintMs),
    { name: '  more than the smallest app, p50', value: more, text: ms(more) },
    {
      name: '  against the start just before it, median',
      value: middle ?? Number.NaN,
      text: `${times(middle)} (quartiles ${times(low)} and ${times(high)})`,
    },
    startRow(
      "  main process's processor time, p50",
      starts,
      0.5,
      ({ mainMs }) => mainMs ?? Number.NaN,
    ),
    { name: 'machine meanwhile, cores', value: machine, text: machine.toFixed(1) },
  ];
  const notes = runtime.isReal
    ? []
    : ['times are those of a stand-in for Electron: only the ratio says something.'];
  const title = `Desktop: ${own.length} starts in turns with the smallest app, ${runtime.name}`;
  return { title, rows, notes, details: starts };
}

/** Parts that were loaded too early. @throws when one of them is nowhere: then nothing is proven. */
function tooEarly({ beforeWindow, all }: Loaded): readonly string[] {
  const has = (files: readonly LoadedFile[], part: string): boolean =>
    files.some(({ parts }) => parts.includes(part));
  const missing = LATER.filter((part) => !has(all, part));
  if (missing.length > 0) throw new Error(`Not in the build: ${missing.join(', ')}`);
  return LATER.filter((part) => has(beforeWindow, part));
}

function loadedSection(loaded: Loaded): Section {
  const { beforeWindow, afterWindow, all, builtins } = loaded;
  const early = tooEarly(loaded);
  const filesText = (files: readonly LoadedFile[]): string =>
    `${files.length} files, ${whole(kilobytes(files))} kB`;
  const rows: Row[] = [
    {
      name: 'of the main process before the first window',
      value: kilobytes(beforeWindow),
      text: filesText(beforeWindow),
      baseline: `${filesText(all)} in all`,
      ratio: kilobytes(beforeWindow) / kilobytes(all),
    },
    {
      name: '  updater, settings store or simulator in it',
      value: early.length,
      text: early.join(', ') || '0',
      target: NONE,
    },
    {
      name: '  more until the dashboard is painted',
      value: kilobytes(afterWindow),
      text: filesText(afterWindow),
    },
    { name: "modules of Node's own", value: builtins, text: String(builtins) },
  ];
  return { title: 'Desktop: what is loaded', rows, details: loaded };
}

function trafficRow(window: IpcWindow, place: Place): Row {
  const { fed, shown, rate } = window;
  const { messages, perSecond, mostInASecond, events, bytes, screenFrames } = window.traffic[place];
  const rateText = `${rate.toLocaleString('en-US')} a second`;
  if (!shown) {
    return {
      name: `hidden ${place}, ${rateText}: messages in all`,
      value: messages,
      text: whole(messages),
      baseline: `${whole(fed.events)} events`,
      target: NONE,
    };
  }
  return {
    name: `${place}, ${rateText}`,
    value: mostInASecond,
    text: `${perSecond.toFixed(1)}, most ${mostInASecond}; ${whole(bytes / events)} bytes an event, ${screenFrames.toFixed(0)} frames drawn`,
    baseline: `${whole(events)} of ${whole(fed.events)} events`,
    ratio: messages / events,
    target: ONE_A_FRAME,
  };
}

function mainRow({ rate, shown, main, machine, fed }: IpcWindow): Row {
  const share = main ?? Number.NaN;
  const state = shown ? '' : ', hidden';
  return {
    name: `  main process at ${rate.toLocaleString('en-US')}${state}`,
    value: share,
    text: `${(share * 100).toFixed(0)} % of a core (machine ${machine.toFixed(1)}), sent late by ${fed.latenessP95.toFixed(0)} ms`,
  };
}

function ipcSection(windows: readonly IpcWindow[], runtime: Runtime): Section {
  const rows = windows.flatMap((window) => [
    ...PLACES.map((place) => trafficRow(window, place)),
    mainRow(window),
  ]);
  const title = `Desktop: IPC, messages a second to each window, ${runtime.name}`;
  const notes = ['the baseline of these rows is one message an event.'];
  return { title, rows, notes, details: windows };
}

const SKIPPED: Section = {
  title: 'Desktop: skipped',
  rows: [],
  notes: ['Electron is not on this machine, and nothing that ELECTRON_OVERRIDE_DIST_PATH names.'],
};

/** The desktop app: its start, what it loads for it, and what goes to its windows. */
export async function benchDesktop(seconds: number): Promise<readonly Section[]> {
  if (!hasElectron()) return [SKIPPED];
  const rounds = Math.min(STARTS, Math.max(FEWEST_STARTS, Math.round(seconds / SECONDS_A_START)));
  const window = Math.min(LONGEST_WINDOW_S, Math.max(SHORTEST_WINDOW_S, seconds / 10));
  const smallest = await makeSmallestApp();
  try {
    const starts = await benchStarts(smallest, rounds);
    const loaded = await benchLoaded();
    const ipc = await benchIpc(RATES, HIDDEN_RATE, window);
    return [startSection(starts), loadedSection(loaded), ipcSection(ipc, starts.runtime)];
  } finally {
    smallest.dispose();
  }
}
