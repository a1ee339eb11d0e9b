import type { RawData, WebSocket } from 'ws';
import type { Logger } from '../base/log.ts';

/** A page with more unread bytes than this receives nothing until it has read. */
export const MAX_UNREAD_BYTES = 4 * 1024 * 1024;
/** Unread answers beyond this end the connection; a page that reads never has so many. */
const MAX_UNREAD_ANSWERS_BYTES = 8 * 1024 * 1024;
/** Frames resume when the unread bytes fall to this. */
const CAUGHT_UP_BYTES = 64 * 1024;
/** This many invalid frames end a connection. */
export const MAX_BAD_FRAMES = 3;

/** WebSocket close codes that we use (RFC 6455, 7.4.1). */
export const CLOSE_GOING_AWAY = 1001;
export const CLOSE_POLICY = 1008;
const CLOSE_INTERNAL = 1011;

export interface PeerListener {
  /** Handles a text frame. Returns false if it is invalid. */
  onText(text: string): boolean;
  /** Frames were dropped while the page did not read: send it everything anew. */
  onCaughtUp(): void;
  onClosed(): void;
}

/** Sends to a page over any transport. */
export interface PagePeer {
  /** `written`: it was handed to the system. Returns false if the frame was dropped. */
  trySend(bytes: Buffer, written?: () => void): boolean;
  forceSend(bytes: Buffer): void;
  close(code: number, reason: string): void;
}

/** Bounds the memory for a page that does not read, and tolerates three invalid frames. */
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
    // The library answers with a pong, which adds to the unread bytes.
    socket.on('ping', () => this.#endUnread());
    // The library closes the socket itself, but an unhandled error event would end the process.
    socket.on('error', () => refusals.count('broken-socket'));
    socket.on('close', () => this.guard(() => listener.onClosed()));
  }

  /** A page with too much unread gets no frames until it has read; then `onCaughtUp` is called. */
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

  /** For answers. With over 8 MiB unread the connection ends. */
  forceSend(bytes: Buffer): void {
    if (this.#socket.readyState !== this.#socket.OPEN || this.#endUnread()) return;
    this.#send(bytes);
  }

  close(code: number, reason: string): void {
    this.#socket.close(code, reason);
  }

  /** Runs our code for the connection: an error in it ends this connection, not the app. */
  guard(run: () => void): void {
    try {
      run();
    } catch (failure) {
      this.#log.error('A page connection failed', { failure });
      this.close(CLOSE_INTERNAL, 'Internal error');
    }
  }

  /** Ends without a close frame, which would wait behind the unread data. */
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

/** Counts by reason; logs the first and each doubling, so that no page can fill the disk. */
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
