import { type Clock, delay } from '../base/clock.ts';
import type { Random } from '../base/random.ts';
import { lengthAsSent } from '../platform/resources/readable.ts';
import type { PeopleApi } from './ports.ts';
import { type RoleBook, SUBSCRIBERS_MOST } from './role-book.ts';

/** The platform's largest page (platform-notes, "Subscribers"). */
const PAGE_SIZE = 50;
/** Between two pages: a long list must not be a burst of calls. */
const PAGE_PAUSE_MS = 500;
/** Pages of a reading that was broken off fit together no longer than this. */
const BROKEN_OFF_MOST_MS = 15 * 60_000;

interface Reading {
  /** On the monotonic clock. */
  readonly since: number;
  /** The latest subscribers first. */
  readonly ids: Set<string>;
  page: number;
}

export interface SubscriberPagesOptions {
  readonly api: Pick<PeopleApi, 'subscribers'>;
  readonly book: Pick<RoleBook, 'addSubscribers' | 'setSubscribers'>;
  readonly clock: Clock;
  readonly random: Random;
  /** Subscribers that are read at most. */
  readonly most?: number;
}

/** Reads the list of subscribers page by page, the latest first, and goes on where a call failed. */
export class SubscriberPages {
  readonly #options: SubscriberPagesOptions;
  #broken: Reading | null = null;

  constructor(options: SubscriberPagesOptions) {
    this.#options = options;
  }

  /** The next reading begins with the first page: it is about other people. */
  startOver(): void {
    this.#broken = null;
  }

  /** Rejects with the platform's error; what was read until then is in the book all the same. */
  async read(signal: AbortSignal): Promise<void> {
    const { book, clock, random } = this.#options;
    const reading = this.#takeUp();
    this.#broken = reading;
    while (!(await this.#readPage(reading, signal))) {
      await delay(clock, PAGE_PAUSE_MS * (0.5 + random()), signal);
      if (signal.aborted) return;
    }
    if (signal.aborted) return;
    this.#broken = null;
    book.setSubscribers([...reading.ids], reading.since);
  }

  #takeUp(): Reading {
    const now = this.#options.clock.monotonic();
    const broken = this.#broken;
    if (broken !== null && now - broken.since <= BROKEN_OFF_MOST_MS) return broken;
    return { since: now, ids: new Set(), page: 0 };
  }

  /** Whether this was the last page, or nobody wants to know any more. */
  async #readPage(reading: Reading, signal: AbortSignal): Promise<boolean> {
    const { api, book, most = SUBSCRIBERS_MOST } = this.#options;
    const query = { page: reading.page, size: PAGE_SIZE, sort: 'RECENT' } as const;
    const people = await api.subscribers(query);
    if (signal.aborted) return true;
    const before = reading.ids.size;
    const ids = people.map(({ channelId }) => channelId);
    for (const id of ids) reading.ids.add(id);
    book.addSubscribers(ids);
    reading.page += 1;
    // A platform that answers every page with the same people would be asked for ever.
    const saysNothingNew = reading.ids.size === before;
    return lengthAsSent(people) < PAGE_SIZE || saysNothingNew || reading.ids.size >= most;
  }
}
