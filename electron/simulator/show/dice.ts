import type { Random } from '../../base/random.ts';

/** Choices from one source of randomness, so that a show can be repeated. */
export class Dice {
  readonly #random: Random;

  constructor(random: Random) {
    this.#random = random;
  }

  /** True with the probability given (0 to 1). */
  chance(probability: number): boolean {
    return this.#random() < probability;
  }

  /** A whole number from `min` to `max`, both included. */
  whole(min: number, max: number): number {
    return min + Math.floor(this.#random() * (max - min + 1));
  }

  /** @throws RangeError when the list is empty. */
  pick<T>(list: readonly T[]): T {
    const item = list[this.whole(0, list.length - 1)];
    if (item === undefined) throw new RangeError('Nothing to pick from');
    return item;
  }

  /** Evenly around `mean`, up to `share` of it more or less. */
  around(mean: number, share: number): number {
    return mean * (1 - share + 2 * share * this.#random());
  }

  /** The wait until the next of things that happen independently of each other. */
  nextOf(mean: number, min: number, max: number): number {
    return Math.min(max, Math.max(min, -Math.log(1 - this.#random()) * mean));
  }
}
