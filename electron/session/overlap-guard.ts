import type { Clock } from '../base/clock.ts';
import type { Disposable } from '../base/disposables.ts';
import { OverlapFilter } from './overlap.ts';
import type { SubscriptionKind } from './subscriptions.ts';

interface Overlap {
  readonly filter: OverlapFilter;
  readonly old: number;
  readonly next: number;
}

/** Filters the frames of two lines while both may deliver the same, and of no line else. */
export class OverlapGuard implements Disposable {
  readonly #clock: Clock;
  readonly #matchMs: number;
  #overlap: Overlap | null = null;
  #grace: Disposable | null = null;

  /** `matchMs`: how much later than the one session the other one brings a copy at most. */
  constructor(clock: Clock, matchMs: number) {
    this.#clock = clock;
    this.#matchMs = matchMs;
  }

  /** From here on both lines may deliver. */
  begin(old: number, next: number): void {
    this.dispose();
    this.#overlap = { old, next, filter: new OverlapFilter(this.#clock, this.#matchMs) };
  }

  /** A line is about to subscribe to a kind. */
  subscribing(line: number, kind: SubscriptionKind): void {
    if (this.#overlap?.next === line) this.#overlap.filter.begin(kind);
  }

  /** Whether to hand on a frame that a line delivered. */
  admits(line: number, text: string): boolean {
    if (line === this.#overlap?.old) return this.#overlap.filter.admits('old', text);
    if (line === this.#overlap?.next) return this.#overlap.filter.admits('next', text);
    return true;
  }

  /** One of the two lines is closed: soon nothing can come twice any more. */
  end(): void {
    if (!this.#overlap) return;
    this.#grace?.dispose();
    this.#grace = this.#clock.setTimeout(() => this.dispose(), this.#matchMs);
  }

  dispose(): void {
    this.#grace?.dispose();
    this.#grace = null;
    this.#overlap = null;
  }
}
