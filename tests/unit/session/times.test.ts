import { describe, expect, it } from 'vitest';
import { isExpired, rollOverInMs, sessionTimes } from '../../../electron/session/times.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

describe('the times of a session', () => {
  it('are those of the specification on the platform', () => {
    expect(sessionTimes(1)).toEqual({
      sessionValidityMs: 12 * HOUR,
      rollOverAfterMs: 11.5 * HOUR,
      rollOverAgainMs: 5 * MINUTE,
      overlapMs: 3 * SECOND,
      lateMs: 5 * SECOND,
      renewAfterMs: 108 * MINUTE,
      renewJitterMs: 4 * MINUTE,
      renewAtMostMs: 116 * MINUTE,
      readOutMs: 2 * SECOND,
      checkMs: 30 * MINUTE,
      quietMs: 290 * SECOND,
      pingIntervalMs: MINUTE,
      pongDeadlineMs: 10 * SECOND,
      handshakeMs: 10 * SECOND,
    });
  });

  it('pass as fast as the clock of a test server, but for what a network needs', () => {
    expect(sessionTimes(1_000)).toEqual({
      sessionValidityMs: 43_200,
      rollOverAfterMs: 41_400,
      rollOverAgainMs: 300,
      overlapMs: 300,
      lateMs: 500,
      renewAfterMs: 6_480,
      renewJitterMs: 240,
      renewAtMostMs: 6_960,
      readOutMs: 120,
      checkMs: 1_800,
      quietMs: 1_000,
      pingIntervalMs: 60,
      pongDeadlineMs: 10 * SECOND,
      handshakeMs: 10 * SECOND,
    });
  });

  it.each([
    ['at its usual age', 'planned', HOUR, 10.5 * HOUR],
    ['at once where that age is over', 'planned', 11.6 * HOUR, 0],
    ['no sooner than a while after an attempt that failed', 'soon', 11.6 * HOUR, 5 * MINUTE],
    ['at its usual age after an early attempt', 'soon', HOUR, 10.5 * HOUR],
    ['when it ends, where making room did not help', 'at-expiry', 11.9 * HOUR, 0.1 * HOUR],
    ['a minute before its end no later than that', 'at-expiry', 12 * HOUR - MINUTE, MINUTE],
    ['a while later where it outlives its end', 'at-expiry', 12.1 * HOUR, 5 * MINUTE],
  ] as const)('plan a roll-over %s', (_, when, age, inMs) => {
    const waitMs = rollOverInMs(7, when, 7 + age, sessionTimes(1));
    expect(Math.round(waitMs)).toBe(Math.round(inMs));
  });

  it('count on no session in the last moments of its twelve hours', () => {
    const times = sessionTimes(1);
    const lastMoments = 12 * 36 * 5 * SECOND * 0.1;
    const from = 12 * HOUR - lastMoments;
    expect(isExpired(5, 5 + from - 1, times)).toBe(false);
    expect(isExpired(5, 5 + from, times)).toBe(true);
  });
});
