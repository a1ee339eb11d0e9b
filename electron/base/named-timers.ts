import type { Clock } from './clock.ts';
import type { Disposable } from './disposables.ts';

/** The one owner of all timers of a part: setting a name again replaces its timer. */
export class NamedTimers implements Disposable {
  readonly #clock: Clock;
  readonly #timers = new Map<string, Disposable>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  set(name: string, delayMs: number, run: () => void): void {
    this.clear(name);
    const timer = this.#clock.setTimeout(() => {
      this.#timers.delete(name);
      run();
    }, delayMs);
    this.#timers.set(name, timer);
  }

  /** Resolves after `delayMs`; never, if the timer is cleared or set again meanwhile. */
  pause(name: string, delayMs: number): Promise<void> {
    return new Promise((resolve) => this.set(name, delayMs, resolve));
  }

  /** What the call brings within `mostMs`; null when it takes longer. */
  async soon<T>(name: string, call: Promise<T>, mostMs: number): Promise<T | null> {
    const result = await Promise.race([call, this.pause(name, mostMs).then(() => null)]);
    this.clear(name);
    return result;
  }

  has(name: string): boolean {
    return this.#timers.has(name);
  }

  clear(name: string): void {
    this.#timers.get(name)?.dispose();
    this.#timers.delete(name);
  }

  dispose(): void {
    for (const timer of this.#timers.values()) timer.dispose();
    this.#timers.clear();
  }
}
