import { Backoff, type BackoffPolicy } from '../../base/backoff.ts';
import { delay } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposables.ts';
import { spread } from '../../base/random.ts';
import { askedWaitMs, InsufficientScopeError } from '../../platform/errors.ts';
import type { Services } from '../feature.ts';

/** Roles are not essential, so a failing platform is asked rarely. */
const FAILURE_BACKOFF: BackoffPolicy = { minMs: 30_000, maxMs: 10 * 60_000 };
/** Readings vary by this share, so that many apps do not call at the same moment. */
const JITTER = 0.1;

interface ListReaderOptions extends Pick<Services, 'clock' | 'random' | 'log'> {
  readonly name: string;
  readonly scope: string;
  /** From the end of one reading to the next, milliseconds. */
  readonly everyMs: number;
  /** Reads and stores the list, unless `signal` was aborted meanwhile. Rejects on failure. */
  readonly read: (signal: AbortSignal) => Promise<void>;
  readonly scopes: () => readonly string[];
}

/** Reads a list at intervals while it is needed. */
export class ListReader implements Disposable {
  readonly #options: ListReaderOptions;
  #run: AbortController | null = null;

  constructor(options: ListReaderOptions) {
    this.#options = options;
  }

  /** Reads at once, then every few minutes. Calling it again reads at once again. */
  begin(): void {
    this.stop();
    const run = new AbortController();
    this.#run = run;
    void this.#keepReading(run.signal);
  }

  stop(): void {
    this.#run?.abort();
    this.#run = null;
  }

  dispose(): void {
    this.stop();
  }

  async #keepReading(signal: AbortSignal): Promise<void> {
    const { name, scope, everyMs, read, scopes, clock, random, log } = this.#options;
    const backoff = new Backoff(FAILURE_BACKOFF, random);
    while (!signal.aborted && scopes().includes(scope)) {
      try {
        await read(signal);
        backoff.reset();
        await delay(clock, spread(everyMs, JITTER, random), signal);
      } catch (failure) {
        if (signal.aborted) return;
        const isFirst = backoff.attempts === 0;
        log[isFirst ? 'warn' : 'debug']('a list of people could not be read', { name, failure });
        if (failure instanceof InsufficientScopeError) return;
        const waitMs = Math.max(backoff.next(), askedWaitMs(failure, clock.now()));
        await delay(clock, waitMs, signal);
      }
    }
  }
}
