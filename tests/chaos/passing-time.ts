import { delay, systemClock } from '../../electron/base/clock.ts';
import type { VirtualClock } from '../support/virtual-clock.ts';
import type { ChaosNetwork } from './chaos-network.ts';
import type { Diary } from './diary.ts';
import { SECOND } from './schedule.ts';

/** Turns of the event loop in which nothing moves before everything counts as done. */
const STILL_TURNS = 2;
/** The same where servers open and close, which the system does in its own time. */
const REAL_TURNS = 12;
const MOST_TURNS = 5_000;
/** Real work (a person's browser) is waited for while time stands still, but not for ever. */
const MOST_REAL_TURNS = 3_000;

/** Moves the virtual clock from timer to timer, each time after all is done that the last one began. */
export class PassingTime {
  /** Hears of every step when all is still again. */
  onStep: () => void = () => undefined;
  readonly #clock: VirtualClock;
  readonly #network: ChaosNetwork;
  readonly #diary: Diary;
  #steps = 0;
  #turned = 0;
  /** Of the network when a person's browser began a real request; null: none is under way. */
  #movesBefore: number | null = null;

  constructor(clock: VirtualClock, network: ChaosNetwork, diary: Diary) {
    this.#clock = clock;
    this.#network = network;
    this.#diary = diary;
  }

  get steps(): number {
    return this.#steps;
  }

  /** It is a fault when so much time passes without it. */
  async until(reached: () => boolean, mostMs: number, what: string): Promise<void> {
    const end = this.#clock.monotonic() + mostMs;
    while (!reached()) {
      if (this.#clock.monotonic() >= end) {
        this.#diary.fault(`not ${what}`);
        return;
      }
      await this.#step(SECOND);
    }
  }

  async pass(ms: number): Promise<void> {
    const end = this.#clock.monotonic() + ms;
    while (this.#clock.monotonic() < end) await this.#step(end - this.#clock.monotonic());
  }

  /** Lets time pass until it is done. */
  async meanwhile<T>(work: Promise<T>): Promise<T> {
    let isDone = false;
    const done = () => {
      isDone = true;
    };
    work.then(done, done);
    await this.still(REAL_TURNS);
    while (!isDone) {
      await this.#step(10);
      if (!isDone) await this.still(REAL_TURNS);
    }
    return work;
  }

  /** Time stands still for a real request, until it is answered or the app does something about it. */
  async whileBrowsing(browse: () => Promise<void>): Promise<void> {
    this.#movesBefore = this.#network.moves;
    this.#turned = 0;
    try {
      await browse();
    } finally {
      this.#movesBefore = null;
    }
  }

  /** Waits until nothing moves any more; no virtual time passes. */
  async still(quietTurns = STILL_TURNS): Promise<void> {
    let seen = -1;
    for (let turns = 0, quiet = 0; quiet < quietTurns && turns < MOST_TURNS; turns += 1) {
      const isBrowsing =
        this.#movesBefore === this.#network.moves && this.#turned < MOST_REAL_TURNS;
      if (isBrowsing) this.#turned += 1;
      const isReal = quietTurns > STILL_TURNS && process.getActiveResourcesInfo().some(isWork);
      // The system's own threads get on better while this one does not ask them all the time.
      await (isReal || isBrowsing
        ? delay(systemClock, 1)
        : new Promise((resolve) => setImmediate(resolve)));
      const { moves } = this.#network;
      quiet = moves !== seen || isReal || isBrowsing ? 0 : quiet + 1;
      seen = moves;
    }
  }

  async #step(mostMs: number): Promise<void> {
    this.#clock.step(mostMs);
    this.#steps += 1;
    await this.still();
    this.onStep();
  }
}

/** Real work (with files, keys, or names), not what only waits: time stands still for it. */
const isWork = (resource: string): boolean =>
  !/^(TCP|Pipe|TTY|Immediate|Timeout|MessagePort)/.test(resource);
