import { heapInUse } from '../integration/stream/support/heap.ts';
import { LongRun } from '../integration/stream/support/long-run.ts';

/** What a simulated day did to this process; one line of JSON on standard output. */
export interface HeapDay {
  readonly hours: readonly number[];
  /** Bytes in use after collection at each of the hours. */
  readonly heap: readonly number[];
  readonly published: number;
  readonly received: number;
  readonly lost: number;
  readonly doubled: number;
  readonly renewals: number;
  readonly rollOvers: number;
  /** Of this process, all threads. */
  readonly processorSeconds: number;
}

const HOUR = 3_600_000;
const HOURS = [1, 12, 24] as const;
const EVENTS_PER_SECOND = 20;

async function liveADay(): Promise<HeapDay> {
  const run = await LongRun.open({ eventsPerSecond: EVENTS_PER_SECOND, hours: 24 });
  try {
    await run.goLive();
    const heap: number[] = [];
    let passed = 0;
    for (const hour of HOURS) {
      await run.pass((hour - passed) * HOUR);
      passed = hour;
      heap.push(heapInUse());
    }
    const { events } = run.app.core.keeper.recorder.connectionHistory;
    const times = (name: string): number => events.filter((event) => event.name === name).length;
    const figures = { renewals: times('renewed'), rollOvers: times('rolled-over') };
    await run.stop();
    const { lost, doubled, equalTooMany } = run.roll.verdict();
    const { user, system } = process.cpuUsage();
    return {
      ...figures,
      hours: HOURS,
      heap,
      published: run.audience.count,
      received: run.roll.received,
      lost: lost + Math.max(0, -equalTooMany),
      doubled: doubled + Math.max(0, equalTooMany),
      processorSeconds: (user + system) / 1_000_000,
    };
  } finally {
    await run.dispose();
  }
}

process.stdout.write(`${JSON.stringify(await liveADay())}\n`);
