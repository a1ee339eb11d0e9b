import type { VirtualClock } from '../../../support/virtual-clock.ts';
import type { WatchedNetwork } from './watched-network.ts';

/** Turns of the event loop in which nothing moves before the network counts as still. */
const STILL_TURNS = 3;
/** A call that takes longer than this many turns will never end. */
const MOST_TURNS = 50_000;

export interface VirtualTimeOptions {
  readonly clock: VirtualClock;
  readonly network: Pick<WatchedNetwork, 'inFlight' | 'moves'>;
  /** Called in every turn in which a request or a handshake is under way; the time stands still. */
  readonly whileUnderWay: () => void;
}

/**
 * Lets simulated time pass as real time would for a machine that is infinitely fast: timers fire one
 * instant after the other, and at each instant everything that they have set going comes to its end
 * before the clock moves on.
 */
export class VirtualTime {
  readonly #options: VirtualTimeOptions;

  constructor(options: VirtualTimeOptions) {
    this.#options = options;
  }

  /**
   * Moves on to the next timer, at most `mostMs` milliseconds. `before` hears how far it will be, and
   * may already do what is to happen on the way. Answers how far it was.
   */
  async step(mostMs: number, before: (ms: number) => void): Promise<number> {
    const { clock } = this.#options;
    const ms = Math.min(mostMs, clock.untilNext);
    before(ms);
    let isMoving = true;
    const moving = clock.advance(ms).finally(() => {
      isMoving = false;
    });
    while (isMoving) await this.#turn();
    await moving;
    await this.still();
    return ms;
  }

  /** Resolves when nothing is under way any more. */
  async still(): Promise<void> {
    const { network } = this.#options;
    let seen = -1;
    for (let turns = 0, quiet = 0; quiet < STILL_TURNS; turns += 1) {
      if (turns > MOST_TURNS) throw new Error('Something under way never ends');
      quiet = network.inFlight > 0 || network.moves !== seen ? 0 : quiet + 1;
      seen = network.moves;
      await this.#turn();
    }
  }

  async #turn(): Promise<void> {
    const { network, whileUnderWay } = this.#options;
    if (network.inFlight > 0) whileUnderWay();
    await new Promise((resolve) => setImmediate(resolve));
  }
}
