/** Runs tasks one after the other, in the order they came. A task that fails does not stop the next. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();
  #unfinished = 0;

  get isBusy(): boolean {
    return this.#unfinished > 0;
  }

  run<T>(task: () => Promise<T>): Promise<T> {
    this.#unfinished += 1;
    const result = this.#last.then(task, task).finally(() => {
      this.#unfinished -= 1;
    });
    this.#last = result;
    return result;
  }

  /** Resolves when everything that was handed in so far has ended, well or not. Never rejects. */
  async drained(): Promise<void> {
    await this.#last.catch(() => undefined);
  }
}

/** Callers that come while a run is under way share it; none can end it for the others. */
export class SingleFlight<T> {
  #running: Promise<T> | null = null;

  run(task: () => Promise<T>): Promise<T> {
    if (this.#running) return this.#running;
    const running = task().finally(() => {
      if (this.#running === running) this.#running = null;
    });
    this.#running = running;
    return running;
  }

  /** Resolves when the run under way has ended, well or not; at once if there is none. */
  async ended(): Promise<void> {
    await this.#running?.catch(() => undefined);
  }
}
