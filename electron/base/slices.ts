import type { Clock } from './clock.ts';
import { SerialQueue } from './serial-queue.ts';

/**
 * Lets everything else have its turn. Whoever waits for one gets a round of the event loop alone: the
 * pieces of many long answers never follow each other in one.
 */
export class Turns {
  #last: Promise<void> = Promise.resolve();

  next(): Promise<void> {
    this.#last = this.#last.then(roundTheLoop);
    return this.#last;
  }
}

/** After so long everything else gets its turn. */
const SLICE_MS = 20;

/**
 * Carries out long work in slices, one piece of work at a time, so that events, sockets and timers
 * wait for a slice and never for the whole.
 */
export class Slices {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #nextTurn: () => Promise<void>;
  readonly #queue = new SerialQueue();

  /** @param nextTurn resolves when the event loop has been round. */
  constructor(clock: Pick<Clock, 'monotonic'>, nextTurn: () => Promise<void> = roundTheLoop) {
    this.#clock = clock;
    this.#nextTurn = nextTurn;
  }

  /** @param work yields wherever it may be interrupted: every few milliseconds. Throws what it throws. */
  run<T>(work: Generator<undefined, T, undefined>): Promise<T> {
    return this.#queue.run(async () => {
      let began = this.#clock.monotonic();
      for (;;) {
        const step = work.next();
        if (step.done) return step.value;
        if (this.#clock.monotonic() - began < SLICE_MS) continue;
        await this.#nextTurn();
        began = this.#clock.monotonic();
      }
    });
  }
}

function roundTheLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
