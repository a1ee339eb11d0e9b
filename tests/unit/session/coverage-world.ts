import { Coverage } from '../../../electron/session/coverage.ts';
import type { Gap, SubscriptionKind } from '../../../shared/connection-history.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const SILENCE_MS = 75 * SECOND;
export const ALL: readonly SubscriptionKind[] = ['chat', 'donation', 'subscription'];

export function setUp() {
  const clock = new VirtualClock(0);
  const gaps: Gap[] = [];
  const told: (Gap | null)[] = [];
  const coverage = new Coverage(clock, SILENCE_MS, (closed) => {
    told.push(closed);
    if (closed) gaps.push(closed);
  });
  /** A look at a session that has what it should have, and at the grant. */
  const look = (
    key: string,
    subscribed = ALL,
    made: typeof ALL = [],
    shown: typeof ALL | null = subscribed,
  ) => {
    coverage.confirmed(key, { wanted: ALL, subscribed, made, shown });
    coverage.grantHolds();
  };
  /** Something every second for so long, which proves the connection only. */
  const hear = async (ms: number, key = 'a'): Promise<void> => {
    for (let passed = 0; passed < ms; passed += SECOND) {
      await clock.advance(SECOND);
      coverage.heard(key);
    }
  };
  const came = (kind: SubscriptionKind, key = 'a'): void => {
    coverage.heard(key);
    coverage.delivered(key, kind);
  };
  const open = () => coverage.openGaps;
  return { clock, gaps, told, coverage, look, hear, came, open };
}

export function live() {
  const world = setUp();
  world.look('a', ALL, ALL);
  return world;
}
