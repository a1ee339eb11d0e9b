import type { StageEvent } from '../../../shared/events.ts';
import type { ReplayAsk, ReplaySource } from '../../stores/replay-source.ts';

/** Loads the next page when fewer events than this are left. */
const AHEAD = 250;
/** Events before the moment that a page is opened at. */
const LEAD = 60;

interface ReplayWindowParts {
  readonly source: ReplaySource;
  readonly broadcast: number;
  /** More events arrived, or the end is known. */
  readonly onMore: () => void;
  readonly onFailure: (failure: unknown) => void;
}

/**
 * The part of a broadcast to play next: at most two pages, however long it is. Answers to requests
 * before the last jump are discarded.
 */
export class ReplayWindow {
  readonly #parts: ReplayWindowParts;
  #events: StageEvent[] = [];
  /** The next page's cursor; null after the last page. */
  #next: number | null = null;
  #reading = false;
  #jumps = 0;

  constructor(parts: ReplayWindowParts) {
    this.#parts = parts;
  }

  get upcoming(): StageEvent | null {
    return this.#events[0] ?? null;
  }

  get isAtEnd(): boolean {
    return this.#events.length === 0 && this.#next === null && !this.#reading;
  }

  /** Resolves to the events before `at`, oldest first; null if it failed or another jump came. */
  async jump(at: number): Promise<readonly StageEvent[] | null> {
    this.#events = [];
    this.#next = null;
    const from = { at: Math.max(0, Math.ceil(at)), lead: LEAD };
    const page = await this.#read({ after: 0, from });
    if (page === null) return null;
    const split = page.findIndex(({ receivedAt }) => receivedAt >= at);
    const before = split < 0 ? page : page.slice(0, split);
    this.#events = split < 0 ? [] : page.slice(split);
    this.#readAhead();
    return before;
  }

  /** Removes and returns the events up to a moment, and loads more if few are left. */
  takeUntil(at: number): readonly StageEvent[] {
    const later = this.#events.findIndex(({ receivedAt }) => receivedAt > at);
    const taken = this.#events.splice(0, later < 0 ? this.#events.length : later);
    this.#readAhead();
    return taken;
  }

  /** Ignores all pending answers. */
  stop(): void {
    this.#jumps += 1;
    this.#events = [];
    this.#next = null;
    this.#reading = false;
  }

  #readAhead(): void {
    if (this.#next === null || this.#reading || this.#events.length >= AHEAD) return;
    const after = this.#next;
    void this.#read({ after }).then((page) => {
      if (page === null) return;
      this.#events.push(...page);
      this.#parts.onMore();
      this.#readAhead();
    });
  }

  async #read(ask: Omit<ReplayAsk, 'broadcast'>): Promise<StageEvent[] | null> {
    const { source, broadcast, onFailure } = this.#parts;
    if (ask.from) this.#jumps += 1;
    const jump = this.#jumps;
    this.#reading = true;
    try {
      const { events, next } = await source.page({ broadcast, ...ask });
      if (jump !== this.#jumps) return null;
      this.#reading = false;
      this.#next = next;
      return [...events];
    } catch (failure) {
      if (jump !== this.#jumps) return null;
      this.#reading = false;
      onFailure(failure);
      return null;
    }
  }
}
