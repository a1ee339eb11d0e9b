import type { Clock } from '../../electron/base/clock.ts';
import type { Disposable } from '../../electron/base/disposables.ts';

interface Timer {
  readonly at: number;
  readonly order: number;
  readonly run: () => void;
}

/** A clock that only moves when told to; timers fire in order of their time. */
export class VirtualClock implements Clock {
  #now: number;
  #monotonic = 0;
  #sleptMs = 0;
  #order = 0;
  readonly #timers = new Set<Timer>();

  constructor(startMs = Date.UTC(2026, 0, 1)) {
    this.#now = startMs;
  }

  /** Whole milliseconds, as of every wall clock, also where a timer came due in between. */
  now(): number {
    return Math.floor(this.#now);
  }

  monotonic(): number {
    return this.#monotonic;
  }

  uptime(): number {
    return this.#monotonic + this.#sleptMs;
  }

  /** Timers that have neither fired nor been disposed: a stopped part must leave none. */
  get pendingTimers(): number {
    return this.#timers.size;
  }

  /** Milliseconds until the next timer comes due; `Infinity` when there is none. */
  get untilNext(): number {
    return (this.#next(Number.POSITIVE_INFINITY)?.at ?? Number.POSITIVE_INFINITY) - this.#monotonic;
  }

  setTimeout(run: () => void, delayMs: number): Disposable {
    this.#order += 1;
    const timer: Timer = { at: this.#monotonic + Math.max(0, delayMs), order: this.#order, run };
    this.#timers.add(timer);
    return { dispose: () => this.#timers.delete(timer) };
  }

  /** Moves both clocks on to the next timer and fires it, or by `mostMs` if none is due until then. */
  step(mostMs: number): void {
    const next = this.#next(this.#monotonic + mostMs);
    this.#move(next ? next.at - this.#monotonic : mostMs);
    if (!next) return;
    this.#timers.delete(next);
    next.run();
  }

  /** Moves both clocks on, firing what comes due, and lets promises settle after each timer. */
  async advance(ms: number): Promise<void> {
    const target = this.#monotonic + ms;
    await settle();
    for (let next = this.#next(target); next; next = this.#next(target)) {
      this.#move(next.at - this.#monotonic);
      this.#timers.delete(next);
      next.run();
      await settle();
    }
    this.#move(target - this.#monotonic);
    await settle();
  }

  /** The process stands still, as for a slow disk: its timers are late. */
  stall(ms: number): void {
    this.#move(ms);
  }

  /** The wall clock jumps, as when somebody sets it; timers do not notice. */
  jump(ms: number): void {
    this.#now += ms;
  }

  /** The machine sleeps: its timers stand still. */
  sleep(ms: number): void {
    this.#now += ms;
    this.#sleptMs += ms;
  }

  /** What is overdue takes no time. */
  #move(ms: number): void {
    this.#now += Math.max(0, ms);
    this.#monotonic += Math.max(0, ms);
  }

  #next(target: number): Timer | null {
    let found: Timer | null = null;
    for (const timer of this.#timers) {
      if (timer.at > target) continue;
      if (!found || timer.at < found.at || (timer.at === found.at && timer.order < found.order)) {
        found = timer;
      }
    }
    return found;
  }
}

/** Lets all promise callbacks that are due run, a few turns of the event loop deep. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}
