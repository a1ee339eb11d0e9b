import type { PageClock } from '../../bridge/page-host.ts';

/** A moving control asks at most this often (milliseconds). */
export const PACE_MS = 100;

/** How long a taken value is believed while the feed says nothing (milliseconds). */
export const TRUST_MS = 1_000;

interface PacedSettingDeps<T> {
  readonly clock: Pick<PageClock, 'after'>;
  /** Resolves to false when the value was not taken. */
  readonly send: (value: T) => Promise<boolean>;
}

type Wanted<T> = { readonly value: T } | null;

/**
 * A setting that answers at once. What the streamer wants is shown before it is confirmed; it is sent
 * in order, one request at a time and at most one in `PACE_MS`, the last value always. What the feed
 * says afterwards holds, and a value that was refused is shown no more.
 */
export class PacedSetting<T> {
  readonly #deps: PacedSettingDeps<T>;
  readonly #listeners = new Set<() => void>();
  #wanted: Wanted<T> = null;
  #unsent: Wanted<T> = null;
  #sending = false;
  #resting = false;
  #stopTrust = () => {};

  constructor(deps: PacedSettingDeps<T>) {
    this.#deps = deps;
  }

  /** What is shown instead of the feed's value; null: nothing. */
  readonly wanted = (): Wanted<T> => this.#wanted;

  /** Calls back when `wanted` changes. A value that waits is sent when the last listener leaves. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      this.#stopTrust();
      this.#resting = false;
      this.#sendNext();
    };
  };

  want(value: T): void {
    this.#show({ value });
    this.#unsent = { value };
    this.#sendNext();
  }

  /** The feed has spoken: what was taken before is in it. */
  heard(): void {
    if (!this.#sending && !this.#unsent) this.#show(null);
  }

  #sendNext(): void {
    const next = this.#unsent;
    if (!next || this.#sending || this.#resting) return;
    this.#unsent = null;
    this.#sending = true;
    this.#resting = true;
    this.#stopTrust();
    this.#deps.clock.after(PACE_MS, () => {
      this.#resting = false;
      this.#sendNext();
    });
    void this.#deps.send(next.value).then((taken) => {
      this.#sending = false;
      if (this.#unsent) this.#sendNext();
      else if (taken) this.#stopTrust = this.#deps.clock.after(TRUST_MS, () => this.heard());
      else this.#show(null);
    });
  }

  #show(wanted: Wanted<T>): void {
    if (wanted === this.#wanted) return;
    this.#wanted = wanted;
    for (const listener of [...this.#listeners]) listener();
  }
}
