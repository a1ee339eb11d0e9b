import { FeedListeners } from '../../../renderer/bridge/core-bridge.ts';
import type { PageClock, PageHost } from '../../../renderer/bridge/page-host.ts';
import { wordsOf } from '../../../renderer/i18n/dashboard.ts';
import type {
  ConnectionHistory,
  LifeEvent,
  LifeEventName,
} from '../../../shared/connection-history.ts';
import { type Bridge, BridgeError, type Feeds } from '../../../shared/contract/index.ts';
import type { EventKind, StageEvent } from '../../../shared/events.ts';
import type { Language } from '../../../shared/locales/index.ts';
import type { Text } from '../../../shared/locales/text.ts';
import { cureOf, type Problem, whatOf } from '../../../shared/problem.ts';
import type { AppStatus, SessionStatus } from '../../../shared/status.ts';
import type { VirtualClock } from '../../support/virtual-clock.ts';

export const NOW = Date.UTC(2026, 0, 1, 12);

export function pageClock(clock: VirtualClock): PageClock {
  const after: PageClock['after'] = (delayMs, run) => {
    const timer = clock.setTimeout(run, delayMs);
    return () => timer.dispose();
  };
  return {
    now: () => clock.now(),
    after,
    every(periodMs, run) {
      let stop = () => {};
      const plan = () => {
        stop = after(periodMs, () => {
          run();
          plan();
        });
      };
      plan();
      return () => stop();
    },
  };
}

export const PROBLEM: Problem = { code: 'core-not-running' };

const inBoth = (text: Text) => ({ ko: wordsOf('ko').pick(text), en: wordsOf('en').pick(text) });
/** What a page says of it. */
export const PROBLEM_TEXT = { what: inBoth(whatOf(PROBLEM)), cure: inBoth(cureOf(PROBLEM)) };

interface Asked {
  readonly name: string;
  readonly args: unknown;
  /** What came with it, of the terminal. */
  readonly code: string | undefined;
  answer(value: unknown): void;
  refuse(problem?: Problem): void;
  /** The platform asks to wait until then, epoch milliseconds. */
  wait(until: number): void;
}

/** A bridge that the test holds the other end of. */
export class HeldBridge implements Bridge {
  readonly feeds = new FeedListeners();
  readonly asked: Asked[] = [];
  readonly #reach = new Set<(reachable: boolean) => void>();
  readonly #goneListeners = new Set<(gone: boolean) => void>();
  #reachable = true;

  readonly command: Bridge['command'] = (name, args, onWait, code) =>
    new Promise((resolve, reject) => {
      this.asked.push({
        name,
        args,
        code,
        answer: (value) => resolve(value as never),
        refuse: (problem = PROBLEM) => reject(new BridgeError(problem)),
        wait: (until) => onWait?.(until),
      });
    });

  readonly follow: Bridge['follow'] = (feed, listener) => this.feeds.follow(feed, listener);

