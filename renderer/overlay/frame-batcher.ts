import type { PageTimers, Stop } from '../bridge/page-timers.ts';

/**
 * Gathers items and hands them on once a frame. No frame is asked for while nothing waits. Where
 * frames do not come (nobody sees the page) only the newest `keep` wait: more are never drawn.
 */
export class FrameBatcher<T> {
  readonly #timers: PageTimers;
  readonly #draw: (items: readonly T[]) => void;
  readonly #keep: number;
  #waiting: T[] = [];
  #stopFrame: Stop | null = null;

  constructor(timers: PageTimers, keep: number, draw: (items: readonly T[]) => void) {
    this.#timers = timers;
    this.#keep = keep;
    this.#draw = draw;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  add(items: readonly T[]): void {
    if (items.length === 0) return;
    this.#waiting.push(...items.slice(-this.#keep));
    // Cut at twice the limit, so that a flood on a hidden page does not copy on every message.
    if (this.#waiting.length > this.#keep * 2) this.#waiting = this.#waiting.slice(-this.#keep);
    this.#stopFrame ??= this.#timers.nextFrame(() => {
      this.#stopFrame = null;
      this.flush();
    });
  }

  /** Hands on what waits, now. */
  flush(): void {
    this.#stopFrame?.();
    this.#stopFrame = null;
    if (this.#waiting.length === 0) return;
    const items = this.#waiting.slice(-this.#keep);
    this.#waiting = [];
    this.#draw(items);
  }

  /** Forgets what waits. */
  clear(): void {
    this.#stopFrame?.();
    this.#stopFrame = null;
    this.#waiting = [];
  }
}
