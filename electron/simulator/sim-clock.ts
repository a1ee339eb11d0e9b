import type { Clock } from '../base/clock.ts';
import { type Disposable, toDisposable } from '../base/disposables.ts';

interface Timer {
  readonly due: number;
  readonly run: () => void;
}

/** Can run faster and jump; a jump fires what comes due, in order, each at its own instant. */
export class SimClock implements Clock, Disposable {
  readonly #base: Clock;
  readonly #startedAt: number;
  readonly #timers = new Set<Timer>();
  #scale: number;
  #anchorBase: number;
  #elapsed = 0;
  #armed: Disposable | null = null;
  #jumping = false;

  /** `scale`: simulated milliseconds in one real one. `aheadMs`: how far ahead it starts. */
  constructor(base: Clock, { scale = 1, aheadMs = 0 } = {}) {
    this.#base = base;
    this.#startedAt = base.now() + aheadMs;
    this.#anchorBase = base.monotonic();
    this.#scale = checkedScale(scale);
  }

  get scale(): number {
    return this.#scale;
  }

  get pendingTimers(): number {
    return this.#timers.size;
  }

  now(): number {
    return Math.floor(this.#startedAt + this.monotonic());
  }

  /** This platform never sleeps. */
  uptime(): number {
    return this.monotonic();
  }

  monotonic(): number {
    if (this.#jumping) return this.#elapsed;
    return this.#elapsed + (this.#base.monotonic() - this.#anchorBase) * this.#scale;
  }

  setTimeout(run: () => void, delayMs: number): Disposable {
    const timer = { due: this.monotonic() + Math.max(0, delayMs), run };
    this.#timers.add(timer);
    this.#arm();
    return toDisposable(() => {
      if (this.#timers.delete(timer)) this.#arm();
    });
  }

  /**
   * Jumps `ms` simulated milliseconds ahead and fires what comes due before it returns.
   * @throws RangeError when `ms` is negative or not finite: simulated time never goes back.
   */
  move(ms: number): void {
    if (!Number.isFinite(ms) || ms < 0) throw new RangeError('Time moves forward only');
    this.#fireUntil(this.monotonic() + ms);
  }

  /** Changes the pace from now on. @throws RangeError unless `scale` is above zero. */
  setScale(scale: number): void {
    const next = checkedScale(scale);
    this.#elapsed = this.monotonic();
    this.#anchorBase = this.#base.monotonic();
    this.#scale = next;
    this.#arm();
  }

  dispose(): void {
    this.#timers.clear();
    this.#arm();
  }

  #fireUntil(target: number): void {
    if (this.#jumping) throw new Error('The time is already being moved');
    // Real time spent in the timers' own work still counts: the anchor stays where the jump began.
    const startedAt = this.#base.monotonic();
    this.#elapsed = this.monotonic();
    this.#jumping = true;
    try {
      for (let next = this.#next(target); next; next = this.#next(target)) {
        this.#elapsed = Math.max(this.#elapsed, next.due);
        this.#timers.delete(next);
        next.run();
      }
    } finally {
      this.#jumping = false;
      this.#elapsed = Math.max(this.#elapsed, target);
      this.#anchorBase = startedAt;
      this.#arm();
    }
  }

  /** The first timer that is due at `target`; among equal ones the first that was set. */
  #next(target: number): Timer | null {
    let found: Timer | null = null;
    for (const timer of this.#timers) {
      if (timer.due <= target && (!found || timer.due < found.due)) found = timer;
    }
    return found;
  }

  #arm(): void {
    if (this.#jumping) return;
    this.#armed?.dispose();
    this.#armed = null;
    const next = this.#next(Number.POSITIVE_INFINITY);
    if (!next) return;
    const waitMs = Math.max(0, (next.due - this.monotonic()) / this.#scale);
    this.#armed = this.#base.setTimeout(() => {
      this.#armed = null;
      this.#fireUntil(this.monotonic());
    }, Math.ceil(waitMs));
  }
}

function checkedScale(scale: number): number {
  if (Number.isFinite(scale) && scale > 0) return scale;
  throw new RangeError('The time scale must be a number above zero');
}
