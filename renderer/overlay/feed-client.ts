import { type BackoffPolicy, backoffMs } from '../../shared/backoff.ts';
import type { OverlayLook } from '../../shared/desktop.ts';
import { assertNever, type StageEvent } from '../../shared/events.ts';
import type { Language } from '../../shared/locales/index.ts';
import type { Figures } from '../../shared/overlay/figures.ts';
import type { HighlightCard } from '../../shared/overlay/highlight.ts';
import type { OverlayDown, OverlayUp } from '../../shared/overlay/overlay-feed.ts';
import type { PageConfig } from '../../shared/overlay/overlay-settings.ts';
import { type CheckAddress, GONE_RETRY_MS } from '../bridge/address-check.ts';
import type { PageTimers, Stop } from '../bridge/page-host.ts';
import { parseOverlayFrame } from './feed-frames.ts';

/** Events of a socket. */
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

/** The page's feed handlers, called without repeats across reconnects. */
export interface FeedListener {
  /** The core's build differs from the page's: reload. */
  onOtherBuild(buildId: string): void;
  /** Numbering restarted: everything on screen is obsolete. */
  onReset(): void;
  onLanguage(language: Language): void;
  /** Redraw from scratch. */
  onSnapshot(snapshot: Extract<OverlayDown, { type: 'snapshot' }>): void;
  /** New events in order. Never empty. */
  onEvents(events: readonly StageEvent[]): void;
  onAlert(alert: Extract<OverlayDown, { type: 'alert' }>['alert']): void;
  onTallies(tallies: Extract<OverlayDown, { type: 'tallies' }>['tallies']): void;
  /** The streamer's settings: before anything is drawn, and on every change. */
  onConfig(config: PageConfig): void;
  onFigures(figures: Figures): void;
  /** The message shown large in the chat's place; null if none. */
  onHighlight(highlight: HighlightCard | null): void;
  /** Whether this page reads aloud; false on a new connection. */
  onReading(on: boolean): void;
  /** Whether this page plays sounds; false on a new connection. */
  onSounding(on: boolean): void;
  /** State of the app's window around the page. */
  onWindow(look: OverlayLook): void;
  /**
   * The page's address became invalid: everything on screen is obsolete and nothing may be drawn.
   * If it becomes valid again, the page starts from scratch.
   */
  onAddressGone(): void;
}

export interface FeedClientParts {
  /** The build of this page. */
  readonly buildId: string;
  readonly openSocket: OpenFeedSocket;
  /** Checks whether the page's address is still valid; null if it cannot be checked. */
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

  /** The newest event's number. */
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

  /** Reports whether the page is visible: now if connected, and on every connection. */
  setVisible(visible: boolean): void {
    if (this.#visible === visible) return;
    this.#visible = visible;
    if (this.#greeted) this.#send({ type: 'visibility', visible });
  }

  /** Reports whether the page could read aloud: now if connected, and on every connection. */
  setAble(able: boolean): void {
    if (this.#able === able) return;
    this.#able = able;
    if (this.#greeted) this.#send({ type: 'voice', able });
  }

  /** Reports whether the page could play sounds: now if connected, and on every connection. */
  setSounds(able: boolean): void {
    if (this.#sounds === able) return;
    this.#sounds = able;
    if (this.#greeted) this.#send({ type: 'sound', able });
  }

  /** Sends an alert's receipt. Lost without a connection: the core then uses its own timer. */
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
      case 'alert':
        listener.onAlert(frame.alert);
        return;
      case 'tallies':
        listener.onTallies(frame.tallies);
        return;
      case 'language':
        listener.onLanguage(frame.language);
        return;
      case 'config':
        listener.onConfig(frame.config);
        return;
      case 'figures':
        listener.onFigures(frame.figures);
        return;
      case 'highlight':
        listener.onHighlight(frame.highlight);
        return;
      case 'reading':
        listener.onReading(frame.on);
        return;
      case 'sounding':
        listener.onSounding(frame.on);
        return;
      case 'window':
        listener.onWindow(frame.look);
        return;
      default:
        assertNever(frame);
    }
  }

  #greet(hello: Extract<OverlayDown, { type: 'hello' }>): void {
    const { listener, buildId } = this.#parts;
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
    listener.onLanguage(hello.language);
    if (this.#visible !== null) this.#send({ type: 'visibility', visible: this.#visible });
    listener.onReading(false);
    if (this.#able) this.#send({ type: 'voice', able: true });
    listener.onSounding(false);
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
