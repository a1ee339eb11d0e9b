import type { Schedule } from './schedule.ts';
import { faultsOf } from './verdict.ts';
import { playSchedule } from './world.ts';

/** What a schedule came to. */
export interface Judged {
  /** Empty: every promise was kept. */
  readonly faults: readonly string[];
  readonly sent: number;
  readonly gaps: number;
  readonly calls: number;
}

/** Plays a schedule and judges it from outside, by what the platform knows. `say`: hears everything that happens. */
export async function judged(schedule: Schedule, say?: (line: string) => void): Promise<Judged> {
  const played = await playSchedule(schedule, say);
  try {
    const { sent, gaps, calls } = played;
    return { faults: faultsOf(played), sent: sent.length, gaps: gaps.length, calls: calls.length };
  } finally {
    await played.dispose();
  }
}
