import { judged } from './judged.ts';
import { hoursOf, type Schedule, scheduleOf } from './schedule.ts';
import { shrunk } from './shrink.ts';

/** One schedule that a process is to play; `hours` null: by its number. */
export interface Order {
  readonly seed: number;
  readonly hours: number | null;
  readonly log: boolean;
  readonly keep: boolean;
}

export type Answer =
  | { readonly type: 'line'; readonly line: string }
  | {
      readonly type: 'done';
      readonly seed: number;
      readonly hours: number;
      readonly failed: boolean;
    };

const answer = (said: Answer): void => void process.send?.(said);
const say = (line: string): void => answer({ type: 'line', line });

async function play({ seed, hours, log, keep }: Order): Promise<void> {
  const schedule = scheduleOf(seed, hours ?? hoursOf(seed));
  const { faults, sent, gaps, calls } = await judged(schedule, log ? say : undefined);
  const figures = `${schedule.hours} hours, ${schedule.steps.length} deeds, ${sent} events, ${gaps} gaps, ${calls} calls`;
  say(`${faults.length > 0 ? '✗' : '✓'} ${seed}: ${figures}`);
  for (const fault of faults) say(`    ${fault}`);
  const failed = faults.length > 0;
  if (failed && !keep) say(rowOf(await shrunk(schedule, failingLike(faults))));
  answer({ type: 'done', seed, hours: schedule.hours, failed });
}

/** A fault of the same sort, whatever its numbers. */
function failingLike(faults: readonly string[]): (schedule: Schedule) => Promise<boolean> {
  const sortOf = (fault: string): string => fault.replace(/[\d:(].*$/, '');
  const sorts = new Set(faults.map(sortOf));
  return async (schedule) => {
    const again = await judged(schedule);
    return again.faults.some((fault) => sorts.has(sortOf(fault)));
  };
}

/** For `CHAOS_ROWS` of the fault matrix. */
function rowOf(schedule: Schedule): string {
  return `  { name: 'seed ${schedule.seed}', schedule: ${JSON.stringify(schedule)} },`;
}

process.on('message', (order: Order) => {
  play(order).catch((failure: unknown) => {
    process.stderr.write(`${order.seed}: ${String(failure)}\n`);
    process.exit(1);
  });
});
