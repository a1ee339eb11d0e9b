import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposables.ts';
import { Throttle } from '../../base/throttle.ts';
import { MAX_UNREAD_BYTES, type PagePeer } from '../../server/peer.ts';

/** One frame of the screen, milliseconds: a page gets at most one message in it. */
export const FRAME_MS = 16;
/** Most batches sent but not yet acknowledged; later frames are collected. */
const MAX_IN_FLIGHT = 4;
/** A page that fell behind is fed again once its backlog is this small; characters. */
const CAUGHT_UP_CHARS = 64 * 1024;

interface WindowPeerParts {
  readonly send: (frames: readonly string[]) => void;
  readonly isShown: () => boolean;
  /** Frames were dropped, and the page can take some again: resend everything. */
  readonly onCaughtUp: () => void;
  readonly onClose: (code: number, reason: string) => void;
  /** Runs our code; an exception in it closes the connection. */
  readonly guard: (run: () => void) => void;
  readonly clock: Clock;
}

interface Batch {
  readonly chars: number;
  readonly written: readonly (() => void)[];
}

/**
 * A window's end of a connection. Frames within one screen frame share a message. A hidden page
 * gets only what it needs to be complete when shown (`greet`); a page that does not acknowledge
 * holds at most 4 MiB.
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

  /**
   * Sends a finished frame with the next message. `written` runs once the page has taken it. False:
   * dropped, as are all others until `onCaughtUp`.
   */
  trySend(bytes: Buffer, written?: () => void): boolean {
    if (this.#disposed) return false;
    if (!this.#greeting && (this.#missed || !this.#parts.isShown())) return this.#drop();
    if (this.#waitingChars + this.#inFlightChars > MAX_UNREAD_BYTES) return this.#drop();
    this.#add(bytes, written);
    return true;
  }

  forceSend(bytes: Buffer): void {
    if (!this.#disposed) this.#add(bytes);
  }

  close(code: number, reason: string): void {
    if (!this.#disposed) this.#parts.onClose(code, reason);
  }

  /** Frames offered in `run` are sent even while the page is hidden. */
  greet<T>(run: () => T): T {
    const before = this.#greeting;
    this.#greeting = true;
    try {
      return run();
    } finally {
      this.#greeting = before;
    }
  }

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

  onShown(shown: boolean): void {
    if (this.#disposed) return;
    if (shown) this.#parts.guard(() => this.#lookWhetherCaughtUp());
    // Accepted frames must be sent, and not trickle out while the page is hidden.
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

  /** Runs at the end of the turn, so that one turn's frames share a message. */
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
