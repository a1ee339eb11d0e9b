import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposables.ts';
import type { Logger } from '../../base/log.ts';
import type { SearchRepository } from './search-repository.ts';

export interface SearchIndexerOptions {
  readonly clock: Clock;
  readonly log: Logger;
  readonly repository: Pick<SearchRepository, 'takeNew' | 'takeOld' | 'tidy' | 'rebuild'>;
}

/** Something came: others may come with it. */
export const GATHER_MS = 1_500;
/** The start has better things to do. */
export const FIRST_LOOK_MS = 5_000;
/** Rows that are taken in at once, some milliseconds of work, and the pause after them. */
export const ROWS_AT_ONCE = 100;
export const PAUSE_MS = 30;
/** What few rows leave behind needs no tidying: that costs as much for ten of them as for thousands. */
export const TIDY_AFTER = 2_000;
/** How long after a failure it is tried again. */
export const RETRY_MS = 60_000;
/** What a search may wait for: what has come within the last seconds. */
const MOST_CAUGHT_UP = 2_000;

/**
 * Makes words of the ledger findable, a little at a time and never on the way of an event: what is new
 * first, then what was there before, then what was written in pieces is put together.
 */
export class SearchIndexer implements Disposable {
  readonly #options: SearchIndexerOptions;
  #timer: Disposable | null = null;
  #disposed = false;
  #rebuilt = false;
  /** Rows since it was tidied up last; at the start nobody knows. */
  #untidy = TIDY_AFTER;

  constructor(options: SearchIndexerOptions) {
    this.#options = options;
    this.#wait(FIRST_LOOK_MS);
  }

  /** Something was written to the ledger, or taken out of them. */
  look(): void {
    if (this.#timer === null) this.#wait(GATHER_MS);
  }

  /** Takes in the latest now, for somebody who is about to search. Throws a `LedgerError`. */
  catchUp(): void {
    this.#options.repository.takeNew(MOST_CAUGHT_UP);
  }

  dispose(): void {
    this.#disposed = true;
    this.#timer?.dispose();
    this.#timer = null;
  }

  #wait(ms: number): void {
    this.#timer?.dispose();
    if (this.#disposed) return;
    this.#timer = this.#options.clock.setTimeout(() => {
      this.#timer = null;
      this.#step();
    }, ms);
  }

  #step(): void {
    const { repository, log } = this.#options;
    try {
      const taken = repository.takeNew(ROWS_AT_ONCE) || repository.takeOld(ROWS_AT_ONCE);
      this.#untidy += taken;
      if (taken > 0 || this.#tidy()) this.#wait(PAUSE_MS);
    } catch (failure) {
      log.warn('books: words could not be taken in', { failure, again: !this.#rebuilt });
      this.#rebuild();
      this.#wait(RETRY_MS);
    }
  }

  /** Whether there is more to be put together. */
  #tidy(): boolean {
    if (this.#untidy < TIDY_AFTER) return false;
    const isMore = this.#options.repository.tidy();
    if (!isMore) this.#untidy = 0;
    return isMore;
  }

  /** Once a run: a damaged index can be made anew from the ledger, a full disk cannot. */
  #rebuild(): void {
    if (this.#rebuilt) return;
    this.#rebuilt = true;
    try {
      this.#options.repository.rebuild();
    } catch (failure) {
      this.#options.log.warn('books: the search could not be made anew', { failure });
    }
  }
}
