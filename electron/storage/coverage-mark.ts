import { z } from 'zod';
import {
  type CoverageMark,
  SUBSCRIPTION_KINDS,
  type SubscriptionKind,
} from '../../shared/connection-history.ts';
import { isJsonObject, parseJson } from '../../shared/json.ts';
import type { Row } from './rows.ts';

const kindMark = z.object({ received: z.number(), proved: z.number() }).optional();
const markSchema = z.object({ chat: kindMark, donation: kindMark, subscription: kindMark });

/** The same for these kinds; left out: for all, where nobody told them apart. */
export function markOfAll(
  at: number,
  kinds: readonly SubscriptionKind[] = SUBSCRIPTION_KINDS,
): CoverageMark {
  return Object.fromEntries(kinds.map((kind) => [kind, { received: at, proved: at }]));
}

/** The mark with each of its times changed. */
export function mappedMark(mark: CoverageMark, change: (time: number) => number): CoverageMark {
  const changed = Object.entries(mark).map(([kind, { received, proved }]) => [
    kind,
    { received: change(received), proved: change(proved) },
  ]);
  return Object.fromEntries(changed);
}

/** null: it is no mark. */
export function readMark(text: string): CoverageMark | null {
  const read = markSchema.safeParse(parseJson(text)).data;
  if (!read) return null;
  const named = SUBSCRIPTION_KINDS.flatMap((kind) => {
    const mark = read[kind];
    return mark ? [[kind, mark] as const] : [];
  });
  return Object.fromEntries(named);
}

/** Whether less was received than an earlier mark says, which must not outlive that. */
export function goesBack(before: CoverageMark, mark: CoverageMark): boolean {
  return SUBSCRIPTION_KINDS.some((kind) => {
    const [last, now] = [before[kind]?.received, mark[kind]?.received];
    return now !== undefined && (last === undefined || now < last);
  });
}

/** Of each kind only what both marks say was received. */
export function lesserMark(before: CoverageMark, mark: CoverageMark): CoverageMark {
  const lesser = SUBSCRIPTION_KINDS.flatMap((kind) => {
    const [last, now] = [before[kind], mark[kind]];
    if (!now) return [];
    const received = Math.min(now.received, last?.received ?? now.received);
    const proved = Math.min(now.proved, last?.proved ?? now.proved);
    return [[kind, { received, proved }] as const];
  });
  return Object.fromEntries(lesser);
}

/**
 * What the ledger's row holds of a mark: when anything was received last, and all of it as JSON.
 * `clockAhead`: how far this computer's clock was ahead of the platform's; null: not known.
 */
export function markCells(
  mark: CoverageMark | null,
  clockAhead: number | null = null,
): readonly [number | null, string | null] {
  if (mark === null) return [null, null];
  const received = Object.values(mark).map((one) => one.received);
  if (received.length === 0) return [null, null];
  const text = JSON.stringify(clockAhead === null ? mark : { ...mark, clockAhead });
  return [Math.floor(Math.max(...received)), text];
}

/** How far the clock was ahead of the platform's when the mark was made; null: not known. */
export function clockAheadIn(row: Row | undefined): number | null {
  const text = row?.['mark'];
  const read = typeof text === 'string' ? parseJson(text) : null;
  const ahead = isJsonObject(read) ? read['clockAhead'] : null;
  return typeof ahead === 'number' ? ahead : null;
}

/** The mark in the ledger's row; null: there is none. Before kinds were told apart it had one time. */
export function markIn(row: Row | undefined): CoverageMark | null {
  const [at, text] = [row?.['heard_at'], row?.['mark']];
  if (typeof at !== 'number') return null;
  return (typeof text === 'string' ? readMark(text) : null) ?? markOfAll(at);
}
