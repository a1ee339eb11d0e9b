import { HOUR, type Schedule, type Step } from './schedule.ts';

/** Whether a schedule still fails as the first one did. */
export type StillFails = (schedule: Schedule) => Promise<boolean>;

/**
 * The shortest schedule found that still fails: what comes behind the failure is cut off, then ever
 * smaller parts are left out, then every wait is made shorter.
 */
export async function shrunk(schedule: Schedule, stillFails: StillFails): Promise<Schedule> {
  const shorter = await withoutTail(schedule, stillFails);
  const fewer = await withFewerSteps(shorter, stillFails);
  return withShorterTimes(fewer, stillFails);
}

async function withoutTail(schedule: Schedule, stillFails: StillFails): Promise<Schedule> {
  let best = schedule;
  for (let [least, most] = [0, schedule.steps.length]; least < most; ) {
    const middle = Math.floor((least + most) / 2);
    const tried = endingBehind({ ...schedule, steps: schedule.steps.slice(0, middle) });
    if (await stillFails(tried)) {
      best = tried;
      most = middle;
    } else least = middle + 1;
  }
  return best;
}

/** Leaves out halves, quarters, and so on, down to single steps (Zeller's delta debugging). */
async function withFewerSteps(schedule: Schedule, stillFails: StillFails): Promise<Schedule> {
  let best = schedule;
  for (let size = Math.ceil(best.steps.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let from = 0; from < best.steps.length; ) {
      const steps = best.steps.filter((_, at) => at < from || at >= from + size);
      const tried = { ...best, steps };
      if (steps.length < best.steps.length && (await stillFails(tried))) best = tried;
      else from += size;
    }
  }
  return endingBehind(best);
}

async function withShorterTimes(schedule: Schedule, stillFails: StillFails): Promise<Schedule> {
  let best = schedule;
  for (const at of schedule.steps.keys()) {
    for (let halved = halfAsLong(best, at); halved && (await stillFails(halved)); ) {
      best = halved;
      halved = halfAsLong(best, at);
    }
  }
  return best;
}

/** null: nothing of this step can be shorter. */
function halfAsLong(schedule: Schedule, at: number): Schedule | null {
  const step = schedule.steps[at];
  if (!step) return null;
  const shorter = Object.entries(step.deed).map(([name, value]) =>
    typeof value === 'number' && name.endsWith('Ms') && Math.abs(value) > 1_000
      ? [name, Math.round(value / 2)]
      : [name, value],
  );
  const deed = Object.fromEntries(shorter) as Step['deed'];
  if (JSON.stringify(deed) === JSON.stringify(step.deed)) return null;
  return { ...schedule, steps: schedule.steps.with(at, { ...step, deed }) };
}

/** Time enough behind the last step for it to be found. */
function endingBehind(schedule: Schedule): Schedule {
  const lastMs = schedule.steps.at(-1)?.atMs ?? 0;
  return { ...schedule, hours: Math.min(schedule.hours, Math.ceil(lastMs / HOUR) + 1) };
}
