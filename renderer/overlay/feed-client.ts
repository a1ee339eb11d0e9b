import { type BackoffPolicy, backoffMs } from '../../shared/backoff.ts';
import type { StageEvent } from '../../shared/events.ts';
import { isJsonObject, parseJson } from '../../shared/json.ts';
import { LANGUAGES } from '../../shared/locales/index.ts';
import { isLoadStep } from '../../shared/overlay/load-step.ts';
import {
  OVERLAY_SOCKET,
  type OverlayDown,
  type OverlayUp,
} from '../../shared/overlay/overlay-feed.ts';
import { type OverlayPreload, PRELOAD_NAME } from '../../shared/preload.ts';
import { type CheckAddress, GONE_RETRY_MS } from '../bridge/address-check.ts';
import type { PageTimers, Stop } from '../bridge/page-host.ts';

interface FeedSocketEvents {
  readonly opened: () => void;
  readonly received: (data: unknown) => void;
  /** Also called if it never opened. */
  readonly closed: () => void;
}

interface FeedSocket {
  /** Throws or does nothing if the socket is not open. */
  send(text: string): void;
  close(): void;
}

/** Opens a socket to the core; may throw. Calls no handler before it returns. */
export type OpenFeedSocket = (events: FeedSocketEvents) => FeedSocket;

type FrameOf<T extends OverlayDown['type']> = Extract<OverlayDown, { type: T }>;
/** Frames that the client only passes on. */
type PassedType = Exclude<OverlayDown['type'], 'hello' | 'snapshot' | 'batch'>;

/** The page's feed handlers, called without repeats across reconnects. */
export interface FeedListener {
  onOtherBuild(buildId: string): void;
  /** Numbering restarted: everything on screen is obsolete. */
  onReset(): void;
  onSnapshot(snapshot: FrameOf<'snapshot'>): void;
  /** New events in order. Never empty. */
  onEvents(events: readonly StageEvent[]): void;
  /** A new connection begins with a language, and neither reads nor sounds. */
  readonly on: { readonly [T in PassedType]: (frame: FrameOf<T>) => void };
  /** Nothing may be drawn. If the address becomes valid again, the page starts from scratch. */
  onAddressGone(): void;
}

export interface FeedClientParts {
  readonly buildId: string;
  readonly openSocket: OpenFeedSocket;
  /** null if the page's address cannot be checked. */
  readonly look: CheckAddress | null;
  readonly timers: PageTimers;
  /** Uniform numbers in [0, 1). */
  readonly random: () => number;
  readonly listener: FeedListener;
}

const RETRY: BackoffPolicy = { minMs: 500, maxMs: 10_000 };
/** A core that connects but sends no greeting within this time counts as unreachable. */
const HELLO_WAIT_MS = 10_000;

/**
 * Keeps one connection to the core: reconnects forever (full jitter, 0.5 to 10 s; once a minute if
 * the core no longer knows the page's address), resumes after the last number, and delivers every
 * event exactly once.
 */
export class FeedClient {
  readonly #parts: FeedClientParts;
  #socket: FeedSocket | null = null;
  #stopTimer: Stop | null = null;
  /** Attempts since the last greeting, and in total. */
  #attempts = 0;
  #opened = 0;
  #gone = false;
  #greeted = false;
  #stopped = true;
  #epoch: string | null = null;
  #after = 0;
  #visible: boolean | null = null;
  #able = false;
  #sounds = false;

  constructor(parts: FeedClientParts) {
    this.#parts = parts;
  }

  get after(): number {
    return this.#after;
  }

