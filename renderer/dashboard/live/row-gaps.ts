import type { StageEvent } from '../../../shared/events.ts';
import type { ShownGap } from '../../stores/dashboard-lifeline.ts';

const NONE: readonly ShownGap[] = [];

/** The gap that goes on now, and those that ended after the newest row, newest first. */
export function gapsAbove(
  newestFirst: readonly ShownGap[],
  newest: StageEvent | undefined,
): readonly ShownGap[] {
  if (!newest || newestFirst.length === 0) return NONE;
  return newestFirst.filter(({ to }) => to === null || to > newest.receivedAt);
}

/**
 * The gaps that ended between a row and the one below it, newest first. What is older than the oldest
 * row says nothing about the list and is left out.
 */
export function gapsBelow(
  newestFirst: readonly ShownGap[],
  row: StageEvent,
  below: StageEvent | undefined,
): readonly ShownGap[] {
  if (!below || newestFirst.length === 0) return NONE;
  const between = newestFirst.filter(
    ({ to }) => to !== null && to > below.receivedAt && to <= row.receivedAt,
  );
  return between.length === 0 ? NONE : between;
}
