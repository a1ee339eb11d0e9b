/** Runs tasks one after the other, in the order they came. A task that fails does not stop the next. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(task: () => Promise<T>): Promise<T> {
    const result = this.#last.then(task, task);
    this.#last = result;
    return result;
  }

  /** Resolves when everything that was handed in so far has ended, well or not. Never rejects. */
  async drained(): Promise<void> {
    await this.#last.catch(() => undefined);
  }
}
