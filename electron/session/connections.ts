import type { Clock } from '../base/clock.ts';
import type { Disposable } from '../base/disposables.ts';
import { NamedTimers } from '../base/named-timers.ts';
import { parseFrame, type SocketFrame } from '../platform/frames.ts';
import { OverlapFilter } from './overlap.ts';
import type { OpenSocket, Socket, SocketEnd } from './socket.ts';
import { SUBSCRIPTIONS, type SubscriptionKind } from './subscriptions.ts';

/** Where frames go. Answers which subscription an event came from; null: it was no event. */
export type ReceiveFrame<F extends SocketFrame = SocketFrame> = (
  frame: F,
) => SubscriptionKind | null;

interface ConnectionsOptions {
  readonly openSocket: OpenSocket;
  readonly clock: Clock;
  readonly receive: ReceiveFrame;
  readonly opened: (connection: number) => void;
  /** `livedMs`: how long it had been open; null: it never opened. */
  readonly ended: (connection: number, end: SocketEnd, livedMs: number | null) => void;
  readonly pong: (connection: number, roundTripMs: number) => void;
}

interface OpenConnection {
  readonly socket: Socket;
  openedAt: number | null;
  pingedAt: number | null;
}

/**
 * The open sockets by number. More than one is open only while a replaced one is read out. Frames
 * of all of them are handed on in the order they arrive, and once where two bring the same.
 */
export class Connections implements Disposable {
  readonly #options: ConnectionsOptions;
  readonly #timers: NamedTimers;
  readonly #open = new Map<number, OpenConnection>();
  #handOver: HandOver | null = null;

  constructor(options: ConnectionsOptions) {
    this.#options = options;
    this.#timers = new NamedTimers(options.clock);
  }

  /** `settled` is called when the handshake is over, either way. */
  open(connection: number, url: string, settled: () => void): void {
    const { openSocket, clock, opened, ended } = this.#options;
    const socket = openSocket(url, {
      onOpen: () => {
        settled();
        this.#replaces(connection);
        const open = this.#open.get(connection);
        if (open) open.openedAt = clock.monotonic();
        opened(connection);
      },
      onText: (text) => this.#frame(connection, parseFrame(text)),
      onEnd: (end) => {
        settled();
        const openedAt = this.#open.get(connection)?.openedAt ?? null;
        this.#forget(connection);
        const livedMs = openedAt === null ? null : clock.monotonic() - openedAt;
        ended(connection, end, livedMs);
      },
    });
    this.#open.set(connection, { socket, openedAt: null, pingedAt: null });
  }

  send(connection: number, text: string): void {
    const open = this.#open.get(connection);
    if (!open) return;
    open.pingedAt ??= this.#options.clock.monotonic();
    open.socket.send(text);
  }

  close(connection: number): void {
    this.#open.get(connection)?.socket.close();
    this.#forget(connection);
  }

  closeLater(connection: number, delayMs: number): void {
    if (!this.#open.has(connection)) return;
    this.#timers.set(`close:${connection}`, delayMs, () => this.close(connection));
  }

  dispose(): void {
    this.#handOver?.dispose();
    this.#handOver = null;
    for (const connection of [...this.#open.keys()]) this.close(connection);
  }

  #frame(connection: number, frame: SocketFrame): void {
    if (this.#handOver?.admits(connection, frame) === false) return;
    this.#options.receive(frame);
    if (frame.type !== 'pong') return;
    const open = this.#open.get(connection);
    if (!open || open.pingedAt === null) return;
    const roundTripMs = this.#options.clock.monotonic() - open.pingedAt;
    open.pingedAt = null;
    this.#options.pong(connection, roundTripMs);
  }

  #replaces(connection: number): void {
    const old = [...this.#open.keys()].findLast((number) => number !== connection);
    if (old === undefined) return;
    this.#handOver?.dispose();
    const { clock, receive } = this.#options;
    const deliver = (frame: SocketFrame) => void receive(frame);
    this.#handOver = new HandOver({ clock, old, next: connection, deliver });
  }

  #forget(connection: number): void {
    this.#handOver?.ended(connection);
    this.#timers.clear(`close:${connection}`);
    this.#open.delete(connection);
  }
}

/** After the end of the old connection no copy of what it brought can be on its way any longer. */
const COPY_MS = 5_000;
/** So long an equal event waits for a sign that both connections deliver. */
const DOUBT_MS = 500;

interface HandOverOptions {
  readonly clock: Clock;
  readonly old: number;
  readonly next: number;
  readonly deliver: (frame: SocketFrame) => void;
}

/**
 * From the moment a connection opens in the place of another one of its session. The old one gets no
 * events from then on, says the specification: an equal donation that was still under way on it is
 * real, and so is the one on the new. Should a server give events to both for a while, they are let
 * through once; what carries its own time and comes on both is the sign of it. Until there is one, an
 * equal donation waits for a moment, and is then handed on: better twice than never. What came before
 * the new connection was open is not compared.
 */
export class HandOver implements Disposable {
  readonly #options: HandOverOptions;
  readonly #filter: OverlapFilter;
  readonly #waiting = new Map<Disposable, SocketFrame>();
  /** When the comparing is over, monotonic milliseconds; null: the old connection is still read. */
  #until: number | null = null;

  constructor(options: HandOverOptions) {
    this.#options = options;
    this.#filter = new OverlapFilter(options.clock, COPY_MS, false);
    for (const { kind } of SUBSCRIPTIONS) this.#filter.begin(kind);
  }

  admits(connection: number, frame: SocketFrame): boolean {
    const { clock, old, next } = this.#options;
    if (connection !== old && connection !== next) return true;
    if (this.#until !== null && clock.monotonic() > this.#until) return true;
    const verdict = this.#filter.judge(connection === old ? 'old' : 'next', frame);
    if (verdict === 'perhaps') this.#wait(frame);
    if (this.#filter.takesCopies) this.#drop();
    return verdict === 'new';
  }

  ended(connection: number): void {
    const { clock, old } = this.#options;
    if (connection === old) this.#until ??= clock.monotonic() + COPY_MS;
  }

  /** Hands on what still waits. */
  dispose(): void {
    const frames = [...this.#waiting.values()];
    this.#drop();
    for (const frame of frames) this.#options.deliver(frame);
  }

  #wait(frame: SocketFrame): void {
    const { clock, deliver } = this.#options;
    const timer = clock.setTimeout(() => {
      this.#waiting.delete(timer);
      deliver(frame);
    }, DOUBT_MS);
    this.#waiting.set(timer, frame);
  }

  #drop(): void {
    for (const timer of this.#waiting.keys()) timer.dispose();
    this.#waiting.clear();
  }
}
