import { z } from 'zod';
import { isJsonObject, parseJson } from '../../shared/json.ts';
import type { Problem } from '../../shared/problem.ts';
import { Backoff, RECONNECT_BACKOFF } from '../base/backoff.ts';
import type { Clock } from '../base/clock.ts';
import type { Disposable } from '../base/disposables.ts';
import { problemOf } from '../base/errors.ts';
import type { Logger, Redactor } from '../base/log.ts';
import { NamedTimers } from '../base/named-timers.ts';
import type { Random } from '../base/random.ts';
import { SerialQueue } from '../base/serial-queue.ts';
import { SCOPES } from '../platform/operations.ts';
import type { IssuedTokens } from '../platform/resources/auth.ts';
import type { Grant, Vault } from './ports.ts';

export interface GrantStoreOptions {
  readonly vault: Vault;
  readonly clock: Clock;
  readonly random: Random;
  readonly redactor: Redactor;
  readonly log: Logger;
  readonly onProblem: (problem: Problem) => void;
}

/**
 * Keeps the grant in the vault. If saving fails, that grant is the only working one (the platform
 * has ended its predecessor), so saving is retried with back-off until it succeeds, or the grant is
 * replaced or cleared.
 */
export class GrantStore implements Disposable {
  readonly #options: GrantStoreOptions;
  readonly #queue = new SerialQueue();
  readonly #backoff: Backoff;
  readonly #timers: NamedTimers;
  #unsaved: Grant | null = null;
  #disposed = false;

  constructor(options: GrantStoreOptions) {
    this.#options = options;
    this.#backoff = new Backoff(RECONNECT_BACKOFF, options.random);
    this.#timers = new NamedTimers(options.clock);
  }

  /** The vault's grant; null if it has none or an unusable one (which is reported). */
  async load(): Promise<Grant | null> {
    const { vault, log, onProblem } = this.#options;
    try {
      const text = await vault.read('grant');
      if (text === null) return null;
      const grant = parseGrant(text);
      if (grant) this.#hide(grant);
      else onProblem({ code: 'grant-unreadable' });
      return grant;
    } catch (failure) {
      log.error('The saved sign-in could not be read', { failure });
      onProblem(problemOf(failure));
      return null;
    }
  }

  /** Resolves after the first attempt. Never rejects: a failed write is retried later. */
  save(grant: Grant): Promise<void> {
    this.#hide(grant);
    this.#timers.dispose();
    this.#unsaved = grant;
    return this.#queue.run(() => this.#writeUnsaved());
  }

  clear(): Promise<void> {
    this.#timers.dispose();
    this.#unsaved = null;
    return this.#queue.run(() => this.#options.vault.remove('grant'));
  }

  /** One last attempt to save; await it before the process ends. */
  flush(): Promise<void> {
    this.#timers.dispose();
    return this.#queue.run(() => this.#writeUnsaved());
  }

  dispose(): void {
    this.#disposed = true;
    this.#timers.dispose();
  }

  #hide(grant: Grant): void {
    this.#options.redactor.hide(grant.accessToken);
    this.#options.redactor.hide(grant.refreshToken);
  }

  async #writeUnsaved(): Promise<void> {
    const grant = this.#unsaved;
    if (!grant) return;
    const { vault, log, onProblem } = this.#options;
    try {
      await vault.write('grant', JSON.stringify(grant));
    } catch (failure) {
      if (this.#unsaved !== grant) return;
      const isFirst = this.#backoff.attempts === 0;
      this.#retryLater(failure);
      if (isFirst) onProblem({ code: 'grant-not-saved' });
      return;
    }
    if (this.#backoff.attempts > 0) log.info('The sign-in has been saved after all');
    this.#backoff.reset();
    if (this.#unsaved === grant) this.#unsaved = null;
  }

  #retryLater(failure: unknown): void {
    const waitMs = this.#backoff.next();
    this.#options.log.error('The sign-in could not be saved; trying again', { failure, waitMs });
    if (this.#disposed) return;
    this.#timers.set('retry', waitMs, () => {
      void this.#queue.run(() => this.#writeUnsaved());
    });
  }
}