  followReachable(listener: (reachable: boolean) => void): () => void {
    this.#reach.add(listener);
    listener(this.#reachable);
    return () => this.#reach.delete(listener);
  }

  setReachable(reachable: boolean): void {
    this.#reachable = reachable;
    for (const listener of this.#reach) listener(reachable);
  }

  followAddressGone(listener: (gone: boolean) => void): () => void {
    this.#goneListeners.add(listener);
    listener(false);
    return () => this.#goneListeners.delete(listener);
  }

  setAddressGone(gone: boolean): void {
    for (const listener of this.#goneListeners) listener(gone);
  }

  status(status: AppStatus): void {
    this.feeds.tell({ type: 'feed', feed: 'status', value: status });
  }

  connectionHistory(connectionHistory: ConnectionHistory): void {
    this.feeds.tell({ type: 'feed', feed: 'connectionHistory', value: connectionHistory });
  }

  language(language: Language): void {
    this.feeds.tell({ type: 'feed', feed: 'language', value: language });
  }

  events(events: Feeds['events']['events'], reset = false): void {
    this.feeds.tell({ type: 'feed', feed: 'events', value: { reset, events } });
  }

  /** The latest thing asked by one name. */
  lastOf(name: string): Asked {
    const last = this.asked.findLast((asked) => asked.name === name);
    if (!last) throw new Error(`${name} was not asked`);
    return last;
  }

  /** The latest thing asked. */
  get last(): Asked {
    const last = this.asked.at(-1);
    if (!last) throw new Error('Nothing was asked');
    return last;
  }
}

export interface FakeHost extends PageHost {
  readonly copied: string[];
  readonly opened: string[];
  readonly kept: Map<string, string>;
  readonly dresses: { readonly language: Language; readonly theme: 'dark' | 'light' | null }[];
  /** Set false: the browser refuses the clipboard. */
  clipboard: boolean;
}

export function fakeHost(clock: VirtualClock): FakeHost {
  const copied: string[] = [];
  const opened: string[] = [];
  const kept = new Map<string, string>();
  const dresses: FakeHost['dresses'] = [];
  const host: FakeHost = {
    address: 'http://127.0.0.1:4123/dashboard/key/',
    clock: pageClock(clock),
    copied,
    opened,
    kept,
    dresses,
    clipboard: true,
    systemLanguage: 'ko',
    random: () => 0.5,
    async copyText(text) {
      if (host.clipboard) copied.push(text);
      return host.clipboard;
    },
    openAddress: (address) => void opened.push(address),
    readPreference: (name) => kept.get(name) ?? null,
    writePreference: (name, value) => {
      if (value === null) kept.delete(name);
      else kept.set(name, value);
    },
    dressPage: (dress) => void dresses.push(dress),
    reload: () => undefined,
    onLeave: () => () => undefined,
    reloadOnce: () => false,
  };
  return host;
}

export const OVERLAY_KEY = 'q8Zr2mVx0c7J5tYbN1wKd4HsLfEa6uPoGi3RTkXhMQs';

export function sessionWith(changes: Partial<SessionStatus> = {}): SessionStatus {
  return {
    createdAt: NOW,
    connectedAt: NOW,
    nextRenewalAt: null,
    nextRollOverAt: null,
    lastPongAt: null,
    roundTripMs: null,
    subscribed: ['chat'],
    slotsUsed: null,
    slotsMax: 3,
    ...changes,
  };
}

export function historyWith(changes: Partial<ConnectionHistory> = {}): ConnectionHistory {
  return { events: [], gaps: [], openGaps: [], ...changes };
}

export function lifeAt(at: number, name: LifeEventName, reason: string | null = null): LifeEvent {
  return { at, name, reason };
}

export function statusWith(changes: Partial<AppStatus> = {}): AppStatus {
  return {
    demo: false,
    connection: { state: 'live', reason: null, since: NOW },
    signInUrl: null,
    account: { channelId: 'channel-1', channelName: '달빛 라디오' },
    scopes: { granted: ['READ:LIVE_CHAT'], missing: [] },
    session: sessionWith(),
    tokens: { issuedAt: NOW, expiresAt: NOW + 86_400_000 },
    counts: { CHAT: 0, DONATION: 0, SUBSCRIPTION: 0, DROPS: 0, GOODS_PURCHASE: 0 },
    unknownEvents: 0,
    refusals: [],
    overlay: { url: `http://127.0.0.1:4123/overlay/${OVERLAY_KEY}/`, connectedPages: 0 },
    alerts: { waiting: 0, neverAppeared: 0, paused: false },
    notices: [],
    ...changes,
  };
}

const SAMPLES: { readonly [K in EventKind]: StageEvent<K>['data'] } = {
  CHAT: {
    channelId: 'c',
    senderChannelId: 's',
    senderRole: 'viewer',
    profile: { nickname: '감자칩', badges: [] },
    content: '안녕하세요',
    messageTime: null,
    emojis: {},
  },
  DONATION: {
    donationType: 'CHAT',
    channelId: 'c',
    donatorChannelId: 'd',
    donatorNickname: '하루',
    donatorBadges: [],
    payAmount: 1_000,
    donationText: '응원해요',
    emojis: {},
    cheeringItems: [],
  },
  SUBSCRIPTION: {
    channelId: 'c',
    subscriberChannelId: 's',
    subscriberChannelName: '도토리묵',
    month: 13,
    tierNo: 2,
    subscriptionMessage: '1년 넘었네요',
    emojis: {},
  },
  DROPS: {
    channelId: 'c',
    campaignId: 'k',
    rewardId: 'r',
    rewardTitle: '별빛 스킨',
    rewardDescription: '2회차',
    rewardImageUrl: null,
    count: 12,
    drawnAt: null,
  },
  GOODS_PURCHASE: {
    channelId: 'c',
    senderChannelId: 's',
    profile: { nickname: '밤샘고양이', badges: [] },
    content: '드디어 샀어요',
    messageTime: null,
    emojis: {},
    shopName: '달빛 상점',
    representativeItemName: '키링',
    itemCount: 3,
    totalAmount: 38_500,
    currency: 'KRW',
  },
};

/** A sample event of one kind, with some of its fields changed. */
export function eventOf<K extends EventKind>(
  kind: K,
  seq: number,
  changes: Partial<StageEvent<K>['data']> = {},
  origin: StageEvent['origin'] = 'platform',
): StageEvent {
  const data = { ...SAMPLES[kind], ...changes };
  return { kind, seq, receivedAt: NOW + seq * 1_000, origin, data } as StageEvent;
}