  start(): void {
    if (!this.#stopped) return;
    this.#stopped = false;
    this.#connect();
  }

  stop(): void {
    this.#stopped = true;
    this.#clearTimer();
    this.#drop();
  }

  /** Told now if connected, and on every connection; so are the two below. */
  setVisible(visible: boolean): void {
    if (this.#visible === visible) return;
    this.#visible = visible;
    if (this.#greeted) this.#send({ type: 'visibility', visible });
  }

  setAble(able: boolean): void {
    if (this.#able === able) return;
    this.#able = able;
    if (this.#greeted) this.#send({ type: 'voice', able });
  }

  setSounds(able: boolean): void {
    if (this.#sounds === able) return;
    this.#sounds = able;
    if (this.#greeted) this.#send({ type: 'sound', able });
  }

  /** Lost without a connection: the core then uses its own timer. */
  sendReceipt(
    receipt: Extract<OverlayUp, { type: 'receipt' | 'beacon' | 'widget-fault' | 'widget-keep' }>,
  ): void {
    if (this.#greeted) this.#send(receipt);
  }

  #connect(): void {
    this.#opened += 1;
    const isMine = (): boolean => socket !== null && socket === this.#socket;
    let socket: FeedSocket | null = null;
    try {
      socket = this.#parts.openSocket({
        opened: () => {
          if (isMine()) this.#send({ type: 'attach', epoch: this.#epoch, after: this.#after });
        },
        received: (data) => {
          const frame = isMine() && typeof data === 'string' ? parseOverlayFrame(data) : null;
          if (frame) this.#take(frame);
        },
        closed: () => {
          if (isMine()) this.#lost();
        },
      });
    } catch {
      this.#failed();
      return;
    }
    this.#socket = socket;
    this.#greeted = false;
    this.#stopTimer = this.#parts.timers.after(HELLO_WAIT_MS, () => this.#lost());
  }

  #lost(): void {
    const wasLetIn = this.#greeted;
    this.#drop();
    if (wasLetIn) this.#retry();
    else this.#failed();
  }

  #failed(): void {
    this.#retry();
    void this.#look();
  }

  /** An unreachable core tells nothing about the address, so the last result stays. */
  async #look(): Promise<void> {
    const attempt = this.#opened;
    const state = await (this.#parts.look?.() ?? 'unknown');
    if (this.#stopped || attempt !== this.#opened || state === 'unknown') return;
    const gone = state === 'gone';
    if (gone === this.#gone) return;
    this.#gone = gone;
    this.#retry();
    if (!gone) return;
    this.#epoch = null;
    this.#after = 0;
    this.#parts.listener.onAddressGone();
  }

  #retry(): void {
    this.#clearTimer();
    this.#attempts += 1;
    const wait = this.#gone ? GONE_RETRY_MS : backoffMs(this.#attempts, RETRY, this.#parts.random);
    this.#stopTimer = this.#parts.timers.after(wait, () => this.#connect());
  }

  #take(frame: OverlayDown): void {
    // Events before the greeting belong to an unknown numbering.
    if (frame.type !== 'hello' && !this.#greeted) return;
    const { listener } = this.#parts;
    switch (frame.type) {
      case 'hello':
        this.#greet(frame);
        return;
      case 'snapshot':
        this.#after = Math.max(frame.upTo, frame.chat.at(-1)?.seq ?? 0);
        listener.onSnapshot(frame);
        return;
      case 'batch': {
        const fresh = frame.events.filter((event) => event.seq > this.#after);
        this.#after = Math.max(this.#after, frame.upTo, fresh.at(-1)?.seq ?? 0);
        if (fresh.length > 0) listener.onEvents(fresh);
        return;
      }
      default:
        (listener.on[frame.type] as (passed: typeof frame) => void)(frame);
    }
  }

  #greet(hello: FrameOf<'hello'>): void {
    const { listener, buildId } = this.#parts;
    const { on } = listener;
    this.#clearTimer();
    this.#attempts = 0;
    this.#gone = false;
    this.#greeted = true;
    if (hello.epoch !== this.#epoch) {
      const first = this.#epoch === null;
      this.#epoch = hello.epoch;
      this.#after = 0;
      if (!first) listener.onReset();
    }
    on.language({ type: 'language', language: hello.language });
    if (this.#visible !== null) this.#send({ type: 'visibility', visible: this.#visible });
    on.reading({ type: 'reading', on: false });
    if (this.#able) this.#send({ type: 'voice', able: true });
    on.sounding({ type: 'sounding', on: false });
    on.beacon({ type: 'beacon', beacon: null });
    on.load({ type: 'load', step: 0 });
    if (this.#sounds) this.#send({ type: 'sound', able: true });
    if (hello.buildId !== buildId) listener.onOtherBuild(hello.buildId);
  }

  #send(frame: OverlayUp): void {
    try {
      this.#socket?.send(JSON.stringify(frame));
    } catch {
      // A socket that is closing throws; its close event starts the next attempt.
    }
  }

  #drop(): void {
    const socket = this.#socket;
    this.#socket = null;
    this.#greeted = false;
    if (!socket) return;
    try {
      socket.close();
    } catch {
      // Already gone.
    }
  }

  #clearTimer(): void {
    this.#stopTimer?.();
    this.#stopTimer = null;
  }
}

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';
const isNumber: Check = (value) => typeof value === 'number' && Number.isFinite(value);
const isFlag: Check = (value) => typeof value === 'boolean';
const isLanguage: Check = (value) => LANGUAGES.some((language) => language === value);
const isNullOr =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
const isList =
  (item: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(item);

/** An object whose named fields pass their checks. */
function has(fields: Readonly<Record<string, Check>>): Check {
  const checks = Object.entries(fields);
  return (value) => isJsonObject(value) && checks.every(([name, check]) => check(value[name]));
}

const isEvent = has({ seq: isNumber, kind: isText, data: isJsonObject });
const isTally = has({ rewardId: isText, total: isNumber });
const isWidget = has({ id: isText, kind: isText, box: isJsonObject, settings: isJsonObject });
const isAlert = has({
  alertId: isNumber,
  durationMs: isNumber,
  remainingMs: isNumber,
  event: isEvent,
});

const FRAMES: Readonly<Record<OverlayDown['type'], Check>> = {
  hello: has({ epoch: isText, buildId: isText, language: isLanguage }),
  snapshot: has({
    upTo: isNumber,
    chat: isList(isEvent),
    tallies: isList(isTally),
    alert: isNullOr(isAlert),
    latest: isList(isEvent),
  }),
  batch: has({ upTo: isNumber, events: isList(isEvent) }),
  alert: has({ alert: isNullOr(isAlert) }),
  tallies: has({ tallies: isList(isTally) }),
  language: has({ language: isLanguage }),
  config: has({
    config: has({ layout: isList(isWidget), theme: isJsonObject, speech: isJsonObject }),
  }),
  figures: has({
    figures: has({ goals: isJsonObject, supporters: isJsonObject, totals: isJsonObject }),
  }),
  highlight: has({ highlight: isNullOr(has({ content: isText, emojis: isJsonObject })) }),
  show: has({ now: isNumber, views: isJsonObject }),
  cue: isJsonObject,
  reading: has({ on: isFlag }),
  sounding: has({ on: isFlag }),
  beacon: has({ beacon: isNullOr(has({ id: isNumber, cells: isText, colors: isList(isText) })) }),
  load: has({ step: isLoadStep }),
  widgets: isJsonObject,
  window: has({ look: has({ parts: isJsonObject, zoom: isNumber }) }),
};

/** null if invalid. Only what the page relies on is checked: the core validates platform data. */
export function parseOverlayFrame(text: string): OverlayDown | null {
  const value = parseJson(text);
  const type = isJsonObject(value) ? String(value['type']) : '';
  if (!Object.hasOwn(FRAMES, type)) return null;
  return FRAMES[type as OverlayDown['type']](value) ? (value as OverlayDown) : null;
}

/** With the page's key, port and parameters: by these the core tells OBS's sources apart. */
export function feedAddress(page: string): string {
  const url = new URL(OVERLAY_SOCKET, page);
  url.search = new URL(page).search;
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  url.hash = '';
  return url.href;
}

export function feedSockets(page: string): OpenFeedSocket {
  const address = feedAddress(page);
  return (events) => {
    const socket = new WebSocket(address);
    socket.addEventListener('open', events.opened);
    socket.addEventListener('message', (message) => events.received(message.data));
    socket.addEventListener('close', events.closed);
    return socket;
  };
}

/** The desktop app's overlay preload; null if the page is in OBS or a browser. */
export function overlayPreload(page: object): OverlayPreload | null {
  const found: unknown = Reflect.get(page, PRELOAD_NAME);
  return isJsonObject(found) && typeof found['connect'] === 'function'
    ? (found as unknown as OverlayPreload)
    : null;
}

/** With a socket's interface. */
export function preloadFeed(preload: OverlayPreload): OpenFeedSocket {
  return (events) => {
    let closed = false;
    const line = preload.connect({
      heard: (frames) => {
        for (const frame of frames) if (!closed) events.received(frame);
      },
      closed: () => {
        if (closed) return;
        closed = true;
        events.closed();
      },
    });
    // Deferred: it is open at once, but sockets call no handler before returning.
    queueMicrotask(() => {
      if (!closed) events.opened();
    });
    return {
      send: (text) => line.say(text),
      close: () => {
        closed = true;
        line.close();
      },
    };
  };
}
