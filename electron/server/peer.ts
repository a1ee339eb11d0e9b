import type { RawData, WebSocket } from 'ws';
import type { Logger } from '../base/log.ts';

/** Above this much unread data a page gets nothing more until it has read. */
export const MAX_UNREAD_BYTES = 4 * 1024 * 1024;
/** Answers that nobody reads end the connection here: a page that reads never has so much waiting. */
const MAX_UNREAD_ANSWERS_BYTES = 8 * 1024 * 1024;
/** A page that has read down to this is fed again. */
const CAUGHT_UP_BYTES = 64 * 1024;
/** So many frames that make no sense end a connection. */
export const MAX_BAD_FRAMES = 3;

/** WebSocket close codes that we use (RFC 6455, 7.4.1). */
export const CLOSE_GOING_AWAY = 1001;
export const CLOSE_POLICY = 1008;
const CLOSE_INTERNAL = 1011;

export interface PeerListener {
  /** A text frame. Returns false when it makes no sense. */
  onText(text: string): boolean;
  /** What the page missed while it did not read is lost to it: send it everything anew. */
  onCaughtUp(): void;
  onClosed(): void;
}

/** What a connection can say to its page, whatever carries it. */
export interface PagePeer {
  /** Sends a finished frame; `written` is called when it has left. False: it was dropped. */
  trySend(bytes: Buffer, written?: () => void): boolean;
  /** Sends even to a page that is behind. */
  forceSend(bytes: Buffer): void;
  close(code: number, reason: string): void;
}

/** One page's socket: bounded memory for a page that does not read, patience for three bad frames. */
export class Peer implements PagePeer {
  readonly #socket: WebSocket;
  readonly #refusals: Refusals;
  readonly #log: Logger;
  readonly #listener: PeerListener;
  #lagging = false;
  #badFrames = 0;

  constructor(socket: WebSocket, refusals: Refusals, log: Logger, listener: PeerListener) {
    this.#socket = socket;
    this.#refusals = refusals;
    this.#log = log;
    this.#listener = listener;
    socket.on('message', (data, isBinary) => this.guard(() => this.#onMessage(data, isBinary)));
    // The library has answered with a pong, which waits to be read like everything else.
    socket.on('ping', () => this.#endUnread());
    // The library closes the socket itself; without a listener the process would end.
    socket.on('error', () => refusals.count('broken-socket'));
    socket.on('close', () => this.guard(() => listener.onClosed()));
  }

  /** Whether frames are being dropped because the page does not read. */
  get isLagging(): boolean {
    return this.#lagging;
  }

  /**
   * Sends a finished frame. A page that is behind by more than `MAX_UNREAD_BYTES` does not get it,
   * nor any other until it has read: then `onCaughtUp` is called.
   *
   * @param written called when the frame has left for the system (not when the page has it).
   * @returns false when the frame was dropped.
   */
  trySend(bytes: Buffer, written?: () => void): boolean {
    if (this.#socket.readyState !== this.#socket.OPEN || this.#lagging) return false;
    if (this.#socket.bufferedAmount > MAX_UNREAD_BYTES) {
      this.#lagging = true;
      this.#refusals.count('slow-page');
      return false;
    }
    this.#send(bytes, written);
    return true;
  }

  /** Sends even to a page that is behind: for answers. With over 8 MiB unread the connection ends. */
  forceSend(bytes: Buffer): void {
    if (this.#socket.readyState !== this.#socket.OPEN || this.#endUnread()) return;
    this.#send(bytes);
  }

  close(code: number, reason: string): void {
    this.#socket.close(code, reason);
  }

  /** Runs our side of the connection: a mistake in it costs this connection, not the app. */
  guard(run: () => void): void {
    try {
      run();
    } catch (failure) {
      this.#log.error('A page connection failed', { failure });
      this.close(CLOSE_INTERNAL, 'Internal error');
    }
  }

  /** Without a goodbye, which would wait behind the rest. */
  #endUnread(): boolean {
    if (this.#socket.bufferedAmount <= MAX_UNREAD_ANSWERS_BYTES) return false;
    this.#refusals.count('unread-answers');
    this.#socket.terminate();
    return true;
  }

  #send(bytes: Buffer, written?: () => void): void {
    this.#socket.send(bytes, { binary: false }, (failure) => {
      if (failure) return;
      this.guard(() => {
        this.#onWritten();
        written?.();
      });
    });
  }

  #onWritten(): void {
    if (!this.#lagging || this.#socket.bufferedAmount > CAUGHT_UP_BYTES) return;
    this.#lagging = false;
    this.#listener.onCaughtUp();
  }

  #onMessage(data: RawData, isBinary: boolean): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    if (!isBinary && this.#listener.onText(String(data))) return;
    this.#refusals.count('bad-frame');
    this.#badFrames += 1;
    if (this.#badFrames >= MAX_BAD_FRAMES) this.close(CLOSE_POLICY, 'Too many bad frames');
  }
}

/**
 * Counts what was turned away, by reason. The log says it at the first time and whenever the count
 * has doubled, so that a page that keeps knocking cannot fill the disk.
 */
export class Refusals {
  readonly #log: Logger;
  readonly #counts = new Map<string, number>();

  constructor(log: Logger) {
    this.#log = log;
  }

  /** @param reason stable, kebab-case. */
  count(reason: string): void {
    const count = (this.#counts.get(reason) ?? 0) + 1;
    this.#counts.set(reason, count);
    if (Number.isInteger(Math.log2(count))) this.#log.warn('Refused at a page', { reason, count });
  }
}
