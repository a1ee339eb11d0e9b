import type { Clock } from '../base/clock.ts';
import { SECOND_LOOK_MS } from './doubt.ts';
import type { Moment } from './moment.ts';

interface Seen {
  readonly connection: number;
  /** When a list first showed it, monotonic. */
  readonly at: number;
}

/** Whether another connection has taken the events of the open one. One list may be stale: a second one decides. */
export class TakeOver {
  readonly #clock: Clock;
  readonly #lateMs: number;
  #seen: Seen | null = null;

  /** `lateMs`: how much later than it happens an event is sent at most. */
  constructor(clock: Clock, lateMs: number) {
    this.#clock = clock;
    this.#lateMs = lateMs;
  }

  /** A list shows it of this connection. In how many milliseconds another one decides; null: it is the first. */
  seen(connection: number): number | null {
    const at = this.#clock.monotonic();
    if (this.#seen?.connection === connection) {
      return Math.max(0, this.#seen.at + SECOND_LOOK_MS - at);
    }
    this.#seen = { connection, at };
    return null;
  }

  /** A list shows the open connection. */
  forget(): void {
    this.#seen = null;
  }

  /**
   * An event came, which happened after `since`. Whether it was sent to the open connection after a list had
   * shown another one: it says more than that.
   */
  isRefuted(since: Moment): boolean {
    if (!this.#seen || since.monotonic + this.#lateMs < this.#seen.at) return false;
    this.#seen = null;
    return true;
  }
}
