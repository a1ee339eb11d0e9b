import { delay } from '../../base/clock.ts';
import { type Disposable, DisposableStore } from '../../base/disposables.ts';
import { spread } from '../../base/random.ts';
import { type ListedManager, type RoleCache, SUBSCRIBERS_MOST } from '../../events/role-cache.ts';
import { lengthAsSent } from '../../platform/resources/fields.ts';
import type { Services } from '../feature.ts';
import { ListReader } from './list-reader.ts';

/** Managers are few, and a removed one should lose the badge soon. */
const MANAGERS_EVERY_MS = 10 * 60_000;
/** New subscribers come as events; the list shows who has left. */
const SUBSCRIBERS_EVERY_MS = 30 * 60_000;

/** The platform's largest page (platform-notes, "Subscribers"). */
const PAGE_SIZE = 50;
/** Pause between two pages, so that a long list does not cause a burst of calls. */
const PAGE_PAUSE_MS = 500;
/** Pages of an interrupted reading are reused for at most this long. */
const BROKEN_OFF_MOST_MS = 15 * 60_000;

interface Reading {
  /** On the monotonic clock. */
  readonly since: number;
  /** The latest subscribers first. */
  readonly ids: Set<string>;
  page: number;
}

interface RoleListsOptions extends Pick<Services, 'clock' | 'random' | 'log'> {
  readonly api: PeopleApi;
  readonly book: RoleCache;
  readonly scopes: () => readonly string[];
  readonly most?: number;
}

/** Fills the role cache from the platform's two lists. A failed read keeps the known roles. */
export class RoleLists implements Disposable {
  readonly #options: RoleListsOptions;
  readonly #readers: readonly ListReader[];
  readonly #owned = new DisposableStore();
  #owner: string | null = null;
  /** An interrupted reading of the subscribers, which the next one resumes. */
  #broken: Reading | null = null;

  constructor(options: RoleListsOptions) {
    const { api, book } = options;
    this.#options = options;
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
      read: (signal) => this.#readSubscribers(signal),
    });
    this.#readers = [managers, subscribers].map((reader) => this.#owned.add(reader));
  }

  /** Reads both lists, again every few minutes. Forgets the roles of another channel. */
  begin(owner: string | null): void {
    if (this.#owned.isDisposed) return;
    if (owner === null || owner !== this.#owner) this.#broken = null;
    this.#owner = owner;
    this.#options.book.isAbout(owner);
    for (const reader of this.#readers) reader.begin();
  }

  /** Without a grant: known roles stay, for a session link that still delivers. */
  pause(): void {
    for (const reader of this.#readers) reader.stop();
  }

  end(): void {
    this.pause();
    this.#broken = null;
    this.#owner = null;
    this.#options.book.forget();
  }

  dispose(): void {
    this.#owned.dispose();
  }

  /** By page, latest first. Rejects with the platform's error; people read before it are known. */
  async #readSubscribers(signal: AbortSignal): Promise<void> {
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

  /** Returns whether this was the last page or the reading was aborted. */
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
    // Stops if every page repeats the same people, which would otherwise never end.
    const saysNothingNew = reading.ids.size === before;
    return lengthAsSent(people) < PAGE_SIZE || saysNothingNew || reading.ids.size >= most;
  }
}

/** The platform calls this feature needs; the client provides them. */
export interface PeopleApi {
  /** Everyone with a task on the signed-in channel, in one answer. */
  managers(): Promise<readonly ListedManager[]>;
  /** One page; `page` counts from 0. A page with fewer than `size` people is the last. */
  subscribers(query: {
    readonly page: number;
    readonly size: number;
    /** The latest subscribers first. */
    readonly sort: 'RECENT';
  }): Promise<readonly { readonly channelId: string }[]>;
}
