import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposables.ts';
import { NamedTimers } from '../../base/named-timers.ts';

/** A page that is reloaded, or whose OBS starts, is back within this. */
const PAGE_WAIT_MS = 20_000;

/** Pages that painted none of so many cards in a row show nothing, whatever they answer. */
const UNPAINTED_MOST = 2;

interface PageWatchOptions {
  readonly clock: Clock;
  /** How long a page is waited for; left out: 20 s. */
  readonly pageWaitMs?: number;
}

/** Whether there is a page that shows alerts, or one may come soon. */
export class PageWatch implements Disposable {
  readonly #clock: Clock;
  readonly #waitMs: number;
  readonly #timers: NamedTimers;
  /** Until then a page may come, monotonic. */
  #until: number;
  #pages = 0;
  #unpainted = 0;

  constructor({ clock, pageWaitMs = PAGE_WAIT_MS }: PageWatchOptions) {
    this.#clock = clock;
    this.#waitMs = pageWaitMs;
    this.#timers = new NamedTimers(clock);
    this.#until = clock.monotonic() + pageWaitMs;
  }

  /** A page is there that paints what it is given, as far as is known. */
  get isVisible(): boolean {
    return this.#pages > 0 && this.#unpainted < UNPAINTED_MOST;
  }

  came(): void {
    this.#pages += 1;
    this.#unpainted = 0;
  }

  left(): void {
    this.#pages -= 1;
    if (this.#pages === 0) this.#until = this.#clock.monotonic() + this.#waitMs;
  }

  painted(): void {
    this.#unpainted = 0;
  }

  /** A card was over, and no page had painted it. */
  missed(): void {
    if (this.#pages > 0) this.#unpainted += 1;
  }

  /** No page is there, but one may come soon: until then nothing is spent on an empty screen. */
  waits(onOver: () => void): boolean {
    const leftMs = this.#until - this.#clock.monotonic();
    if (this.#pages > 0 || leftMs <= 0) return false;
    this.#timers.set('wait', leftMs, onOver);
    return true;
  }

  dispose(): void {
    this.#timers.dispose();
  }
}
