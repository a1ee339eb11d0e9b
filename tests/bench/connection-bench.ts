import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { systemClock } from '../../electron/base/clock.ts';
import { type CutShare, sharesUnderCuts } from './cuts-bench.ts';
import {
  crossHandOvers,
  type HandOver,
  type OwnHandOvers,
  type PlainHandOvers,
  SLOW_ROUNDS,
} from './hand-over-bench.ts';
import type { HeapDay } from './heap-day.ts';
import { busyNotes } from './page-window.ts';
import { machineBusySeconds } from './process-time.ts';
import { type Reconnects, reconnectTimes } from './reconnect-bench.ts';
import type { Row, Section, Target } from './report.ts';
import { median, percentile, sum } from './stats.ts';

const MEGABYTE = 1024 * 1024;
const SECONDS_A_RESET = 1.5;
const FEWEST_RESETS = 5;
const MOST_RESETS = 60;
const NONE: Target = { kind: 'equal', value: 0 };
const HEAP: Target = { kind: 'under', value: 5 };
const RECONNECT: Target = { kind: 'under', value: 1_000 };

const ms = (value: number): string => `${value.toFixed(1)} ms`;
const count = (value: number): string => value.toLocaleString('en-US');

/** A whole number of nothing, as a row with the target 0. */
function noneOf(name: string, value: number, text = count(value)): Row {
  return { name, value, text, target: NONE };
}

/** Runs something and tells how much of a core everything else on the machine used meanwhile. */
async function beside<T>(
  run: () => Promise<T>,
  alsoOurs: (result: T) => number = () => 0,
): Promise<{ readonly result: T; readonly others: number }> {
  const begun = systemClock.monotonic();
  const machineBefore = machineBusySeconds();
  const ownBefore = process.cpuUsage();
  const result = await run();
  const seconds = (systemClock.monotonic() - begun) / 1_000;
  const { user, system } = process.cpuUsage(ownBefore);
  const ours = (user + system) / 1_000_000 + alsoOurs(result);
  const others = (machineBusySeconds() - machineBefore - ours) / seconds;
  return { result, others: Math.max(0, others) };
}

