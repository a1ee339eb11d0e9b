import type { Gap } from '../../shared/lifeline.ts';
import type { Clock } from '../base/clock.ts';

/** A gap that nobody knows the end of yet. */
export interface OpenGap {
  readonly from: number;
  readonly reason: string;
}

/**
 * Knows whether every event is being received. A gap runs from the last thing heard before the last
 * live line was lost to the moment a line is live again, its subscriptions confirmed.
 */
export class Coverage {
  readonly #clock: Clock;
  readonly #onChange: (closed: Gap | null) => void;
  readonly #live = new Set<number>();
  #heardAt: number;
  #open: OpenGap | null = null;

  /** `onChange` is told when a gap opens (null) and when it closes (the gap). */
  constructor(clock: Clock, onChange: (closed: Gap | null) => void) {
    this.#clock = clock;
    this.#onChange = onChange;
    this.#heardAt = clock.now();
  }

  get openGap(): OpenGap | null {
    return this.#open;
  }

  /** When something was last heard on a live line, epoch milliseconds. */
  get heardAt(): number {
    return this.#heardAt;
  }

  /** Anything came from the platform. */
  heard(line: number): void {
    if (this.#live.has(line)) this.#heardAt = this.#clock.now();
  }

  lineLive(line: number): void {
    this.#live.add(line);
    this.#heardAt = this.#clock.now();
    this.#close();
  }

  lineLost(line: number, reason: string): void {
    if (!this.#live.delete(line) || this.#live.size > 0) return;
    this.#openAt(this.#heardAt, reason);
  }

  /** An earlier run ended without a word: what came since then was missed. */
  resumeAfterCrash(heardAt: number): void {
    this.#openAt(heardAt, 'crash');
  }

  /** The app ends: a gap that is open ends with it; from here on nobody expects events. */
  stop(): void {
    this.#live.clear();
    this.#close();
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
