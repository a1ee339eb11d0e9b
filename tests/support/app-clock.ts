import type { Clock } from '../../electron/base/clock.ts';
import type { Disposable } from '../../electron/base/disposables.ts';
import type { VirtualClock } from './virtual-clock.ts';

interface Timer {
  readonly run: () => void;
  dispose: () => void;
}

/**
 * The clock of one run of the app, on one that the simulator uses too: it knows which timers are the app's. When
 * the app is killed its time ends: what it still waits for comes due at once, so that it can be put away.
 */
export class AppClock implements Clock {
  readonly #clock: VirtualClock;
  readonly #pending = new Set<Timer>();
  #isOver = false;

  constructor(clock: VirtualClock) {
    this.#clock = clock;
  }

  get pendingTimers(): number {
    return this.#pending.size;
  }

  now(): number {
    return this.#clock.now();
  }

  monotonic(): number {
    return this.#clock.monotonic();
  }

  uptime(): number {
    return this.#clock.uptime();
  }

  setTimeout(run: () => void, delayMs: number): Disposable {
    const timer: Timer = { run, dispose: () => undefined };
    this.#pending.add(timer);
    if (this.#isOver) this.#soon(timer);
    else timer.dispose = this.#clock.setTimeout(() => this.#fire(timer), delayMs).dispose;
    return {
      dispose: () => {
        this.#pending.delete(timer);
        timer.dispose();
      },
    };
  }

  end(): void {
    this.#isOver = true;
    for (const timer of this.#pending) {
      timer.dispose();
      this.#soon(timer);
    }
  }

  #fire(timer: Timer): void {
    if (this.#pending.delete(timer)) timer.run();
  }

  #soon(timer: Timer): void {
    const immediate = setImmediate(() => this.#fire(timer));
    timer.dispose = () => clearImmediate(immediate);
  }
}
