import type { ValuedEvent } from '../../shared/events.ts';
import type { PageTimers, Stop } from '../bridge/page-host.ts';

/** How long a test stays in the lists if its alert is not on stage then. */
const TEST_STAYS_MS = 10_000;

/** Takes test events out of the lists on air once they were shown: after their alert, or a while. */
export class ShownTests {
  readonly #timers: Pick<PageTimers, 'after'>;
  readonly #remove: (seq: number) => void;
  readonly #waiting = new Map<number, Stop>();
  #onStage: number | null = null;

  constructor(timers: Pick<PageTimers, 'after'>, remove: (seq: number) => void) {
    this.#timers = timers;
    this.#remove = remove;
  }

  add(events: readonly ValuedEvent[]): void {
    for (const { seq, origin } of events) {
      if (origin !== 'test') continue;
      const stop = this.#timers.after(TEST_STAYS_MS, () => {
        this.#waiting.delete(seq);
        if (seq !== this.#onStage) this.#remove(seq);
      });
      this.#waiting.set(seq, stop);
    }
  }

  /** `event`: that of the alert on stage. */
  follow(event: ValuedEvent | null): void {
    const before = this.#onStage;
    this.#onStage = event?.origin === 'test' ? event.seq : null;
    if (before === null || before === this.#onStage) return;
    this.#waiting.get(before)?.();
    this.#waiting.delete(before);
    this.#remove(before);
  }

  stop(): void {
    for (const stop of this.#waiting.values()) stop();
    this.#waiting.clear();
  }
}
