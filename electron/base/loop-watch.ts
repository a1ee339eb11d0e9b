import type { Clock } from './clock.ts';
import type { Disposable } from './disposables.ts';
import type { Logger } from './log.ts';

const TICK_MS = 20;
const SLOW_MS = 200;
/** Who waits longer was asleep, or stood in a debugger. */
const ASLEEP_MS = 60_000;
/** A machine that is slow all the time must not fill the log with it. */
const LOG_EVERY_MS = 10_000;

/** How the event loop fared since the start. */
export interface LoopHealth {
  /** Times that it was held up for more than 200 ms. */
  readonly slowLoops: number;
  /** Milliseconds, up to 20 too many; 0 while there was none. */
  readonly longestMs: number;
}

/** Notices work that holds the event loop up: events, sockets and windows wait for its end. */
export class LoopWatch implements Disposable {
  readonly #clock: Clock;
  readonly #log: Logger;
  #timer: Disposable;
  #lastTick: number;
  #slowLoops = 0;
  #longestMs = 0;
  /** Not in the log yet. */
  #unsaid = { count: 0, longestMs: 0 };
  #saidAt = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock, log: Logger) {
    this.#clock = clock;
    this.#log = log;
    this.#lastTick = clock.monotonic();
    this.#timer = this.#next();
  }

  read(): LoopHealth {
    return { slowLoops: this.#slowLoops, longestMs: this.#longestMs };
  }

  dispose(): void {
    this.#timer.dispose();
  }

  #next(): Disposable {
    return this.#clock.setTimeout(() => this.#tick(), TICK_MS);
  }

  #tick(): void {
    const now = this.#clock.monotonic();
    const tookMs = Math.round(now - this.#lastTick);
    this.#lastTick = now;
    this.#timer = this.#next();
    if (tookMs > SLOW_MS && tookMs < ASLEEP_MS) this.#count(tookMs);
    if (this.#unsaid.count > 0 && now - this.#saidAt >= LOG_EVERY_MS) this.#say(now);
  }

  #count(tookMs: number): void {
    this.#slowLoops += 1;
    this.#longestMs = Math.max(this.#longestMs, tookMs);
    const { count, longestMs } = this.#unsaid;
    this.#unsaid = { count: count + 1, longestMs: Math.max(longestMs, tookMs) };
  }

  #say(now: number): void {
    this.#log.warn('The event loop was held up', this.#unsaid);
    this.#unsaid = { count: 0, longestMs: 0 };
    this.#saidAt = now;
  }
}
