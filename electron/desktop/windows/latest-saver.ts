/** Saves what changes often: one save at a time, then the newest state. */
export class LatestSaver {
  readonly #save: () => Promise<unknown>;
  readonly #onFailure: (failure: unknown) => void;
  #running: Promise<void> | null = null;
  #again = false;

  constructor(save: () => Promise<unknown>, onFailure: (failure: unknown) => void) {
    this.#save = save;
    this.#onFailure = onFailure;
  }

  touch(): void {
    if (this.#running) {
      this.#again = true;
      return;
    }
    this.#running = this.#run();
  }

  /** Resolves when nothing waits to be saved any more. Never rejects. */
  settled(): Promise<void> {
    return this.#running ?? Promise.resolve();
  }

  async #run(): Promise<void> {
    do {
      this.#again = false;
      try {
        await this.#save();
      } catch (failure) {
        this.#onFailure(failure);
      }
    } while (this.#again);
    this.#running = null;
  }
}
