import type { z } from 'zod';
import { Backoff, type BackoffPolicy } from '../../base/backoff.ts';
import { type Clock, delay } from '../../base/clock.ts';
import { type Logger, Redactor } from '../../base/log.ts';
import { isSafeAddress } from '../../base/loopback.ts';
import type { Random } from '../../base/random.ts';
import { type OnWait, presentWatcher } from '../../base/watched.ts';
import {
  MalformedAnswerError,
  NotAuthorizedError,
  type Occasion,
  type PlatformError,
  RateLimitedError,
  UnavailableError,
  UnsafeAddressError,
} from '../errors.ts';
import type { Operation } from '../operations.ts';
import { MESSAGE_PATTERNS } from '../platform-notes.ts';
import type { QuotaCounters } from '../quota.ts';
import { damageOf } from '../resources/fields.ts';
import {
  type Answer,
  buildAddress,
  contentOf,
  ExchangeFailure,
  errorMessageOf,
  exchange,
  type Outgoing,
  parseRetryAfter,
  type Query,
} from './exchange.ts';
import { failureOf } from './failure.ts';

export interface PlatformOptions {
  /** `{base_url}` of the specification, with or without a trailing slash. */
  readonly baseUrl: string;
  /** `{auth_url}` of the specification: the authorization page's host. */
  readonly authUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Clock;
  /** The platform's present time, epoch milliseconds; defaults to the clock. */
  readonly platformNow?: () => number;
  readonly random: Random;
  readonly log: Logger;
  /** Time limit of one answer including its body, milliseconds; default 15 s. */
  readonly timeoutMs?: number;
  /**
   * Aborted when the app stops: running calls end with `UnavailableError` (reason `stopped`). A
   * token refresh still finishes, because a pair not received is lost.
   */
  readonly stop?: AbortSignal;
}

export const DEFAULT_TIMEOUT_MS = 15_000;

/** Refreshes once for all callers, and stores the new pair before handing it out. */
export interface UserTokens {
  /** A token expected to be valid. Rejects if signed out. */
  accessToken(): Promise<string>;
  /** The platform refused `rejected`: returns a newer token, or rejects if there is none. */
  accessTokenAfter(rejected: string, refusal: NotAuthorizedError): Promise<string>;
}

const ATTEMPTS_MAX = 3;
const RETRY_BACKOFF: BackoffPolicy = { minMs: 250, maxMs: 4000 };
/** Most token renewals of one call: a renewed token may be refused as well. */
const RENEWALS_MAX = 2;
/** Longer waits are left to the caller instead of blocking inside a call. */
const RETRY_AFTER_MAX_MS = 30_000;
/** The same while a watcher waits and is told. */
const WATCHED_RETRY_AFTER_MAX_MS = 60_000;
/** After a rate limit without a time, while a watcher waits: a repeat at once would be refused. */
const WATCHED_RATE_BACKOFF: BackoffPolicy = { minMs: 3000, maxMs: 10_000 };
const TOLD_WAIT_MIN_MS = 1000;

/** Characters of an error body that are searched for the word quota. */
const ERROR_BODY_READ = 2_000;

/** A key with other characters (a pasted line break, another script) is invalid. */
const FITS_HEADER = /^[\x20-\x7e]*$/;

export interface CallInput {
  readonly query?: Query;
  /** Null or undefined: the request has no body and no content type. */
  readonly body?: Readonly<Record<string, unknown>> | null;
  /** Values for the `{name}` places in the operation's path. */
  readonly parts?: Readonly<Record<string, string>>;
}

/**
 * Sends operations with authentication, timeouts, retries and errors. Knows no particular
 * operation.
 */
export class Caller {
  readonly #options: PlatformOptions;
  readonly #quota: QuotaCounters;
  readonly #userTokens: UserTokens | null;
  readonly #damageSaid = new Map<string, string>();

  /** Without `userTokens` only operations that need no user can be called. */
  constructor(options: PlatformOptions, quota: QuotaCounters, userTokens: UserTokens | null) {
    this.#options = options;
    this.#quota = quota;
    this.#userTokens = userTokens;
  }

