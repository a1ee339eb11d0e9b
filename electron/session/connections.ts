import type { SubscriptionKind } from '../../shared/connection-history.ts';
import type { Clock } from '../base/clock.ts';
import type { Disposable } from '../base/disposables.ts';
import { NamedTimers } from '../base/named-timers.ts';
import { PING, parseFrame, type SocketFrame } from '../platform/frames.ts';
import { backBy, earlier, type Moment, momentOf } from './moment.ts';
import { OverlapFilter, perhapsTwice } from './overlap.ts';
import type { OpenSocket, Socket, SocketEnd } from './socket.ts';
import { SUBSCRIPTIONS } from './subscriptions.ts';

/** Where frames go. Answers which subscription an event came from; null: it was no event. */
export type ReceiveFrame<F extends SocketFrame = SocketFrame> = (
  frame: F,
) => SubscriptionKind | null;

interface ConnectionsOptions {
  readonly openSocket: OpenSocket;
  readonly clock: Clock;
  /** How much later than it happens an event is sent at most. */
  readonly lateMs: number;
  /** A connection on which none is answered for so long is given up. */
  readonly pongDeadlineMs: number;
  /** One that has not opened within this long is given up. */
  readonly handshakeMs: number;
  /** `since`: what the frame tells of happened later. */
  readonly receive: (frame: SocketFrame, since: Moment) => void;
  readonly opened: (connection: number) => void;
  /** `livedMs`: how long it had been open; null: it never opened. */
  readonly ended: (connection: number, end: SocketEnd, livedMs: number | null) => void;
  /** It has not opened in time. */
  readonly overdue: (connection: number) => void;
  readonly pong: (connection: number, roundTripMs: number) => void;
  /** All that was sent before `at` has come, on whichever connection. */
  readonly answered: (at: Moment) => void;
  /** A replaced connection broke before all of it was read: what was sent before `at` was. */
  readonly unread: (at: Moment) => void;
}

interface OpenConnection {
  readonly socket: Socket;
  /** From then on it may have taken the place of the one before. */
  readonly askedAt: Moment;
  openedAt: number | null;
  /** When the PINGs were sent that have no answer yet, the first one first. */
  readonly pings: Moment[];
  /** When the last PING was sent that was answered: all that was sent before has come by it. */
  answered: Moment;
  /** `replaced`: all that it brought is wanted. `dropped`: whatever is there. */
  leaving: 'replaced' | 'dropped' | null;
}

