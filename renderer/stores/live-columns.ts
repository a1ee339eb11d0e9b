import { isValued, type StageEvent } from '../../shared/events.ts';
import type { PageClock } from '../bridge/page-host.ts';
import type { FeedFilter } from './feed-filter.ts';
import { LiveFeed } from './live-feed.ts';

/**
 * The feeds of the live page: everything in one column, or chat beside the events that have a value.
 * Those are kept in a list of their own too, so that a busy chat does not push them out.
 */
export class LiveColumns {
  /** Every event; chat only while the columns are split. */
  readonly main: LiveFeed;
  readonly valued: LiveFeed;
  #isSplit = false;

  constructor(clock: Pick<PageClock, 'after'>, most?: number) {
    this.main = new LiveFeed(clock, most);
    this.valued = new LiveFeed(clock, most);
  }

  /** Adds events in the order of their numbers, without those present. `reset` starts over. */
  add(events: readonly StageEvent[], reset: boolean): void {
    if (this.main.add(events, reset)) this.valued.clear();
    const valued = events.filter(isValued);
    if (valued.length > 0) this.valued.add(valued, false);
  }

  /** Of both columns; its kinds are those of the column with events. */
  get filter(): FeedFilter {
    return (this.#isSplit ? this.valued : this.main).snapshot().filter;
  }

  setFilter(filter: FeedFilter): void {
    this.main.setFilter(this.#isSplit ? { ...filter, kinds: ['CHAT'] } : filter);
    const kinds = filter.kinds.filter((kind) => kind !== 'CHAT');
    this.valued.setFilter({ ...filter, kinds });
  }

  /** Moves the events with a value to a column of their own, or back. The filter stays. */
  split(isSplit: boolean): void {
    if (isSplit === this.#isSplit) return;
    const { filter } = this;
    this.#isSplit = isSplit;
    this.setFilter(filter);
  }

  dispose(): void {
    this.main.dispose();
    this.valued.dispose();
  }
}
