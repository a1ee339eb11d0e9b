import { uptime } from 'node:os';
import type { Clock } from '../../base/clock.ts';

/** The wall clock is whole milliseconds, and slowly corrected all the time: less is no change. */
const SAME_MS = 100;
/** The time since the computer started is whole seconds on some systems. */
const ROUNDING_MS = 2_000;

interface Reading {
  readonly wall: number;
  readonly monotonic: number;
  readonly up: number;
}

/**
 * Tells when the computer's clock was set: when it moved on by another time than what passed. What
 * passed is the monotonic clock's, and the time asleep, for which that one stands still on Linux
 * (and not elsewhere); the time since the computer's start goes on. While the app is not running
 * nobody watches: then the wall clock is taken at its word.
 */
export class ElapsedTime {
  readonly #clock: Clock;
  readonly #uptimeMs: () => number;
  #last: Reading;
  /** Set by so much since `setBy` told. */
  #set = 0;

  constructor(clock: Clock, uptimeMs = () => uptime() * 1_000) {
    this.#clock = clock;
    this.#uptimeMs = uptimeMs;
    this.#last = this.#read();
  }

  /** By how much the clock was set since this told last, milliseconds; 0: it was not. Ask every second. */
  setBy(): number {
    const last = this.#last;
    const now = this.#read();
    this.#last = now;
    const passed = now.monotonic - last.monotonic;
    const asleep = now.up - last.up - passed;
    const jumped = now.wall - last.wall - passed;
    this.#set += asleep < ROUNDING_MS ? jumped : setAsleep(jumped - asleep);
    const told = Math.round(this.#set);
    if (Math.abs(told) < SAME_MS) return 0;
    this.#set -= told;
    return told;
  }

  #read(): Reading {
    return {
      wall: this.#clock.now(),
      monotonic: this.#clock.monotonic(),
      up: this.#uptimeMs(),
    };
  }
}

/** How long it slept is known to about a second. */
function setAsleep(ms: number): number {
  return Math.abs(ms) < ROUNDING_MS ? 0 : ms;
}