/** Share of its lifetime before the end at which a token is renewed. */
const LEEWAY_SHARE = 0.05;
const LEEWAY_LEAST_MS = 30_000;
/** Specification, "Token lifetimes". */
const DOCUMENTED_LIFETIME_S = 86_400;

const grantSchema = z.object({
  accessToken: z.string().min(1),
  refreshToken: z.string().min(1),
  scopes: z.array(z.string()),
  issuedAt: z.number(),
  expiresAt: z.number(),
}) satisfies z.ZodType<Grant>;

/**
 * The grant of a pair requested at `askedAt` (epoch milliseconds): its lifetime counts from the
 * request, so that it is never overestimated. What did not come with the pair is as the
 * specification says, or as in the grant before. The lifetime is divided by `timeScale`.
 */
export function toGrant(
  issued: IssuedTokens,
  askedAt: number,
  timeScale: number,
  before: Grant | null,
): Grant {
  const lifetimeMs = ((issued.expiresInSeconds ?? DOCUMENTED_LIFETIME_S) * 1000) / timeScale;
  return {
    accessToken: issued.accessToken,
    refreshToken: issued.refreshToken,
    scopes: [...(issued.scopes ?? before?.scopes ?? SCOPES)],
    issuedAt: askedAt,
    expiresAt: askedAt + lifetimeMs,
  };
}

/** Returns null if the text is no grant. */
export function parseGrant(text: string): Grant | null {
  const result = grantSchema.safeParse(parseJson(text));
  return result.success ? result.data : null;
}

function leewayMs(grant: Grant, timeScale: number): number {
  const lifetimeMs = grant.expiresAt - grant.issuedAt;
  const wanted = Math.max(lifetimeMs * LEEWAY_SHARE, LEEWAY_LEAST_MS / timeScale);
  return Math.min(wanted, lifetimeMs / 2);
}

/**
 * When to renew the access token, epoch milliseconds: 5 % of its lifetime before its end, at least
 * 30 s (divided by `timeScale`), but never before half its life, so that a platform with very short
 * tokens is not called constantly.
 */
export function renewalDueAt(grant: Grant, timeScale: number): number {
  return grant.expiresAt - leewayMs(grant, timeScale);
}

/** Also true if the clock was set back so far that the grant's times are meaningless. */
export function isRenewalDue(grant: Grant, now: number, timeScale: number): boolean {
  return now >= renewalDueAt(grant, timeScale) || now < grant.issuedAt - leewayMs(grant, timeScale);
}

interface BoundGrantOptions extends Pick<GrantStoreOptions, 'vault' | 'log' | 'onProblem'> {
  readonly baseUrl: string;
  readonly clientId: string;
}

/**
 * A vault whose grant is bound to its platform and application: with others it appears empty, so
 * that they never receive its tokens; the grant stays stored. A grant saved before binding existed
 * is bound when first read.
 */
export function boundGrant(options: BoundGrantOptions): Vault {
  const { vault, baseUrl, clientId, log, onProblem } = options;
  const owner = `${baseUrl.replace(/\/+$/, '')} ${clientId}`;
  const withOwner = (text: string): string => {
    const grant = parseJson(text);
    return isJsonObject(grant) ? JSON.stringify({ ...grant, owner }) : text;
  };
  return {
    async read(name) {
      const text = await vault.read(name);
      if (name !== 'grant' || text === null) return text;
      const grant = parseJson(text);
      // The reader reports text that is no grant.
      if (!isJsonObject(grant)) return text;
      if (grant['owner'] === undefined) {
        await vault.write(name, withOwner(text)).catch((failure: unknown) => {
          log.warn('The sign-in could not be bound to its platform yet', { failure });
        });
        return text;
      }
      if (grant['owner'] === owner) return text;
      log.warn('The saved sign-in belongs to another platform or application');
      onProblem({ code: 'grant-of-another' });
      return null;
    },
    write: (name, value) => vault.write(name, name === 'grant' ? withOwner(value) : value),
    remove: (name) => vault.remove(name),
  };
}
