import type { SocketEnd } from './socket.ts';

/**
 * What to do when something fails, in one table. The specification documents no close codes and
 * few statuses (notes, 10), so only what is certain to be useless to repeat is not repeated.
 */

/** What a failed request means for the session. */
export type RequestVerdict =
  | 'unavailable'
  /** Nobody is signed in: no call can be made, but a line that delivers goes on. */
  | 'sign-in'
  /** The platform has ended the grant: nothing is delivered any more, though the line looks alive. */
  | 'grant-revoked'
  | 'refused';

/** After a failed request: try it again, or not until the streamer acts. */
export function afterRequest(verdict: RequestVerdict): 'retry' | 'blocked' {
  switch (verdict) {
    case 'unavailable':
    case 'refused':
      return 'retry';
    case 'sign-in':
    case 'grant-revoked':
      return 'blocked';
  }
}

/** Statuses of a refused upgrade that mean: this session will not come back. */
const SESSION_IS_GONE: ReadonlySet<number> = new Set([400, 401, 403, 404, 410]);

/** Those with which a platform says that it does not know the session, and not that it will not now. */
const SESSION_IS_UNKNOWN: ReadonlySet<number> = new Set([401, 404, 410]);

/** Whether a second connection ended for want of its session: then the first one is worth nothing. */
export function isUnknownSession(end: SocketEnd): boolean {
  return end.type === 'refused' && SESSION_IS_UNKNOWN.has(end.status);
}

export interface SocketVerdict {
  readonly verdict: 'same-session' | 'new-session';
  /** Stable, kebab-case, for people and logs. */
  readonly reason: string;
}

/** After a connection ended: the same url while the session lives, else a new session. */
export function afterSocket(end: SocketEnd, sessionExpired: boolean): SocketVerdict {
  if (sessionExpired) return { verdict: 'new-session', reason: 'session-expired' };
  switch (end.type) {
    case 'closed':
      return { verdict: 'same-session', reason: `closed-${end.code}` };
    case 'refused':
      if (SESSION_IS_GONE.has(end.status))
        return { verdict: 'new-session', reason: 'session-gone' };
      return { verdict: 'same-session', reason: `refused-${end.status}` };
    case 'unreachable':
      return { verdict: 'same-session', reason: 'unreachable' };
  }
}