  async ask<S extends z.ZodType>(
    operation: Operation,
    schema: S,
    input: CallInput = {},
  ): Promise<z.output<S>> {
    const answer = await this.#deliver(operation, input);
    const parsed = schema.safeParse(contentOf(answer.text));
    if (parsed.success) {
      this.#noteDamage(operation, parsed.data);
      return parsed.data;
    }
    const places = parsed.error.issues
      .slice(0, 5)
      .map((issue) => `${issue.path.map(String).join('.') || 'body'}: ${issue.code}`);
    throw new MalformedAnswerError(occasionOf(operation, answer.status), places.join(', '));
  }

  /** Calls an operation and ignores the answer's content; it may be empty. */
  async tell(operation: Operation, input: CallInput): Promise<void> {
    await this.#deliver(operation, input);
  }

  async #deliver(operation: Operation, input: CallInput): Promise<Answer> {
    const pauses = new Pauses(operation, presentWatcher(), this.#options.random);
    let renewals = 0;
    let token = await this.#token(operation);
    for (let attempt = 1; ; ) {
      const outcome = await this.#attempt(operation, input, token);
      if (!(outcome instanceof Error)) return outcome;
      if (renewals < RENEWALS_MAX && token !== null && wantsNewToken(outcome)) {
        // The call was refused unprocessed, so sending it again is safe even for unrepeatable
        // operations.
        renewals += 1;
        const newer = (await this.#userTokens?.accessTokenAfter(token, outcome)) ?? token;
        if (newer === token) throw outcome;
        token = newer;
        continue;
      }
      const waitMs = attempt < ATTEMPTS_MAX ? pauses.after(outcome) : null;
      if (waitMs === null || this.#options.stop?.aborted) throw outcome;
      this.#options.log.debug('platform call is repeated', { operation: operation.name, waitMs });
      pauses.tell(waitMs);
      await delay(this.#options.clock, waitMs, this.#options.stop);
      attempt += 1;
      token = await this.#token(operation);
    }
  }

  /** Sends one request. Returns failures of the platform instead of throwing them. */
  async #attempt(
    operation: Operation,
    input: CallInput,
    token: string | null,
  ): Promise<Answer | PlatformError> {
    const { clock, fetch, log, stop, timeoutMs = DEFAULT_TIMEOUT_MS } = this.#options;
    const outgoing = this.#outgoing(operation, input, token);
    if (!isSafeAddress(outgoing.url, 'https:')) {
      return new UnsafeAddressError(occasionOf(operation, null));
    }
    if (!Object.values(outgoing.headers).every((value) => FITS_HEADER.test(value))) {
      const proof = token === null ? 'client' : 'token';
      return new NotAuthorizedError(occasionOf(operation, null), proof);
    }
    if (operation.quota !== undefined) this.#quota.count(operation.quota);
    const startedAt = clock.monotonic();
    const report = (outcome: string | number): void =>
      log.debug('platform call', {
        operation: operation.name,
        outcome,
        ms: Math.round(clock.monotonic() - startedAt),
      });
    try {
      const answer = operation.mustFinish
        ? await exchange(fetch, clock, outgoing, null, null)
        : await exchange(fetch, clock, outgoing, timeoutMs, stop ?? null);
      report(answer.status);
      if (answer.status >= 200 && answer.status < 300) return answer;
      return this.#refusalOf(operation, answer, this.#secretsOf(operation, input, token));
    } catch (failure) {
      if (!(failure instanceof ExchangeFailure)) throw failure;
      report(failure.message);
      const { end, detail } = failure;
      return new UnavailableError(occasionOf(operation, null), end, { detail });
    }
  }

  /** Logged once until it changes: some lists are read every minute. */
  #noteDamage(operation: Operation, content: unknown): void {
    if (typeof content !== 'object' || content === null) return;
    const damage = damageOf(content);
    const said = JSON.stringify(damage);
    if ((this.#damageSaid.get(operation.name) ?? 'null') === said) return;
    this.#damageSaid.set(operation.name, said);
    if (damage === null) return;
    this.#options.log.warn('entries of an answer could not be read', {
      operation: operation.name,
      ...damage,
    });
  }

  #outgoing(operation: Operation, input: CallInput, token: string | null): Outgoing {
    const { baseUrl, clientId, clientSecret } = this.#options;
    const body = input.body ?? null;
    const headers: Record<string, string> = {};
    if (operation.auth.kind === 'client') {
      headers['Client-Id'] = clientId;
      headers['Client-Secret'] = clientSecret;
    }
    if (token !== null) headers['Authorization'] = `Bearer ${token}`;
    if (body !== null) headers['Content-Type'] = 'application/json';
    return {
      method: operation.method,
      url: buildAddress(baseUrl, operation.path, input.query, input.parts),
      headers,
      body: body === null ? null : JSON.stringify(body),
    };
  }

