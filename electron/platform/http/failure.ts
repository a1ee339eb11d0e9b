import {
  ForbiddenError,
  InsufficientScopeError,
  InvalidRequestError,
  MalformedAnswerError,
  NotAuthorizedError,
  type Occasion,
  type PlatformError,
  QuotaExceededError,
  RateLimitedError,
  TokenRefusedError,
  UnavailableError,
} from '../errors.ts';
import type { Operation } from '../operations.ts';
import { MESSAGE_PATTERNS, RATE_LIMIT_WAIT_MAX_MS } from '../platform-notes.ts';

interface Refusal {
  readonly operation: Operation;
  readonly status: number;
  /** The platform's message without secrets; null if none. */
  readonly message: string | null;
  readonly retryAfterMs: number | null;
  readonly bodySaysQuota: boolean;
  readonly now: number;
  readonly quotaResetsAt: number;
}

const INSUFFICIENT_SCOPE = /insufficient scope/i;
const SCOPE_NAME = /insufficient scope:?\s*(\S+?)\s+required/i;

/** Turns an unsuccessful answer into the matching error ("Errors"). */
export function failureOf(refusal: Refusal): PlatformError {
  const { operation, status, message } = refusal;
  const occasion: Occasion = { operation: operation.name, status, platformMessage: message };
  if (status === 401) return unauthorized(refusal, occasion);
  if (status === 403 && INSUFFICIENT_SCOPE.test(message ?? '')) {
    return insufficientScope(refusal, occasion);
  }
  if (status === 408 || status >= 500) {
    const { retryAfterMs, now } = refusal;
    return new UnavailableError(occasion, 'server', { retryAfterMs, now });
  }
  if (status >= 400) {
    const refused = status === 403 ? ForbiddenError : InvalidRequestError;
    return overload(refusal, occasion) ?? new refused(occasion);
  }
  return new MalformedAnswerError(occasion, `status ${status}`);
}

function unauthorized(refusal: Refusal, occasion: Occasion): PlatformError {
  const { operation, message } = refusal;
  switch (operation.auth.kind) {
    case 'body':
      return new TokenRefusedError(occasion);
    case 'client':
      return new NotAuthorizedError(occasion, 'client');
    case 'none':
      return new ForbiddenError(occasion);
    case 'bearer':
      if (INSUFFICIENT_SCOPE.test(message ?? '')) return insufficientScope(refusal, occasion);
      return new NotAuthorizedError(
        occasion,
        MESSAGE_PATTERNS.wrongClient.test(message ?? '') ? 'client' : 'token',
      );
  }
}

function insufficientScope(refusal: Refusal, occasion: Occasion): PlatformError {
  const { auth } = refusal.operation;
  const named = SCOPE_NAME.exec(refusal.message ?? '')?.[1];
  return new InsufficientScopeError(
    occasion,
    named ?? (auth.kind === 'bearer' ? auth.scope : null),
  );
}

/** Tells a used-up quota from a rate limit by its signs, because the answers are not documented. */
function overload(refusal: Refusal, occasion: Occasion): PlatformError | null {
  const { operation, status, message, retryAfterMs } = refusal;
  const { quota } = operation;
  if (quota !== undefined) {
    const isLong = retryAfterMs !== null && retryAfterMs > RATE_LIMIT_WAIT_MAX_MS;
    const isUsedUp = status === 429 && (isLong || refusal.bodySaysQuota);
    if (MESSAGE_PATTERNS.quota.test(message ?? '') || isUsedUp) {
      return new QuotaExceededError(occasion, quota, refusal.quotaResetsAt);
    }
  }
  if (status === 429 || (status === 403 && retryAfterMs !== null)) {
    return new RateLimitedError(occasion, retryAfterMs, refusal.now);
  }
  return null;
}
