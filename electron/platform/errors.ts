import type { Text } from '../../shared/locales/text.ts';
import type { Problem } from '../../shared/problem.ts';
import { StagelightError } from '../base/errors.ts';
import type { QuotaCategory } from './operations.ts';

/** Where and how a call failed. Contains no secret and no body. */
export interface Occasion {
  readonly operation: string;
  readonly status: number | null;
  /** The platform's message, shortened and without secrets; null if none. */
  readonly platformMessage: string | null;
}

/** A failure between the app and the platform. */
export abstract class PlatformError extends StagelightError {
  readonly operation: string;
  readonly status: number | null;
  readonly platformMessage: string | null;

  constructor(occasion: Occasion, fault: Problem, options?: ErrorOptions) {
    super(fault, options);
    this.operation = occasion.operation;
    this.status = occasion.status;
    this.platformMessage = occasion.platformMessage;
  }
}

/** The platform's message in quotes, or a text saying that there was none. */
export function quoted(platformMessage: string | null): Text {
  return platformMessage === null
    ? { key: 'problem.reply-none' }
    : { key: 'problem.reply', values: { words: platformMessage } };
}

/** Our own check before sending: a value is outside the platform's limits. */
export class LimitError extends PlatformError {
  /** The limited parameter or field, for example `size` or `message`. */
  readonly limit: string;
  readonly value: number | string;

  constructor(operation: string, limit: string, value: number | string, rule: Text) {
    super(
      { operation, status: null, platformMessage: null },
      {
        code: 'platform-limit',
        values: { limit, value, rule },
      },
    );
    this.limit = limit;
    this.value = value;
  }
}

/** The platform's answer does not match the specification. */
export class MalformedAnswerError extends PlatformError {
  /** The place of the fault, never its value. */
  readonly detail: string;

  constructor(occasion: Occasion, detail: string) {
    super(occasion, {
      code: 'platform-malformed-answer',
      values: { detail },
    });
    this.detail = detail;
  }
}

/** The platform rejected the request (400, 404, 409, 422 and other 4xx). */
export class InvalidRequestError extends PlatformError {
  constructor(occasion: Occasion) {
    super(occasion, {
      code: 'platform-invalid-request',
      values: { reply: quoted(occasion.platformMessage) },
    });
  }
}

/** A 403: authentication succeeded, but the account or application may not do this. */
export class ForbiddenError extends PlatformError {
  constructor(occasion: Occasion) {
    super(occasion, {
      code: 'platform-forbidden',
      values: { reply: quoted(occasion.platformMessage) },
    });
  }
}

/** The token lacks a scope. A refresh does not help: a token's scopes never change. */
export class InsufficientScopeError extends PlatformError {
  /** The missing scope as the platform names it; null if neither it nor the operation names one. */
  readonly scope: string | null;

  constructor(occasion: Occasion, scope: string | null) {
    super(occasion, {
      code: 'platform-insufficient-scope',
      values: { scope: scope ?? { key: 'problem.scope-unknown' } },
    });
    this.scope = scope;
  }
}

/** `token`: the streamer's access token; `client`: the application's id and secret. */
type RefusedProof = 'token' | 'client';

/** A 401 that a newer token does not cure. */
export class NotAuthorizedError extends PlatformError {
  readonly proof: RefusedProof;

  constructor(occasion: Occasion, proof: RefusedProof) {
    const code = proof === 'token' ? 'platform-not-authorized' : 'platform-client-refused';
    super(occasion, { code });
    this.proof = proof;
  }
}

/** The day's drops calls are used up; repeating makes it worse. */
export class QuotaExceededError extends PlatformError {
  readonly category: QuotaCategory;
  /** The next midnight in Korea Standard Time, epoch milliseconds. */
  readonly resetsAt: number;

  constructor(occasion: Occasion, category: QuotaCategory, resetsAt: number) {
    super(occasion, {
      code: 'platform-quota-exceeded',
      values: { category },
    });
    this.category = category;
    this.resetsAt = resetsAt;
  }
}

/** Too many calls in a short time. */
export class RateLimitedError extends PlatformError {
  readonly retryAfterMs: number | null;

