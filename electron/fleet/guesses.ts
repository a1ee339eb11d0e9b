import type { Clock } from '../base/clock.ts';

const WINDOW_MS = 60_000;
/** A page whose address became old asks once a minute; who guesses asks more often. */
const MOST = 30;

/** Counts wrong keys by who tries them, so that guesses do not keep the channels' hosts busy. */
export class Guesses {
  readonly #clock: Clock;
  readonly #wrong = new Map<string, number>();
  #since = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  note(client: string): void {
    this.#startOver();
    this.#wrong.set(client, (this.#wrong.get(client) ?? 0) + 1);
  }

  isTooMany(client: string): boolean {
    this.#startOver();
    return (this.#wrong.get(client) ?? 0) >= MOST;
  }

  #startOver(): void {
    const now = this.#clock.monotonic();
    if (now - this.#since < WINDOW_MS) return;
    this.#since = now;
    this.#wrong.clear();
  }
}
