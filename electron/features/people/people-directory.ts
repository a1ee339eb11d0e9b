import {
  type BlockedPerson,
  channelIdsIn,
  type Follower,
  type LookedUpChannel,
  PEOPLE_PAGE,
  type Person,
  type SubscriberOrder,
} from '../../../shared/contract/people.ts';
import { readMoment } from '../../base/read-time.ts';
import type {
  BlocksApi,
  ChannelsApi,
  Follower as WireFollower,
} from '../../platform/resources/channels.ts';
import { damageNote, lengthAsSent, withDamageOf } from '../../platform/resources/fields.ts';

/** Cached pictures and names, so that scrolling back needs no calls. */
const FACES_MOST = 5_000;

interface DirectoryOptions {
  readonly channels: ChannelsApi;
  readonly blocks: Pick<BlocksApi, 'list'>;
  /** Returns the address if it may be shown, else null. */
  readonly checkImage: (address: string) => string | null;
}

/** The platform's lists of people by page, in our types. Rejects with the platform's errors. */
export class PeopleDirectory {
  readonly #options: DirectoryOptions;
  /** Picture addresses by channel id; null: no picture. Latest last. */
  readonly #faces = new Map<string, string | null>();
  /** Names by channel id, from every list that was read. Latest last. */
  readonly #names = new Map<string, string>();

  constructor(options: DirectoryOptions) {
    this.#options = options;
  }

  /** The name last read of a channel; null if none was. */
  nameOf(channelId: string): string | null {
    return this.#names.get(channelId) ?? null;
  }

  async followers(page: number) {
    const size = PEOPLE_PAGE.followers;
    const listed = await this.#options.channels.followers({ page, size });
    return this.#named(numbered(listed, page, size, followerOf));
  }

  async subscribers(page: number, sort: SubscriberOrder) {
    const size = PEOPLE_PAGE.subscribers;
    const listed = await this.#options.channels.subscribers({ page, size, sort });
    const read = numbered(listed, page, size, (each) => ({
      ...followerOf(each),
      months: each.month,
      tier: each.tierNo,
    }));
    return this.#named(read);
  }

  async managers() {
    const listed = await this.#options.channels.managers();
    const people = listed.map((each) => ({
      channelId: each.managerChannelId,
      name: each.managerChannelName,
      handle: each.managerChannelHandle,
      since: readMoment(each.createdDate),
      role: each.userRole,
    }));
    return this.#named({ people, ...damageNote(listed) });
  }

  /** `mark`: the `next` of the previous page; null for the first page. */
  async blocked(mark: string | null) {
    const { blocks } = this.#options;
    const size = PEOPLE_PAGE.blocked;
    const { items, next } = await blocks.list(mark === null ? { size } : { size, next: mark });
    const people: readonly BlockedPerson[] = items.map((each) => ({
      channelId: each.restrictedChannelId,
      name: each.restrictedChannelName,
      handle: each.restrictedChannelHandle,
      since: readMoment(each.createdDate),
      until: each.releaseDate === null ? null : (readMoment(each.releaseDate) ?? 'unknown'),
    }));
    return this.#named({ people, next, ...damageNote(items) });
  }

  /** Looks up channels by id, in the order of the query; more than 20 fail with a `LimitError`. */
  async lookUp(query: string) {
    const ids = channelIdsIn(query);
    const found = new Map((await this.#channels(ids)).map((each) => [each.channelId, each]));
    const channels = ids.flatMap((id) => found.get(id) ?? []);
    return { channels, missing: ids.filter((id) => !found.has(id)) };
  }

  async faces(ids: readonly string[]) {
    const unknown = ids.filter((id) => !this.#faces.has(id));
    await this.#channels(unknown);
    for (const id of unknown) if (!this.#faces.has(id)) remember(this.#faces, id, null);
    return { faces: someOf(ids, this.#faces), names: someOf(ids, this.#names) };
  }

  async #channels(ids: readonly string[]): Promise<readonly LookedUpChannel[]> {
    const { channels: api, checkImage } = this.#options;
    const listed = await api.get(ids);
    const channels = listed.map((each) => ({
      channelId: each.channelId,
      name: each.channelName,
      handle: each.channelHandle,
      description: each.channelDescription,
      followers: each.followerCount,
      imageUrl: each.channelImageUrl === null ? null : checkImage(each.channelImageUrl),
    }));
    for (const { channelId, imageUrl } of channels) remember(this.#faces, channelId, imageUrl);
    return this.#named({ people: channels }).people;
  }

  /** Remembers the names of a list's people. */
  #named<L extends { readonly people: readonly Person[] }>(list: L): L {
    for (const { channelId, name } of list.people) {
      if (name.trim() !== '') remember(this.#names, channelId, name);
    }
    return list;
  }
}

function remember<T>(known: Map<string, T>, channelId: string, value: T): void {
  known.delete(channelId);
  known.set(channelId, value);
  for (const oldest of known.keys()) {
    if (known.size <= FACES_MOST) return;
    known.delete(oldest);
  }
}

/** The known values of these ids. */
function someOf(
  ids: readonly string[],
  known: ReadonlyMap<string, string | null>,
): Record<string, string> {
  const found = ids.flatMap((id) => {
    const value = known.get(id);
    return typeof value === 'string' ? [[id, value] as const] : [];
  });
  return Object.fromEntries(found);
}

function followerOf({
  channelId,
  channelName,
  channelHandle,
  createdDate,
}: WireFollower): Follower {
  return { channelId, name: channelName, handle: channelHandle, since: readMoment(createdDate) };
}

/** `next`: null after the last page, which is empty or not full (platform-notes, 11). */
function numbered<W, T>(listed: readonly W[], page: number, size: number, read: (each: W) => T) {
  const people = withDamageOf(listed, listed.map(read));
  const next = lengthAsSent(listed) < size ? null : page + 1;
  return { people, next, ...damageNote(listed) };
}
