import type { PageTimers, Stop } from '../bridge/page-host.ts';
import { CALM_LINES_PER_SECOND } from '../stores/overlay-store.ts';

const SECOND_MS = 1_000;
/** No line waits longer than this for the ones before it. */
const BEHIND_MOST_MS = 900;
/** Lines closer together than this would be read as one. */
const STEP_MOST_MS = 120;

/**
 * Hands items on, at most once a frame. A few that come together after a quiet time follow one
 * another, so that each can be read, the last of them within a second; in a flood everything is
 * handed on with every frame, so that the newest is never late. No frame and no timer is asked for
 * while nothing waits. Where frames do not come (nobody sees the page) only the newest `keep` wait:
 * more are never drawn.
 */
export class ChatFlow<T> {
  readonly #timers: PageTimers;
  readonly #now: () => number;
  readonly #draw: (items: readonly T[]) => void;
  readonly #keep: number;
  #waiting: T[] = [];
  /** When the latest items came, oldest first: as many as tell a flood. */
  #arrivals: number[] = [];
  #stepMs = 0;
  #stop: Stop | null = null;
  #paces = false;

  /** `now`: milliseconds since whenever. */
  constructor(
    timers: PageTimers,
    now: () => number,
    keep: number,
    draw: (items: readonly T[]) => void,
  ) {
    this.#timers = timers;
    this.#now = now;
    this.#keep = keep;
    this.#draw = draw;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  add(items: readonly T[]): void {
    if (items.length === 0) return;
    const newest = items.slice(-this.#keep);
    this.#note(newest.length);
    this.#waiting.push(...newest);
    // Cut at twice the limit, so that a flood on a hidden page does not copy on every message.
    if (this.#waiting.length > this.#keep * 2) this.#waiting = this.#waiting.slice(-this.#keep);
    this.#stepMs = Math.min(STEP_MOST_MS, BEHIND_MOST_MS / this.#waiting.length);
    if (this.#paces && this.#floods()) this.#halt();
    this.#askForFrame();
  }

  /** Forgets what waits. */
  clear(): void {
    this.#halt();
    this.#waiting = [];
    this.#arrivals = [];
  }

  #halt(): void {
    this.#stop?.();
    this.#stop = null;
    this.#paces = false;
  }

  #note(count: number): void {
    const now = this.#now();
    for (let at = 0; at < Math.min(count, CALM_LINES_PER_SECOND + 1); at += 1) {
      this.#arrivals.push(now);
    }
    this.#arrivals = this.#arrivals.slice(-CALM_LINES_PER_SECOND - 1);
  }

  /** Whether more lines than can be read came within the last second. */
  #floods(): boolean {
    const earliest = this.#arrivals.at(-CALM_LINES_PER_SECOND - 1);
    return earliest !== undefined && this.#now() - earliest < SECOND_MS;
  }

  #askForFrame(): void {
    this.#stop ??= this.#timers.nextFrame(() => this.#hand());
  }

  #hand(): void {
    this.#halt();
    const kept = this.#waiting.slice(-this.#keep);
    const count = this.#floods() ? kept.length : 1;
    this.#waiting = kept.slice(count);
    if (kept.length > 0) this.#draw(kept.slice(0, count));
    if (this.#waiting.length === 0) return;
    this.#paces = true;
    this.#stop = this.#timers.after(this.#stepMs, () => {
      this.#halt();
      this.#askForFrame();
    });
  }
}
