import type { z } from 'zod';
import { Backoff, type BackoffPolicy } from '../../base/backoff.ts';
import { delay } from '../../base/clock.ts';
import { Redactor } from '../../base/log.ts';
import { isSafeAddress } from '../../base/loopback.ts';
import { MalformedAnswerError } from '../errors/malformed-answer.ts';
import { NotAuthorizedError } from '../errors/not-authorized.ts';
import { RateLimitedError } from '../errors/overload.ts';
import type { Occasion, PlatformError } from '../errors/platform-error.ts';
import { UnavailableError } from '../errors/unavailable.ts';
import { UnsafeAddressError } from '../errors/unsafe-address.ts';
import type { Operation } from '../operation.ts';
import { DEFAULT_TIMEOUT_MS, type PlatformOptions } from '../options.ts';
import type { UserTokens } from '../ports.ts';
import type { QuotaCounters } from '../quota.ts';
import { buildAddress, type Query } from './address.ts';
import { contentOf, errorMessageOf } from './answer-body.ts';
import { type Answer, ExchangeFailure, exchange, type Outgoing } from './exchange.ts';
import { failureOf } from './failure.ts';
import { parseRetryAfter } from './retry-after.ts';

/** A call that may be repeated is sent at most this often. */
const ATTEMPTS_MAX = 3;
const RETRY_BACKOFF: BackoffPolicy = { minMs: 250, maxMs: 4000 };
/** A platform that asks for a longer wait gets it from whoever called us, not inside a call. */
const RETRY_AFTER_MAX_MS = 30_000;

/** A key with anything else in it (a pasted line break, a letter of another script) is none. */
const FITS_HEADER = /^[\x20-\x7e]*$/;

/** What is sent with one call. Fields that are undefined are not sent. */
export interface CallInput {
  readonly query?: Query;
  /** Null or left out: the request has no body and no content type. */
  readonly body?: Readonly<Record<string, unknown>> | null;
  /** For the `{name}` places of the operation's path. */
  readonly parts?: Readonly<Record<string, string>>;
}

/** Sends operations: proof, patience, repeats, errors. Knows nothing of any single operation. */
export class Caller {
  readonly #options: PlatformOptions;
  readonly #quota: QuotaCounters;
  readonly #userTokens: UserTokens | null;

  /** Without `userTokens` only operations that need no user can be called. */
  constructor(options: PlatformOptions, quota: QuotaCounters, userTokens: UserTokens | null) {
    this.#options = options;
    this.#quota = quota;
    this.#userTokens = userTokens;
  }

  /**
   * Calls an operation that answers with something, and returns what the schema makes of it.
   * Throws a `PlatformError`, or what the token source throws.
   */
  async ask<S extends z.ZodType>(
    operation: Operation,
    schema: S,
    input: CallInput = {},
  ): Promise<z.output<S>> {
    const answer = await this.#deliver(operation, input);
    const parsed = schema.safeParse(contentOf(answer.text));
    if (parsed.success) return parsed.data;
    const places = parsed.error.issues
      .slice(0, 5)
      .map((issue) => `${issue.path.map(String).join('.') || 'body'}: ${issue.code}`);
    throw new MalformedAnswerError(occasionOf(operation, answer.status), places.join(', '));
  }

  /** Calls an operation whose answer does not matter beyond its success; it may be empty. */
  async tell(operation: Operation, input: CallInput = {}): Promise<void> {
    await this.#deliver(operation, input);
  }

  async #deliver(operation: Operation, input: CallInput): Promise<Answer> {
    const backoff = new Backoff(RETRY_BACKOFF, this.#options.random);
    let renewed = false;
    let token = await this.#token(operation);
    for (let attempt = 1; ; ) {
      const outcome = await this.#attempt(operation, input, token);
      if (!(outcome instanceof Error)) return outcome;
      if (!renewed && token !== null && wantsNewToken(outcome)) {
        // The call was refused unread, so sending it again is safe even where repeats are not.
        renewed = true;
        const newer = await this.#tokenAfter(token);
        if (newer === token) throw outcome;
        token = newer;
        continue;
      }
      const waitMs = attempt < ATTEMPTS_MAX ? waitBeforeRepeat(operation, outcome, backoff) : null;
      if (waitMs === null || this.#options.stop?.aborted) throw outcome;
      this.#options.log.debug('platform call is repeated', { operation: operation.name, waitMs });
      await delay(this.#options.clock, waitMs, this.#options.stop);
      attempt += 1;
      token = await this.#token(operation);
    }
  }

  /** One request. Failures of the platform are returned, not thrown. */
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
      return new NotAuthorizedError(
        occasionOf(operation, null),
        token === null ? 'client' : 'token',
      );
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
      const answer = await exchange(fetch, clock, outgoing, {
        timeoutMs: operation.mustFinish ? timeoutMs * 2 : timeoutMs,
        stop: operation.mustFinish ? null : (stop ?? null),
      });
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
    return failureOf({
      operation,
      status: answer.status,
      message: said === null ? null : secrets.clean(said),
      retryAfterMs: parseRetryAfter(
        answer.headers.get('retry-after'),
        answer.headers.get('date'),
        this.#options.clock.now(),
      ),
      quotaResetsAt: this.#quota.use.resetsAt,
    });
  }

  /** A platform that repeats what it was sent must not put our secrets into an error text. */
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

  async #tokenAfter(rejected: string): Promise<string> {
    return this.#userTokens === null ? rejected : this.#userTokens.accessTokenAfter(rejected);
  }
}

function occasionOf(operation: Operation, status: number | null): Occasion {
  return { operation: operation.name, status, platformMessage: null };
}

function wantsNewToken(failure: PlatformError): boolean {
  return failure instanceof NotAuthorizedError && failure.proof === 'token';
}

/** How long to wait before the call may be sent again; null when it may not. */
function waitBeforeRepeat(
  operation: Operation,
  failure: PlatformError,
  backoff: Backoff,
): number | null {
  if (operation.repeat !== 'safe') return null;
  const passing =
    failure instanceof RateLimitedError ||
    (failure instanceof UnavailableError && failure.reason !== 'stopped');
  if (!passing) return null;
  const asked = failure.retryAfterMs ?? 0;
  return asked > RETRY_AFTER_MAX_MS ? null : Math.max(asked, backoff.next());
}
