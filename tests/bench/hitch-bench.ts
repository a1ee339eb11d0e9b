import { monitorEventLoopDelay } from 'node:perf_hooks';
import { receiveText } from '../support/receive-text.ts';
import { type CoreWorld, openCoreWorld, type RigDisk, SLOW_SYNC_MS } from './core-world.ts';
import { Crowd, frameOf } from './crowd.ts';
import type { Row, Section } from './report.ts';
import { percentile, spread } from './stats.ts';

const EVENTS_A_SECOND = 1_000;
const LONGEST_S = 10;
const ROUNDS = 3;
/** How often events come in, and how finely delays are seen, milliseconds. */
const TICK_MS = 2;
/** The half of a frame: a window that is drawn 60 times a second misses none. */
const TARGET_MS = 8;

interface Round {
  /** Of the event loop, milliseconds. */
  readonly p99: number;
  readonly longest: number;
  /** From a frame of something with a value to its batch, p95 in milliseconds. */
  readonly shownAfter: number;
}

/** Feeds what is due of 1,000 events a second, and counts until the last has come out. */
async function feed(world: CoreWorld, frames: readonly string[]): Promise<readonly number[]> {
  const arrived = new Map<number, number>();
  const waits: number[] = [];
  let out = 0;
  world.hub.onBatch(({ events }) => {
    const now = performance.now();
    for (const { seq, kind } of events) {
      if (kind !== 'CHAT') waits.push(now - (arrived.get(seq) ?? Number.NaN));
    }
    out += events.length;
  });
  const first = world.hub.lastSeq + 1;
  const began = performance.now();
  let fed = 0;
  while (out < frames.length) {
    await new Promise((resolve) => setTimeout(resolve, TICK_MS));
    const due = Math.min(
      frames.length,
      Math.floor(((performance.now() - began) * EVENTS_A_SECOND) / 1_000),
    );
    for (; fed < due; fed += 1) {
      arrived.set(first + fed, performance.now());
      receiveText(world.hub, frames[fed] ?? '');
    }
  }
  return waits;
}

async function measure(disk: RigDisk, frames: readonly string[]): Promise<Round> {
  const world = await openCoreWorld(true, disk);
  const delays = monitorEventLoopDelay({ resolution: 1 });
  try {
    delays.enable();
    const waits = await feed(world, frames);
    delays.disable();
    return {
      p99: delays.percentile(99) / 1e6,
      longest: delays.max / 1e6,
      shownAfter: percentile(waits, 0.95),
    };
  } finally {
    delays.disable();
    await world.dispose();
  }
}

/** What a disk that takes 20 ms for each sync costs the thread that draws windows as well. */
export async function benchHitches(seconds: number): Promise<Section> {
  const length = Math.min(seconds, LONGEST_S);
  const crowd = new Crowd('channel-1', 'https://img.example', 3);
  const frames = Array.from({ length: length * EVENTS_A_SECOND }, () => frameOf(crowd.next()));
  const ours: Round[] = [];
  const blocking: Round[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    ours.push(await measure('slow-beside', frames));
    blocking.push(await measure('slow-in-commits', frames));
  }
  const rowOf = (name: string, field: keyof Round): Row => {
    const own = spread(ours.map((round) => round[field]));
    const other = spread(blocking.map((round) => round[field]));
    return {
      name,
      value: own.median,
      text: `${own.median.toFixed(1)} ms (${own.min.toFixed(1)} to ${own.max.toFixed(1)})`,
      baseline: `${other.median.toFixed(1)} ms`,
      ratio: own.median / other.median,
    };
  };
  return {
    title: `Hitches, ${EVENTS_A_SECOND} events a second for ${length} s on a disk whose syncs take ${SLOW_SYNC_MS} ms, ${ROUNDS} rounds: median`,
    rows: [
      {
        ...rowOf('event loop delay of the main thread, p99', 'p99'),
        target: { kind: 'at-most', value: TARGET_MS },
      },
      rowOf('the longest one', 'longest'),
      rowOf('something of value shown after it came, p95', 'shownAfter'),
    ],
    notes: ['The baseline waits for the disk in each commit. 1 ms of a delay is the look itself.'],
  };
}
