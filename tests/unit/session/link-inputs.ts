import type { LinkInput } from '../../../electron/session/link-machine.ts';

/** A connection closed with 1006; `sessionExpired`: at the end of its 12 hours. */
export const closed = (connection: number, sessionExpired = false): LinkInput => ({
  type: 'ended',
  connection,
  end: { type: 'closed', code: 1006, reason: '' },
  sessionExpired,
});

/** The upgrade to a WebSocket was answered with this status. */
export const refused = (connection: number, status: number): LinkInput => ({
  type: 'ended',
  connection,
  end: { type: 'refused', status },
  sessionExpired: false,
});

/** Confirming its subscriptions failed. */
export const failed = (
  verdict: 'unavailable' | 'sign-in' | 'grant-revoked' | 'refused',
): LinkInput => ({
  type: 'request-failed',
  verdict,
  reason: 'x',
});

/** The platform knows the session no more, or nothing is heard of it. */
export const lost = (cause: 'session-gone' | 'unseen'): LinkInput => ({
  type: 'session-lost',
  cause,
});
