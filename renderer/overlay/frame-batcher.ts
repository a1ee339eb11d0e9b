import type { PageTimers, Stop } from '../bridge/page-timers.ts';

/** So many at once are drawn within one frame without its being noticed. */
const AT_ONCE = 20;

/**
 * Gathers items and hands them on, once a frame. A burst is spread over the next frames, so that
 * none of them takes long; while more and more come (a flood), everything is handed on with every
 * frame, so that the newest is never late. No frame is asked for while nothing waits. Where frames
 * do not come (nobody sees the page) only the newest `keep` wait: more are never drawn.
 */
export class FrameBatcher<T> {
  readonly #timers: PageTimers;
  readonly #draw: (items: readonly T[]) => void;
  readonly #keep: number;
  #waiting: T[] = [];
  /** Came since the last frame. */
  #arrived = 0;
  /** The last frame has left some for this one. */
  #spreading = false;
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
    this.#arrived += items.length;
    this.#waiting.push(...items.slice(-this.#keep));
    // Cut at twice the limit, so that a flood on a hidden page does not copy on every message.
    if (this.#waiting.length > this.#keep * 2) this.#waiting = this.#waiting.slice(-this.#keep);
    this.#askForFrame();
  }

  /** Hands on everything that waits, now. */
  flush(): void {
    this.#stopFrame?.();
    this.#hand(this.#keep);
  }

  /** Forgets what waits. */
  clear(): void {
    this.#stopFrame?.();
    this.#stopFrame = null;
    this.#waiting = [];
    this.#arrived = 0;
    this.#spreading = false;
  }

  #askForFrame(): void {
    this.#stopFrame ??= this.#timers.nextFrame(() => {
      const floods = this.#spreading && this.#arrived > AT_ONCE;
      this.#hand(floods ? this.#keep : AT_ONCE);
    });
  }

  #hand(most: number): void {
    this.#stopFrame = null;
    this.#arrived = 0;
    const kept = this.#waiting.slice(-this.#keep);
    this.#waiting = kept.slice(most);
    this.#spreading = this.#waiting.length > 0;
    if (this.#spreading) this.#askForFrame();
    if (kept.length > 0) this.#draw(kept.slice(0, most));
  }
}
