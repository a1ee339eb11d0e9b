/**
 * Lets many callers share one run of a task: while it is under way, everybody gets the same
 * promise. No caller can end the run for the others.
 */
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
}
