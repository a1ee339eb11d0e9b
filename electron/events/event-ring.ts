import { anonymous, viewerOf } from '../../shared/anonymous.ts';
import { isValued, type StageEvent } from '../../shared/events.ts';

/** Most characters of all frames in the ring, so that huge texts do not fill the memory. */
const MOST_WEIGHT = 16 * 1024 * 1024;

/** The latest events for pages that reconnect: at most `size`, with rising numbers. */
export class EventRing {
  readonly #size: number;
  #entries: { readonly event: StageEvent; readonly weight: number }[] = [];
  /** Entries before this index are removed; the array is trimmed only now and then. */
  #head = 0;
  #weight = 0;

  constructor(size: number) {
    this.#size = size;
  }

  get length(): number {
    return this.#entries.length - this.#head;
  }

  get oldest(): number | null {
    return this.#entries[this.#head]?.event.seq ?? null;
  }

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

  forget(viewer: string): void {
    this.#entries = this.#entries.slice(this.#head).flatMap((entry) => {
      const { event } = entry;
      if (viewerOf(event) !== viewer) return [entry];
      return isValued(event) ? [{ ...entry, event: anonymous(event) }] : [];
    });
    this.#head = 0;
    this.#weight = this.#entries.reduce((sum, { weight }) => sum + weight, 0);
  }

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

  latest<T extends StageEvent>(limit: number, isWanted: (event: StageEvent) => event is T): T[] {
    const found: T[] = [];
    for (let at = this.#entries.length - 1; at >= this.#head && found.length < limit; at -= 1) {
      const event = this.#entries[at]?.event;
      if (event && isWanted(event)) found.push(event);
    }
    return found.reverse();
  }
}
