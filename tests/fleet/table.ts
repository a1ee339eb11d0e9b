import type { RunResult, RunWish } from './fault-run.ts';
import { type Blow, judge, type Recovery, type Verdict } from './judge.ts';

/** A killed host's channels are heard again within this. */
const RECOVERY_MOST_MS = 25_000;
const MOST_SESSIONS = 3;
const SHOWN = 5;
const HOUR_MS = 3_600_000;

export interface Outcome {
  /** One line a promise: what it is, what was seen, and whether it was kept. */
  readonly promises: readonly Promised[];
  readonly lines: readonly string[];
}

interface Promised {
  readonly name: string;
  readonly seen: string;
  readonly kept: boolean;
}

/** Whether the fleet kept its promises, and the table of the run in Markdown. */
export function outcomeOf(wish: RunWish, result: RunResult): Outcome {
  const verdict = judge(result.record);
  const promises = promisesOf(verdict, result);
  const rows = [...circumstances(wish, result, verdict), ...recoveryRows(verdict.recoveries)];
  const lines = [
    '| | |',
    '|---|---|',
    ...rows.map(([name, seen]) => `| ${name} | ${seen} |`),
    ...promises.map(({ name, seen, kept }) => `| ${name} | ${seen}${kept ? '' : ' **broken**'} |`),
  ];
  return { promises, lines };
}

function circumstances(
  { channels, seconds, timeScale, seed }: RunWish,
  { plan, record }: RunResult,
  { sent, written, unheard, lostInGaps }: Verdict,
): [string, string][] {
  const hours = (seconds * 1_000 * timeScale) / HOUR_MS;
  const count = (kind: string): number => plan.filter((fault) => fault.kind === kind).length;
  const faults = [
    `hosts killed ${count('host-killed')}×`,
    `NATS servers killed ${count('nats-killed')}×`,
    `hosts paused for 30 s ${count('host-paused')}×`,
    `hosts cut from NATS for 20 s ${count('host-cut')}×`,
  ];
  const { platform, words, books } = record;
  const starts = words.filter(({ state }) => state === 'started').length;
  return [
    ['Channels, seconds, hours of the platform', `${channels}, ${seconds}, ${hours.toFixed(1)}`],
    ['Faults', `${faults.join(', ')} (seed ${seed})`],
    ['Events with a value, sent / written', `${whole(sent)} / ${whole(written)}`],
    ['Sent while no connection was there', whole(unheard)],
    ['Reached a connection and were not written, in a recorded gap', whole(lostInGaps)],
    ['Channels started, gaps recorded', `${whole(starts)}, ${whole(books.gaps.length)}`],
    [
      'Sessions, connections, sign-ins renewed',
      `${whole(platform.sessionsCreated)}, ${whole(platform.connections)}, ${platform.refreshes}`,
    ],
  ];
}

const TITLES: Readonly<Record<Blow['kind'], string>> = {
  'host-killed': 'Killed host, no other fault meanwhile: its channels are heard again after',
  'host-paused': 'Paused host: the same',
  'host-cut': 'Host without NATS: the same',
};

function recoveryRows(recoveries: readonly Recovery[]): [string, string][] {
  const rows = (['host-killed', 'host-paused', 'host-cut'] as const).map(
    (kind): [string, string] => [
      TITLES[kind],
      timesOf(single(recoveries).filter((one) => one.kind === kind)),
    ],
  );
  const withNats = recoveries.filter(({ natsToo, hitAgain }) => natsToo && !hitAgain);
  const twice = recoveries.filter(({ hitAgain }) => hitAgain);
  return [
    ...rows,
    ['Any of them, and a NATS server was killed meanwhile', timesOf(withNats)],
    ['Any of them, and the next host was struck too', timesOf(twice)],
  ];
}

function timesOf(recoveries: readonly Recovery[]): string {
  const sorted = recoveries.flatMap(({ ms }) => ms ?? []).toSorted((a, b) => a - b);
  if (sorted.length === 0) return 'none';
  const at = (share: number): string => {
    const index = Math.min(sorted.length - 1, Math.floor(share * sorted.length));
    return `${((sorted[index] ?? 0) / 1_000).toFixed(1)} s`;
  };
  return `min ${at(0)}, median ${at(0.5)}, p95 ${at(0.95)}, max ${at(1)} (${sorted.length})`;
}

/** Those that no other fault struck on their way. */
function single(recoveries: readonly Recovery[]): readonly Recovery[] {
  return recoveries.filter(({ hitAgain, natsToo }) => !hitAgain && !natsToo);
}

function promisesOf(verdict: Verdict, { record, startMs, endMs, failures }: RunResult): Promised[] {
  const { platform } = record;
  const killed = single(verdict.recoveries).filter(({ kind }) => kind === 'host-killed');
  const late = killed.filter(({ ms }) => ms === null || ms > RECOVERY_MOST_MS);
  return [
    none(
      'Events that reached a connection and are neither written nor in a recorded gap',
      verdict.lost,
    ),
    none(
      'Events that reached a connection while no host was killed, and were not written',
      verdict.dropped,
    ),
    none('Events that are written twice', verdict.twice),
    none('Events that no connection had and no recorded gap covers', verdict.silent),
    none('Epochs that two owners had', verdict.sharedEpochs),
    none('Epochs and numbers under which two hosts wrote', verdict.clashes),
    none(
      'Channels of a killed host that were not heard within 25 s',
      late.map(({ channelId, ms }) => `${channelId}: ${ms ?? 'never'}`),
    ),
    {
      name: 'Most sessions of a user at once, and how often one more was asked for',
      seen: `${platform.mostSessions}, ${platform.overLimit.length}`,
      kept: platform.mostSessions <= MOST_SESSIONS && platform.overLimit.length === 0,
    },
    none(
      'Sign-ins refused',
      Array.from({ length: platform.refusedRefreshes }, () => 'a refresh'),
    ),
    none('Rules of the platform that were broken', platform.brokenRules),
    none('Hosts that ended by themselves', failures),
    {
      name: 'All channels heard at the start, and again after the last fault',
      seen: `${seconds(startMs)}, ${seconds(endMs)}`,
      kept: startMs !== null && endMs !== null,
    },
  ];
}

function none(name: string, found: readonly string[]): Promised {
  const some = found.slice(0, SHOWN).join('; ');
  return {
    name,
    seen: found.length === 0 ? '0' : `${found.length}: ${some}`,
    kept: found.length === 0,
  };
}

const seconds = (ms: number | null): string =>
  ms === null ? 'never' : `${(ms / 1_000).toFixed(1)} s`;
const whole = (value: number): string => value.toLocaleString('en-US');