  /** @param now epoch milliseconds; null: the text names no time for a retry. */
  constructor(occasion: Occasion, retryAfterMs: number | null, now: number | null = null) {
    super(occasion, {
      code: 'platform-rate-limited',
      values: { wait: waitText(retryAfterMs) },
      ...(retryAfterMs === null || now === null ? {} : { retryAt: now + retryAfterMs }),
    });
    this.retryAfterMs = retryAfterMs;
  }
}

function waitText(retryAfterMs: number | null): Text {
  if (retryAfterMs === null) return { key: 'problem.wait-a-while' };
  const seconds = Math.ceil(retryAfterMs / 1000);
  if (seconds < 120) return { key: 'problem.wait-seconds', values: { count: seconds } };
  return { key: 'problem.wait-minutes', values: { count: Math.ceil(seconds / 60) } };
}

/** How long the platform asks to wait after this failure, milliseconds. */
export function askedWaitMs(failure: unknown, now: number): number {
  if (failure instanceof QuotaExceededError) return failure.resetsAt - now;
  if (failure instanceof RateLimitedError || failure instanceof UnavailableError) {
    return failure.retryAfterMs ?? 0;
  }
  return 0;
}

/** `server`: a 5xx or 408; `stopped`: the app itself is stopping. */
export type UnavailableReason = 'network' | 'timeout' | 'server' | 'stopped';

/** Failures before a connection existed: the platform received nothing. */
const NEVER_LEFT: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'ENETDOWN',
]);

/** No usable answer. The platform may or may not have done the work. */
export class UnavailableError extends PlatformError {
  readonly reason: UnavailableReason;
  readonly retryAfterMs: number | null;
  /** The operating system's code, such as ECONNREFUSED; null if none. */
  readonly detail: string | null;

  constructor(
    occasion: Occasion,
    reason: UnavailableReason,
    more: {
      readonly retryAfterMs?: number | null;
      readonly detail?: string | null;
      readonly now?: number;
    } = {},
  ) {
    const { retryAfterMs = null, now } = more;
    super(occasion, {
      code: `platform-unavailable-${reason}`,
      ...(retryAfterMs === null || now === undefined ? {} : { retryAt: now + retryAfterMs }),
    });
    this.reason = reason;
    this.retryAfterMs = retryAfterMs;
    this.detail = more.detail ?? null;
  }

  get mayHaveHappened(): boolean {
    return this.detail === null || !NEVER_LEFT.has(this.detail);
  }
}

/** The platform's address is neither encrypted nor on this machine. Nothing was sent. */
export class UnsafeAddressError extends PlatformError {
  constructor(occasion: Occasion) {
    super(occasion, { code: 'platform-unsafe-address' });
  }
}

/** The table "401 on token issue and refresh", in its order, with a reason for each message. */
export const TOKEN_REFUSALS = [
  ['Invalid client credentials', 'invalid-client'],
  ['Authorization code is required', 'code-required'],
  ['Invalid authorization code', 'invalid-code'],
  ['Authorization code does not belong to this application', 'code-of-other-application'],
  ['Authorization is not active', 'authorization-not-active'],
  ['Authorization code has expired', 'code-expired'],
  ['Refresh token is required', 'refresh-token-required'],
  ['Invalid refresh token', 'invalid-refresh-token'],
  ['Refresh token has been revoked', 'refresh-token-revoked'],
  ['Refresh token has already been used', 'refresh-token-used'],
  ['Refresh token does not belong to this application', 'refresh-token-of-other-application'],
  ['Refresh token has expired', 'refresh-token-expired'],
] as const;

export type TokenRefusal = (typeof TOKEN_REFUSALS)[number][1] | 'unknown';

/** Finds the row of the table, ignoring case and a trailing full stop. */
function tokenRefusalOf(platformMessage: string | null): TokenRefusal {
  const plain = (text: string): string => text.trim().replace(/\.$/, '').toLowerCase();
  const said = plain(platformMessage ?? '');
  return TOKEN_REFUSALS.find(([message]) => plain(message) === said)?.[1] ?? 'unknown';
}

/** A 401 of the token or revoke operation; on revoke, the token was invalid already. */
export class TokenRefusedError extends PlatformError {
  readonly reason: TokenRefusal;

  constructor(occasion: Occasion) {
    const reason = tokenRefusalOf(occasion.platformMessage);
    super(occasion, { code: `platform-token-refused-${reason}` });
    this.reason = reason;
  }
}
