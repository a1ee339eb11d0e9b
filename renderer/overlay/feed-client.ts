import { type BackoffPolicy, backoffMs } from '../../shared/backoff.ts';
import type { StageEvent } from '../../shared/events.ts';
import type { OverlayDown, OverlayUp } from '../../shared/overlay/overlay-feed.ts';
import { type CheckAddress, GONE_RETRY_MS } from '../bridge/address-check.ts';
import type { PageTimers, Stop } from '../bridge/page-host.ts';
import { parseOverlayFrame } from './feed-frames.ts';

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
  sendReceipt(receipt: Extract<OverlayUp, { type: 'receipt' }>): void {
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
    if (gone) this.#forget();
  }

  #forget(): void {
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
