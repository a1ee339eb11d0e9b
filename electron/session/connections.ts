import type { Clock } from '../base/clock.ts';
import type { Disposable } from '../base/disposables.ts';
import { parseFrame, type SocketFrame } from '../platform/frames.ts';
import { HandOver } from './hand-over.ts';
import type { ReceiveFrame } from './ports.ts';
import type { OpenSocket, Socket, SocketEnd } from './socket.ts';

export interface ConnectionEvents {
  opened(connection: number): void;
  /** `livedMs`: how long it had been open; null: it never opened. */
  ended(connection: number, end: SocketEnd, livedMs: number | null): void;
  pong(connection: number, roundTripMs: number): void;
}

interface OpenConnection {
  readonly socket: Socket;
  openedAt: number | null;
  pingedAt: number | null;
  closing: Disposable | null;
}

/**
 * The open sockets by number. More than one is open only while a replaced one is read out. Frames
 * of all of them are handed on in the order they arrive, and once where two bring the same.
 */
export class Connections implements Disposable {
  readonly #openSocket: OpenSocket;
  readonly #clock: Clock;
  readonly #receive: ReceiveFrame;
  readonly #events: ConnectionEvents;
  readonly #open = new Map<number, OpenConnection>();
  #handOver: HandOver | null = null;

  constructor(
    openSocket: OpenSocket,
    clock: Clock,
    receive: ReceiveFrame,
    events: ConnectionEvents,
  ) {
    this.#openSocket = openSocket;
    this.#clock = clock;
    this.#receive = receive;
    this.#events = events;
  }

  /** `settled` is called when the handshake is over, either way. */
  open(connection: number, url: string, settled: () => void): void {
    const socket = this.#openSocket(url, {
      onOpen: () => {
        settled();
        this.#replaces(connection);
        const open = this.#open.get(connection);
        if (open) open.openedAt = this.#clock.monotonic();
        this.#events.opened(connection);
      },
      onText: (text) => this.#frame(connection, parseFrame(text)),
      onEnd: (end) => {
        settled();
        const openedAt = this.#open.get(connection)?.openedAt ?? null;
        this.#forget(connection);
        const livedMs = openedAt === null ? null : this.#clock.monotonic() - openedAt;
        this.#events.ended(connection, end, livedMs);
      },
    });
    this.#open.set(connection, { socket, openedAt: null, pingedAt: null, closing: null });
  }

  send(connection: number, text: string): void {
    const open = this.#open.get(connection);
    if (!open) return;
    open.pingedAt ??= this.#clock.monotonic();
    open.socket.send(text);
  }

  /** Says goodbye now. */
  close(connection: number): void {
    this.#open.get(connection)?.socket.close();
    this.#forget(connection);
  }

  /** Keeps reading for `delayMs` milliseconds, then closes. */
  closeLater(connection: number, delayMs: number): void {
    const open = this.#open.get(connection);
    if (!open) return;
    open.closing?.dispose();
    open.closing = this.#clock.setTimeout(() => this.close(connection), delayMs);
  }

  dispose(): void {
    this.#handOver?.dispose();
    this.#handOver = null;
    for (const connection of [...this.#open.keys()]) this.close(connection);
  }

  #frame(connection: number, frame: SocketFrame): void {
    if (this.#handOver?.admits(connection, frame) === false) return;
    this.#receive(frame);
    if (frame.type !== 'pong') return;
    const open = this.#open.get(connection);
    if (!open || open.pingedAt === null) return;
    const roundTripMs = this.#clock.monotonic() - open.pingedAt;
    open.pingedAt = null;
    this.#events.pong(connection, roundTripMs);
  }

  #replaces(connection: number): void {
    const old = [...this.#open.keys()].findLast((number) => number !== connection);
    if (old === undefined) return;
    this.#handOver?.dispose();
    const deliver = (frame: SocketFrame) => void this.#receive(frame);
    this.#handOver = new HandOver({ clock: this.#clock, old, next: connection, deliver });
  }

  #forget(connection: number): void {
    this.#handOver?.ended(connection);
    this.#open.get(connection)?.closing?.dispose();
    this.#open.delete(connection);
  }
}
