import { type Disposable, toDisposable } from './disposables.ts';

export type Listener<T> = (value: T) => void;
/** Subscribe half of an emitter: call it with a listener, dispose what it returns. */
export type Subscribe<T> = (listener: Listener<T>) => Disposable;

/** A typed event. What a listener throws goes to `onFailure`; the others still hear. */
export class Emitter<T> implements Disposable {
  readonly #listeners = new Set<Listener<T>>();
  readonly #onFailure: (failure: unknown) => void;

  constructor(onFailure: (failure: unknown) => void) {
    this.#onFailure = onFailure;
  }

  readonly on: Subscribe<T> = (listener) => {
    // A wrapper of its own, so that one function may be subscribed twice and removed once.
    const entry: Listener<T> = (value) => listener(value);
    this.#listeners.add(entry);
    return toDisposable(() => this.#listeners.delete(entry));
  };

  fire(value: T): void {
    for (const listener of [...this.#listeners]) {
      try {
        listener(value);
      } catch (failure) {
        this.#onFailure(failure);
      }
    }
  }

  dispose(): void {
    this.#listeners.clear();
  }
}

/** Fires only what differs, as JSON, from what was fired last; at first from `first`. */
export class ChangeEmitter<T> extends Emitter<T> {
  #last: string;

  constructor(first: T | null, onFailure: (failure: unknown) => void) {
    super(onFailure);
    this.#last = JSON.stringify(first);
  }

  override fire(value: T): void {
    const now = JSON.stringify(value);
    if (now === this.#last) return;
    this.#last = now;
    super.fire(value);
  }
}
