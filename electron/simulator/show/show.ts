import type { Clock } from '../../base/clock.ts';
import { type Disposable, DisposableStore } from '../../base/disposables.ts';
import type { Random } from '../../base/random.ts';
import type { SimEvent } from '../events/payloads.ts';
import { type Cast, Dice, Script } from './script.ts';

interface ShowOptions {
  /** Real time: a show is for eyes, whatever the time scale. */
  readonly pace: Clock;
  /** Simulated time, epoch milliseconds, for the times inside the events. */
  readonly now: () => number;
  readonly random: Random;
  readonly cast: () => Cast;
  readonly publish: (event: SimEvent) => void;
}

interface Part {
  readonly make: (script: Script) => SimEvent | null;
  /** Delay of the first one, milliseconds, so a newly opened demo soon shows everything. */
  readonly firstMs: number;
  readonly nextMs: (dice: Dice) => number;
}

const PARTS: readonly Part[] = [
  { make: (script) => script.chat(), firstMs: 200, nextMs: chatWait },
  { make: (script) => script.donation(), firstMs: 1_500, nextMs: around(12_000, 0.3) },
  { make: (script) => script.subscription(), firstMs: 2_800, nextMs: around(25_000, 0.3) },
  { make: (script) => script.purchase(), firstMs: 4_100, nextMs: around(30_000, 0.3) },
  { make: (script) => script.draw(), firstMs: 5_400, nextMs: around(40_000, 0.2) },
];

function around(meanMs: number, share: number): Part['nextMs'] {
  return (dice) => dice.around(meanMs, share);
}

/** People answer each other: several lines in a row, then a pause. About two a second. */
function chatWait(dice: Dice): number {
  if (dice.chance(0.35)) return dice.whole(70, 220);
  return dice.nextOf(680, 150, 3_000);
}

/** The lively mix of the demo: runs until stopped, and can be started again. */
export class Show implements Disposable {
  readonly #options: ShowOptions;
  #run: DisposableStore | null = null;

  constructor(options: ShowOptions) {
    this.#options = options;
  }

  get running(): boolean {
    return this.#run !== null;
  }

  /** Begins with one event of each kind within six seconds. Nothing happens while it runs. */
  start(): void {
    if (this.#run) return;
    const run = new DisposableStore();
    this.#run = run;
    const { pace, now, random, cast, publish } = this.#options;
    const dice = new Dice(random);
    const script = new Script(dice, cast(), now);
    const schedule = (part: Part, waitMs: number): void => {
      const timer = pace.setTimeout(() => {
        run.release(timer);
        const event = part.make(script);
        if (event) publish(event);
        schedule(part, part.nextMs(dice));
      }, waitMs);
      run.add(timer);
    };
    for (const part of PARTS) schedule(part, part.firstMs);
  }

  stop(): void {
    this.#run?.dispose();
    this.#run = null;
  }

  dispose(): void {
    this.stop();
  }
}
