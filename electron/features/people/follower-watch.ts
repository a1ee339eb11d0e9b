import {
  type Follower,
  NEW_FOLLOWERS_MOST,
  type NewFollowers,
  NO_NEW_FOLLOWERS,
  PEOPLE_PAGE,
} from '../../../shared/contract/people.ts';
import { delay } from '../../base/clock.ts';
import { type Disposable, DisposableStore } from '../../base/disposables.ts';
import { Emitter } from '../../base/emitter.ts';
import { problemOf } from '../../base/errors.ts';
import { spread } from '../../base/random.ts';
import { lengthAsSent } from '../../platform/resources/fields.ts';
import type { Services } from '../feature.ts';
import { ListReader } from './list-reader.ts';
import type { FollowerMark, PeopleRepository } from './people-repository.ts';

const FOLLOWERS_EVERY_MS = 2 * 60_000;
/** Enough for `NEW_FOLLOWERS_MOST`, and to detect that there are more. */
const PAGES_MOST = Math.ceil((NEW_FOLLOWERS_MOST + 1) / PEOPLE_PAGE.followers);
const PAGE_PAUSE_MS = 500;

interface FollowerWatchOptions extends Pick<Services, 'clock' | 'random' | 'log'> {
  /** Reads a page of the list, latest first. Rejects with the platform's error. */
  readonly readPage: (page: number) => Promise<readonly Follower[]>;
  readonly repository: Pick<PeopleRepository, 'followerMark' | 'setFollowerMark'>;
  /** Scopes of the present grant; READ:CHANNEL is needed. */
  readonly scopes: () => readonly string[];
}

/**
 * New followers since the streamer last looked. No event reports them, so the list's beginning is
 * read every two minutes. The ledger keeps how far the streamer has seen, across restarts. The
 * first read of a channel only sets the starting point.
 */
export class FollowerWatch implements Disposable {
  readonly #options: FollowerWatchOptions;
  readonly #owned = new DisposableStore();
  readonly #changes = this.#owned.add(
    new Emitter<void>((failure) => this.#options.log.error('a listener failed', { failure })),
  );
  readonly onChange = this.#changes.on;
  readonly #follows = this.#owned.add(
    new Emitter<readonly Follower[]>((failure) =>
      this.#options.log.error('a listener failed', { failure }),
    ),
  );
  /** Who began to follow between two reads, the earliest first; each is told once. */
  readonly onFollow = this.#follows.on;
  readonly #reader: ListReader;
  #owner: string | null = null;
  #mark: FollowerMark | null = null;
  /** The latest first. */
  #known: readonly Follower[] = [];
  #told: Reached | null = null;
  #state: NewFollowers = NO_NEW_FOLLOWERS;

  constructor(options: FollowerWatchOptions) {
    this.#options = options;
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

  /** `owner`: the streamer's channel; null: unknown, so nothing is stored. */
  begin(owner: string | null): void {
    if (this.#owned.isDisposed) return;
    if (owner === null || owner !== this.#owner) {
      this.#forget();
      this.#owner = owner;
      this.#mark = this.#tryFor(owner, 'who followed before could not be read', (known) =>
        this.#options.repository.followerMark(known),
      );
      this.#say({ lookedAt: this.#mark?.lookedAt ?? null });
    }
    this.#reader.begin();
  }

  pause(): void {
    this.#reader.stop();
  }

  end(): void {
    this.pause();
    this.#forget();
    this.#say({});
  }

  /** Uses a first page that was read for another purpose, which saves a call. */
  saw(firstPage: readonly Follower[]): void {
    if (this.#mark === null) return;
    const isEnough = isLatestFirst(firstPage) && reachesKnown(firstPage, this.#mark);
    if (isEnough) this.#take(firstPage, true);
    // There are many new followers: the watch reads beyond this page.
    else this.#reader.begin();
  }

  /** Everyone who followed until this time is seen. Throws a `LedgerError`: then all stay new. */
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
      // An unordered list does not show whether there are more, so none are assumed.
      this.#take(read, !isLatestFirst(read));
    } catch (failure) {
      if (!signal.aborted) this.#say({ problem: problemOf(failure) });
      throw failure;
    }
  }

  /** `whole`: all new followers are among those read. */
  #take(read: readonly Follower[], whole: boolean): void {
    const checkedAt = this.#options.clock.now();
    const before = this.#told;
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
    this.#tell(before, newestAt);
  }

  /** `before`: as far as was told; null: nothing was read yet, so nobody has just come. */
  #tell(before: Reached | null, newestAt: number | null): void {
    // Whoever leaves may take the latest with them: who was told of stays told of.
    if (before && (newestAt ?? 0) < (before.newestAt ?? 0)) return;
    const known = before?.newestAt === newestAt ? before.newestIds : [];
    const here = newestAt === null ? [] : idsAt(this.#known, newestAt);
    this.#told = { newestAt, newestIds: [...new Set([...known, ...here])] };
    const came = before ? this.#known.filter((person) => isNew(person, before)) : [];
    if (came.length > 0) this.#follows.fire(came.toReversed());
  }

  /** Creates the first mark, so that existing followers do not count as new. */
  #firstMark(newestAt: number | null, lookedAt: number): FollowerMark {
    const { repository } = this.#options;
    const newestIds = newestAt === null ? [] : idsAt(this.#known, newestAt);
    const mark = { newestAt, newestIds, lookedAt };
    this.#tryFor(this.#owner, 'who follows could not be kept', (owner) =>
      repository.setFollowerMark(owner, mark),
    );
    return mark;
  }

  /** Asks the ledger about a channel; null: it is unknown, or the ledger failed. */
  #tryFor<T>(owner: string | null, warning: string, ask: (owner: string) => T): T | null {
    try {
      return owner === null ? null : ask(owner);
    } catch (failure) {
      this.#options.log.warn(warning, { failure });
      return null;
    }
  }

  #forget(): void {
    this.#owner = null;
    this.#mark = null;
    this.#known = [];
    this.#told = null;
    this.#state = NO_NEW_FOLLOWERS;
  }

  #say(changes: Partial<NewFollowers>): void {
    this.#state = { ...this.#state, ...changes };
    this.#changes.fire();
  }
}

type Reached = Pick<FollowerMark, 'newestAt' | 'newestIds'>;

/** Each person once, those without a time last. */
function latestFirst(people: readonly Follower[]): readonly Follower[] {
  const each = new Map(people.map((person) => [person.channelId, person]));
  return [...each.values()].toSorted((a, b) => (b.since ?? -1) - (a.since ?? -1));
}

/** The platform does not guarantee the list's order; in another order, later pages stay unknown. */
function isLatestFirst(people: readonly Follower[]): boolean {
  const times = people.flatMap(({ since }) => since ?? []);
  return times.every((at, index) => at <= (times[index - 1] ?? at));
}

function isNew({ channelId, since }: Follower, { newestAt, newestIds }: Reached): boolean {
  if (since === null) return false;
  if (newestAt === null || since > newestAt) return true;
  return since === newestAt && !newestIds.includes(channelId);
}

/** Whether the page reaches known followers or is the last. */
function reachesKnown(page: readonly Follower[], mark: FollowerMark): boolean {
  const isLast = lengthAsSent(page) < PEOPLE_PAGE.followers;
  return isLast || page.some((person) => person.since !== null && !isNew(person, mark));
}

function idsAt(people: readonly Follower[], at: number): readonly string[] {
  return people.filter(({ since }) => since === at).map(({ channelId }) => channelId);
}