/** No close frame came: what was sent last may be lost. */
const BROKEN = 1006;

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

  open(connection: number, url: string): void {
    const { openSocket, clock, handshakeMs, opened, ended, overdue, unread } = this.#options;
    const askedAt = momentOf(clock);
    this.#timers.set(`handshake:${connection}`, handshakeMs, () => overdue(connection));
    const socket = openSocket(url, {
      onOpen: () => {
        this.#timers.clear(`handshake:${connection}`);
        this.#replaces(connection);
        const open = this.#open.get(connection);
        if (open) open.openedAt = clock.monotonic();
        opened(connection);
      },
      onText: (text) => this.#frame(connection, parseFrame(text)),
      onEnd: (end) => {
        const open = this.#open.get(connection);
        const readUntil = this.#answered;
        this.#forget(connection);
        if (open?.leaving === 'dropped') return;
        const isWhole = end.type === 'closed' && end.code !== BROKEN;
        if (open?.leaving === 'replaced' && !isWhole && readUntil) unread(readUntil);
        if (open?.leaving === 'replaced') this.#tellAnswered();
        const livedMs = open?.openedAt == null ? null : clock.monotonic() - open.openedAt;
        ended(connection, end, livedMs);
      },
    });
    const state = {
      askedAt,
      openedAt: null,
      pings: [],
      answered: askedAt,
      leaving: null,
    };
    this.#open.set(connection, { socket, ...state });
  }

  ping(connection: number): void {
    const open = this.#open.get(connection);
    if (!open || open.leaving === 'dropped') return;
    const now = momentOf(this.#options.clock);
    // A server that left one out answers the next ones: those of before would be taken for it.
    const isLeftOut = (at: Moment): boolean =>
      now.monotonic - at.monotonic >= this.#options.pongDeadlineMs;
    while (open.pings[0] && isLeftOut(open.pings[0])) open.pings.shift();
    open.pings.push(now);
    open.socket.send(PING);
  }

  /** Ends it: what it has brought by then is read. One that is not open yet never opens. */
  drop(connection: number): void {
    const open = this.#open.get(connection);
    if (!open) return;
    if (open.openedAt === null) {
      open.socket.close();
      this.#forget(connection);
    } else {
      open.leaving = 'dropped';
      open.socket.finish();
    }
  }

  /** Reads a replaced connection to its end: to the answer to one more PING, or for `mostMs`; then it is closed. */
  retire(connection: number, mostMs: number): void {
    const open = this.#open.get(connection);
    if (!open) return;
    this.ping(connection);
    open.leaving = 'replaced';
    this.#timers.set(`finish:${connection}`, mostMs, () => open.socket.finish());
  }

  dispose(): void {
    this.#handOver?.dispose();
    this.#handOver = null;
    for (const [connection, { socket }] of [...this.#open]) {
      socket.close();
      this.#forget(connection);
    }
  }

  #frame(connection: number, frame: SocketFrame): void {
    const open = this.#open.get(connection);
    if (!open || this.#handOver?.admits(connection, frame) === false) return;
    this.#options.receive(frame, this.#before(this.#readUntil(connection, open)));
    if (frame.type === 'pong') this.#pong(connection, open);
  }

  #pong(connection: number, open: OpenConnection): void {
    const { clock, pong } = this.#options;
    const pingedAt = open.pings.shift();
    if (pingedAt) open.answered = pingedAt;
    if (open.leaving === 'replaced' && open.pings.length === 0) {
      this.#timers.clear(`finish:${connection}`);
      open.socket.finish();
    }
    if (open.leaving !== null || !pingedAt) return;
    this.#tellAnswered();
    pong(connection, clock.monotonic() - pingedAt.monotonic);
  }

  /** Once the next one was asked for, it may have taken what was sent since, whatever is answered on this one. */
  #readUntil(connection: number, { answered }: OpenConnection): Moment {
    const next = [...this.#open].find(([number]) => number > connection)?.[1];
    return next ? earlier(answered, next.askedAt) : answered;
  }

  /** What is sent after `at` happened after this. */
  #before(at: Moment): Moment {
    return backBy(at, this.#options.lateMs);
  }

  /** As far as the oldest connection has been read; null: none has opened. */
  get #answered(): Moment | null {
    const oldest = [...this.#open].find(
      ([, { openedAt, leaving }]) => openedAt !== null && leaving !== 'dropped',
    );
    return oldest ? this.#readUntil(...oldest) : null;
  }

  #tellAnswered(): void {
    const at = this.#answered;
    if (at) this.#options.answered(at);
  }

  #replaces(connection: number): void {
    const old = [...this.#open.keys()].findLast((number) => number !== connection);
    if (old === undefined) return;
    this.#handOver?.dispose();
    const { clock, lateMs, receive } = this.#options;
    const since = this.#before(this.#answered ?? momentOf(clock));
    const deliver = (frame: SocketFrame) => receive(frame, since);
    this.#handOver = new HandOver({ clock, lateMs, old, next: connection, deliver });
  }

  #forget(connection: number): void {
    this.#handOver?.ended(connection);
    this.#timers.clear(`handshake:${connection}`);
    this.#timers.clear(`finish:${connection}`);
    this.#open.delete(connection);
  }
}

/** So long an equal event waits for a sign that both connections deliver. */
const DOUBT_MS = 500;

interface HandOverOptions {
  readonly clock: Clock;
  /** So long after the end of the old connection a copy of what it brought may come. */
  readonly lateMs: number;
  readonly old: number;
  readonly next: number;
  readonly deliver: (frame: SocketFrame) => void;
}

/**
 * From the moment a connection opens in the place of another one of its session. The old one gets no
 * events from then on, says the specification: an equal donation that was still under way on it is
 * real, and so is the one on the new. Should a server give events to both for a while, they are let
 * through once; what carries its own time and comes on both is the sign of it. Until there is one, an
 * equal donation waits for a moment, and is then handed on, marked: better twice than never. What came before
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
    this.#filter = new OverlapFilter(options.clock, options.lateMs, false);
    for (const { kind } of SUBSCRIPTIONS) this.#filter.begin(kind);
  }

  admits(connection: number, frame: SocketFrame): boolean {
    const { clock, old, next } = this.#options;
    if (connection !== old && connection !== next) return true;
    if (this.#until !== null && clock.monotonic() > this.#until) return true;
    const verdict = this.#filter.judge(connection === old ? 'old' : 'next', frame);
    if (verdict === 'perhaps') this.#wait(frame);
    if (verdict === 'passed') this.#options.deliver(perhapsTwice(frame));
    if (this.#filter.takesCopies) this.#drop();
    return verdict === 'new';
  }

  ended(connection: number): void {
    const { clock, lateMs, old } = this.#options;
    if (connection === old) this.#until ??= clock.monotonic() + lateMs;
  }

  /** Hands on what still waits. */
  dispose(): void {
    const frames = [...this.#waiting.values()];
    this.#drop();
    for (const frame of frames) this.#options.deliver(perhapsTwice(frame));
  }

  #wait(frame: SocketFrame): void {
    const { clock, deliver } = this.#options;
    const timer = clock.setTimeout(() => {
      this.#waiting.delete(timer);
      deliver(perhapsTwice(frame));
    }, DOUBT_MS);
    this.#waiting.set(timer, frame);
  }

  #drop(): void {
    for (const timer of this.#waiting.keys()) timer.dispose();
    this.#waiting.clear();
  }
}
