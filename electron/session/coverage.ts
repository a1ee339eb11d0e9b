import type { Gap } from '../../shared/lifeline.ts';
import type { Clock } from '../base/clock.ts';

/** A gap that nobody knows the end of yet. */
export interface OpenGap {
  readonly from: number;
  readonly reason: string;
}

/** One clock went on without the other by more than this: the machine slept, or it was set. */
const CLOCK_SET_MS = 1_000;

/** Something that was heard, on both clocks. */
interface Moment {
  readonly wall: number;
  readonly monotonic: number;
}

/**
 * Knows whether every event is being received. A gap runs from the last thing heard before the last
 * live line was lost to the moment a line is live again, its subscriptions confirmed.
 *
 * What is read after a sleep may have arrived before it. Until the line has proved that it outlived
 * the sleep, the last thing heard for certain is what was heard before.
 */
export class Coverage {
  readonly #clock: Clock;
  readonly #silenceMs: number;
  readonly #onChange: (closed: Gap | null) => void;
  readonly #live = new Set<number>();
  #heard: Moment;
  /** `certain`: the last thing heard before the sleep; `since`: when it was noticed, monotonic. */
  #doubt: { readonly certain: Moment; readonly since: number } | null = null;
  #open: OpenGap | null = null;
  /** The last proof that the grant holds; null: none since nobody expected events. */
  #proved: Moment | null = null;

  /**
   * `silenceMs`: a line that says nothing for longer is dead. `onChange` is told when a gap opens
   * (null) and when it closes (the gap).
   */
  constructor(clock: Clock, silenceMs: number, onChange: (closed: Gap | null) => void) {
    this.#clock = clock;
    this.#silenceMs = silenceMs;
    this.#onChange = onChange;
    this.#heard = this.#now();
  }

  get openGap(): OpenGap | null {
    return this.#open;
  }

  /** When something was last heard for certain on a live line, epoch milliseconds. */
  get heardAt(): number {
    return (this.#doubt?.certain ?? this.#heard).wall;
  }

  /** Anything came from the platform. */
  heard(line: number): void {
    if (!this.#live.has(line)) return;
    const now = this.#now();
    const last = this.#heard;
    const wallMs = now.wall - last.wall;
    const silentMs = now.monotonic - last.monotonic;
    if (wallMs - silentMs > CLOCK_SET_MS || silentMs > this.#silenceMs) {
      this.#doubt = { certain: this.#doubt?.certain ?? last, since: now.monotonic };
    } else if (this.#doubt && now.monotonic - this.#doubt.since > this.#silenceMs) {
      this.#doubt = null;
    }
    this.#heard = now;
  }

  /**
   * The platform still delivers to this grant: an event came, or it said so. A PONG is no proof, it
   * comes from a line that nothing is delivered to as well.
   */
  proved(): void {
    this.#proved = this.#now();
  }

  lineLive(line: number): void {
    this.#live.add(line);
    this.#heard = this.#now();
    this.#proved ??= this.#heard;
    this.#doubt = null;
    this.#close();
  }

  /** `grantEnded`: nothing has been delivered since some moment after the last proof. */
  lineLost(line: number, reason: string, grantEnded = false): void {
    if (!this.#live.delete(line) || this.#live.size > 0) return;
    const { wall, monotonic } = this.#lastCovered(grantEnded);
    // A clock that was set back since then names that moment differently now.
    const corrected = Math.floor(this.#clock.now() - (this.#clock.monotonic() - monotonic));
    this.#openAt(wall - corrected > CLOCK_SET_MS ? corrected : wall, reason);
  }

  /** An earlier run ended without a word: what came since then was missed. */
  resumeAfterCrash(heardAt: number): void {
    this.#openAt(heardAt, 'crash');
  }

  /** The app ends: a gap that is open ends with it; from here on nobody expects events. */
  stop(): void {
    this.#live.clear();
    this.#proved = null;
    this.#close();
  }

  #lastCovered(grantEnded: boolean): Moment {
    const last = this.#doubt?.certain ?? this.#heard;
    if (!grantEnded || this.#proved === null) return last;
    return this.#proved.monotonic < last.monotonic ? this.#proved : last;
  }

  #now(): Moment {
    return { wall: this.#clock.now(), monotonic: this.#clock.monotonic() };
  }

  #openAt(from: number, reason: string): void {
    // A clock that was set back must not make a gap that ends before it begins.
    this.#open ??= { from: Math.min(from, this.#clock.now()), reason };
    this.#onChange(null);
  }

  #close(): void {
    if (!this.#open) return;
    const { from, reason } = this.#open;
    this.#open = null;
    this.#onChange({ from, to: Math.max(from, this.#clock.now()), reason });
  }
}
