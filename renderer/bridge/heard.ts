import type { Stop } from './page-timers.ts';

/** A value that is told to everybody who follows it: as it is now, and whenever it is another one. */
export class Heard<T> {
  readonly #listeners = new Set<(value: T) => void>();
  #value: T;

  constructor(value: T) {
    this.#value = value;
  }

  get value(): T {
    return this.#value;
  }

  tell(value: T): void {
    if (value === this.#value) return;
    this.#value = value;
    for (const listener of [...this.#listeners]) listener(value);
  }

  follow(listener: (value: T) => void): Stop {
    const entry = (value: T) => listener(value);
    this.#listeners.add(entry);
    listener(this.#value);
    return () => {
      this.#listeners.delete(entry);
    };
  }

  forgetListeners(): void {
    this.#listeners.clear();
  }
}
