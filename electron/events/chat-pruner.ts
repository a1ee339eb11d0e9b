import type { Clock } from '../base/clock.ts';
import type { Disposable } from '../base/disposables.ts';
import type { Logger } from '../base/log.ts';
import type { ChatBooks } from '../ledger/ports.ts';

export interface ChatPrunerOptions {
  readonly clock: Clock;
  readonly log: Logger;
  readonly books: Pick<ChatBooks, 'prune'>;
  /** For how long messages are kept, as the streamer has set it; 0: not at all. */
  readonly days: () => number;
}

/** The start has better things to do. */
export const FIRST_LOOK_MS = 10_000;
export const PERIOD_MS = 3_600_000;
/** Rows that go at once, and the pause after them, in which everything else has its turn. */
export const ROWS_AT_ONCE = 500;
export const PAUSE_MS = 100;

const DAY_MS = 86_400_000;

/** Takes messages out of the books when their time is up, in small steps, every hour. */
export class ChatPruner implements Disposable {
  readonly #options: ChatPrunerOptions;
  #timer: Disposable | null = null;
  #disposed = false;

  constructor(options: ChatPrunerOptions) {
    this.#options = options;
    this.#wait(FIRST_LOOK_MS);
  }

  /** The streamer has set another time. */
  look(): void {
    this.#wait(PAUSE_MS);
  }

  dispose(): void {
    this.#disposed = true;
    this.#timer?.dispose();
    this.#timer = null;
  }

  #wait(ms: number): void {
    this.#timer?.dispose();
    if (this.#disposed) return;
    this.#timer = this.#options.clock.setTimeout(() => this.#step(), ms);
  }

  #step(): void {
    const { clock, log, books, days } = this.#options;
    try {
      const before = clock.now() - days() * DAY_MS;
      const gone = books.prune(before, ROWS_AT_ONCE);
      this.#wait(gone === ROWS_AT_ONCE ? PAUSE_MS : PERIOD_MS);
    } catch (failure) {
      log.warn('chat: old messages could not be taken out', { failure });
      this.#wait(PERIOD_MS);
    }
  }
}
