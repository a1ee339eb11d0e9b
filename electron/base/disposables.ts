/** Handle of something that was started; disposing twice is harmless. */
export interface Disposable {
  dispose(): void;
}

/** Wraps a function so that it runs at most once. */
export function toDisposable(run: () => void): Disposable {
  let done = false;
  return {
    dispose() {
      if (done) return;
      done = true;
      run();
    },
  };
}

/** Disposes what it owns together, newest first; what comes later at once, so that nothing leaks. */
export class DisposableStore implements Disposable {
  readonly #owned = new Set<Disposable>();
  #disposed = false;

  get isDisposed(): boolean {
    return this.#disposed;
  }

  add<T extends Disposable>(item: T): T {
    if (this.#disposed) item.dispose();
    else this.#owned.add(item);
    return item;
  }

  /** Disposes one of the owned items early. */
  release(item: Disposable): void {
    if (this.#owned.delete(item)) item.dispose();
  }

  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    const failures: unknown[] = [];
    for (const item of [...this.#owned].reverse()) {
      try {
        item.dispose();
      } catch (failure) {
        failures.push(failure);
      }
    }
    this.#owned.clear();
    if (failures.length > 0) throw new AggregateError(failures, 'Some parts failed to stop');
  }
}
