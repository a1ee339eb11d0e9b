import type { Forgotten, ViewerEraser } from '../ledger/reading-ports.ts';
import { BooksBusyError } from './errors.ts';
import type { Pause } from './gathered.ts';

/** Rows that go at once: the thread must not stand still for long. */
const ROWS_AT_ONCE = 200;

export interface ForgetOptions {
  readonly eraser: ViewerEraser;
  readonly pause: Pause;
  /** Brings to the books what has arrived and is not there yet. */
  readonly flush: () => void | Promise<void>;
  /** Takes the viewer out of what is kept in memory. */
  readonly forget: (channelId: string) => void;
  /** Words are gone, and what is left of them is to be put together. */
  readonly onDone: () => void;
}

/**
 * Takes viewers out of the books and of memory. A crash in the middle leaves some of it: asking again
 * takes the rest.
 */
export class ViewerForgetter {
  readonly #options: ForgetOptions;
  readonly #underWay = new Set<string>();

  constructor(options: ForgetOptions) {
    this.#options = options;
  }

  /** @throws BooksBusyError, LedgerError */
  async forget(channelId: string): Promise<Forgotten> {
    if (this.#underWay.has(channelId)) throw new BooksBusyError();
    this.#underWay.add(channelId);
    const { eraser, flush, forget, onDone } = this.#options;
    try {
      await flush();
      const events = await this.#all((most) => eraser.eraseEvents(channelId, most));
      const messages = await this.#all((most) => eraser.eraseChat(channelId, most));
      forget(channelId);
      return { messages, events };
    } finally {
      this.#underWay.delete(channelId);
      onDone();
    }
  }

  async #all(erase: (most: number) => number): Promise<number> {
    let all = 0;
    for (;;) {
      const gone = erase(ROWS_AT_ONCE);
      all += gone;
      if (gone < ROWS_AT_ONCE) return all;
      await this.#options.pause();
    }
  }
}
