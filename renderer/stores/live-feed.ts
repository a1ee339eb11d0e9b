import type { StageEvent } from '../../shared/events.ts';
import type { PageClock } from '../bridge/page-host.ts';
import { type FeedFilter, isOpen, matcherOf, NO_FILTER } from './feed-filter.ts';
import { joinedViews, RowCompactor, RowLog, type RowView } from './row-log.ts';

const FEED_MOST = 100_000;
/** Rows searched per slice; the page can handle input in between. */
export const SCAN_SLICE = 5_000;

/** The feed to render; a new object on every change. */
export interface FeedSnapshot {
  /** The shown rows: 0 is the newest. */
  readonly rows: RowView<StageEvent>;
  readonly kept: number;
  readonly filter: FeedFilter;
  readonly scanning: boolean;
  readonly held: boolean;
  /** Matching rows that arrived while held. */
  readonly fresh: number;
}

/** The latest events, filtered, and held while the user reads. Calls listeners once per batch. */
export class LiveFeed {
  readonly #clock: Pick<PageClock, 'after'>;
  readonly #light = new RowCompactor();
  readonly #all: RowLog<StageEvent>;
  readonly #listeners = new Set<() => void>();
  /** Matching rows since the filter was set; null without a filter. */
  #matching: RowLog<StageEvent> | null = null;
  /** Matching rows from before the filter was set, newest first. */
  #found: StageEvent[] = [];
  #filter: FeedFilter = NO_FILTER;
  #stopScan: (() => void) | null = null;
  #newest = Number.NEGATIVE_INFINITY;
  #heldRows: RowView<StageEvent> | null = null;
  #fresh = 0;
  #snapshot: FeedSnapshot;

  constructor(clock: Pick<PageClock, 'after'>, most = FEED_MOST) {
    this.#clock = clock;
    this.#all = new RowLog(most);
    this.#snapshot = this.#take();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = (): FeedSnapshot => this.#snapshot;

  /**
   * Adds events in the order of their numbers, without those present. `reset` starts over.
   * Returns whether earlier events are gone.
   */
  add(events: readonly StageEvent[], reset: boolean): boolean {
    const isNew = reset && this.#isAnotherCore(events);
    if (isNew) this.clear();
    const matches = matcherOf(this.#filter);
    for (const event of events) {
      if (event.seq <= this.#newest) continue;
      this.#newest = event.seq;
      const row = this.#light.of(event);
      this.#all.push(row);
      if (!matches(row)) continue;
      this.#matching?.push(row);
      if (this.#heldRows) this.#fresh += 1;
    }
    this.#forget();
    this.#changed();
    return isNew;
  }

  /** Forgets all events; the filter stays, as a new object: who held the list lets go. */
  clear(): void {
    this.#all.clear();
    this.#newest = Number.NEGATIVE_INFINITY;
    this.setFilter({ ...this.#filter });
  }

  /** Sets the filter, shows the newest rows and releases the hold. */
  setFilter(filter: FeedFilter): void {
    this.#stopScan?.();
    this.#stopScan = null;
    this.#filter = filter;
    this.#heldRows = null;
    this.#fresh = 0;
    this.#found = [];
    this.#matching = isOpen(filter) ? null : new RowLog(Number.POSITIVE_INFINITY);
    if (this.#matching) this.#scan(this.#all.view(), matcherOf(filter), 0);
    this.#changed();
  }

  hold(): void {
    if (this.#heldRows) return;
    this.#heldRows = this.#present();
    this.#changed();
  }

  release(): void {
    if (!this.#heldRows) return;
    this.#heldRows = null;
    this.#fresh = 0;
    this.#changed();
  }

  dispose(): void {
    this.#stopScan?.();
    this.#listeners.clear();
  }

  /** After a reconnect the list continues; another core's numbers mean other events. */
  #isAnotherCore([first]: readonly StageEvent[]): boolean {
    if (!first) return true;
    if (first.seq > this.#newest) return false;
    const known = findRow(this.#all.view(), first.seq);
    if (known) return known.receivedAt !== first.receivedAt || known.kind !== first.kind;
    // Older than all kept rows: the numbers cannot have restarted.
    return this.#all.length === 0 || !this.#isBefore(first);
  }

  #isBefore({ seq, receivedAt }: StageEvent): boolean {
    const all = this.#all.view();
    const oldest = all.at(all.length - 1);
    return oldest !== undefined && seq < oldest.seq && receivedAt <= oldest.receivedAt;
  }

  /** Searches rows from `from` on, a slice at a time, newest first. */
  #scan(rows: RowView<StageEvent>, matches: (row: StageEvent) => boolean, from: number): void {
    const end = Math.min(rows.length, from + SCAN_SLICE);
    const more: StageEvent[] = [];
    for (let index = from; index < end; index += 1) {
      const row = rows.at(index);
      if (row && matches(row)) more.push(row);
    }
    if (more.length > 0) this.#found = [...this.#found, ...more];
    this.#stopScan =
      end < rows.length
        ? this.#clock.after(0, () => {
            this.#scan(rows, matches, end);
            this.#changed();
          })
        : null;
  }

  #forget(): void {
    if (!this.#matching) return;
    const all = this.#all.view();
    const oldest = all.at(all.length - 1)?.seq ?? 0;
    this.#matching.dropWhile(({ seq }) => seq < oldest);
    const last = this.#found.at(-1);
    if (last && last.seq < oldest) {
      this.#found = this.#found.filter(({ seq }) => seq >= oldest);
    }
  }

  #present(): RowView<StageEvent> {
    if (!this.#matching) return this.#all.view();
    const found = this.#found;
    const older = { length: found.length, at: (index: number) => found[index] };
    return joinedViews(this.#matching.view(), older);
  }

  #take(): FeedSnapshot {
    return {
      rows: this.#heldRows ?? this.#present(),
      kept: this.#all.length,
      filter: this.#filter,
      scanning: this.#stopScan !== null,
      held: this.#heldRows !== null,
      fresh: this.#fresh,
    };
  }

  #changed(): void {
    this.#snapshot = this.#take();
    for (const listener of [...this.#listeners]) listener();
  }
}

/** Finds a row by number; numbers increase from row to row. */
function findRow(rows: RowView<StageEvent>, seq: number): StageEvent | undefined {
  let low = 0;
  let high = rows.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const row = rows.at(middle);
    if (!row || row.seq === seq) return row;
    if (row.seq > seq) low = middle + 1;
    else high = middle - 1;
  }
  return undefined;
}
