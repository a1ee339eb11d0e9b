import type { Clock } from './clock.ts';
import { SerialQueue } from './serial-queue.ts';

/** Hands out turns of the event loop, one each: pieces of several answers never run back to back. */
export class Turns {
  #last: Promise<void> = Promise.resolve();

  next(): Promise<void> {
    this.#last = this.#last.then(roundTheLoop);
    return this.#last;
  }
}

/** Longest slice before other work gets its turn. */
const SLICE_MS = 20;

/** Runs long work in slices, one piece at a time: everything else waits for one slice at most. */
export class Slices {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #nextTurn: () => Promise<void>;
  readonly #queue = new SerialQueue();

  /** @param nextTurn resolves after one turn of the event loop. */
  constructor(clock: Pick<Clock, 'monotonic'>, nextTurn: () => Promise<void> = roundTheLoop) {
    this.#clock = clock;
    this.#nextTurn = nextTurn;
  }

  /** `work` yields wherever it may be interrupted, every few milliseconds. Rethrows its errors. */
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
