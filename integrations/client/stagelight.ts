/**
 * A client of Stagelight's API, version 1, in one file: copy it into your project. It needs a WebSocket,
 * as browsers and Node 22 or later have one. It connects again by itself, and misses no event that
 * Stagelight still keeps.
 */

export type EventKind = 'CHAT' | 'DONATION' | 'SUBSCRIPTION' | 'DROPS' | 'GOODS_PURCHASE';
export type Topic = 'connection' | 'stream' | 'alerts' | 'overlay' | 'obs' | 'activities';

export interface Badge {
  id: string;
  name: string;
  imageUrl: string | null;
}

export interface Profile {
  nickname: string;
  badges: Badge[];
}

export interface EventData {
  CHAT: {
    channelId: string;
    senderChannelId: string;
    senderRole: 'streamer' | 'manager' | 'subscriber' | 'viewer';
    profile: Profile;
    content: string;
    messageTime: string | null;
    emojis: Record<string, string>;
  };
  DONATION: {
    donationType: string;
    channelId: string;
    donatorChannelId: string | null;
    donatorNickname: string | null;
    donatorBadges: Badge[];
    /** Whole beams; null: it could not be read. */
    payAmount: number | null;
    donationText: string;
    emojis: Record<string, string>;
    cheeringItems: {
      cnt: number;
      type: string;
      skinType: string;
      amount: number;
      imageUrl: string | null;
      overlayImageUrl: string | null;
    }[];
  };
  SUBSCRIPTION: {
    channelId: string;
    subscriberChannelId: string | null;
    subscriberChannelName: string | null;
    month: number | null;
    tierNo: number | null;
    subscriptionMessage: string;
    emojis: Record<string, string>;
  };
  DROPS: {
    channelId: string;
    campaignId: string;
    rewardId: string;
    rewardTitle: string;
    rewardDescription: string;
    rewardImageUrl: string | null;
    count: number;
    drawnAt: string | null;
  };
  GOODS_PURCHASE: {
    channelId: string;
    senderChannelId: string | null;
    profile: Profile | null;
    content: string;
    messageTime: string | null;
    emojis: Record<string, string>;
    shopName: string;
    representativeItemName: string;
    itemCount: number;
    totalAmount: number | null;
    currency: string;
  };
}

export type StagelightEvent = {
  [K in EventKind]: {
    kind: K;
    /** Rises from event to event and never repeats. */
    seq: number;
    /** Milliseconds since 1970. */
    receivedAt: number;
    origin: 'platform' | 'test';
    data: EventData[K];
  };
}[EventKind];

export interface Welcome {
  version: number;
  epoch: string;
  lastSeq: number;
  key: { name: string; scopes: string[] };
}

/** What Stagelight says of a request that failed. */
export class StagelightProblem extends Error {
  /** Stable. */
  readonly code: string;
  readonly cure: string;
  /** It may have been done, or not: look before you ask again. */
  readonly unknownOutcome: boolean;

  constructor(error: { code: string; what: string; cure: string; unknownOutcome: boolean }) {
    super(error.what);
    this.name = 'StagelightProblem';
    this.code = error.code;
    this.cure = error.cure;
    this.unknownOutcome = error.unknownOutcome;
  }
}

export interface ClientOptions {
  /** As Settings → Other tools shows it, such as `http://127.0.0.1:17816/api/v1`. */
  address: string;
  key: string;
  /** Called with every event of `kinds`, once and in order. */
  onEvent?: (event: StagelightEvent) => void;
  /** Left out: all. */
  kinds?: EventKind[];
  /** What `onState` is told of. */
  topics?: Topic[];
  onState?: (topic: Topic, value: unknown) => void;
  /** After each connection. */
  onWelcome?: (welcome: Welcome) => void;
  /** The connection is lost; the client tries again after so many milliseconds. */
  onLost?: (retryMs: number) => void;
  /** The key was refused: nothing is tried again. */
  onRefused?: (problem: StagelightProblem) => void;
  /** Events after this one come first; left out: only new ones. */
  since?: { seq: number; epoch: string };
  /** Calls back after so many milliseconds, unless what it returns is called; left out: `setTimeout`. */
  after?: (ms: number, run: () => void) => () => void;
}

const byTimeout = (ms: number, run: () => void): (() => void) => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};

interface Asked {
  message: { type: 'request'; id: string; command: string; args: unknown };
  resolve: (value: unknown) => void;
  reject: (problem: Error) => void;
}

type Down = { type: string; id?: string | null } & Record<string, unknown>;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What a message must have to be Stagelight's. */
const HAS: Record<string, (message: Record<string, unknown>) => boolean> = {
  hello: ({ epoch, key }) =>
    typeof epoch === 'string' && isObject(key) && Array.isArray(key['scopes']),
  events: ({ upTo, events }) => typeof upTo === 'number' && Array.isArray(events),
  error: ({ error }) => isObject(error) && typeof error['code'] === 'string',
};

