import type { ValuedEvent } from '../../shared/events.ts';
import type { Problem } from '../../shared/problem.ts';
import type { Clock } from '../base/clock.ts';
import type { Disposable } from '../base/disposables.ts';
import { Emitter, type Subscribe } from '../base/emitter.ts';
import { problemOf } from '../base/errors.ts';
import type { Logger } from '../base/log.ts';
import { NamedTimers } from '../base/named-timers.ts';
import type { Ledger } from '../storage/ledger.ts';
import { NamedCounts } from './counts.ts';

/** The ledger cannot be written at present. */
export interface LedgerFailure {
  readonly problem: Problem;
  readonly unwritten: number;
}

export interface EventWriterOptions {
  readonly clock: Clock;
  readonly log: Logger;
  readonly ledger: Ledger;
  readonly onFailure: (failure: unknown) => void;
}

const RETRY_MS = 5_000;
const MOST_UNWRITTEN = 10_000;
const MOST_AT_ONCE = 1_000;

/**
 * Writes events to the ledger and reports when they are on disk. Refused events are kept and
 * retried with the next write and every five seconds; those that no longer fit go to the log in
 * full, as the last resort. While the disk fails, nothing waits for it.
 */
export class EventWriter implements Disposable {
  readonly #options: EventWriterOptions;
  readonly #changes: Emitter<LedgerFailure | null>;
  /** Fires for each failure to write, and with null once writing works again. */
  readonly onChange: Subscribe<LedgerFailure | null>;
  readonly #timers: NamedTimers;
  #failures = new NamedCounts();
  #unwritten: ValuedEvent[] = [];
  /** Written to the ledger, but perhaps not yet on disk. */
  #unsynced = 0;
  #failing: Problem | null = null;
  #checking = false;
  #disposed = false;

  constructor(options: EventWriterOptions) {
    this.#options = options;
    this.#changes = new Emitter(options.onFailure);
    this.onChange = this.#changes.on;
    this.#timers = new NamedTimers(options.clock);
  }

  get unwritten(): number {
    return this.#unwritten.length + this.#unsynced;
  }

  /** Whether the ledger did not take all events yet. */
  get isBehind(): boolean {
    return this.#unwritten.length > 0;
  }

  /** Writes the events, or keeps them for the next try; returns `whenDurable`. Never throws. */
  write(events: readonly ValuedEvent[]): Promise<boolean> | null {
    this.#keep(events);
    this.#tryAll();
    return this.whenDurable();
  }

