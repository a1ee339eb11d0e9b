import type { Problem } from '../../shared/problem.ts';
import { Backoff, RECONNECT_BACKOFF } from '../base/backoff.ts';
import type { Clock } from '../base/clock.ts';
import type { Disposable } from '../base/disposables.ts';
import { problemOf } from '../base/errors.ts';
import type { Logger, Redactor } from '../base/log.ts';
import type { Random } from '../base/random.ts';
import { SerialQueue } from '../base/serial-queue.ts';
import { GrantNotSavedError, GrantUnreadableError } from './errors.ts';
import { parseGrant } from './grant.ts';
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
 * Keeps the grant in the vault. A grant whose write failed is the only working one (the platform
 * has already ended its predecessor), so writing it is tried again, with back-off, until it
 * succeeds, a newer one replaces it or it is forgotten.
 */
export class GrantStore implements Disposable {
  readonly #options: GrantStoreOptions;
  readonly #queue = new SerialQueue();
  readonly #backoff: Backoff;
  #unsaved: Grant | null = null;
  #retry: Disposable | null = null;
  #disposed = false;

  constructor(options: GrantStoreOptions) {
    this.#options = options;
    this.#backoff = new Backoff(RECONNECT_BACKOFF, options.random);
  }

  /** What the vault holds now. null: nothing, or nothing that can be used (which is reported). */
  async load(): Promise<Grant | null> {
    const { vault, log, onProblem } = this.#options;
    try {
      const text = await vault.read('grant');
      if (text === null) return null;
      const grant = parseGrant(text);
      if (grant) this.#hide(grant);
      else onProblem(new GrantUnreadableError().problem);
      return grant;
    } catch (failure) {
      log.error('The saved sign-in could not be read', { failure });
      onProblem(problemOf(failure));
      return null;
    }
  }

  /** Resolves after the first attempt to write. Never rejects: a failed write goes on by itself. */
  save(grant: Grant): Promise<void> {
    this.#hide(grant);
    this.#cancelRetry();
    this.#unsaved = grant;
    return this.#queue.run(() => this.#writeUnsaved());
  }

  /** Removes the grant from the vault. Throws what the vault says when that fails. */
  clear(): Promise<void> {
    this.#cancelRetry();
    this.#unsaved = null;
    return this.#queue.run(() => this.#options.vault.remove('grant'));
  }

  /** One last attempt for what is not saved yet; to be awaited before the process ends. */
  flush(): Promise<void> {
    this.#cancelRetry();
    return this.#queue.run(() => this.#writeUnsaved());
  }

  dispose(): void {
    this.#disposed = true;
    this.#cancelRetry();
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
      if (isFirst) onProblem(new GrantNotSavedError().problem);
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
    this.#retry = this.#options.clock.setTimeout(() => {
      this.#retry = null;
      void this.#queue.run(() => this.#writeUnsaved());
    }, waitMs);
  }

  #cancelRetry(): void {
    this.#retry?.dispose();
    this.#retry = null;
  }
}
