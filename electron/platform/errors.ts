import type { ProblemCode } from '../../shared/locales/index.ts';
import type { Text } from '../../shared/locales/text.ts';
import type { Problem } from '../../shared/problem.ts';
import { StagelightError } from '../base/errors.ts';
import type { QuotaCategory } from './operations.ts';

/** Where and how a call failed. Holds no secret and no body. */
export interface Occasion {
  /** The operation's name in our client, for example `chat.send`. */
  readonly operation: string;
  /** The answer's HTTP status; null when there was no answer. */
  readonly status: number | null;
  /** The platform's own words, secrets taken out and shortened; null when it said nothing. */
  readonly platformMessage: string | null;
}

/** Whatever can go wrong between us and the platform. */
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

/** The platform's own words in quotes, or that it said nothing. */
export function quoted(platformMessage: string | null): Text {
  return platformMessage === null
    ? { key: 'problem.reply-none' }
    : { key: 'problem.reply', values: { words: platformMessage } };
}

/** Our own check before anything is sent: a value is outside what the platform takes. */
export class LimitError extends PlatformError {
  /** The parameter or field that is bounded, for example `size` or `message`. */
  readonly limit: string;
  /** What was given: a number, or how many characters or items there were, or a short text. */
  readonly value: number | string;
  /** The rule in words. */
  readonly rule: Text;

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
    this.rule = rule;
  }
}

/** The platform answered, but not with what the specification says. */
export class MalformedAnswerError extends PlatformError {
  /** Which part was wrong, by its place: never the value that stood there. */
  readonly detail: string;

  constructor(occasion: Occasion, detail: string) {
    super(occasion, {
      code: 'platform-malformed-answer',
      values: { detail },
    });
    this.detail = detail;
  }
}

/** The platform found the request wrong (400, 404, 409, 422 and other 4xx). */
export class InvalidRequestError extends PlatformError {
  constructor(occasion: Occasion) {
    super(occasion, {
      code: 'platform-invalid-request',
      values: { reply: quoted(occasion.platformMessage) },
    });
  }
}

/** A 403: the proof is good, the account or the application may not do this. */
export class ForbiddenError extends PlatformError {
  constructor(occasion: Occasion) {
    super(occasion, {
      code: 'platform-forbidden',
      values: { reply: quoted(occasion.platformMessage) },
    });
  }
}

/** The token lacks a scope. A refresh does not help: a token keeps its scopes for life. */
export class InsufficientScopeError extends PlatformError {
  /** The missing scope as the platform names it; null when neither it nor the operation names one. */
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
export type RefusedProof = 'token' | 'client';

const CODES = {
  token: 'platform-not-authorized',
  client: 'platform-client-refused',
} as const satisfies Record<RefusedProof, ProblemCode>;

/** A 401 that no newer token cures. */
export class NotAuthorizedError extends PlatformError {
  readonly proof: RefusedProof;

  constructor(occasion: Occasion, proof: RefusedProof) {
    super(occasion, { code: CODES[proof] });
    this.proof = proof;
  }
}

/** The day's drops calls are used up; repeating only makes it worse. */
export class QuotaExceededError extends PlatformError {
  readonly category: QuotaCategory;
  /** The next midnight of Korea Standard Time, epoch milliseconds. */
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
  /** How long the platform asks us to wait; null when it did not say. */
  readonly retryAfterMs: number | null;

  /** @param now epoch milliseconds; null: from when it can be tried again is not said. */
  constructor(occasion: Occasion, retryAfterMs: number | null, now: number | null = null) {
    super(occasion, {
      code: 'platform-rate-limited',
      values: { wait: waitText(retryAfterMs) },
      ...(retryAfterMs === null || now === null ? {} : { retryAt: now + retryAfterMs }),
    });
    this.retryAfterMs = retryAfterMs;
  }
}

/** In seconds up to two minutes, in minutes beyond. */
function waitText(retryAfterMs: number | null): Text {
  if (retryAfterMs === null) return { key: 'problem.wait-a-while' };
  const seconds = Math.ceil(retryAfterMs / 1000);
  if (seconds < 120) return { key: 'problem.wait-seconds', values: { count: seconds } };
  return { key: 'problem.wait-minutes', values: { count: Math.ceil(seconds / 60) } };
}

/** How long the platform wants to be left alone after this, milliseconds; `now`: epoch milliseconds. */
export function askedWaitMs(failure: unknown, now: number): number {
  if (failure instanceof QuotaExceededError) return failure.resetsAt - now;
  if (failure instanceof RateLimitedError || failure instanceof UnavailableError) {
    return failure.retryAfterMs ?? 0;
  }
  return 0;
}

/** `server`: a 5xx or 408; `stopped`: the app itself is stopping. */
export type UnavailableReason = 'network' | 'timeout' | 'server' | 'stopped';

/** Failures before a connection stood: nothing can have reached the platform. */
const NEVER_LEFT: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'ENETDOWN',
]);

/** No usable answer. Whether the platform did what it was asked is not known. */
export class UnavailableError extends PlatformError {
  readonly reason: UnavailableReason;
  /** How long the platform asks us to wait; null when it did not say. */
  readonly retryAfterMs: number | null;
  /** The operating system's word for it, such as ECONNREFUSED; null when there is none. */
  readonly detail: string | null;

  constructor(
    occasion: Occasion,
    reason: UnavailableReason,
    more: {
      readonly retryAfterMs?: number | null;
      readonly detail?: string | null;
      /** When it was said, epoch milliseconds. */
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

  /** Whether the platform may have done what it was asked all the same. */
  get mayHaveHappened(): boolean {
    return this.detail === null || !NEVER_LEFT.has(this.detail);
  }
}

/** The platform's address is not encrypted and not of this machine. Nothing was sent. */
export class UnsafeAddressError extends PlatformError {
  constructor(occasion: Occasion) {
    super(occasion, { code: 'platform-unsafe-address' });
  }
}

/** One reason a row of the table "401 on token issue and refresh", and `unknown` for the rest. */
export type TokenRefusal =
  | 'invalid-client'
  | 'code-required'
  | 'invalid-code'
  | 'code-of-other-application'
  | 'authorization-not-active'
  | 'code-expired'
  | 'refresh-token-required'
  | 'invalid-refresh-token'
  | 'refresh-token-revoked'
  | 'refresh-token-used'
  | 'refresh-token-of-other-application'
  | 'refresh-token-expired'
  | 'unknown';

/** The messages of the table, in its order. */
export const TOKEN_REFUSALS: readonly (readonly [message: string, reason: TokenRefusal])[] = [
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
];

/** Tells the rows of the table apart, whatever the case and the full stop at the end. */
export function tokenRefusalOf(platformMessage: string | null): TokenRefusal {
  const plain = (text: string): string => text.trim().replace(/\.$/, '').toLowerCase();
  const said = plain(platformMessage ?? '');
  return TOKEN_REFUSALS.find(([message]) => plain(message) === said)?.[1] ?? 'unknown';
}

/**
 * A 401 of the token or the revoke operation. On revoke it means that the token is worth nothing
 * already: it does not exist, is revoked, or belongs to another application.
 */
export class TokenRefusedError extends PlatformError {
  readonly reason: TokenRefusal;

  constructor(occasion: Occasion) {
    const reason = tokenRefusalOf(occasion.platformMessage);
    super(occasion, { code: `platform-token-refused-${reason}` });
    this.reason = reason;
  }
}
