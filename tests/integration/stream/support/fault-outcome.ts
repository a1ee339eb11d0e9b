import { subscriptionBringing } from '../../../../electron/session/subscriptions.ts';
import type { Published, RecordedGap } from './fault-stage.ts';
import { kindOf } from './numbered-events.ts';
import type { Call } from './watched-network.ts';

/** What a stage has seen. */
export interface Seen {
  readonly published: readonly Published[];
  /** Numbers in the order in which they came. */
  readonly received: readonly number[];
  readonly gaps: readonly RecordedGap[];
}

/** What a row came to. Times in milliseconds. */
export interface Outcome {
  readonly published: number;
  readonly received: number;
  /** Not received, and inside a recorded gap. */
  readonly inGaps: number;
  /** Numbers of events that were not received although no gap was recorded. */
  readonly lost: readonly number[];
  readonly doubled: readonly number[];
  readonly gapMs: number;
  readonly liveAgainMs: number;
}

/** Published times are whole milliseconds, those of gaps are not. */
const ROUNDING_MS = 1;

export function outcomeOf({ published, received, gaps }: Seen, struckAt: number): Outcome {
  const counts = new Map<number, number>();
  for (const number of received) counts.set(number, (counts.get(number) ?? 0) + 1);
  const missing = published.filter(({ number }) => !counts.has(number));
  const isCovered = ({ number, at, wallAt }: Published): boolean => {
    const kind = subscriptionBringing(kindOf(number));
    return gaps
      .filter(({ gap }) => gap.kinds.includes(kind))
      .some(({ gap, ahead }) =>
        [wallAt, at + ahead].some(
          (time) => time >= gap.from - ROUNDING_MS && time <= gap.to + ROUNDING_MS,
        ),
      );
  };
  const lost = missing.filter((event) => !isCovered(event));
  const last = gaps.at(-1);
  return {
    published: published.length,
    received: counts.size,
    inGaps: missing.length - lost.length,
    lost: lost.map(({ number }) => number),
    doubled: [...counts].filter(([, count]) => count > 1).map(([number]) => number),
    gapMs: gaps.reduce((sum, { gap }) => sum + gap.to - gap.from, 0),
    liveAgainMs: last ? last.closedAt - struckAt : 0,
  };
}

/** The most calls to one operation within any second. */
export function worstSecond(calls: readonly Call[]): {
  readonly operation: string;
  readonly calls: number;
  /** When the last of them was made. */
  readonly at: number;
} {
  let worst = { operation: 'none', calls: 0, at: 0 };
  for (const [operation, times] of byOperation(calls)) {
    let first = 0;
    for (const [index, at] of times.entries()) {
      while ((times[first] ?? at) <= at - 1_000) first += 1;
      if (index - first + 1 > worst.calls) worst = { operation, calls: index - first + 1, at };
    }
  }
  return worst;
}

/** The waits between calls to an operation. */
export function waitsBetween(calls: readonly Call[], operation: string): number[] {
  const times = byOperation(calls).get(operation) ?? [];
  return times.slice(1).map((at, index) => at - (times[index] ?? at));
}

function byOperation(calls: readonly Call[]): ReadonlyMap<string, readonly number[]> {
  const times = new Map<string, number[]>();
  for (const { at, operation } of calls) {
    const known = times.get(operation);
    if (known) known.push(at);
    else times.set(operation, [at]);
  }
  return times;
}

const COLUMNS = [
  'fault',
  'published',
  'received',
  'in gaps',
  'lost',
  'doubled',
  'gap',
  'live again',
];

export interface TableRow {
  readonly name: string;
  readonly outcome: Outcome;
  /** What the app says instead of being live; null: it is live. */
  readonly end: string | null;
}

/** A Markdown table of all rows. */
export function tableOf(rows: readonly TableRow[]): string {
  const seconds = (ms: number): string => (ms === 0 ? '0' : `${(ms / 1_000).toFixed(1)} s`);
  const cells = rows.map(({ name, outcome, end }) => [
    name,
    outcome.published,
    outcome.received,
    outcome.inGaps,
    outcome.lost.length,
    outcome.doubled.length,
    seconds(outcome.gapMs),
    end ?? seconds(outcome.liveAgainMs),
  ]);
  const line = (fields: readonly (string | number)[]): string => `| ${fields.join(' | ')} |`;
  return [line(COLUMNS), line(COLUMNS.map(() => '---')), ...cells.map(line)].join('\n');
}
