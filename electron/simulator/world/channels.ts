import type { Clock } from '../../base/clock.ts';
import { type Disposable, toDisposable } from '../../base/disposables.ts';
import type {
  Block,
  Category,
  ChatSent,
  ChatSettings,
  Follower,
  Live,
  LiveSettings,
  Manager,
  Subscriber,
  User,
} from './model.ts';

/** What belongs to one channel. The lists are the channel's own: newest entries first. */
export interface Channel {
  readonly user: User;
  readonly followers: Follower[];
  readonly subscribers: Subscriber[];
  readonly managers: Manager[];
  /** By the id of who is banned. */
  readonly blocks: Map<string, Block>;
  live: Live | null;
  readonly liveSettings: LiveSettings;
  readonly chatSettings: ChatSettings;
  streamKey: string;
  notice: string | null;
}

const KEPT_MESSAGES = 1_000;

/** Users and their channels: who follows, subscribes, manages, is banned, and what is said. */
export class Channels {
  readonly #clock: Clock;
  readonly #channels = new Map<string, Channel>();
  readonly #messages = new Map<string, ChatSent>();
  readonly #chatListeners = new Set<(sent: ChatSent) => void>();
  #counter = 0;
  readonly categories: Category[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add(user: User, streamKey: string): Channel {
    const channel: Channel = {
      user,
      followers: [],
      subscribers: [],
      managers: [{ user, role: 'STREAMING_CHANNEL_OWNER', createdAt: this.#clock.now() }],
      blocks: new Map(),
      live: null,
      liveSettings: { defaultLiveTitle: `${user.name}의 방송`, category: null, tags: [] },
      chatSettings: {
        chatAllowedGroup: 'ALL',
        minFollowerMinute: 0,
        followerSubscriberChatAllow: false,
        chatEmojiMode: false,
        chatSlowModeSec: 0,
      },
      streamKey,
      notice: null,
    };
    this.#channels.set(user.channelId, channel);
    return channel;
  }

  find(channelId: string): Channel | null {
    return this.#channels.get(channelId) ?? null;
  }

  /** The channel of a user that the world knows. */
  of(user: User): Channel {
    return this.#channels.get(user.channelId) ?? this.add(user, '');
  }

  all(): readonly Channel[] {
    return [...this.#channels.values()];
  }

  /** Running broadcasts, most viewers first: descending by `liveKey`. */
  lives(): readonly Live[] {
    return this.all()
      .flatMap((channel) => (channel.live ? [channel.live] : []))
      .sort((a, b) => (liveKey(b) < liveKey(a) ? -1 : 1));
  }

  category(categoryId: string): Category | null {
    return this.categories.find((entry) => entry.categoryId === categoryId) ?? null;
  }

  isLive(channelId: string): boolean {
    return Boolean(this.find(channelId)?.live);
  }

  /** Starts a broadcast with the channel's settings; a running one continues unchanged. */
  goLive(channel: Channel, thumbnailPath: string | null, viewers: number): Live {
    this.#counter += 1;
    channel.live ??= {
      liveId: `live${String(this.#counter).padStart(8, '0')}`,
      user: channel.user,
      title: channel.liveSettings.defaultLiveTitle,
      category: channel.liveSettings.category,
      tags: channel.liveSettings.tags,
      concurrentUserCount: viewers,
      openedAt: this.#clock.now(),
      adult: false,
      thumbnailPath,
    };
    return channel.live;
  }

  endLive(channel: Channel): void {
    channel.live = null;
  }

  /** Bans that are in force now, newest first: descending by `blockKey`. */
  blocks(channel: Channel): readonly Block[] {
    const now = this.#clock.now();
    return [...channel.blocks.values()]
      .filter((block) => block.releaseAt === null || block.releaseAt > now)
      .sort((a, b) => b.id - a.id);
  }

  /** Bans a user; an existing ban stays unchanged. */
  block(channel: Channel, user: User, releaseAt: number | null = null): void {
    if (this.blocks(channel).some((block) => block.user === user)) return;
    this.#counter += 1;
    const createdAt = this.#clock.now();
    channel.blocks.set(user.channelId, { id: this.#counter, user, createdAt, releaseAt });
  }

  unblock(channel: Channel, user: User): void {
    channel.blocks.delete(user.channelId);
  }

  /** Posts a user's chat message through the Open API and notifies `onChatSent`. */
  say(message: Omit<ChatSent, 'sentAt'>): void {
    const sent: ChatSent = { ...message, sentAt: this.#clock.now() };
    this.#messages.set(sent.messageId, sent);
    const oldest = this.#messages.keys().next();
    if (this.#messages.size > KEPT_MESSAGES && !oldest.done) this.#messages.delete(oldest.value);
    for (const listener of [...this.#chatListeners]) listener(sent);
  }

  /** A message sent to this channel through the Open API not too long ago, or null. */
  message(channel: Channel, messageId: string): ChatSent | null {
    const found = this.#messages.get(messageId);
    return found?.channelId === channel.user.channelId ? found : null;
  }

  /** The event side listens here and publishes a CHAT event for every message. */
  onChatSent(listener: (sent: ChatSent) => void): Disposable {
    this.#chatListeners.add(listener);
    return toDisposable(() => this.#chatListeners.delete(listener));
  }
}

/** The place of a broadcast in the live list. */
export function liveKey(live: Live): string {
  return `${padded(live.concurrentUserCount)}.${live.liveId}`;
}

/** The place of a ban in the list of banned users. */
export function blockKey(block: Block): string {
  return padded(block.id);
}

function padded(value: number): string {
  return String(value).padStart(12, '0');
}
