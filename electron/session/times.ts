import type { RollOverTime } from './machine.ts';

/**
 * Every duration that the session keeper acts on, in milliseconds. Those of the specification
 * ("Limits", "Delivery") are divided by the time scale of a test server; network timeouts are not.
 */
export interface SessionTimes {
  /** A session's life from its creation; after it a new session is needed. */
  readonly sessionValidityMs: number;
  /** Age of a session at which the next one takes over. */
  readonly rollOverAfterMs: number;
  readonly rollOverAgainMs: number;
  /** How long both sessions deliver before the old one is proved once more, and closed. */
  readonly overlapMs: number;
  /** How much later than it happens an event is sent at most, also to one session than to another. */
  readonly lateMs: number;
  /** Age of a connection at which a new one replaces it, before the server's cut at 2 hours. */
  readonly renewAfterMs: number;
  /** Renewals are spread over this much, so that not all of a platform's clients come at once. */
  readonly renewJitterMs: number;
  /** For a list that is not to be had, a renewal waits until this age. */
  readonly renewAtMostMs: number;
  readonly readOutMs: number;
  /** How often the session list is asked whether everything is still there while events come. */
  readonly checkMs: number;
  /** The same without events: with the second look it is under five minutes. */
  readonly quietMs: number;
  readonly pingIntervalMs: number;
  /** No PONG within this long after a PING: the link is dead. Not scaled. */
  readonly pongDeadlineMs: number;
  /** A connection that has not opened within this long is given up. Not scaled. */
  readonly handshakeMs: number;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** `timeScale`: how many times faster than real time the server's clock runs; 1 for the platform. */
export function sessionTimes(timeScale: number): SessionTimes {
  const lateMs = Math.min(5_000, Math.max(500, (5 * MINUTE) / timeScale));
  return {
    sessionValidityMs: (12 * HOUR) / timeScale,
    rollOverAfterMs: (11.5 * HOUR) / timeScale,
    rollOverAgainMs: (5 * MINUTE) / timeScale,
    overlapMs: Math.min(3_000, (5 * MINUTE) / timeScale),
    lateMs,
    renewAfterMs: (108 * MINUTE) / timeScale,
    renewJitterMs: (4 * MINUTE) / timeScale,
    renewAtMostMs: (116 * MINUTE) / timeScale,
    readOutMs: Math.min(2_000, (2 * MINUTE) / timeScale),
    checkMs: (30 * MINUTE) / timeScale,
    quietMs: Math.max((290 * 1_000) / timeScale, Math.min(1_000, (30 * MINUTE) / timeScale)),
    pingIntervalMs: MINUTE / timeScale,
    pongDeadlineMs: 10_000,
    handshakeMs: 10_000,
  };
}

/** A session's validity near its end is not counted on: clocks differ a little. */
const VALIDITY_MARGIN = 0.005;

/** Whether a session created at `createdAt` is of no use any more. Epoch milliseconds. */
export function isExpired(createdAt: number, now: number, times: SessionTimes): boolean {
  return now - createdAt >= times.sessionValidityMs * (1 - VALIDITY_MARGIN);
}

/** In how many milliseconds a session's roll-over is due. Epoch milliseconds. */
export function rollOverInMs(
  createdAt: number,
  when: RollOverTime,
  now: number,
  { sessionValidityMs, rollOverAfterMs, rollOverAgainMs }: SessionTimes,
): number {
  const dueAt = createdAt + (when === 'at-expiry' ? sessionValidityMs : rollOverAfterMs);
  // At its end it was tried already: a platform that keeps a session for longer is not asked at once.
  const isAgain = when === 'soon' || (when === 'at-expiry' && dueAt <= now);
  return Math.max(dueAt - now, isAgain ? rollOverAgainMs : 0);
}
