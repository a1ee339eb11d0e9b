import { Backoff, RECONNECT_BACKOFF } from '../base/backoff.ts';
import { delay } from '../base/clock.ts';
import type { Disposable } from '../base/disposables.ts';
import { Emitter, type Subscribe } from '../base/emitter.ts';
import { NamedTimers } from '../base/named-timers.ts';
import { SerialQueue, SingleFlight } from '../base/serial-queue.ts';
import {
  type NotAuthorizedError,
  TokenRefusedError,
  UnavailableError,
} from '../platform/errors.ts';
import type { UserTokens } from '../platform/http/caller.ts';
import type { AuthApi, IssuedTokens } from '../platform/resources/auth.ts';
import { AccessTokenRefusedError, SignInRequiredError } from './errors.ts';
import {
  GrantStore,
  type GrantStoreOptions,
  isRenewalDue,
  renewalDueAt,
  toGrant,
} from './grant-store.ts';
import type { Grant } from './ports.ts';
import { type Refusal, RefusedTokens, refusalOf, revokeFoundNothing } from './refused-tokens.ts';

interface TokenProviderOptions extends GrantStoreOptions {
  readonly auth: Pick<AuthApi, 'refresh' | 'revoke'>;
  /** The specification's durations are divided by this; 1 on the real platform. */
  readonly timeScale: number;
}

const SHORTEST_TIMER_MS = 1000;
/** So long a caller waits for a refresh. */
const WAIT_MOST_MS = 30_000;
/** After so long without an answer another refresh may begin; the answer is taken all the same. */
const ANSWER_MOST_MS = 5 * 60_000;
/** For so long a 401 without a known reason asks nobody to sign in. */
const UNEXPLAINED_MS = 60_000;
const REFRESH = { operation: 'auth.refresh', status: null, platformMessage: null };

function unanswered(): never {
  throw new UnavailableError(REFRESH, 'timeout');
}

/**
 * Keeps one grant usable (design, decision 4; specification, "Token lifetimes"). A refresh token
 * works only once, so there is one refresh at a time, no caller can cancel it, and the new pair is
 * stored in the vault before use. An unreachable platform never signs out: callers get the token
 * while it lives, then the platform's error. Only a refused grant ends it.
 */
export class RefreshingTokenProvider implements UserTokens, Disposable {
  readonly #options: TokenProviderOptions;
  readonly #store: GrantStore;
  readonly #changes: Emitter<Grant | null>;
  readonly onChange: Subscribe<Grant | null>;
  readonly #flight = new SingleFlight<Grant>();
  /** Runs everything that replaces the grant, one after the other. */
  readonly #queue = new SerialQueue();
  readonly #backoff: Backoff;
  readonly #timers: NamedTimers;
  readonly #refused: RefusedTokens;
  #told: string | null = null;
  /** After a failed refresh, a living token is used as it is until then (monotonic). */
  #restUntil = Number.NEGATIVE_INFINITY;
  /** Since when refreshes are refused without a known reason, monotonic; null: they are not. */
  #unexplainedSince: number | null = null;
  #grant: Grant | null = null;
  #endedBy: unknown = null;
  #disposed = false;

