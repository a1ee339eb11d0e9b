import type { Clock } from '../base/clock.ts';

/** A kind is looked after when nothing has proved it for `quietMs`; a list may take a while. */
const UNPROVED_PART = 1.25;

/**
 * The last look before a stop that is wanted: every live connection is asked once more whether it has
 * brought everything.
 */
export class LastLook {
  readonly #clock: Pick<Clock, 'uptime'>;
  readonly #quietMs: number | null;
  /** When the look began, by the machine's running time; null: there was none. */
  #begunAt: number | null = null;
  /** Links that have not answered yet. */
  #unanswered = new Set<number>();
  #resolve: () => void = () => undefined;

  /** `quietMs` null: another host goes on with the session. */
  constructor(clock: Pick<Clock, 'uptime'>, quietMs: number | null) {
    this.#clock = clock;
    this.#quietMs = quietMs;
  }

  /**
   * What nothing has proved for longer counts as missed: what was asked last has to be answered since.
   * null: nothing does.
   */
  get unprovedMs(): number | null {
    if (this.#quietMs === null) return null;
    if (this.#begunAt === null) return UNPROVED_PART * this.#quietMs;
    return this.#clock.uptime() - this.#begunAt;
  }

  /** `live`: links that are about to be asked. Resolves when all of them have answered. */
  begin(live: readonly number[]): Promise<void> {
    this.#begunAt = this.#clock.uptime();
    this.#unanswered = new Set(live);
    if (live.length === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  answered(link: number): void {
    this.#unanswered.delete(link);
    if (this.#unanswered.size === 0) this.#resolve();
  }

  forget(): void {
    this.#begunAt = null;
  }
}
