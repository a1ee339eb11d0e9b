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

/** What a message asks the chat to write, as `!1` and `!2` in the call for a vote. */
const CALLED = /(?<=^|\s)![\p{L}\p{N}]{1,12}(?=$|\s)/gu;
/** So long after a call viewers answer it. */
const ANSWERS_WITHIN_MS = 20_000;

/** The lively mix of the demo: runs until stopped, and can be started again. */
export class Show implements Disposable {
  readonly #options: ShowOptions;
  #run: { readonly owned: DisposableStore; readonly script: Script; readonly dice: Dice } | null =
    null;

  constructor(options: ShowOptions) {
    this.#options = options;
  }

  get running(): boolean {
    return this.#run !== null;
  }

  /** Begins with one event of each kind within six seconds. Nothing happens while it runs. */
  start(): void {
    if (this.#run) return;
    const { pace, now, random, cast, publish } = this.#options;
    const dice = new Dice(random);
    const script = new Script(dice, cast(), now);
    const run = new DisposableStore();
    this.#run = { owned: run, script, dice };
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

  /** Viewers read what is said in the name of the app, and most of them do what it asks for. */
  read(message: string): void {
    const called = [...new Set(message.match(CALLED))];
    if (!this.#run || called.length === 0) return;
    const { owned, script, dice } = this.#run;
    const { pace, cast, publish } = this.#options;
    for (const viewer of cast().viewers) {
      if (dice.chance(0.2)) continue;
      // The first ones of a list have the most friends.
      const answer = dice.chance(0.4) ? called[0] : dice.pick(called);
      const timer = pace.setTimeout(
        () => {
          owned.release(timer);
          publish(script.says(viewer, answer ?? ''));
        },
        dice.whole(500, ANSWERS_WITHIN_MS),
      );
      owned.add(timer);
    }
  }

  stop(): void {
    this.#run?.owned.dispose();
    this.#run = null;
  }

  dispose(): void {
    this.stop();
  }
}
