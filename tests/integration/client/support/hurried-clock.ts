import type { Clock } from '../../../../electron/base/clock.ts';
import { type Disposable, toDisposable } from '../../../../electron/base/disposables.ts';
import { DEFAULT_TIMEOUT_MS } from '../../../../electron/platform/http/caller.ts';

const PATIENCES: readonly number[] = [DEFAULT_TIMEOUT_MS, 2 * DEFAULT_TIMEOUT_MS];

/**
 * The client's clock of these tests. Pauses between two attempts are noted and end at once; the
 * patience for an answer ends only on demand, so that a slow machine never looks like a slow
 * platform. The wall clock is the simulated platform's.
 */
export class HurriedClock implements Clock {
  /** Every wait between attempts, milliseconds, in order. */
  readonly pauses: number[] = [];
  readonly #wallClock: Pick<Clock, 'now' | 'monotonic'>;
  readonly #patience = new Map<() => void, number>();

  constructor(wallClock: Pick<Clock, 'now' | 'monotonic'>) {
    this.#wallClock = wallClock;
  }

  now(): number {
    return this.#wallClock.now();
  }

  monotonic(): number {
    return this.#wallClock.monotonic();
  }

  uptime(): number {
    return this.monotonic();
  }

  /** How long the client waits for each answer that is on its way now, milliseconds. */
  get waiting(): readonly number[] {
    return [...this.#patience.values()];
  }

  setTimeout(run: () => void, delayMs: number): Disposable {
    if (PATIENCES.includes(delayMs)) {
      this.#patience.set(run, delayMs);
      return toDisposable(() => this.#patience.delete(run));
    }
    this.pauses.push(delayMs);
    const soon = setImmediate(run);
    return toDisposable(() => clearImmediate(soon));
  }

  /** Whoever waits for an answer has waited long enough. */
  losePatience(): void {
    for (const run of [...this.#patience.keys()]) run();
  }
}
