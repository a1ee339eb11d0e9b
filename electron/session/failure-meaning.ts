import { AccessTokenRefusedError, SignInRequiredError } from '../auth/errors.ts';
import { StagelightError } from '../base/errors.ts';
import {
  ForbiddenError,
  InsufficientScopeError,
  InvalidRequestError,
  NotAuthorizedError,
  PlatformError,
  RateLimitedError,
  TokenRefusedError,
  UnavailableError,
} from '../platform/errors.ts';
import type { SocketEnd } from './socket.ts';

/*
 * What failures mean. The specification documents no close codes and few statuses (notes, 10), so
 * everything is retried unless that is certain to be useless.
 */

export type RequestVerdict =
  | 'unavailable'
  /** Signed out: no call is possible, but a link that delivers continues. */
  | 'sign-in'
  /** The platform ended the grant: nothing is delivered, though the link looks alive. */
  | 'grant-revoked'
  | 'refused';

/** Whether to retry after a failed request, or wait for the streamer. */
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

/** Statuses of a refused upgrade that mean the session is gone for good. */
const SESSION_IS_GONE: ReadonlySet<number> = new Set([400, 401, 403, 404, 410]);

/** Statuses that mean the platform does not know the session, rather than a temporary refusal. */
const SESSION_IS_UNKNOWN: ReadonlySet<number> = new Set([401, 404, 410]);

/** A second connection failed because its session is unknown: the first one is useless too. */
export function isUnknownSession(end: SocketEnd): boolean {
  return end.type === 'refused' && SESSION_IS_UNKNOWN.has(end.status);
}

interface SocketVerdict {
  readonly verdict: 'same-session' | 'new-session';
  /** Stable, kebab-case, for users and logs. */
  readonly reason: string;
}

/** After a connection ended: reuse the url while the session lives, else create a session. */
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

/** The platform answered that it did not do it, or was not asked. After anything else it may have. */
export function isRefusal(failure: unknown): boolean {
  if (failure instanceof SignInRequiredError || failure instanceof AccessTokenRefusedError)
    return true;
  const status = failure instanceof PlatformError ? failure.status : null;
  return status !== null && status >= 400 && status < 500;
}

export interface FailureMeaning {
  readonly verdict: RequestVerdict;
  readonly reason: string;
  /** The platform asked to wait at least this long, milliseconds; 0 if it did not. */
  readonly retryAfterMs: number;
}

/** Only the streamer can change this: another try soon is of no use. */
export const SCOPE_MISSING = 'scope-missing';

const RETRY: FailureMeaning = {
  verdict: 'unavailable',
  reason: 'unexpected',
  retryAfterMs: 0,
};

/** Wrong client credentials must be fixed in the settings: signing in again would not help. */
export function meaningOf(failure: unknown): FailureMeaning {
  if (failure instanceof InsufficientScopeError) {
    return { ...RETRY, reason: SCOPE_MISSING };
  }
  if (failure instanceof ForbiddenError) {
    return { ...RETRY, reason: 'forbidden' };
  }
  if (failure instanceof SignInRequiredError || failure instanceof TokenRefusedError) {
    return meaningOfNoToken(failure);
  }
  if (failure instanceof NotAuthorizedError) {
    const verdict = failure.proof === 'token' ? 'sign-in' : 'unavailable';
    return { ...RETRY, verdict, reason: failure.problem.code };
  }
  if (failure instanceof InvalidRequestError && isSubscribe(failure)) {
    return { ...RETRY, reason: 'subscription-refused' };
  }
  if (failure instanceof RateLimitedError || failure instanceof UnavailableError) {
    return { ...RETRY, reason: failure.problem.code, retryAfterMs: failure.retryAfterMs ?? 0 };
  }
  if (failure instanceof StagelightError) return { ...RETRY, reason: failure.problem.code };
  return RETRY;
}

function meaningOfNoToken(failure: SignInRequiredError | TokenRefusedError): FailureMeaning {
  if (failure instanceof TokenRefusedError && failure.reason === 'invalid-client') {
    return { ...RETRY, reason: failure.problem.code };
  }
  const verdict = isRevoked(failure) ? 'grant-revoked' : 'sign-in';
  return { ...RETRY, verdict, reason: 'signed-out' };
}

/** The grant itself was ended, rather than a refresh token used up or expired. */
export function isRevoked(failure: unknown): boolean {
  const refusal = failure instanceof SignInRequiredError ? failure.cause : failure;
  if (!(refusal instanceof TokenRefusedError)) return false;
  return ['authorization-not-active', 'refresh-token-revoked'].includes(refusal.reason);
}

function isSubscribe(failure: PlatformError): boolean {
  return failure.operation.startsWith('sessions.subscribe');
}
