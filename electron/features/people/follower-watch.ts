import {
  type Follower,
  NEW_FOLLOWERS_MOST,
  type NewFollowers,
  NO_NEW_FOLLOWERS,
  PEOPLE_PAGE,
} from '../../../shared/contract/people.ts';
import { type Clock, delay } from '../../base/clock.ts';
import { type Disposable, DisposableStore } from '../../base/disposables.ts';
import { Emitter, type Subscribe } from '../../base/emitter.ts';
import { problemOf } from '../../base/errors.ts';
import type { Logger } from '../../base/log.ts';
import { type Random, spread } from '../../base/random.ts';
import { lengthAsSent } from '../../platform/resources/readable.ts';
import { ListReader } from './list-reader.ts';
import type { FollowerMark, PeopleRepository } from './people-repository.ts';

export const FOLLOWERS_EVERY_MS = 2 * 60_000;
/** Enough for `NEW_FOLLOWERS_MOST`, and for seeing that there are more. */
const PAGES_MOST = Math.ceil((NEW_FOLLOWERS_MOST + 1) / PEOPLE_PAGE.followers);
const PAGE_PAUSE_MS = 500;

export interface FollowerWatchOptions {
  /** One page of the list, the latest first. Rejects with the platform's error. */
  readonly readPage: (page: number) => Promise<readonly Follower[]>;
  readonly repository: Pick<PeopleRepository, 'followerMark' | 'setFollowerMark'>;
  /** Scopes that the present grant holds; READ:CHANNEL is needed. */
  readonly scopes: () => readonly string[];
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
}

/**
 * Who has begun to follow since the streamer last looked. No event tells of it, so the beginning of the
 * list is read every two minutes. Up to where the streamer has seen them stands in the ledger: it outlives
 * a restart. The first reading of a channel only says where to begin.
 */
export class FollowerWatch implements Disposable {
  readonly #options: FollowerWatchOptions;
  readonly #owned = new DisposableStore();
  readonly #changes: Emitter<void>;
  readonly #reader: ListReader;
  #owner: string | null = null;
  #mark: FollowerMark | null = null;
  /** The latest first. */
  #known: readonly Follower[] = [];
  #state: NewFollowers = NO_NEW_FOLLOWERS;

