import { anonymous, viewerOf } from '../../shared/anonymous.ts';
import { isValued, type StageEvent, type ValuedEvent } from '../../shared/events.ts';

interface Entry {
  readonly event: StageEvent;
  readonly weight: number;
}

/** What the ring may hold in all, in characters of the frames: huge texts must not fill the memory. */
const MOST_WEIGHT = 16 * 1024 * 1024;

/** The latest events, for pages that come back. Holds at most `size` of them, numbers rising. */
export class EventRing {
  readonly #size: number;
  #entries: Entry[] = [];
  /** Entries before this one have left; they are cut off now and then, not one by one. */
  #head = 0;
  #weight = 0;

  constructor(size: number) {
    this.#size = size;
  }

  get length(): number {
    return this.#entries.length - this.#head;
  }

  /** Number of the oldest event that is kept; null when there is none. */
  get oldest(): number | null {
    return this.#entries[this.#head]?.event.seq ?? null;
  }

  /** `weight`: about how many characters the event takes. */
  push(event: StageEvent, weight: number): void {
    this.#entries.push({ event, weight });
    this.#weight += weight;
    while (this.length > this.#size || (this.#weight > MOST_WEIGHT && this.length > 1)) {
      this.#weight -= this.#entries[this.#head]?.weight ?? 0;
      this.#head += 1;
    }
    if (this.#head > this.#size) {
      this.#entries = this.#entries.slice(this.#head);
      this.#head = 0;
    }
  }

  /** What a viewer said is gone, what they gave was given by nobody. */
  forget(viewer: string): void {
    this.#entries = this.#entries.slice(this.#head).flatMap((entry) => {
      const { event } = entry;
      if (viewerOf(event) !== viewer) return [entry];
      return isValued(event) ? [{ ...entry, event: anonymous(event) }] : [];
    });
    this.#head = 0;
    this.#weight = this.#entries.reduce((sum, { weight }) => sum + weight, 0);
  }

  /** Events with a number above `after`, oldest first. */
  after(after: number): StageEvent[] {
    let low = this.#head;
    let high = this.#entries.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#entries[middle]?.event.seq ?? 0) > after) high = middle;
      else low = middle + 1;
    }
    return this.#entries.slice(low).map((entry) => entry.event);
  }

  /** The latest `limit` chats, oldest first. */
  recentChat(limit: number): StageEvent<'CHAT'>[] {
    const chats: StageEvent<'CHAT'>[] = [];
    for (let at = this.#entries.length - 1; at >= this.#head && chats.length < limit; at -= 1) {
      const event = this.#entries[at]?.event;
      if (event?.kind === 'CHAT') chats.push(event);
    }
    return chats.reverse();
  }

  /** The latest `limit` events with a value, oldest first. */
  recentValued(limit: number): ValuedEvent[] {
    const valued: ValuedEvent[] = [];
    for (let at = this.#entries.length - 1; at >= this.#head && valued.length < limit; at -= 1) {
      const event = this.#entries[at]?.event;
      if (event && isValued(event)) valued.push(event);
    }
    return valued.reverse();
  }
}
