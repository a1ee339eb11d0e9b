import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposables.ts';

const FIRST_WAIT_MS = 10_000;
/** A look may make the keyring ask for its password: not too often. */
const LONGEST_WAIT_MS = 300_000;

/** Looks again and again whether a locked keyring has opened, with waits that double. */
export class UnlockWatch implements Disposable {
  readonly #clock: Clock;
  readonly #look: () => Promise<unknown>;
  #waitMs = FIRST_WAIT_MS;
  #isWatching = false;
  #disposed = false;
  #timer: Disposable | null = null;

  /** `look` ends the watch by `end` when it finds nothing locked. It never rejects. */
  constructor(clock: Clock, look: () => Promise<unknown>) {
    this.#clock = clock;
    this.#look = look;
  }

  begin(): void {
    if (this.#isWatching || this.#disposed) return;
    this.#isWatching = true;
    this.#waitMs = FIRST_WAIT_MS;
    this.#wait();
  }

  /** False: it was not watching. */
  end(): boolean {
    const wasWatching = this.#isWatching;
    this.#isWatching = false;
    this.#timer?.dispose();
    this.#timer = null;
    return wasWatching;
  }

  dispose(): void {
    this.#disposed = true;
    this.end();
  }

  #wait(): void {
    this.#timer = this.#clock.setTimeout(() => void this.#lookNow(), this.#waitMs);
    this.#waitMs = Math.min(LONGEST_WAIT_MS, this.#waitMs * 2);
  }

  async #lookNow(): Promise<void> {
    await this.#look();
    if (this.#isWatching) this.#wait();
  }
}
