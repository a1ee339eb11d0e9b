import type { Clock } from '../base/clock.ts';
import { type Disposable, DisposableStore } from '../base/disposables.ts';
import type { Logger } from '../base/log.ts';
import type { Random } from '../base/random.ts';
import { ListReader } from './list-reader.ts';
import type { PeopleApi } from './ports.ts';
import type { RoleBook } from './role-book.ts';
import { SubscriberPages } from './subscriber-pages.ts';

/** Managers are few, and a removed one should lose the mark soon. */
export const MANAGERS_EVERY_MS = 10 * 60_000;
/** New subscribers come as events; the list says who has left. */
export const SUBSCRIBERS_EVERY_MS = 30 * 60_000;

export interface RoleListsOptions {
  readonly api: PeopleApi;
  readonly book: RoleBook;
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
  readonly #book: RoleBook;
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
