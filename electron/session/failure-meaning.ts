import { AccessTokenRefusedError, SignInRequiredError } from '../auth/errors.ts';
import { StagelightError } from '../base/errors.ts';
import {
  ForbiddenError,
  InsufficientScopeError,
  InvalidRequestError,
  NotAuthorizedError,
  type PlatformError,
  QuotaExceededError,
  RateLimitedError,
  TokenRefusedError,
  UnavailableError,
} from '../platform/errors.ts';
import type { RequestVerdict } from './confirm.ts';

/** Consequence of a failed platform call for the live stream. */
export interface FailureMeaning {
  readonly verdict: RequestVerdict;
  /** Stable, kebab-case. */
  readonly reason: string;
  /** The platform asked to wait at least this long, milliseconds; 0 if it did not. */
  readonly retryAfterMs: number;
  /** Only this subscription is refused (its scope is missing); the others may go on. */
  readonly onlyThisKind: boolean;
}

const RETRY: FailureMeaning = {
  verdict: 'unavailable',
  reason: 'unexpected',
  retryAfterMs: 0,
  onlyThisKind: false,
};

/**
 * The consequence of a failed platform call for the live stream. Wrong client credentials must be
 * fixed in the settings: signing in again would not help.
 */
export function meaningOf(failure: unknown): FailureMeaning {
  if (failure instanceof InsufficientScopeError) {
    return { ...RETRY, reason: 'scope-missing', onlyThisKind: true };
  }
  if (failure instanceof ForbiddenError) {
    return { ...RETRY, reason: 'forbidden', onlyThisKind: isSubscribe(failure) };
  }
  if (failure instanceof SignInRequiredError || failure instanceof TokenRefusedError) {
    return meaningOfNoToken(failure);
  }
  if (failure instanceof AccessTokenRefusedError) {
    const { refusal, problem } = failure;
    return { ...RETRY, reason: problem.code, onlyThisKind: isSubscribe(refusal) };
  }
  if (failure instanceof NotAuthorizedError) {
    const verdict = failure.proof === 'token' ? 'sign-in' : 'unavailable';
    return { ...RETRY, verdict, reason: failure.problem.code };
  }
  if (failure instanceof InvalidRequestError && isSubscribe(failure)) {
    return { ...RETRY, reason: 'subscription-refused', onlyThisKind: true };
  }
  if (failure instanceof RateLimitedError || failure instanceof UnavailableError) {
    return { ...RETRY, reason: failure.problem.code, retryAfterMs: failure.retryAfterMs ?? 0 };
  }
  if (failure instanceof QuotaExceededError) return { ...RETRY, reason: failure.problem.code };
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
function isRevoked(failure: SignInRequiredError | TokenRefusedError): boolean {
  const refusal = failure instanceof SignInRequiredError ? failure.cause : failure;
  if (!(refusal instanceof TokenRefusedError)) return false;
  return ['authorization-not-active', 'refresh-token-revoked'].includes(refusal.reason);
}

function isSubscribe(failure: PlatformError): boolean {
  return failure.operation.startsWith('sessions.subscribe');
}
