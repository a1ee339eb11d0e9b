import type { Decoded, SenderRole } from '../../shared/events.ts';
import type { Clock } from '../base/clock.ts';

/** Subscribers that are remembered; of more than these the latest ones count. */
export const SUBSCRIBERS_MOST = 50_000;

/** A manager of the channel, as a list of the platform names them. */
export interface ListedManager {
  readonly managerChannelId: string;
  /** As the platform names it (platform-notes, "userRole"). */
  readonly userRole: string;
}

/** A list may be this far behind the event that told of a new subscriber. */
const LIST_LAG_MS = 5 * 60_000;

/**
 * What is known of the people around one channel. No event says who its sender is (platform-notes,
 * "CHAT"), so it is looked up here, in memory, for every message.
 */
export class RoleCache {
  readonly #clock: Clock;
  readonly #most: number;
  #owner: string | null = null;
  #managers: ReadonlyMap<string, SenderRole> = new Map();
  /** The latest last, so that the oldest are the first to go. */
  #subscribers = new Set<string>();
  /** Subscribers that an event told of: when, on the monotonic clock. */
  readonly #heard = new Map<string, number>();

  /** @param most subscribers that are remembered */
  constructor(clock: Clock, most = SUBSCRIBERS_MOST) {
    this.#clock = clock;
    this.#most = most;
  }

  /** The highest role of a sender; `viewer` for everybody who stands in no list, and for ''. */
  roleOf(channelId: string): SenderRole {
    if (channelId === '') return 'viewer';
    if (channelId === this.#owner) return 'streamer';
    const task = this.#managers.get(channelId);
    if (task !== undefined) return task;
    return this.#subscribers.has(channelId) ? 'subscriber' : 'viewer';
  }

  /** Somebody has just subscribed: the list will say so only later. */
  subscribed(channelId: string): void {
    if (channelId === '') return;
    this.#heard.delete(channelId);
    this.#heard.set(channelId, this.#clock.monotonic());
    this.#remember(channelId);
    trim(this.#heard, this.#most);
  }

  /**
   * From now on the book is about the channel `owner` (null: a channel whose id is not known).
   * What was known of the same channel stays.
   */
  isAbout(owner: string | null): void {
    if (owner !== null && owner === this.#owner) return;
    this.forget();
    this.#owner = owner;
  }

  forget(): void {
    this.#owner = null;
    this.#managers = new Map();
    this.#subscribers = new Set();
    this.#heard.clear();
  }

  /** The whole list: who is not in it is no manager any more. */
  setManagers(listed: readonly ListedManager[]): void {
    const managers = new Map<string, SenderRole>();
    for (const { managerChannelId, userRole } of listed) {
      const role = roleIn(userRole);
      if (role !== null) managers.set(managerChannelId, role);
    }
    this.#managers = managers;
  }

  /** Part of the list, the latest first: nobody is taken out for not being in it. */
  addSubscribers(latestFirst: readonly string[]): void {
    for (const id of latestFirst) {
      // A list in the middle of being read must not push out later ones.
      if (this.#subscribers.size >= this.#most) return;
      this.#subscribers.add(id);
    }
  }

  /**
   * The whole list, the latest first: who is not in it is no subscriber any more, but for those
   * that an event told of since, or shortly before, the reading began.
   * @param readSince when the reading began, on the monotonic clock
   */
  setSubscribers(latestFirst: readonly string[], readSince: number): void {
    this.#subscribers = new Set(latestFirst.slice(0, this.#most).reverse());
    for (const [id, at] of this.#heard) {
      if (at < readSince - LIST_LAG_MS) this.#heard.delete(id);
      else this.#remember(id);
    }
  }

  #remember(channelId: string): void {
    this.#subscribers.delete(channelId);
    this.#subscribers.add(channelId);
    trim(this.#subscribers, this.#most);
  }
}

/**
 * What a task on the channel means in its chat; null: nothing. Who handles the money is nobody's
 * business there. A task that nobody knows yet is a manager's.
 */
function roleIn(userRole: string): SenderRole | null {
  if (userRole === 'STREAMING_CHANNEL_OWNER') return 'streamer';
  return userRole === 'STREAMING_SETTLEMENT_MANAGER' ? null : 'manager';
}

function trim(
  entries: { readonly size: number; keys(): Iterable<string>; delete(key: string): boolean },
  most: number,
): void {
  for (const oldest of entries.keys()) {
    if (entries.size <= most) return;
    entries.delete(oldest);
  }
}

/** The event with its sender's role; tells `roles` of a new subscriber. */
export function withRole(
  decoded: Decoded,
  roles: Pick<RoleCache, 'roleOf' | 'subscribed'>,
): Decoded {
  if (decoded.kind === 'SUBSCRIPTION') {
    if (decoded.data.subscriberChannelId) roles.subscribed(decoded.data.subscriberChannelId);
    return decoded;
  }
  // The streamer is known from the message itself.
  if (decoded.kind !== 'CHAT' || decoded.data.senderRole === 'streamer') return decoded;
  const senderRole = roles.roleOf(decoded.data.senderChannelId);
  if (senderRole === decoded.data.senderRole) return decoded;
  return { kind: decoded.kind, data: { ...decoded.data, senderRole } };
}
