import { FOLLOWERS_MOST, type FollowersRead } from '../../../shared/contract/people.ts';
import { delay } from '../../base/clock.ts';
import { type Disposable, DisposableStore } from '../../base/disposables.ts';
import { Emitter } from '../../base/emitter.ts';
import { spread } from '../../base/random.ts';
import type { Services } from '../feature.ts';
import { ListReader } from './list-reader.ts';

/** New followers are seen by the watch; the whole list shows who has left. */
const WHOLE_EVERY_MS = 6 * 60 * 60_000;
/** Pause between two pages, so that a long list does not cause a burst of calls. */
const PAGE_PAUSE_MS = 500;

interface FollowerBookOptions extends Pick<Services, 'clock' | 'random' | 'log'> {
  /** Reads a page of the list, latest first. Rejects with the platform's error. */
  readonly readPage: (page: number) => Promise<FollowersPage>;
  readonly scopes: () => readonly string[];
  readonly most?: number;
}

interface FollowersPage {
  readonly people: readonly { readonly channelId: string }[];
  readonly next: number | null;
}

/**
 * Who follows the signed-in channel, as far as the platform's list was read. Nothing but that list
 * tells it, page by page; so it is read only once somebody needs it, and then kept in memory.
 */
export class FollowerBook implements Disposable {
  readonly #options: FollowerBookOptions;
  readonly #owned = new DisposableStore();
  readonly #changes = this.#owned.add(
    new Emitter<void>((failure) => this.#options.log.error('a listener failed', { failure })),
  );
  readonly onChange = this.#changes.on;
  readonly #reader: ListReader;
  readonly #known = new Set<string>();
  #owner: string | null = null;
  #signedIn = false;
  #wanted = false;
  #whole = false;

  constructor(options: FollowerBookOptions) {
    this.#options = options;
    this.#reader = this.#owned.add(
      new ListReader({
        ...options,
        name: 'all followers',
        scope: 'READ:CHANNEL',
        everyMs: WHOLE_EVERY_MS,
        read: (signal) => this.#read(signal),
      }),
    );
  }

  get state(): FollowersRead {
    return { count: this.#known.size, whole: this.#whole };
  }

  /** As far as it is known. Who asks needs the list: from then on it is read. */
  has(channelId: string): boolean {
    this.want();
    return this.#known.has(channelId);
  }

  /** Reads the whole list, now and again every few hours. */
  want(): void {
    if (this.#wanted) return;
    this.#wanted = true;
    if (this.#signedIn) this.#reader.begin();
  }

  /** From a page that was read for another purpose. */
  saw({ people }: Pick<FollowersPage, 'people'>): void {
    const before = this.#known.size;
    for (const { channelId } of people) this.#know(channelId);
    if (this.#known.size > before) this.#changes.fire();
  }

  begin(owner: string | null): void {
    if (this.#owned.isDisposed) return;
    if (owner === null || owner !== this.#owner) this.#forget();
    this.#owner = owner;
    this.#signedIn = true;
    if (this.#wanted) this.#reader.begin();
  }

  /** Without a grant: known followers stay. */
  pause(): void {
    this.#signedIn = false;
    this.#reader.stop();
  }

  end(): void {
    this.pause();
    this.#forget();
    this.#owner = null;
  }

  dispose(): void {
    this.#owned.dispose();
  }

  async #read(signal: AbortSignal): Promise<void> {
    const { readPage, clock, random, most = FOLLOWERS_MOST } = this.#options;
    const read = new Set<string>();
    for (let page: number | null = 0; page !== null && read.size < most; ) {
      const { people, next }: FollowersPage = await readPage(page);
      if (signal.aborted) return;
      const before = read.size;
      for (const { channelId } of people) read.add(channelId);
      this.saw({ people });
      // Stops if every page repeats the same people, which would otherwise never end.
      page = read.size === before ? null : next;
      await delay(clock, spread(PAGE_PAUSE_MS, 0.5, random), signal);
      if (signal.aborted) return;
    }
    for (const gone of [...this.#known].filter((id) => !read.has(id))) this.#known.delete(gone);
    this.#whole = read.size < most;
    this.#changes.fire();
  }

  /** The oldest make room. */
  #know(channelId: string): void {
    this.#known.add(channelId);
    for (const oldest of this.#known) {
      if (this.#known.size <= (this.#options.most ?? FOLLOWERS_MOST)) return;
      this.#known.delete(oldest);
    }
  }

  #forget(): void {
    this.#known.clear();
    this.#whole = false;
    this.#changes.fire();
  }
}