/** null: another program is at that address, or Stagelight says what this client does not know. */
function messageOf(text: string): Down | null {
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isObject(message) || typeof message['type'] !== 'string') return null;
  const has = Object.hasOwn(HAS, message['type']) ? HAS[message['type']] : undefined;
  return !has || has(message) ? (message as Down) : null;
}

const FIRST_RETRY_MS = 500;
const MOST_RETRY_MS = 15_000;

export class StagelightClient {
  readonly #options: ClientOptions;
  readonly #asked = new Map<string, Asked>();
  #socket: WebSocket | null = null;
  #isWelcome = false;
  #since: ClientOptions['since'];
  #retryMs = FIRST_RETRY_MS;
  #stopWaiting = (): void => undefined;
  #isClosed = false;

  constructor(options: ClientOptions) {
    this.#options = options;
    this.#since = options.since;
    this.#connect();
  }

  /** The last event that was handed on, for `since` after a restart of your program; null: none. */
  get position(): { seq: number; epoch: string } | null {
    return this.#since ?? null;
  }

  /**
   * Runs a command, such as `request('alerts.pause', { paused: true })`. While the connection is lost it
   * waits, and is asked again under the same id: it is never done twice. Rejects with a
   * `StagelightProblem`.
   */
  request(command: string, args: unknown = {}): Promise<unknown> {
    if (this.#isClosed) return Promise.reject(new Error('The client is closed.'));
    const message = { type: 'request' as const, id: crypto.randomUUID(), command, args };
    return new Promise((resolve, reject) => {
      this.#asked.set(message.id, { message, resolve, reject });
      if (this.#isWelcome) this.#send(message);
    });
  }

  close(): void {
    this.#isClosed = true;
    this.#stopWaiting();
    this.#socket?.close();
    for (const { reject } of this.#asked.values()) reject(new Error('The client was closed.'));
    this.#asked.clear();
  }

  #connect(): void {
    const socket = new WebSocket(`${this.#options.address.replace(/^http/, 'ws')}/socket`);
    this.#socket = socket;
    socket.addEventListener('open', () => this.#send({ type: 'hello', key: this.#options.key }));
    socket.addEventListener('message', ({ data }) => {
      const message = messageOf(String(data));
      if (message) this.#take(message);
    });
    socket.addEventListener('close', () => this.#lost());
  }

  #lost(): void {
    this.#isWelcome = false;
    if (this.#isClosed) return;
    this.#options.onLost?.(this.#retryMs);
    const { after = byTimeout } = this.#options;
    this.#stopWaiting = after(this.#retryMs, () => this.#connect());
    this.#retryMs = Math.min(this.#retryMs * 2, MOST_RETRY_MS);
  }

  #take(message: Down): void {
    switch (message.type) {
      case 'hello':
        this.#welcome(message as unknown as Welcome);
        break;
      case 'events':
        this.#events(message as unknown as { upTo: number; events: StagelightEvent[] });
        break;
      case 'state':
        this.#options.onState?.(message['topic'] as Topic, message['value']);
        break;
      case 'result':
        this.#end(message)?.resolve(message['value']);
        break;
      case 'error':
        this.#failed(message);
        break;
    }
  }

  #welcome(welcome: Welcome): void {
    const { onEvent, kinds, topics = [], onWelcome } = this.#options;
    this.#isWelcome = true;
    this.#retryMs = FIRST_RETRY_MS;
    const { epoch, lastSeq } = welcome;
    const since = this.#since ?? { seq: lastSeq, epoch };
    // Another epoch has other numbers: Stagelight goes on with the next event.
    this.#since = since.epoch === epoch ? since : { seq: lastSeq, epoch };
    const wanted = onEvent ? ['events', ...topics] : topics;
    if (wanted.length > 0) {
      const position = { since: since.seq, epoch: since.epoch };
      this.#send({
        type: 'subscribe',
        id: 0,
        topics: wanted,
        ...(kinds && { kinds }),
        ...position,
      });
    }
    for (const { message } of this.#asked.values()) this.#send(message);
    onWelcome?.(welcome);
  }

  #events({ upTo, events }: { upTo: number; events: StagelightEvent[] }): void {
    for (const event of events) {
      this.#options.onEvent?.(event);
      if (this.#since) this.#since = { ...this.#since, seq: event.seq };
    }
    if (this.#since) this.#since = { ...this.#since, seq: upTo };
  }

  #failed(message: Down): void {
    const problem = new StagelightProblem(
      message['error'] as ConstructorParameters<typeof StagelightProblem>[0],
    );
    const asked = this.#end(message);
    if (asked) asked.reject(problem);
    else if (problem.code === 'doors-wrong-key') {
      this.close();
      this.#options.onRefused?.(problem);
    }
  }

  #end({ id }: Down): Asked | undefined {
    const asked = this.#asked.get(String(id));
    this.#asked.delete(String(id));
    return asked;
  }

  #send(message: object): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }
}
