import type { Clock } from '../base/clock.ts';
import type { Disposable } from '../base/disposables.ts';
import { HandOver } from './hand-over.ts';
import type { ReceiveFrame } from './ports.ts';
import type { OpenSocket, Socket, SocketEnd } from './socket.ts';

export interface ConnectionEvents {
  opened(connection: number): void;
  /** `livedMs`: how long it had been open; null: it never opened. */
  ended(connection: number, end: SocketEnd, livedMs: number | null): void;
  pong(connection: number, roundTripMs: number): void;
}

interface SessionLink {
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
  readonly #links = new Map<number, SessionLink>();
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
        const link = this.#links.get(connection);
        if (link) link.openedAt = this.#clock.monotonic();
        this.#events.opened(connection);
      },
      onText: (text) => this.#text(connection, text),
      onEnd: (end) => {
        settled();
        const openedAt = this.#links.get(connection)?.openedAt ?? null;
        this.#forget(connection);
        const livedMs = openedAt === null ? null : this.#clock.monotonic() - openedAt;
        this.#events.ended(connection, end, livedMs);
      },
    });
    this.#links.set(connection, { socket, openedAt: null, pingedAt: null, closing: null });
  }

  send(connection: number, text: string): void {
    const link = this.#links.get(connection);
    if (!link) return;
    link.pingedAt ??= this.#clock.monotonic();
    link.socket.send(text);
  }

  /** Says goodbye now. */
  close(connection: number): void {
    this.#links.get(connection)?.socket.close();
    this.#forget(connection);
  }

  /** Goes on reading for `delayMs` milliseconds, then says goodbye. */
  closeLater(connection: number, delayMs: number): void {
    const link = this.#links.get(connection);
    if (!link) return;
    link.closing?.dispose();
    link.closing = this.#clock.setTimeout(() => this.close(connection), delayMs);
  }

  dispose(): void {
    this.#handOver?.dispose();
    this.#handOver = null;
    for (const connection of [...this.#links.keys()]) this.close(connection);
  }

  #text(connection: number, text: string): void {
    if (this.#handOver?.admits(connection, text) === false) return;
    if (!this.#receive(text).isPong) return;
    const link = this.#links.get(connection);
    if (!link || link.pingedAt === null) return;
    const roundTripMs = this.#clock.monotonic() - link.pingedAt;
    link.pingedAt = null;
    this.#events.pong(connection, roundTripMs);
  }

  #replaces(connection: number): void {
    const old = [...this.#links.keys()].findLast((number) => number !== connection);
    if (old === undefined) return;
    this.#handOver?.dispose();
    const deliver = (text: string) => void this.#receive(text);
    this.#handOver = new HandOver({ clock: this.#clock, old, next: connection, deliver });
  }

  #forget(connection: number): void {
    this.#handOver?.ended(connection);
    this.#links.get(connection)?.closing?.dispose();
    this.#links.delete(connection);
  }
}
