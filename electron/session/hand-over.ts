import type { Clock } from '../base/clock.ts';
import { OverlapFilter } from './overlap.ts';
import { SUBSCRIPTIONS } from './subscriptions.ts';

/** After the end of the old connection no copy of what it brought can be on its way any longer. */
const COPY_MS = 5_000;

/**
 * From the moment a connection opens in the place of another one of its session. The old one gets no
 * events from then on, says the specification; should a server give them to both for a while, they
 * are let through once. What came before that moment is not compared.
 */
export class HandOver {
  readonly #clock: Clock;
  readonly #old: number;
  readonly #next: number;
  readonly #filter: OverlapFilter;
  /** When the comparing is over, monotonic milliseconds; null: the old connection is still read. */
  #until: number | null = null;

  constructor(clock: Clock, old: number, next: number) {
    this.#clock = clock;
    this.#old = old;
    this.#next = next;
    this.#filter = new OverlapFilter(clock, COPY_MS);
    for (const { kind } of SUBSCRIPTIONS) this.#filter.begin(kind);
  }

  /** Whether to hand on a frame of a connection. */
  admits(connection: number, text: string): boolean {
    if (this.#until !== null && this.#clock.monotonic() > this.#until) return true;
    if (connection === this.#old) return this.#filter.admits('old', text);
    return connection !== this.#next || this.#filter.admits('next', text);
  }

  /** A connection is closed or gone. */
  ended(connection: number): void {
    if (connection === this.#old) this.#until ??= this.#clock.monotonic() + COPY_MS;
  }
}
