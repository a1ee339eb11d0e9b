import type { PageTimers, Stop } from '../bridge/page-timers.ts';

/**
 * The page's timers, whose frames come only while somebody can see the page. The browser does that
 * by itself where it knows; of a source that is hidden in OBS it need not know.
 */
export class HeldFrames implements PageTimers {
  readonly #timers: PageTimers;
  #seen = true;
  readonly #held = new Set<Held>();

  constructor(timers: PageTimers) {
    this.#timers = timers;
  }

  after(delayMs: number, run: () => void): Stop {
    return this.#timers.after(delayMs, run);
  }

  nextFrame(run: () => void): Stop {
    const held: Held = { run, stop: null };
    if (this.#seen) this.#ask(held);
    else this.#held.add(held);
    return () => {
      this.#held.delete(held);
      held.stop?.();
    };
  }

  setSeen(seen: boolean): void {
    this.#seen = seen;
    if (!seen) return;
    for (const held of this.#held) this.#ask(held);
    this.#held.clear();
  }

  #ask(held: Held): void {
    held.stop = this.#timers.nextFrame(() => {
      if (this.#seen) held.run();
      else this.#held.add(held);
    });
  }
}

interface Held {
  readonly run: () => void;
  stop: Stop | null;
}
