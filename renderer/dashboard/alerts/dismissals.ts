import type { PageClock } from '../../bridge/page-host.ts';
import { TRUST_MS } from '../desktop/paced-setting.ts';

/** How long something can be undone, milliseconds. */
export const UNDO_MS = 6_000;

export interface DismissalsDeps {
  readonly clock: Pick<PageClock, 'after'>;
  /** Of one alert; null: of all. Resolves to false when it was not taken. */
  readonly send: (seq: number | null) => Promise<boolean>;
}

export interface DismissalsState {
  /** Alerts that are not to be shown. */
  readonly hidden: ReadonlySet<number>;
  /** Those beyond the list as well. */
  readonly hidesAll: boolean;
  /** How many can still be brought back. */
  readonly undoable: number;
}

interface Batch {
  readonly seqs: ReadonlySet<number>;
  /** Of all that there were: how many; null: only those of `seqs`. */
  readonly all: number | null;
}

/**
 * Alerts that are taken off the list of those that never appeared. They are gone from sight at once;
 * the core hears of it when the time to undo it has passed, because it knows no way back. One after
 * the other they can be undone together. What never appeared meanwhile is not among "all": nobody
 * has seen it there.
 */
export class Dismissals {
  readonly #deps: DismissalsDeps;
  readonly #listeners = new Set<() => void>();
  #batch: Batch | null = null;
  /** Sent, but maybe not yet gone from the feed. */
  #sent: ReadonlySet<number> = new Set();
  #present: readonly number[] = [];
  #stopTimer = () => {};
  #state: DismissalsState = { hidden: new Set(), hidesAll: false, undoable: 0 };

  constructor(deps: DismissalsDeps) {
    this.#deps = deps;
  }

  /** The same object while nothing changes. */
  readonly state = (): DismissalsState => this.#state;

  /** Calls back when `state` changes. What waits is sent when the last listener leaves. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#sendBatch();
    };
  };

  readonly dismiss = (seq: number): void => {
    const { seqs, all } = this.#batch ?? { seqs: new Set<number>(), all: null };
    this.#hide({
      seqs: new Set([...seqs, seq]),
      all: all === null || seqs.has(seq) ? all : all + 1,
    });
  };

  /** @param count how many there are, those included that the list does not hold. */
  dismissAll(seqs: readonly number[], count: number): void {
    this.#hide({ seqs: new Set([...(this.#batch?.seqs ?? []), ...seqs]), all: count });
  }

  readonly undo = (): void => {
    this.#stopTimer();
    this.#batch = null;
    this.#changed();
  };

  /** The feed has spoken: these never appeared. */
  heard(present: readonly number[]): void {
    this.#present = present;
    this.#sent = new Set(present.filter((seq) => this.#sent.has(seq)));
    this.#changed();
  }

  #hide(batch: Batch): void {
    this.#stopTimer();
    this.#batch = batch;
    this.#stopTimer = this.#deps.clock.after(UNDO_MS, () => this.#sendBatch());
    this.#changed();
  }

  #sendBatch(): void {
    const batch = this.#batch;
    if (!batch) return;
    this.#stopTimer();
    this.#batch = null;
    this.#sent = new Set([...this.#sent, ...batch.seqs]);
    const nothingNew = this.#present.every((seq) => batch.seqs.has(seq));
    if (batch.all !== null && nothingNew) void this.#send(null, [...batch.seqs]);
    else for (const seq of batch.seqs) if (this.#present.includes(seq)) void this.#send(seq, [seq]);
    this.#changed();
  }

  async #send(seq: number | null, seqs: readonly number[]): Promise<void> {
    const show = () => {
      this.#sent = new Set([...this.#sent].filter((each) => !seqs.includes(each)));
      this.#changed();
    };
    if (await this.#deps.send(seq)) this.#deps.clock.after(TRUST_MS, show);
    else show();
  }

  #changed(): void {
    const batch = this.#batch;
    this.#state = {
      hidden: new Set([...this.#sent, ...(batch?.seqs ?? [])]),
      hidesAll: batch?.all != null,
      undoable: batch ? (batch.all ?? batch.seqs.size) : 0,
    };
    for (const listener of [...this.#listeners]) listener();
  }
}