  /**
   * null: no wait is needed, because everything is on disk or the disk fails. Otherwise resolves
   * within two seconds to whether everything written is on disk. Never rejects.
   */
  whenDurable(): Promise<boolean> | null {
    if (this.#failing !== null) return null;
    const durable = this.#options.ledger.whenDurable();
    if (durable !== null) return this.#settled(durable);
    this.#unsynced = 0;
    return null;
  }

  /** null: it can be written, as far as anybody knows. */
  get failure(): LedgerFailure | null {
    return this.#failing && { problem: this.#failing, unwritten: this.unwritten };
  }

  /** Something else could not be written: from now on it is tried. */
  report(failure: unknown): void {
    const problem = problemOf(failure);
    if (this.#failures.add(problem.code)) {
      this.#options.log.error('ledger: failed', { failure, unwritten: this.unwritten });
    }
    this.#failing = problem;
    this.#changes.fire({ problem, unwritten: this.unwritten });
    if (!this.#disposed) this.#timers.set('retry', RETRY_MS, () => this.#tryAll());
  }

  /** One last try; events that still cannot be written go to the log. */
  dispose(): void {
    this.#disposed = true;
    this.#tryAll();
    this.#timers.dispose();
    for (const event of this.#unwritten) this.#giveUp(event);
    this.#unwritten = [];
    this.#changes.dispose();
  }

  #keep(events: readonly ValuedEvent[]): void {
    for (const event of events) {
      if (this.#unwritten.length < MOST_UNWRITTEN || this.#failing === null)
        this.#unwritten.push(event);
      else this.#giveUp(event);
    }
  }

  #giveUp(event: ValuedEvent): void {
    this.#options.log.error('ledger: event not in the books', { event });
  }

  #tryAll(): void {
    try {
      // Whether the disk takes something shows only by a write.
      if (this.#failing !== null && this.#unwritten.length === 0) {
        this.#options.ledger.reserveNumbers(0);
      }
      while (this.#unwritten.length > 0) {
        const some = this.#unwritten.slice(0, MOST_AT_ONCE);
        this.#options.ledger.record(some);
        this.#unwritten = this.#unwritten.slice(MOST_AT_ONCE);
        this.#unsynced += some.length;
      }
      if (this.#failing !== null) this.#check(this.#failing);
    } catch (failure) {
      this.report(failure);
    }
  }

  /** The ledger has every event again; whether the disk does shows later. */
  #check(problem: Problem): void {
    const durable = this.#checking ? null : this.#options.ledger.whenDurable();
    if (durable === null && !this.#checking) {
      this.#unsynced = 0;
      this.#recovered();
      return;
    }
    this.#changes.fire({ problem, unwritten: this.unwritten });
    if (durable === null) return;
    this.#checking = true;
    void this.#settled(durable).then((isDurable) => {
      this.#checking = false;
      if (isDurable && this.#unwritten.length === 0) this.#recovered();
    });
  }

  async #settled(durable: Promise<void>): Promise<boolean> {
    const covered = this.#unsynced;
    try {
      await durable;
    } catch (failure) {
      if (!this.#disposed) this.report(failure);
      return false;
    }
    this.#unsynced = Math.max(0, this.#unsynced - covered);
    return true;
  }

  #recovered(): void {
    this.#timers.dispose();
    if (this.#failing === null) return;
    this.#failing = null;
    this.#failures = new NamedCounts();
    this.#options.log.info('ledger: writing works again');
    this.#changes.fire(null);
  }
}

/** Runs a function after the present work, like `setImmediate`. */
export type Schedule = (run: () => void) => void;

/** Shorter writes do not matter, and no timer is as exact. */
const QUICK_MS = 1;
const LONGEST_PAUSE_MS = 20;

/**
 * Calls `run` once at the end of a turn in which it was requested. After a slow write it waits as
 * long as that took, at most 20 ms, so that later events share a write and a slow disk takes at
 * most half of the thread's time.
 */
export class FlushScheduler implements Disposable {
  readonly #clock: Clock;
  readonly #schedule: Schedule;
  readonly #run: () => void;
  readonly #timers: NamedTimers;
  #asked = false;
  #pauseUntil = Number.NEGATIVE_INFINITY;
  #disposed = false;

  constructor(clock: Clock, schedule: Schedule, run: () => void) {
    this.#clock = clock;
    this.#schedule = schedule;
    this.#run = run;
    this.#timers = new NamedTimers(clock);
  }

  ask(): void {
    if (this.#asked || this.#disposed) return;
    this.#asked = true;
    this.#schedule(() => this.#turnEnded());
  }

  measure<T>(write: () => T): T {
    const before = this.#clock.monotonic();
    const result = write();
    const took = this.#clock.monotonic() - before;
    if (took >= QUICK_MS) this.#pauseUntil = before + took + Math.min(took, LONGEST_PAUSE_MS);
    return result;
  }

  dispose(): void {
    this.#disposed = true;
    this.#timers.dispose();
  }

  #turnEnded(): void {
    if (this.#disposed) return;
    const left = this.#pauseUntil - this.#clock.monotonic();
    if (left > 0) this.#timers.set('pause', left, () => this.#finish());
    else this.#finish();
  }

  #finish(): void {
    this.#asked = false;
    this.#run();
  }
}
