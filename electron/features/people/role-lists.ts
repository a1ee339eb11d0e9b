import { type Clock, delay } from '../../base/clock.ts';
import { type Disposable, DisposableStore } from '../../base/disposables.ts';
import type { Logger } from '../../base/log.ts';
import { type Random, spread } from '../../base/random.ts';
import { type ListedManager, type RoleCache, SUBSCRIBERS_MOST } from '../../events/role-cache.ts';
import { lengthAsSent } from '../../platform/resources/readable.ts';
import { ListReader } from './list-reader.ts';

/** Managers are few, and a removed one should lose the mark soon. */
export const MANAGERS_EVERY_MS = 10 * 60_000;
/** New subscribers come as events; the list says who has left. */
export const SUBSCRIBERS_EVERY_MS = 30 * 60_000;

export interface RoleListsOptions {
  readonly api: PeopleApi;
  readonly book: RoleCache;
  /** Scopes that the present grant holds. */
  readonly scopes: () => readonly string[];
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
}

/**
 * Keeps the role book up to date from the platform's two lists (specification, "Scopes":
 * READ:CHANNEL for managers, READ:SUBSCRIPTION for subscribers; without one its list is never asked
 * for). A list that cannot be read leaves what was known. These calls are in no daily quota; a
 * platform that asks to be left alone is, for as long as it says.
 */
export class RoleLists implements Disposable {
  readonly #book: RoleCache;
  readonly #pages: SubscriberPages;
  readonly #readers: readonly ListReader[];
  readonly #owned = new DisposableStore();
  #owner: string | null = null;

  constructor(options: RoleListsOptions) {
    const { api, book } = options;
    this.#book = book;
    this.#pages = new SubscriberPages(options);
    const managers = new ListReader({
      ...options,
      name: 'managers',
      scope: 'READ:CHANNEL',
      everyMs: MANAGERS_EVERY_MS,
      read: async (signal) => {
        const listed = await api.managers();
        if (!signal.aborted) book.setManagers(listed);
      },
    });
    const subscribers = new ListReader({
      ...options,
      name: 'subscribers',
      scope: 'READ:SUBSCRIPTION',
      everyMs: SUBSCRIBERS_EVERY_MS,
      read: (signal) => this.#pages.read(signal),
    });
    this.#readers = [managers, subscribers].map((reader) => this.#owned.add(reader));
  }

  /**
   * Somebody is signed in: reads both lists at once, then every few minutes. `owner`: their channel;
   * null when it is not known. What was known of another channel is forgotten.
   */
  begin(owner: string | null): void {
    if (this.#owned.isDisposed) return;
    if (owner === null || owner !== this.#owner) this.#pages.startOver();
    this.#owner = owner;
    this.#book.isAbout(owner);
    for (const reader of this.#readers) reader.begin();
  }

  /** There is no grant to ask with; what is known stays, for a line that still delivers. */
  pause(): void {
    for (const reader of this.#readers) reader.stop();
  }

  /** The streamer has signed out: nobody is anybody any more. */
  end(): void {
    this.pause();
    this.#pages.startOver();
    this.#owner = null;
    this.#book.forget();
  }

  dispose(): void {
    this.#owned.dispose();
  }
}

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
  readonly book: Pick<RoleCache, 'addSubscribers' | 'setSubscribers'>;
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
      await delay(clock, spread(PAGE_PAUSE_MS, 0.5, random), signal);
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

/** What this room asks the platform for; the client's own answers fit. */
export interface PeopleApi {
  /** Everybody with a task on the signed-in channel, in one answer. */
  managers(): Promise<readonly ListedManager[]>;
  /** One page; `page` counts from 0. A page with fewer than `size` people is the last. */
  subscribers(query: SubscriberPage): Promise<readonly ListedSubscriber[]>;
}

export interface SubscriberPage {
  readonly page: number;
  readonly size: number;
  /** The latest subscribers first. */
  readonly sort: 'RECENT';
}

export interface ListedSubscriber {
  readonly channelId: string;
}
