import type { Clock } from '../../../../electron/base/clock.ts';
import type { Disposable } from '../../../../electron/base/disposables.ts';
import type { VirtualClock } from '../../../support/virtual-clock.ts';

/** The app's share of a virtual clock that the simulator uses too: knows which timers are its own. */
export class AppClock implements Clock {
  readonly #clock: VirtualClock;
  readonly #pending = new Set<object>();

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
    const mark = {};
    this.#pending.add(mark);
    const timer = this.#clock.setTimeout(() => {
      this.#pending.delete(mark);
      run();
    }, delayMs);
    return {
      dispose: () => {
        this.#pending.delete(mark);
        timer.dispose();
      },
    };
  }
}
