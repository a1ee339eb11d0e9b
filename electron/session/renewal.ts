import { Backoff, RECONNECT_BACKOFF } from '../base/backoff.ts';
import type { Clock } from '../base/clock.ts';
import type { Disposable } from '../base/disposables.ts';
import { DueTime } from '../base/due-time.ts';
import { NamedTimers } from '../base/named-timers.ts';
import type { Random } from '../base/random.ts';
import { isAfter, type Moment, momentOf } from './moment.ts';
import { type ListSessions, LOOK_MOST_MS } from './session-supply.ts';
import type { SessionTimes } from './times.ts';

/** Where none shows the connection as ours before a renewal, the list is asked for again after this. */
const LIST_AGAIN_MS = 30_000;

interface RenewalOptions {
  readonly times: Pick<SessionTimes, 'renewAfterMs' | 'renewJitterMs' | 'renewAtMostMs'>;
  readonly list: ListSessions;
  readonly onDue: () => void;
  readonly clock: Clock;
  readonly random: Random;
}

/** When a link's connection is to be renewed. */
export class Renewal implements Disposable {
  readonly #options: RenewalOptions;
  readonly #due: DueTime;
  readonly #timers: NamedTimers;
  readonly #backoff: Backoff;
  #connected: Moment;
  /** When the last list was asked for that showed the connection as ours. */
  #shownAt: Moment | null = null;
  #isProved = false;
  /** The look before the renewal that is due; null: none is. */
  #begun: Moment | null = null;

  constructor(options: RenewalOptions) {
    const { clock, random } = options;
    this.#options = options;
    this.#due = new DueTime(clock, () => void this.#begin());
    this.#timers = new NamedTimers(clock);
    this.#backoff = new Backoff(RECONNECT_BACKOFF, random);
    this.#connected = momentOf(clock);
  }

  /** Epoch milliseconds; null: none is planned. */
  get at(): number | null {
    return this.#due.at;
  }

  /** A list has shown, just before the last renewal began, that the connection had been ours all the time. */
  get isProved(): boolean {
    return this.#isProved;
  }

  /** The clocks may have jumped. */
  look(): void {
    this.#due.look();
  }

  /** A list that was asked for then shows the connection as ours. */
  shown(askedAt: Moment): void {
    this.#shownAt = askedAt;
  }

  plan(connected: Moment): void {
    const { times, random } = this.#options;
    this.#begun = null;
    this.#connected = connected;
    const left = times.renewAfterMs + random() * times.renewJitterMs - this.#ageMs;
    // Overdue only after a renewal that failed: then soon, but not at once.
    if (left > 0) this.#backoff.reset();
    this.#due.set(left > 0 ? left : this.#backoff.next());
  }

  /** Nothing is planned any more. */
  dispose(): void {
    this.#begun = null;
    this.#due.dispose();
    this.#timers.dispose();
  }

  /** By the clock that says more: one stands still in a sleep, the other may be set back. */
  get #ageMs(): number {
    const { clock } = this.#options;
    const { wall, monotonic } = this.#connected;
    return Math.max(clock.now() - wall, clock.monotonic() - monotonic);
  }

  /** A list tells before whether the connection has been ours all the time: afterwards none can. */
  async #begin(): Promise<void> {
    const { list, onDue, clock, times } = this.#options;
    const begun = momentOf(clock);
    this.#begun = begun;
    const listing = list().catch(() => null);
    await this.#timers.soon('look', listing, LOOK_MOST_MS);
    if (this.#begun !== begun) return;
    this.#isProved = this.#shownAt !== null && !isAfter(begun, this.#shownAt);
    // Another one may have taken the events: a second look decides before the next list.
    if (!this.#isProved && this.#ageMs < times.renewAtMostMs) this.#due.set(LIST_AGAIN_MS);
    else onDue();
  }
}
