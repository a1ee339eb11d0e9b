import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposables.ts';
import { Throttle } from '../../base/throttle.ts';
import { MAX_UNREAD_BYTES, type PagePeer } from '../../server/peer.ts';

/** One frame of the screen, in milliseconds: a page gets one message in it, at any event rate. */
export const FRAME_MS = 16;
/** Batches that a page may have been sent and not taken; what comes meanwhile is gathered. */
export const MAX_IN_FLIGHT = 4;
/** A page that was behind and has read down to this is fed again; characters. */
const CAUGHT_UP_CHARS = 64 * 1024;

export interface WindowPeerParts {
  /** One message to the page. */
  readonly send: (frames: readonly string[]) => void;
  readonly isShown: () => boolean;
  /** Frames were dropped and the page can have some again: send it everything anew. */
  readonly onCaughtUp: () => void;
  /** The connection wants to end. */
  readonly onClose: (code: number, reason: string) => void;
  /** Runs our side; a mistake in it ends the line. */
  readonly guard: (run: () => void) => void;
  readonly clock: Clock;
}

/** What went out in one message and has not been taken yet. */
interface Batch {
  readonly chars: number;
  readonly written: readonly (() => void)[];
}

/**
 * A window's end of a connection. Frames of one frame of the screen travel in one message. A page
 * that nobody sees gets only what it needs to be whole when it is shown (`greet`), and nothing
 * after; a page that does not take what it is sent costs 4 MiB at the most.
 */
export class WindowPeer implements PagePeer, Disposable {
  readonly #parts: WindowPeerParts;
  readonly #throttle: Throttle;
  #frames: string[] = [];
  #written: (() => void)[] = [];
  #waitingChars = 0;
  readonly #inFlight: Batch[] = [];
  #inFlightChars = 0;
  #greeting = false;
  #missed = false;
  #asked = false;
  #disposed = false;

  constructor(parts: WindowPeerParts) {
    this.#parts = parts;
    this.#throttle = new Throttle(parts.clock, FRAME_MS, () => this.#send());
  }

  /** Whether frames are being dropped, because nobody sees the page or it does not take them. */
  get isDropping(): boolean {
    return this.#missed;
  }

  /**
   * Sends a finished frame with the next message. `written` is called when the page has taken it.
   * False: it was dropped, and so is every other until `onCaughtUp`.
   */
  trySend(bytes: Buffer, written?: () => void): boolean {
    if (this.#disposed) return false;
    if (!this.#greeting && (this.#missed || !this.#parts.isShown())) return this.#drop();
    if (this.#waitingChars + this.#inFlightChars > MAX_UNREAD_BYTES) return this.#drop();
    this.#add(bytes, written);
    return true;
  }

  /** Sends even to a page that is behind or hidden. */
  forceSend(bytes: Buffer): void {
    if (!this.#disposed) this.#add(bytes);
  }

  close(code: number, reason: string): void {
    if (!this.#disposed) this.#parts.onClose(code, reason);
  }

  /** What is offered in `run` goes out also while nobody sees the page. */
  greet<T>(run: () => T): T {
    const before = this.#greeting;
    this.#greeting = true;
    try {
      return run();
    } finally {
      this.#greeting = before;
    }
  }

  /** The page has taken the oldest batch. */
  onTaken(): void {
    const batch = this.#inFlight.shift();
    if (!batch || this.#disposed) return;
    this.#inFlightChars -= batch.chars;
    if (this.#frames.length > 0) this.#ask();
    this.#parts.guard(() => {
      for (const written of batch.written) written();
      this.#lookWhetherCaughtUp();
    });
  }

  /** The window was shown or hidden. */
  onShown(shown: boolean): void {
    if (this.#disposed) return;
    if (shown) this.#parts.guard(() => this.#lookWhetherCaughtUp());
    // What was accepted before is owed, and must not trickle out while nobody looks.
    else if (this.#frames.length > 0) this.#throttle.runNow();
  }

  dispose(): void {
    this.#disposed = true;
    this.#throttle.dispose();
    this.#frames = [];
    this.#written = [];
    this.#inFlight.length = 0;
  }

  #drop(): false {
    this.#missed = true;
    return false;
  }

  #add(bytes: Buffer, written?: () => void): void {
    const text = bytes.toString();
    this.#frames.push(text);
    this.#waitingChars += text.length;
    if (written) this.#written.push(written);
    this.#ask();
  }

  /** At the end of the turn, so that what is said in one goes out in one. */
  #ask(): void {
    if (this.#asked) return;
    this.#asked = true;
    queueMicrotask(() => {
      this.#asked = false;
      if (!this.#disposed && this.#frames.length > 0) this.#throttle.request();
    });
  }

  #send(): void {
    if (this.#frames.length === 0 || this.#inFlight.length >= MAX_IN_FLIGHT) return;
    const frames = this.#frames;
    this.#inFlight.push({ chars: this.#waitingChars, written: this.#written });
    this.#inFlightChars += this.#waitingChars;
    this.#frames = [];
    this.#written = [];
    this.#waitingChars = 0;
    this.#parts.send(frames);
  }

  #lookWhetherCaughtUp(): void {
    const unread = this.#waitingChars + this.#inFlightChars;
    if (!this.#missed || unread > CAUGHT_UP_CHARS || !this.#parts.isShown()) return;
    this.#missed = false;
    this.#parts.onCaughtUp();
  }
}