  constructor(options: FollowerWatchOptions) {
    this.#options = options;
    const onFailure = (failure: unknown) => options.log.error('a listener failed', { failure });
    this.#changes = this.#owned.add(new Emitter<void>(onFailure));
    this.#reader = this.#owned.add(
      new ListReader({
        ...options,
        name: 'followers',
        scope: 'READ:CHANNEL',
        everyMs: FOLLOWERS_EVERY_MS,
        read: (signal) => this.#read(signal),
      }),
    );
  }

  /** The same object while nothing changes. */
  get state(): NewFollowers {
    return this.#state;
  }

  get onChange(): Subscribe<void> {
    return this.#changes.on;
  }

  /** Somebody is signed in: `owner` is their channel, null where it is not known (nothing is kept then). */
  begin(owner: string | null): void {
    if (this.#owned.isDisposed) return;
    if (owner === null || owner !== this.#owner) {
      this.#forget();
      this.#owner = owner;
      this.#mark = this.#markOf(owner);
      this.#say({ lookedAt: this.#mark?.lookedAt ?? null });
    }
    this.#reader.begin();
  }

  /** There is no grant to ask with; what is known stays. */
  pause(): void {
    this.#reader.stop();
  }

  /** The streamer has signed out. */
  end(): void {
    this.pause();
    this.#forget();
    this.#say({});
  }

  /** Somebody has just read the first page for another reason: that saves a call. */
  saw(firstPage: readonly Follower[]): void {
    if (this.#mark === null) return;
    const isEnough = isLatestFirst(firstPage) && reachesKnown(firstPage, this.#mark);
    if (isEnough) this.#take(firstPage, true);
    // So many at once: the watch reads on where the page ends.
    else this.#reader.begin();
  }

  /**
   * The streamer has seen everybody who came up to this moment (epoch milliseconds). Throws a
   * `LedgerError` when the disk will not have it; then everybody stays new.
   */
  markRead(until: number): void {
    const { repository, clock } = this.#options;
    const { newestAt } = this.#state;
    if (newestAt === null || this.#mark === null) return;
    const at = Math.min(until, newestAt);
    const isAhead = this.#mark.newestAt !== null && this.#mark.newestAt > at;
    const mark: FollowerMark = {
      ...(isAhead ? this.#mark : { newestAt: at, newestIds: idsAt(this.#known, at) }),
      lookedAt: clock.now(),
    };
    if (this.#owner !== null) repository.setFollowerMark(this.#owner, mark);
    this.#mark = mark;
    const people = this.#state.people.filter((person) => isNew(person, mark));
    const more = this.#state.more && people.length > 0;
    this.#say({ people, more, lookedAt: mark.lookedAt });
  }

  dispose(): void {
    this.#owned.dispose();
  }

  async #read(signal: AbortSignal): Promise<void> {
    const { readPage, clock, random } = this.#options;
    const read: Follower[] = [];
    try {
      for (let page = 0; page < PAGES_MOST; page += 1) {
        const people = await readPage(page);
        if (signal.aborted) return;
        read.push(...people);
        const isEnough = this.#mark === null || reachesKnown(people, this.#mark);
        const isLast = people.length < PEOPLE_PAGE.followers;
        if (isLast || (isEnough && isLatestFirst(read))) return this.#take(read, true);
        await delay(clock, spread(PAGE_PAUSE_MS, 0.5, random), signal);
        if (signal.aborted) return;
      }
      // Of a list in any order nobody can say whether there are more.
      this.#take(read, !isLatestFirst(read));
    } catch (failure) {
      if (!signal.aborted) this.#say({ problem: problemOf(failure) });
      throw failure;
    }
  }

  /** `whole`: everybody who is new is among those that were read. */
  #take(read: readonly Follower[], whole: boolean): void {
    const checkedAt = this.#options.clock.now();
    this.#known = latestFirst(read);
    const newestAt = this.#known[0]?.since ?? null;
    const mark = this.#mark ?? this.#firstMark(newestAt, checkedAt);
    this.#mark = mark;
    const news = this.#known.filter((person) => isNew(person, mark));
    this.#say({
      people: news.slice(0, NEW_FOLLOWERS_MOST),
      more: !whole || news.length > NEW_FOLLOWERS_MOST,
      newestAt,
      lookedAt: mark.lookedAt,
      checkedAt,
      problem: null,
    });
  }

  /** Nobody who was there before counts as new. */
  #firstMark(newestAt: number | null, lookedAt: number): FollowerMark {
    const { repository, log } = this.#options;
    const newestIds = newestAt === null ? [] : idsAt(this.#known, newestAt);
    const mark = { newestAt, newestIds, lookedAt };
    try {
      if (this.#owner !== null) repository.setFollowerMark(this.#owner, mark);
    } catch (failure) {
      log.warn('who follows could not be kept', { failure });
    }
    return mark;
  }

  #markOf(owner: string | null): FollowerMark | null {
    const { repository, log } = this.#options;
    try {
      return owner === null ? null : repository.followerMark(owner);
    } catch (failure) {
      log.warn('who followed before could not be read', { failure });
      return null;
    }
  }

  #forget(): void {
    this.#owner = null;
    this.#mark = null;
    this.#known = [];
    this.#state = NO_NEW_FOLLOWERS;
  }

  #say(changes: Partial<NewFollowers>): void {
    this.#state = { ...this.#state, ...changes };
    this.#changes.fire();
  }
}

/** Each person once, those without a time last. */
function latestFirst(people: readonly Follower[]): readonly Follower[] {
  const each = new Map(people.map((person) => [person.channelId, person]));
  return [...each.values()].sort((a, b) => (b.since ?? -1) - (a.since ?? -1));
}

/** The platform does not promise the order of its list: another one says nothing of later pages. */
function isLatestFirst(people: readonly Follower[]): boolean {
  const times = people.flatMap(({ since }) => since ?? []);
  return times.every((at, index) => at <= (times[index - 1] ?? at));
}

function isNew({ channelId, since }: Follower, { newestAt, newestIds }: FollowerMark): boolean {
  if (since === null) return false;
  if (newestAt === null || since > newestAt) return true;
  return since === newestAt && !newestIds.includes(channelId);
}

/** Whether a page goes back to people who were there before, or is the last. */
function reachesKnown(page: readonly Follower[], mark: FollowerMark): boolean {
  const isLast = lengthAsSent(page) < PEOPLE_PAGE.followers;
  return isLast || page.some((person) => person.since !== null && !isNew(person, mark));
}

function idsAt(people: readonly Follower[], at: number): readonly string[] {
  return people.filter(({ since }) => since === at).map(({ channelId }) => channelId);
}