  #refusalOf(operation: Operation, answer: Answer, secrets: Redactor): PlatformError {
    const said = errorMessageOf(answer.text);
    const now = this.#options.clock.now();
    return failureOf({
      operation,
      now,
      status: answer.status,
      message: said === null ? null : secrets.clean(said),
      retryAfterMs: parseRetryAfter(
        answer.headers.get('retry-after'),
        answer.headers.get('date'),
        now,
      ),
      bodySaysQuota: MESSAGE_PATTERNS.quota.test(answer.text.slice(0, ERROR_BODY_READ)),
      quotaResetsAt: this.#quota.use.resetsAt,
    });
  }

  /** A platform that echoes the request must not put our secrets into an error text. */
  #secretsOf(operation: Operation, input: CallInput, token: string | null): Redactor {
    const redactor = new Redactor();
    redactor.hide(this.#options.clientSecret);
    if (token !== null) redactor.hide(token);
    if (operation.auth.kind !== 'body') return redactor;
    for (const field of ['code', 'refreshToken', 'token']) {
      const value = input.body?.[field];
      if (typeof value === 'string') redactor.hide(value);
    }
    return redactor;
  }

  async #token(operation: Operation): Promise<string | null> {
    if (operation.auth.kind !== 'bearer') return null;
    if (this.#userTokens !== null) return this.#userTokens.accessToken();
    throw new NotAuthorizedError(occasionOf(operation, null), 'token');
  }
}

function occasionOf(operation: Operation, status: number | null): Occasion {
  return { operation: operation.name, status, platformMessage: null };
}

function wantsNewToken(failure: PlatformError): failure is NotAuthorizedError {
  return failure instanceof NotAuthorizedError && failure.proof === 'token';
}

class Pauses {
  readonly #operation: Operation;
  readonly #watcher: OnWait | null;
  readonly #backoff: Backoff;
  readonly #rateBackoff: Backoff;

  /** `watcher`: told of waits; null if no one waits for the call. */
  constructor(operation: Operation, watcher: OnWait | null, random: Random) {
    this.#operation = operation;
    this.#watcher = watcher;
    this.#backoff = new Backoff(RETRY_BACKOFF, random);
    this.#rateBackoff = watcher ? new Backoff(WATCHED_RATE_BACKOFF, random) : this.#backoff;
  }

  /** Wait before the next attempt, milliseconds; null if the call must not be repeated. */
  after(failure: PlatformError): number | null {
    if (this.#operation.repeat !== 'safe') return null;
    const isRate = failure instanceof RateLimitedError;
    if (!isRate && !(failure instanceof UnavailableError && failure.reason !== 'stopped'))
      return null;
    const asked = failure.retryAfterMs;
    // Each repeat costs daily quota, which may be the limit that was reached.
    if (isRate && asked === null && this.#operation.quota !== undefined) return null;
    const longest = this.#watcher ? WATCHED_RETRY_AFTER_MAX_MS : RETRY_AFTER_MAX_MS;
    if (asked !== null && asked > longest) return null;
    const own = isRate && asked === null ? this.#rateBackoff : this.#backoff;
    return Math.max(asked ?? 0, own.next());
  }

  tell(waitMs: number): void {
    if (waitMs >= TOLD_WAIT_MIN_MS) this.#watcher?.(waitMs);
  }
}
