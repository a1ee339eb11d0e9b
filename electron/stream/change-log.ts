import type { StreamChangeEntry, StreamPart } from '../../shared/contract/stream.ts';
import type { Clock } from '../base/clock.ts';
import type { Logger } from '../base/log.ts';
import type { StreamBooks, StreamDoing, StreamFieldChange, StreamSeen } from '../ledger/ports.ts';

/** Entries that a page shows. */
export const LOG_LENGTH = 50;

/** Hears of the changes of one deed, which may be of both parts. */
export type RecordDeed = (changes: readonly StreamFieldChange[]) => void;

export interface ChangeLogOptions {
  readonly books: StreamBooks;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * The changes of one channel's settings as the ledger has them. What the disk does not take is
 * missing in the log, and no reason to say of a change that it was not made.
 */
export class ChangeLog {
  readonly #options: ChangeLogOptions;
  #channel = '';
  #latest: readonly StreamChangeEntry[] = [];
  #lastOwn: StreamDoing | null = null;

  constructor(options: ChangeLogOptions) {
    this.#options = options;
  }

  get channel(): string {
    return this.#channel;
  }

  /** The latest first. */
  get latest(): readonly StreamChangeEntry[] {
    return this.#latest;
  }

  /** null: nothing was set here yet. */
  get lastOwn(): StreamDoing | null {
    return this.#lastOwn;
  }

  /** From now on about this channel ('': not known); null: that of the last reading. */
  open(channel: string | null): StreamSeen | null {
    const seen = this.#try('read', () => this.#options.books.seen(channel)) ?? null;
    this.#channel = channel ?? seen?.channel ?? '';
    this.#read();
    return seen;
  }

  /** One deed of ours: everything it says belongs together. */
  deed(): RecordDeed {
    const channel = this.#channel;
    let doing: number | null = null;
    return (changes) => {
      if (changes.length === 0) return;
      const { books, clock } = this.#options;
      const at = clock.now();
      doing =
        this.#try('written', () => books.record({ channel, at, by: 'us', doing, changes })) ??
        doing;
      this.#read();
    };
  }

  /** What a reading found out. */
  noticed(by: 'us' | 'elsewhere', changes: readonly StreamFieldChange[]): void {
    const { books, clock } = this.#options;
    const at = clock.now();
    const change = { channel: this.#channel, at, by, doing: null, changes };
    this.#try('written', () => books.record(change));
    this.#read();
  }

  keep(part: StreamPart, payload: unknown): void {
    const { books, clock } = this.#options;
    this.#try('written', () => books.setSeen(this.#channel, part, clock.now(), payload));
  }

  #read(): void {
    const { books } = this.#options;
    this.#latest = this.#try('read', () => books.latest(this.#channel, LOG_LENGTH)) ?? [];
    this.#lastOwn = this.#try('read', () => books.lastOwn(this.#channel)) ?? null;
  }

  #try<T>(what: 'read' | 'written', work: () => T): T | undefined {
    try {
      return work();
    } catch (failure) {
      this.#options.log.error(`the log of settings could not be ${what}`, { failure });
      return undefined;
    }
  }
}