/** A day in a process of its own, so that its heap holds nothing else. */
async function heapDay(): Promise<HeapDay> {
  const flags = ['--expose-gc', '--disable-warning=ExperimentalWarning'];
  const script = join(import.meta.dirname, 'heap-day.ts');
  const child = spawn(process.execPath, [...flags, script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const end = (): void => void child.kill();
  process.once('exit', end);
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  process.off('exit', end);
  if (code !== 0) throw new Error(`The simulated day ended with ${code}`);
  return JSON.parse(text) as HeapDay;
}

function othersRow(others: number): Row {
  return {
    name: 'everything else on the machine',
    value: others,
    text: `${(others * 100).toFixed(1)} %`,
  };
}

/** Durations of hand-overs: median and longest, as people read them. */
function spreadText(durations: readonly number[]): string {
  return `${ms(median(durations))}, longest ${ms(percentile(durations, 1))}`;
}

/** Time without a connection at hand-overs of one kind. */
function breakRow(
  name: string,
  kind: HandOver['kind'],
  own: OwnHandOvers,
  plainMs: readonly number[],
): Row {
  const ownMs = own.handOvers.filter((one) => one.kind === kind).map((one) => one.uncoveredMs);
  return {
    name,
    value: median(ownMs),
    text: spreadText(ownMs),
    baseline: spreadText(plainMs),
  };
}

function handOverSection(
  own: OwnHandOvers,
  plain: PlainHandOvers,
  day: HeapDay,
  others: number,
): Section {
  const { renewals, rollOvers, uncoveredMs, published, equalTooMany } = own;
  const lostOf = (lost: number, all: number): string => `${count(lost)} of ${count(all)}`;
  const provenMs = own.handOvers.map((one) => one.provenMs);
  const rows: Row[] = [
    {
      ...noneOf('time without a current connection', uncoveredMs, `${ms(uncoveredMs)} in all`),
      baseline: `${ms(sum([...plain.renewalMs, ...plain.rollOverMs]))} in all`,
    },
    breakRow('  at a renewal, median', 'renewal', own, plain.renewalMs),
    breakRow('  at a new session, median', 'roll-over', own, plain.rollOverMs),
    {
      ...noneOf('events nobody was connected for', own.unheard, lostOf(own.unheard, published)),
      baseline: lostOf(plain.tight.lost, plain.tight.published),
    },
    noneOf('events that did not come out of the core', own.lost, lostOf(own.lost, published)),
    noneOf('events that came twice', own.doubled),
    {
      name: 'equal donations too few (-) or too many',
      value: equalTooMany,
      text: lostOf(equalTooMany, own.equal),
    },
    {
      ...noneOf('events lost at 20 a second', day.lost, lostOf(day.lost, day.published)),
      baseline: `${lostOf(plain.slow.lost, plain.slow.published)}, ${SLOW_ROUNDS} times the hand-overs`,
    },
    {
      name: 'new connection proven after, median',
      value: median(provenMs),
      text: spreadText(provenMs),
    },
    noneOf('rules of the specification broken', own.rulesBroken),
    othersRow(others),
  ];
  const title = `Hand-over, ${renewals} renewals and ${rollOvers} new sessions in ${own.hours.toFixed(0)} simulated hours, an event in every turn`;
  return { title, rows, notes: busyNotes([{ others }]), details: { own, plain } };
}

function reconnectSection({ own, plainMs, rulesBroken }: Reconnects, others: number): Section {
  const totals = own.map(({ totalMs }) => totalMs);
  const rests = own.map(({ totalMs, waitedMs }) => totalMs - waitedMs);
  const waits = own.map(({ waitedMs }) => waitedMs);
  const row = (name: string, share: number): Row => ({
    name: `first event after a reset, ${name}`,
    value: percentile(totals, share),
    text: ms(percentile(totals, share)),
    baseline: ms(percentile(plainMs, share)),
    ratio: percentile(totals, share) / percentile(plainMs, share),
  });
  const part = (name: string, values: readonly number[]): Row => ({
    name: `  ${name}, p95`,
    value: percentile(values, 0.95),
    text: `${ms(percentile(values, 0.95))} (${ms(percentile(values, 0))} to ${ms(percentile(values, 1))})`,
  });
  const rows: Row[] = [
    row('p50', 0.5),
    { ...row('p95', 0.95), target: RECONNECT },
    row('longest', 1),
    part('of it waited on purpose', waits),
    part('of it everything else', rests),
    noneOf('rules of the specification broken', rulesBroken),
    othersRow(others),
  ];
  const title = `Reconnect, ${own.length} resets, real time over loopback`;
  return { title, rows, notes: busyNotes([{ others }]), details: { own, plainMs } };
}

function cutsSection(shares: readonly CutShare[], others: number): Section {
  const rows = shares.map(
    ({ everySeconds, least, percentLive, callsAMinute }): Row => ({
      name: `cut every ${everySeconds} s: live, percent`,
      value: percentLive,
      text: `${percentLive.toFixed(1)} % (${callsAMinute.toFixed(1)} calls a minute)`,
      target: { kind: 'at-least', value: least },
    }),
  );
  const title = 'Cuts in a row, ten simulated minutes each';
  return {
    title,
    rows: [...rows, othersRow(others)],
    notes: busyNotes([{ others }]),
    details: shares,
  };
}

function heapSection(day: HeapDay, others: number): Section {
  const [first = Number.NaN] = day.heap;
  const last = day.heap.at(-1) ?? Number.NaN;
  const growth = (last - first) / MEGABYTE;
  const late = (last - (day.heap[1] ?? Number.NaN)) / MEGABYTE;
  const steps = day.heap.map((bytes, index) => {
    return `${(bytes / MEGABYTE).toFixed(2)} at ${day.hours[index]} h`;
  });
  const rows: Row[] = [
    {
      name: 'heap growth after collection',
      value: growth,
      text: `${growth.toFixed(2)} MB (${steps.join(', ')})`,
      target: HEAP,
    },
    {
      name: '  from 12 h on, when every list is full',
      value: late,
      text: `${late.toFixed(2)} MB`,
      target: HEAP,
    },
    noneOf('events lost', day.lost, `${count(day.lost)} of ${count(day.published)}`),
    noneOf('events that came twice', day.doubled),
    { name: 'renewals', value: day.renewals, text: count(day.renewals) },
    { name: 'new sessions', value: day.rollOvers, text: count(day.rollOvers) },
    othersRow(others),
  ];
  const title = 'Heap of core and simulator, 24 simulated hours at 20 events/s';
  return { title, rows, notes: busyNotes([{ others }]), details: day };
}

/** Hand-over, reconnect, cuts in a row and heap. `seconds` scales the number of resets. */
export async function benchConnection(seconds: number): Promise<Section[]> {
  const wanted = Math.round(seconds / SECONDS_A_RESET);
  const resets = Math.min(MOST_RESETS, Math.max(FEWEST_RESETS, wanted));
  const handOvers = await beside(crossHandOvers);
  const reconnects = await beside(() => reconnectTimes(resets));
  const cuts = await beside(sharesUnderCuts);
  const day = await beside(heapDay, ({ processorSeconds }) => processorSeconds);
  const { own, plain } = handOvers.result;
  return [
    handOverSection(own, plain, day.result, handOvers.others),
    reconnectSection(reconnects.result, reconnects.others),
    cutsSection(cuts.result, cuts.others),
    heapSection(day.result, day.others),
  ];
}
