import type { Clock } from '../base/clock.ts';
import type { Disposable } from '../base/disposables.ts';
import { NamedTimers } from '../base/named-timers.ts';

const BEAT_MS = 250;
/** A busy process is late as well. */
const LATE_MS = 1_000;

/** Notices that this process stood still: nobody can tell when what it reads afterwards came. */
export class StandStill implements Disposable {
  readonly #clock: Clock;
  readonly #timers: NamedTimers;
  #beatAt: number;
  #endedAt = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#timers = new NamedTimers(clock);
    this.#beatAt = clock.monotonic();
  }

  start(): void {
    this.#beat();
  }

  /** Whether it did after that moment, monotonic milliseconds. */
  since(moment: number): boolean {
    return this.#endedAt > moment || this.#isLate;
  }

  dispose(): void {
    this.#timers.dispose();
  }

  get #isLate(): boolean {
    return this.#clock.monotonic() - this.#beatAt > LATE_MS;
  }

  #beat(): void {
    if (this.#isLate) this.#endedAt = this.#clock.monotonic();
    this.#beatAt = this.#clock.monotonic();
    this.#timers.set('beat', BEAT_MS, () => this.#beat());
  }
}
