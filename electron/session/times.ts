/**
 * Every duration that the session keeper acts on, in milliseconds. Those of the specification
 * ("Limits", "Delivery") are divided by the time scale of a test server; network timeouts are not.
 */
export interface SessionTimes {
  /** A session's life from its creation; after it a new session is needed. */
  readonly sessionValidityMs: number;
  /** Age of a connection at which a new one replaces it, before the server's cut at 2 hours. */
  readonly renewAfterMs: number;
  /** Renewals are spread over this much, so that not all of a platform's clients come at once. */
  readonly renewJitterMs: number;
  /** How long a replaced connection is still read before it is closed. */
  readonly readOutMs: number;
  readonly pingIntervalMs: number;
  /** No PONG within this long after a PING: the line is dead. Not scaled. */
  readonly pongDeadlineMs: number;
  /** A connection that has not opened within this long is given up. Not scaled. */
  readonly handshakeMs: number;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** `timeScale`: how many times faster than real time the server's clock runs; 1 for the platform. */
export function sessionTimes(timeScale: number): SessionTimes {
  return {
    sessionValidityMs: (12 * HOUR) / timeScale,
    renewAfterMs: (108 * MINUTE) / timeScale,
    renewJitterMs: (4 * MINUTE) / timeScale,
    readOutMs: Math.min(2_000, (2 * MINUTE) / timeScale),
    pingIntervalMs: MINUTE / timeScale,
    pongDeadlineMs: 10_000,
    handshakeMs: 10_000,
  };
}
