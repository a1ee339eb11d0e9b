import type { Clock } from '../base/clock.ts';
import { runWatched } from '../base/watched.ts';

/** One asking of a command by one page. */
export interface CommandAsk {
  /** The page's id of the command: the same one again is the same command. */
  readonly id: number;
  /** The platform asked to wait: the command goes on in so many milliseconds. */
  readonly onWait: (forMs: number) => void;
}

/** As long as a page could ask again for its answer, and then some: 20 minutes. */
const ANSWER_KEPT_MS = 20 * 60_000;

/** So that a page that asks without end costs no memory without end. */
const ANSWERS_MOST = 2_000;

interface Run {
  readonly answer: Promise<unknown>;
  readonly asks: Set<CommandAsk>;
  /** Until when it waits, on the monotonic clock. */
  waitsUntil: number;
  /** On the monotonic clock; null: it is under way. */
  endedAt: number | null;
}

/**
 * Commands that change something, by id: a page whose line broke asks again for what it does not know the
 * outcome of, and gets the one answer. Nothing is done twice because it was asked for twice.
 */
export class CommandRuns {
  readonly #clock: Clock;
  readonly #runs = new Map<string, Run>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Runs `work`, or joins the run that it has been under this name and id. Throws what `work` throws. */
  async once(name: string, ask: CommandAsk, work: () => Promise<unknown>): Promise<unknown> {
    this.#forgetOld();
    const key = `${ask.id} ${name}`;
    const run = this.#runs.get(key) ?? this.#begin(key, work);
    run.asks.add(ask);
    const waitsForMs = run.waitsUntil - this.#clock.monotonic();
    if (waitsForMs > 0) ask.onWait(waitsForMs);
    try {
      return await run.answer;
    } finally {
      run.asks.delete(ask);
    }
  }

  #begin(key: string, work: () => Promise<unknown>): Run {
    const asks = new Set<CommandAsk>();
    const onWait = (forMs: number): void => {
      run.waitsUntil = this.#clock.monotonic() + forMs;
      for (const ask of asks) ask.onWait(forMs);
    };
    // Begun in a turn of its own: by then the run stands where its waits are kept.
    const answer = Promise.resolve().then(() => runWatched(onWait, work));
    const run: Run = { answer, asks, waitsUntil: Number.NEGATIVE_INFINITY, endedAt: null };
    const end = (): void => {
      run.endedAt = this.#clock.monotonic();
    };
    answer.then(end, end);
    this.#runs.set(key, run);
    return run;
  }

  #forgetOld(): void {
    const oldest = this.#clock.monotonic() - ANSWER_KEPT_MS;
    for (const [key, { endedAt }] of this.#runs) {
      if (endedAt === null) continue;
      if (endedAt < oldest || this.#runs.size > ANSWERS_MOST) this.#runs.delete(key);
    }
  }
}
