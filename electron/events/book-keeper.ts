import type { ValuedEvent } from '../../shared/events.ts';
import type { Problem } from '../../shared/problem.ts';
import type { Clock } from '../base/clock.ts';
import type { Disposable } from '../base/disposables.ts';
import { Emitter, type Subscribe } from '../base/emitter.ts';
import { problemOf } from '../base/errors.ts';
import type { Logger } from '../base/log.ts';
import type { Ledger } from '../ledger/ports.ts';
import { NamedCounts } from './named-counts.ts';

/** The books cannot be written right now. */
export interface LedgerFailure {
  readonly problem: Problem;
  /** Events that were shown and wait to be written. */
  readonly unwritten: number;
}

export interface BookKeeperOptions {
  readonly clock: Clock;
  readonly log: Logger;
  readonly ledger: Ledger;
  readonly onFailure: (failure: unknown) => void;
}

const RETRY_MS = 5_000;
const MOST_UNWRITTEN = 10_000;
/** One transaction while catching up; the thread must not stand still for long. */
const MOST_AT_ONCE = 1_000;

/**
 * Writes events to the books. What the disk refuses is kept and tried again with the next write and
 * every five seconds; what no longer fits is written to the log whole, as the last resort.
 */
export class BookKeeper implements Disposable {
  readonly #options: BookKeeperOptions;
  readonly #changes: Emitter<LedgerFailure | null>;
  #failures = new NamedCounts();
  #unwritten: ValuedEvent[] = [];
  #retry: Disposable | null = null;
  #failing = false;

  constructor(options: BookKeeperOptions) {
    this.#options = options;
    this.#changes = new Emitter(options.onFailure);
  }

  /** Fires when writing begins to fail (and for each failure after it), and null when it works again. */
  get onChange(): Subscribe<LedgerFailure | null> {
    return this.#changes.on;
  }

  get unwritten(): number {
    return this.#unwritten.length;
  }

  /** Returns when the events are on the disk, or kept for the next try. Never throws. */
  write(events: readonly ValuedEvent[]): void {
    if (events.length === 0) return;
    this.#keep(events);
    this.#tryAll();
  }

  /** Reports a failure of the ledger that happened elsewhere. */
  report(failure: unknown): void {
    const problem = problemOf(failure);
    if (this.#failures.add(problem.code)) {
      this.#options.log.error('ledger: failed', { failure, unwritten: this.unwritten });
    }
    this.#failing = true;
    this.#changes.fire({ problem, unwritten: this.unwritten });
  }

  /** Tries a last time; what still cannot be written goes to the log. */
  dispose(): void {
    this.#tryAll();
    this.#retry?.dispose();
    this.#retry = null;
    for (const event of this.#unwritten) this.#giveUp(event);
    this.#unwritten = [];
    this.#changes.dispose();
  }

  #keep(events: readonly ValuedEvent[]): void {
    for (const event of events) {
      if (this.#unwritten.length < MOST_UNWRITTEN || !this.#failing) this.#unwritten.push(event);
      else this.#giveUp(event);
    }
  }

  #giveUp(event: ValuedEvent): void {
    this.#options.log.error('ledger: event not in the books', { event });
  }

  #tryAll(): void {
    try {
      while (this.#unwritten.length > 0) {
        this.#options.ledger.record(this.#unwritten.slice(0, MOST_AT_ONCE));
        this.#unwritten = this.#unwritten.slice(MOST_AT_ONCE);
      }
      this.#recovered();
    } catch (failure) {
      this.report(failure);
      this.#retryLater();
    }
  }

  #recovered(): void {
    this.#retry?.dispose();
    this.#retry = null;
    if (!this.#failing) return;
    this.#failing = false;
    this.#failures = new NamedCounts();
    this.#options.log.info('ledger: writing works again');
    this.#changes.fire(null);
  }

  #retryLater(): void {
    this.#retry?.dispose();
    this.#retry = this.#options.clock.setTimeout(() => this.#tryAll(), RETRY_MS);
  }
}
