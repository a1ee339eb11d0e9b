import { Backoff, RECONNECT_BACKOFF } from '../base/backoff.ts';
import type { Clock } from '../base/clock.ts';
import type { Disposable } from '../base/disposables.ts';
import { DueTime } from '../base/due-time.ts';
import { NamedTimers } from '../base/named-timers.ts';
import type { Random } from '../base/random.ts';
import { SECOND_LOOK_MS } from './doubt.ts';
import type { Moment } from './moment.ts';
import { type ListSessions, LOOK_MOST_MS } from './session-supply.ts';
import type { SessionTimes } from './times.ts';

interface RenewalOptions {
  readonly times: Pick<SessionTimes, 'renewAfterMs' | 'renewJitterMs'>;
  readonly list: ListSessions;
  /** A list says that another connection has taken the events, and no second one has decided it. */
  readonly mayBeReplaced: () => boolean;
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
  /** One has just failed: what a list says before it is known. */
  #isAgain = false;
  /** The look before the renewal that is due; null: none is. */
  #begun: symbol | null = null;

  constructor(options: RenewalOptions) {
    const { clock, random } = options;
    this.#options = options;
    this.#due = new DueTime(clock, () => void this.#begin());
    this.#timers = new NamedTimers(clock);
    this.#backoff = new Backoff(RECONNECT_BACKOFF, random);
  }

  /** Epoch milliseconds; null: none is planned. */
  get at(): number | null {
    return this.#due.at;
  }

  /** The clocks may have jumped. */
  look(): void {
    this.#due.look();
  }

  plan(connected: Moment): void {
    const { times, clock, random } = this.#options;
    this.#begun = null;
    // The connection's age by the clock that says more: one stands still in a sleep, the other may be set back.
    const age = Math.max(clock.now() - connected.wall, clock.monotonic() - connected.monotonic);
    const left = times.renewAfterMs + random() * times.renewJitterMs - age;
    // Overdue only after a renewal that failed: then soon, but not at once.
    this.#isAgain = left <= 0;
    if (left > 0) this.#backoff.reset();
    this.#due.set(left > 0 ? left : this.#backoff.next());
  }

  /** Nothing is planned any more. */
  dispose(): void {
    this.#begun = null;
    this.#due.dispose();
    this.#timers.dispose();
  }

  /** A list tells before whether the connection has been ours all the time: afterwards none can. */
  async #begin(): Promise<void> {
    const { list, mayBeReplaced, onDue } = this.#options;
    if (this.#isAgain) return onDue();
    const begun = Symbol();
    this.#begun = begun;
    const listing = list().catch(() => null);
    await this.#timers.soon('look', listing, LOOK_MOST_MS);
    if (this.#begun !== begun) return;
    if (mayBeReplaced()) this.#due.set(SECOND_LOOK_MS);
    else onDue();
  }
}
