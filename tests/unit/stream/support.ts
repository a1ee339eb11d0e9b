import { silentLogger } from '../../../electron/base/log.ts';
import { LiveWatch } from '../../../electron/features/stream/live-watch.ts';
import type { StreamApi } from '../../../electron/features/stream/platform-parts.ts';
import { StreamPresets } from '../../../electron/features/stream/presets.ts';
import { StreamStateKeeper } from '../../../electron/features/stream/stream-state.ts';
import type { ChatSettings } from '../../../electron/platform/resources/chat.ts';
import type { Category, Live, LiveSettings } from '../../../electron/platform/resources/lives.ts';
import { patchSettings } from '../../../electron/settings/settings-file.ts';
import type { StreamPreset } from '../../../shared/contract/stream.ts';
import { DEFAULT_SETTINGS } from '../../../shared/settings.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { memoryLedger } from '../storage/support.ts';

export const ALL_SCOPES = [
  'READ:LIVE_STREAM_SETTINGS',
  'WRITE:LIVE_STREAM_SETTINGS',
  'READ:LIVE_CHAT_SETTINGS',
  'WRITE:LIVE_CHAT_SETTINGS',
];

export function category(categoryId: string, name = categoryId): Category {
  return { categoryId, categoryType: 'GAME', categoryValue: name, posterImageUrl: null };
}

export function live(channelId: string, viewers: number): Live {
  return {
    liveId: `live-${channelId}`,
    liveTitle: '',
    liveThumbnailImageUrl: null,
    concurrentUserCount: viewers,
    openedDate: null,
    adult: false,
    tags: [],
    categoryType: null,
    liveCategory: null,
    liveCategoryValue: null,
    channelId,
    channelName: channelId,
    channelHandle: channelId,
    channelImageUrl: null,
  };
}

interface World {
  settings: LiveSettings;
  chat: ChatSettings;
  /** What no reading answers. */
  readonly unread: { chatEmojiMode?: boolean; chatSlowModeSec?: number };
  isLive: boolean;
  pages: (readonly Live[])[];
}

/** A platform in memory. */
export class FakeStream implements StreamApi {
  readonly calls: string[] = [];
  /** Whose status was asked, in order. */
  readonly statusOf: string[] = [];
  readonly world: World = {
    settings: { defaultLiveTitle: '첫 제목', category: null, tags: ['수다'] },
    chat: { chatAllowedGroup: 'ALL', minFollowerMinute: 0, followerSubscriberChatAllow: false },
    unread: {},
    isLive: false,
    pages: [[]],
  };
  /** What is to fail, by the name of the call, once each, in order. */
  readonly failures = new Map<string, unknown[]>();
  /** Called after a write has been done, before it is answered: a throw is a lost answer. */
  afterWrite: () => void = () => {};
  /** Awaited by every call. */
  gate: Promise<void> = Promise.resolve();

  fail(call: string, ...failures: unknown[]): void {
    this.failures.set(call, [...(this.failures.get(call) ?? []), ...failures]);
  }

  count(call: string): number {
    return this.calls.filter((name) => name === call).length;
  }

  readonly lives: StreamApi['lives'] = {
    settings: () => this.#answer('lives.settings', () => ({ ...this.world.settings })),
    updateSettings: ({ defaultLiveTitle, tags, categoryId }) =>
      this.#write('lives.updateSettings', () => {
        const { settings } = this.world;
        this.world.settings = {
          ...settings,
          ...(defaultLiveTitle === undefined ? {} : { defaultLiveTitle }),
          ...(tags === undefined ? {} : { tags: [...tags] }),
          ...(categoryId === undefined
            ? {}
            : { category: categoryId ? category(categoryId) : null }),
        };
      }),
    status: (channelId) => {
      this.statusOf.push(channelId);
      return this.#answer('lives.status', () => ({
        isLive: this.world.isLive,
        title: this.world.isLive ? this.world.settings.defaultLiveTitle : null,
        openedAt: this.world.isLive ? '2026-01-01T09:00:00Z' : null,
      }));
    },
    list: ({ next } = {}) =>
      this.#answer('lives.list', () => {
        const page = Number(next ?? 0);
        const more = page + 1 < this.world.pages.length;
        return { items: this.world.pages[page] ?? [], next: more ? String(page + 1) : null };
      }),
  };

  readonly chat: StreamApi['chat'] = {
    settings: () => this.#answer('chat.settings', () => ({ ...this.world.chat })),
    updateSettings: ({ chatEmojiMode, chatSlowModeSec, ...patch }) =>
      this.#write('chat.updateSettings', () => {
        if (chatEmojiMode !== undefined) this.world.unread.chatEmojiMode = chatEmojiMode;
        if (chatSlowModeSec !== undefined) this.world.unread.chatSlowModeSec = chatSlowModeSec;
        this.world.chat = { ...this.world.chat, ...patch };
      }),
  };

  readonly categories: StreamApi['categories'] = {
    search: () => this.#answer('categories.search', () => [category('a')]),
  };

  async #answer<T>(call: string, answer: () => T): Promise<T> {
    this.calls.push(call);
    await this.gate;
    const failure = this.failures.get(call)?.shift();
    if (failure !== undefined) throw failure;
    return answer();
  }

  #write(call: string, write: () => void): Promise<void> {
    return this.#answer(call, () => {
      write();
      this.afterWrite();
    });
  }
}

/** A watch of the live status that follows nobody yet. */
export function watchOn(api: FakeStream, clock = new VirtualClock()) {
  const options = { lives: api.lives, clock, random: () => 0.5, log: silentLogger };
  return { watch: new LiveWatch(options), clock };
}

/** A keeper with books in memory, on a platform in memory. */
export function openDesk({ scopes = ALL_SCOPES, clock = new VirtualClock() } = {}) {
  const api = new FakeStream();
  const ledger = memoryLedger(clock);
  const kept: { presets: StreamPreset[]; scopes: readonly string[] | null } = {
    presets: [],
    scopes,
  };
  let keys = 0;
  const presets = new StreamPresets(
    {
      get: () => ({ ...DEFAULT_SETTINGS, streamPresets: kept.presets }),
      async update(change) {
        const next = patchSettings(this.get(), change);
        kept.presets = [...next.streamPresets];
        return next;
      },
    },
    () => `key-${++keys}`,
  );
  const { watch } = watchOn(api, clock);
  const open = () =>
    new StreamStateKeeper({
      api,
      live: watch,
      repository: ledger.stream,
      presets,
      clock,
      log: silentLogger,
      random: () => 0.5,
      scopes: () => kept.scopes,
    });
  const keeper = open();
  /** As the account tells both of them, in this order. */
  const begin = (channelId: string | null) => {
    watch.follow(channelId);
    keeper.begin(channelId);
  };
  return { api, ledger, kept, presets, clock, open, watch, keeper, begin };
}
