import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';

/** Linux counts in hundredths of a second, whatever the kernel's own tick is. */
const TICKS_A_SECOND = 100;

/** Processor time of a process so far, all threads; null where the system does not tell. */
export function hostCpuSeconds(pid: number | undefined): number | null {
  if (process.platform !== 'linux' || pid === undefined) return null;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may hold anything; the fields behind it are numbers.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;
  } catch {
    return null;
  }
}

/** Seconds that all cores together have been busy since the machine started. */
export function machineBusySeconds(): number {
  return cpus().reduce(
    (total, { times }) => total + (times.user + times.nice + times.sys + times.irq) / 1_000,
    0,
  );
}
