import { Coverage } from '../../../electron/session/coverage.ts';
import { backBy, momentOf } from '../../../electron/session/moment.ts';
import type { Gap, SubscriptionKind } from '../../../shared/connection-history.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const ALL: readonly SubscriptionKind[] = ['chat', 'donation', 'subscription'];

/** `lateMs`: how much later than it happens an event is sent at most. */
export function setUp(lateMs = 0) {
  const clock = new VirtualClock(0);
  const gaps: Gap[] = [];
  const told: (Gap | null)[] = [];
  const coverage = new Coverage(clock, lateMs, (closed) => {
    told.push(closed);
    if (closed) gaps.push(closed);
  });
  const now = (agoMs = 0) => backBy(momentOf(clock), agoMs);
  /** A PING of so long ago is answered. */
  const pong = (key = 'a', agoMs = 0): void => coverage.answered(key, now(agoMs));
  /** A list that was asked for so long ago shows the session. */
  const list = (kinds: readonly SubscriptionKind[] = ALL, key = 'a', agoMs = 0): void =>
    coverage.shown(key, { kinds, askedAt: now(agoMs) });
  /** The grant held when that was asked. */
  const grant = (agoMs = 0): void => coverage.grantHolds(now(agoMs));
  /** A look at a session that has what it should have, and at the grant. */
  const look = (
    key: string,
    subscribed = ALL,
    made: typeof ALL = [],
    shown: typeof ALL | null = subscribed,
  ) => {
    const listed = shown && { kinds: shown, askedAt: now() };
    coverage.confirmed(key, { wanted: ALL, subscribed, made, shown: listed });
    grant();
  };
  /** A PING is answered at once, every second for so long: that proves the connection only. */
  const hear = async (ms: number, key = 'a'): Promise<void> => {
    for (let passed = 0; passed < ms; passed += SECOND) {
      await clock.advance(SECOND);
      pong(key);
    }
  };
  const came = (kind: SubscriptionKind, key = 'a'): void => {
    pong(key);
    coverage.delivered(key, kind, now());
  };
  /** The connection breaks, and a list shows that it was the session's last one. */
  const breaks = (reason = 'closed-1006', kinds = ALL): void => {
    coverage.lost('a', reason);
    list(kinds);
    grant();
  };
  /** The app stops: what nothing has proved for longer than that is missed. */
  const stop = (mostMs = HOUR): void =>
    coverage.stop(({ uptime }) => clock.uptime() - uptime > mostMs);
  const open = () => coverage.openGaps;
  const heard = { pong, list, grant, look, hear, came, breaks };
  return { clock, gaps, told, coverage, now, ...heard, stop, open };
}

export function live(lateMs = 0) {
  const world = setUp(lateMs);
  world.look('a', ALL, ALL);
  return world;
}