  constructor(options: TokenProviderOptions) {
    this.#options = options;
    this.#store = new GrantStore(options);
    this.#backoff = new Backoff(RECONNECT_BACKOFF, options.random);
    this.#timers = new NamedTimers(options.clock);
    this.#refused = new RefusedTokens(options.clock);
    this.#changes = new Emitter((failure) =>
      options.log.error('A listener of the sign-in failed', { failure }),
    );
    this.onChange = this.#changes.on;
  }

  get grant(): Grant | null {
    return this.#grant;
  }

  /** A new token pair is requested or saved: quitting now could lose the only copy. */
  get isRenewing(): boolean {
    return this.#queue.isBusy;
  }

  /** Why the last grant ended by itself: the platform's refusal; null while there is one. */
  get endedBy(): unknown {
    return this.#endedBy;
  }

  /** Asks the vault only. Never rejects: an unreadable one is reported and counts as empty. */
  load(): Promise<Grant | null> {
    return this.#queue.run(async () => {
      const stored = await this.#store.load();
      if (stored) this.#set(stored);
      return stored;
    });
  }

  /**
   * Takes a newly issued pair, saving it to the vault first. If the vault cannot be written, saving
   * continues in the background and is reported. `askedAt`: time of the request, epoch
   * milliseconds.
   */
  adopt(issued: IssuedTokens, askedAt = this.#options.clock.now()): Promise<Grant> {
    return this.#queue.run(() => {
      this.#refused.startOver();
      return this.#keep(toGrant(issued, askedAt, this.#options.timeScale, null));
    });
  }

  /** Refreshes first if the token is about to end. Throws `SignInRequiredError` if signed out. */
  async accessToken(): Promise<string> {
    const grant = this.#grant;
    if (!grant) throw new SignInRequiredError();
    const { clock, timeScale } = this.#options;
    if (!isRenewalDue(grant, clock.now(), timeScale)) return grant.accessToken;
    if (this.#isAlive() && clock.monotonic() < this.#restUntil) return grant.accessToken;
    try {
      return (await this.#refresh(grant.accessToken)).accessToken;
    } catch (failure) {
      // The old token is valid until it expires, so a short outage goes unnoticed.
      if (this.#grant && this.#isAlive()) return this.#grant.accessToken;
      throw failure;
    }
  }

  /**
   * The platform refused `rejected` like this: refreshes unless a newer token is already here.
   * Throws `AccessTokenRefusedError` if it was itself issued just now.
   */
  async accessTokenAfter(rejected: string, refusal: NotAuthorizedError): Promise<string> {
    if (!this.#grant) throw new SignInRequiredError();
    if (this.#grant.accessToken !== rejected) return this.accessToken();
    if (!this.#refused.mayRefresh(refusal)) throw this.#refusedAnew(rejected, refusal);
    return (await this.#refresh(rejected)).accessToken;
  }

  /**
   * Drops the grant at once, revokes it at the platform (one call, never repeated), and clears the
   * vault even if the platform is unreachable. False: the platform did not confirm, so the grant
   * may still be listed there (also reported). Never rejects.
   */
  signOut(): Promise<boolean> {
    return this.#queue.run(async () => {
      const grant = this.#grant;
      this.#set(null);
      const confirmed = grant === null || (await this.#revoke(grant));
      await this.#forget();
      return confirmed;
    });
  }

  /** Waits for a running refresh, whose answer is the only copy of the tokens. Never rejects. */
  async stop(): Promise<void> {
    this.dispose();
    await this.#queue.drained();
    await this.#store.flush();
  }

  dispose(): void {
    this.#disposed = true;
    this.#timers.dispose();
    this.#store.dispose();
    this.#changes.dispose();
  }

  #refusedAnew(token: string, refusal: NotAuthorizedError): AccessTokenRefusedError {
    const failure = new AccessTokenRefusedError(refusal);
    if (this.#told !== token) this.#options.onProblem(failure.problem);
    this.#told = token;
    return failure;
  }

  /** Waits for so long only; the refresh itself goes on. */
  async #refresh(known: string): Promise<Grant> {
    const refreshed = this.#refreshOnce(known);
    refreshed.catch(() => undefined);
    return (await this.#inTime(refreshed, WAIT_MOST_MS)) ?? unanswered();
  }

  #refreshOnce(known: string): Promise<Grant> {
    return this.#flight.run(() =>
      this.#queue.run(async () => {
        const grant = this.#grant;
        if (!grant) throw new SignInRequiredError();
        // A new sign-in came while this waited in the queue.
        if (grant.accessToken !== known) return grant;
        try {
          return await this.#refreshNow(grant);
        } catch (failure) {
          if (this.#grant) this.#rest(failure);
          throw failure;
        }
      }),
    );
  }

  async #refreshNow(grant: Grant): Promise<Grant> {
    try {
      return await this.#exchange(grant.refreshToken);
    } catch (failure) {
      const refusal = refusalOf(failure);
      if (refusal === null) throw failure;
      if (!isUnexplained(failure)) return this.#retryWithStored(grant, refusal, failure);
      return this.#retryUnexplained(grant, failure);
    }
  }

  /** A 401 that may be anybody's: a gateway's, a proxy's. Signing in is asked for only when it stays. */
  async #retryUnexplained(grant: Grant, cause: unknown): Promise<Grant> {
    const now = this.#options.clock.monotonic();
    const isFirst = this.#unexplainedSince === null;
    this.#unexplainedSince ??= now;
    if (now - this.#unexplainedSince >= UNEXPLAINED_MS) {
      return this.#retryWithStored(grant, 'doubtful', cause);
    }
    this.#options.log.warn('The refresh was refused without a known reason', { failure: cause });
    if (isFirst) {
      const stored = await this.#store.load();
      return this.#refreshNow({ ...grant, ...stored });
    }
    throw new UnavailableError(REFRESH, 'server');
  }

  /** The specification's recovery: one retry with the stored refresh token, then a sign-in. */
  async #retryWithStored(grant: Grant, refusal: Refusal, cause: unknown): Promise<Grant> {
    const stored = await this.#store.load();
    if (stored === null || stored.refreshToken === grant.refreshToken) {
      return this.#endGrant(refusal, cause);
    }
    this.#options.log.warn('The refresh was refused; trying once more with what the vault holds');
    try {
      return await this.#exchange(stored.refreshToken);
    } catch (failure) {
      const second = refusalOf(failure);
      if (second === null) throw failure;
      return this.#endGrant(second, failure);
    }
  }

  async #exchange(refreshToken: string): Promise<Grant> {
    const { auth, clock, timeScale } = this.#options;
    const before = this.#grant;
    const askedAt = clock.now();
    const adopt = (issued: IssuedTokens) => this.#keep(toGrant(issued, askedAt, timeScale, before));
    const answer = auth.refresh(refreshToken);
    const issued = await this.#inTime(answer, ANSWER_MOST_MS);
    if (issued) return adopt(issued);
    // It may still come, and then its pair is the only one that works.
    const late = async (pair: IssuedTokens) => this.#grant === before && (await adopt(pair));
    answer.then((pair) => this.#queue.run(() => late(pair))).catch(() => undefined);
    return unanswered();
  }

  /** null: nothing came within this many milliseconds. */
  async #inTime<T>(answer: Promise<T>, mostMs: number): Promise<T | null> {
    const limit = new AbortController();
    const late = delay(this.#options.clock, mostMs, limit.signal).then(() => null);
    try {
      return await Promise.race([answer, late]);
    } finally {
      limit.abort();
    }
  }

  /** Saves to the vault before anything uses the grant. */
  async #keep(grant: Grant): Promise<Grant> {
    await this.#store.save(grant);
    this.#backoff.reset();
    this.#restUntil = Number.NEGATIVE_INFINITY;
    this.#refused.issued();
    this.#unexplainedSince = null;
    this.#set(grant);
    return grant;
  }

  async #endGrant(refusal: Refusal, cause: unknown): Promise<never> {
    this.#options.log.warn('The platform refused the refresh; signing in is needed', {
      failure: cause,
    });
    this.#unexplainedSince = null;
    this.#set(null, cause);
    if (refusal === 'dead') await this.#forget();
    throw new SignInRequiredError({ cause });
  }

  async #revoke(grant: Grant): Promise<boolean> {
    const { auth, log, onProblem } = this.#options;
    try {
      // The refresh token lives longest; revoking either ends both.
      await auth.revoke(grant.refreshToken, 'refresh_token');
      return true;
    } catch (failure) {
      if (revokeFoundNothing(failure)) return true;
      log.warn('The platform did not confirm the sign-out', { failure });
      onProblem({ code: 'grant-may-remain' });
      return false;
    }
  }

  async #forget(): Promise<void> {
    const { log, onProblem } = this.#options;
    try {
      await this.#store.clear();
    } catch (failure) {
      log.error('The saved sign-in could not be removed', { failure });
      onProblem({ code: 'grant-not-forgotten' });
    }
  }

  #isAlive(): boolean {
    return this.#grant !== null && this.#options.clock.now() < this.#grant.expiresAt;
  }

  #set(grant: Grant | null, endedBy: unknown = null): void {
    const changed = this.#grant !== grant;
    this.#grant = grant;
    this.#endedBy = endedBy;
    this.#scheduleRenewal();
    if (changed && !this.#disposed) this.#changes.fire(grant);
  }

  /** After a failed refresh that did not end the grant, the timer retries with back-off. */
  #rest(failure: unknown): void {
    const waitMs = this.#backoff.next();
    this.#restUntil = this.#options.clock.monotonic() + waitMs;
    this.#options.log.warn('The access token could not be renewed', { failure, waitMs });
    this.#startTimer(waitMs);
  }

  #scheduleRenewal(): void {
    this.#timers.dispose();
    if (!this.#grant) return;
    const { clock, timeScale } = this.#options;
    const dueIn = renewalDueAt(this.#grant, timeScale) - clock.now();
    // A wall clock that is behind must not delay the renewal beyond one lifetime.
    const lifetimeMs = this.#grant.expiresAt - this.#grant.issuedAt;
    this.#startTimer(Math.max(SHORTEST_TIMER_MS, Math.min(dueIn, lifetimeMs)));
  }

  #startTimer(waitMs: number): void {
    if (!this.#disposed) this.#timers.set('renewal', waitMs, () => this.#renew());
  }

  #renew(): void {
    const grant = this.#grant;
    if (!grant) return;
    const { clock, timeScale } = this.#options;
    if (!isRenewalDue(grant, clock.now(), timeScale)) {
      this.#scheduleRenewal();
      return;
    }
    // Both outcomes set the next timer, and failures are logged.
    this.#refresh(grant.accessToken).catch(() => undefined);
  }
}

/** Refused with words that the specification does not have. */
const isUnexplained = (failure: unknown): boolean =>
  failure instanceof TokenRefusedError && failure.reason === 'unknown';
