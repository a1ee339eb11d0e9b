import type { Disposable } from '../../base/disposables.ts';
import type { Services } from '../feature.ts';
import type { SearchRepository } from './search-repository.ts';

interface SearchIndexerOptions extends Pick<Services, 'clock' | 'log'> {
  readonly repository: Pick<SearchRepository, 'takeNew' | 'takeOld' | 'tidy' | 'rebuild'>;
}

/** Delay after a new event: rows in one go cost less, and a search takes in what it lacks itself. */
export const GATHER_MS = 20_000;
/** Delay at startup, which has more urgent work. */
export const FIRST_LOOK_MS = 5_000;
/** Rows indexed at once (some milliseconds of work), and the pause after them. */
export const ROWS_AT_ONCE = 100;
export const PAUSE_MS = 30;
/** Rows before the index is tidied, which costs as much for ten rows as for thousands. */
const TIDY_AFTER = 2_000;
export const RETRY_MS = 60_000;
/** Rows a search waits for: what is gathered at a hundred a second. */
const MOST_CAUGHT_UP = 2_000;

/** Makes the ledger searchable in small steps: new rows, then old ones; then segments are merged. */
export class SearchIndexer implements Disposable {
  readonly #options: SearchIndexerOptions;
  #timer: Disposable | null = null;
  #disposed = false;
  #rebuilt = false;
  /** Rows since the index was last tidied; unknown at startup, so it assumes enough. */
  #untidy = TIDY_AFTER;

  constructor(options: SearchIndexerOptions) {
    this.#options = options;
    this.#wait(FIRST_LOOK_MS);
  }

  /** The ledger has new or erased rows. */
  look(): void {
    if (this.#timer === null) this.#wait(GATHER_MS);
  }

  /** Indexes the latest rows before a search. Throws a `LedgerError`. */
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

  #tidy(): boolean {
    if (this.#untidy < TIDY_AFTER) return false;
    const isMore = this.#options.repository.tidy();
    if (!isMore) this.#untidy = 0;
    return isMore;
  }

  /** Only once per run: rebuilding repairs a damaged index but not a full disk. */
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
