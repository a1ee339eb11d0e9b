import type { Clock } from '../base/clock.ts';

/** Larger differences between two clocks mean that the machine slept, or that one was set. */
export const CLOCK_SET_MS = 2_000;

export interface Moment {
  readonly wall: number;
  readonly monotonic: number;
  readonly uptime: number;
  /** Of an earlier run: by how much the clock was set since then; null: that is not known yet. */
  readonly clockSet?: (() => number | null) | undefined;
}

export const isAfter = (one: Moment, other: Moment): boolean => one.monotonic > other.monotonic;
export const earlier = (one: Moment, other: Moment): Moment => (isAfter(one, other) ? other : one);

export const momentOf = (clock: Clock): Moment => ({
  wall: clock.now(),
  monotonic: clock.monotonic(),
  uptime: clock.uptime(),
});

/** A moment of an earlier run, before everything in this one. */
export function momentAt(wall: number, now: Moment, clockSet: Moment['clockSet']): Moment {
  const agoMs = Math.max(0, now.wall - wall);
  return { wall, monotonic: now.monotonic - agoMs, uptime: now.uptime - agoMs, clockSet };
}

/** Whether today's clock can name it. */
export const canBeNamed = ({ clockSet }: Moment): boolean => clockSet?.() !== null;

/** The moment in today's wall time, and never in the future: the clock may have been set since. */
export function wallOf({ wall, uptime, clockSet }: Moment, clock: Clock): number {
  const now = clock.now();
  const setMs = clockSet?.() ?? null;
  if (setMs !== null) return Math.min(now, wall + setMs);
  const today = Math.floor(now - (clock.uptime() - uptime));
  return Math.min(now, Math.abs(wall - today) > CLOCK_SET_MS ? today : wall);
}

/**
 * Until when all that arrived on a connection was read. Data read after a sleep may have arrived
 * before it, so the last certain message stays the one before the sleep until the connection proves
 * that it survived.
 */
export class HeardLine {
  readonly #clock: Clock;
  readonly #silenceMs: number;
  #heard: Moment;
  #answered: Moment;
  /** `certain`: the last message before a sleep; `since`: when the sleep was noticed, monotonic. */
  #doubt: { readonly certain: Moment; readonly since: number } | null = null;

  /** `silenceMs`: a connection silent for longer is dead. */
  constructor(clock: Clock, silenceMs: number) {
    this.#clock = clock;
    this.#silenceMs = silenceMs;
    this.#heard = momentOf(clock);
    this.#answered = this.#heard;
  }

  /** The last message before which nothing is missing. */
  get certain(): Moment {
    return this.#doubt?.certain ?? this.#heard;
  }

  /** When the last PING was sent that was answered. */
  get lastAnswered(): Moment {
    return this.#answered;
  }

  /** A new connection: what came on the one before is settled. */
  begin(): void {
    this.#heard = momentOf(this.#clock);
    this.#answered = this.#heard;
    this.#doubt = null;
  }

  /** A PING of so long ago is answered. */
  answered(agoMs: number): void {
    const { wall, monotonic, uptime } = momentOf(this.#clock);
    this.#answered = { wall: wall - agoMs, monotonic: monotonic - agoMs, uptime: uptime - agoMs };
  }

  heard(): void {
    const now = momentOf(this.#clock);
    const last = this.#heard;
    const silentMs = now.monotonic - last.monotonic;
    const sleptMs = now.uptime - last.uptime - silentMs;
    if (sleptMs > CLOCK_SET_MS || silentMs > this.#silenceMs) {
      this.#doubt = { certain: this.certain, since: now.monotonic };
    } else if (this.#doubt && now.monotonic - this.#doubt.since > this.#silenceMs) {
      this.#doubt = null;
    }
    this.#heard = now;
  }
}
