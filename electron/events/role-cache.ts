import type { Decoded, SenderRole } from '../../shared/events.ts';
import type { Clock } from '../base/clock.ts';
import type { Manager } from '../platform/resources/channels.ts';

export const SUBSCRIBERS_MOST = 50_000;

export type ListedManager = Pick<Manager, 'managerChannelId' | 'userRole'>;

/** How far the platform's list may lag behind the event of a new subscriber. */
const LIST_LAG_MS = 5 * 60_000;

/** Roles of one channel's viewers, looked up for every message: events do not carry them. */
export class RoleCache {
  readonly #clock: Clock;
  readonly #most: number;
  #owner: string | null = null;
  #managers: ReadonlyMap<string, SenderRole> = new Map();
  /** Latest last, so that the oldest are dropped first. */
  #subscribers = new Set<string>();
  readonly #heard = new Map<string, number>();

  constructor(clock: Clock, most = SUBSCRIBERS_MOST) {
    this.#clock = clock;
    this.#most = most;
  }

  /** The sender's highest role; `viewer` for unlisted senders and ''. */
  roleOf(channelId: string): SenderRole {
    if (channelId === '') return 'viewer';
    if (channelId === this.#owner) return 'streamer';
    const task = this.#managers.get(channelId);
    if (task !== undefined) return task;
    return this.#subscribers.has(channelId) ? 'subscriber' : 'viewer';
  }

  subscribed(channelId: string): void {
    if (channelId === '') return;
    this.#heard.delete(channelId);
    this.#heard.set(channelId, this.#clock.monotonic());
    this.#remember(channelId);
    trim(this.#heard, this.#most);
  }

  /** Sets the channel whose roles are kept; null: unknown. Roles of the same channel stay. */
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

  setManagers(listed: readonly ListedManager[]): void {
    const managers = new Map<string, SenderRole>();
    for (const { managerChannelId, userRole } of listed) {
      const role = roleIn(userRole);
      if (role !== null) managers.set(managerChannelId, role);
    }
    this.#managers = managers;
  }

  /** Adds part of the subscriber list, latest first; removes none. */
  addSubscribers(latestFirst: readonly string[]): void {
    for (const id of latestFirst) {
      // A list that is still being read must not push out later subscribers.
      if (this.#subscribers.size >= this.#most) return;
      this.#subscribers.add(id);
    }
  }

  /**
   * Replaces all subscribers by the complete list, latest first; keeps those from events since, or
   * shortly before, the read began.
   * @param readSince start of the read, monotonic clock
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

/** null: no chat role. Settlement managers stay private; unknown roles count as manager. */
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

/** Returns the event with its sender's role; passes new subscribers to `roles`. */
export function withRole(
  decoded: Decoded,
  roles: Pick<RoleCache, 'roleOf' | 'subscribed'>,
): Decoded {
  if (decoded.kind === 'SUBSCRIPTION') {
    if (decoded.data.subscriberChannelId) roles.subscribed(decoded.data.subscriberChannelId);
    return decoded;
  }
  // The message itself identifies the streamer.
  if (decoded.kind !== 'CHAT' || decoded.data.senderRole === 'streamer') return decoded;
  const senderRole = roles.roleOf(decoded.data.senderChannelId);
  if (senderRole === decoded.data.senderRole) return decoded;
  return { kind: decoded.kind, data: { ...decoded.data, senderRole } };
}
