export interface ExpiringItem {
  readonly seq: number;
  /** Epoch milliseconds. */
  readonly receivedAt: number;
}

export type Age = 'stays' | 'leaves' | 'gone';

/** How long an item takes to leave, milliseconds (the style sheet's --ov-time-out). */
export const LEAVE_MS = 180;

/**
 * Tracks each item's age. Initial items count from their arrival at the core, later ones from when
 * they were first followed, because two computers' clocks may differ. Time moves only in `pass`, so
 * all items of a page are measured at the same moment.
 */
export class ExpiryTracker {
  readonly #today: () => number;
  /** Each item's start time, by number. */
  #born = new Map<number, number>();
  #now = 0;
  #stayMs: number | null = null;

  /** `today`: epoch milliseconds. */
  constructor(today: () => number = Date.now) {
    this.#today = today;
  }

  /** Starts a new list; each item stays for `stayMs`. */
  begin(items: readonly ExpiringItem[], stayMs: number): void {
    this.#now = this.#today();
    this.#stayMs = stayMs;
    this.#born = new Map(
      items.map(({ seq, receivedAt }) => [seq, Math.min(receivedAt, this.#now)]),
    );
  }

  pass(now: number): void {
    this.#now = Math.max(this.#now, now);
  }

  /**
   * Milliseconds until the next item changes its age; null if none will. `stayMs` null: forever.
   */
  follow(items: readonly ExpiringItem[], stayMs: number | null): number | null {
    this.#stayMs = stayMs;
    if (stayMs === null) return null;
    const today = this.#today();
    const born = new Map(items.map(({ seq }) => [seq, this.#born.get(seq) ?? today]));
    this.#born = born;
    let next = Number.POSITIVE_INFINITY;
    for (const bornAt of born.values()) {
      const leavesAt = bornAt + stayMs;
      if (this.#now < leavesAt) next = Math.min(next, leavesAt);
      else if (this.#now < leavesAt + LEAVE_MS) next = Math.min(next, leavesAt + LEAVE_MS);
    }
    return next === Number.POSITIVE_INFINITY ? null : Math.max(0, next - today);
  }

  /** As `follow`, and calls back once the next item changes its age, unless stopped. */
  watch(items: readonly ExpiringItem[], stayMs: number | null, changed: () => void): () => void {
    const waitMs = this.follow(items, stayMs);
    if (waitMs === null) return () => undefined;
    const due = this.#today() + waitMs;
    const timer = setTimeout(() => {
      // At least the awaited time: timers may fire slightly early.
      this.pass(Math.max(due, this.#today()));
      changed();
    }, waitMs);
    return () => clearTimeout(timer);
  }

  ageOf({ seq }: Pick<ExpiringItem, 'seq'>): Age {
    const bornAt = this.#born.get(seq);
    if (this.#stayMs === null || bornAt === undefined) return 'stays';
    const age = this.#now - bornAt;
    if (age < this.#stayMs) return 'stays';
    return age < this.#stayMs + LEAVE_MS ? 'leaves' : 'gone';
  }
}
