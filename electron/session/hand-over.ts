import type { Clock } from '../base/clock.ts';
import type { Disposable } from '../base/disposables.ts';
import type { SocketFrame } from '../platform/frames.ts';
import { OverlapFilter } from './overlap.ts';
import { SUBSCRIPTIONS } from './subscriptions.ts';

/** After the end of the old connection no copy of what it brought can be on its way any longer. */
const COPY_MS = 5_000;
/** So long an equal event waits for a sign that both connections deliver. */
const DOUBT_MS = 500;

export interface HandOverOptions {
  readonly clock: Clock;
  readonly old: number;
  readonly next: number;
  /** Hands on a frame that had to wait. */
  readonly deliver: (frame: SocketFrame) => void;
}

/**
 * From the moment a connection opens in the place of another one of its session. The old one gets no
 * events from then on, says the specification: an equal donation that was still under way on it is
 * real, and so is the one on the new. Should a server give events to both for a while, they are let
 * through once; what carries its own time and comes on both is the sign of it. Until there is one, an
 * equal donation waits for a moment, and is then handed on: better twice than never. What came before
 * the new connection was open is not compared.
 */
export class HandOver implements Disposable {
  readonly #options: HandOverOptions;
  readonly #filter: OverlapFilter;
  readonly #waiting = new Map<Disposable, SocketFrame>();
  /** When the comparing is over, monotonic milliseconds; null: the old connection is still read. */
  #until: number | null = null;

  constructor(options: HandOverOptions) {
    this.#options = options;
    this.#filter = new OverlapFilter(options.clock, COPY_MS, false);
    for (const { kind } of SUBSCRIPTIONS) this.#filter.begin(kind);
  }

  /** Whether to hand on a frame of a connection now. */
  admits(connection: number, frame: SocketFrame): boolean {
    const { clock, old, next } = this.#options;
    if (connection !== old && connection !== next) return true;
    if (this.#until !== null && clock.monotonic() > this.#until) return true;
    const verdict = this.#filter.judge(connection === old ? 'old' : 'next', frame);
    if (verdict === 'perhaps') this.#wait(frame);
    if (this.#filter.takesCopies) this.#drop();
    return verdict === 'new';
  }

  /** A connection is closed or gone. */
  ended(connection: number): void {
    const { clock, old } = this.#options;
    if (connection === old) this.#until ??= clock.monotonic() + COPY_MS;
  }

  /** Hands on what still waits. */
  dispose(): void {
    const frames = [...this.#waiting.values()];
    this.#drop();
    for (const frame of frames) this.#options.deliver(frame);
  }

  #wait(frame: SocketFrame): void {
    const { clock, deliver } = this.#options;
    const timer = clock.setTimeout(() => {
      this.#waiting.delete(timer);
      deliver(frame);
    }, DOUBT_MS);
    this.#waiting.set(timer, frame);
  }

  #drop(): void {
    for (const timer of this.#waiting.keys()) timer.dispose();
    this.#waiting.clear();
  }
}
