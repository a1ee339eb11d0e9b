import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { Clock } from '../base/clock.ts';
import { type Disposable, toDisposable } from '../base/disposables.ts';
import { CLOSE_GOING_AWAY } from './peer.ts';

/** How long the other end may take to answer our close. */
const GOODBYE_MS = 400;

/** Closes sockets, waits briefly for the answers, and ends those that remain. */
export async function seeOut(
  open: readonly WebSocket[],
  reason: string,
  clock: Clock,
): Promise<void> {
  const gone = open.map(
    (socket) => new Promise<void>((resolve) => socket.once('close', () => resolve())),
  );
  const cut = clock.setTimeout(() => {
    for (const socket of open) socket.terminate();
  }, GOODBYE_MS);
  for (const socket of open) socket.close(CLOSE_GOING_AWAY, reason);
  await Promise.all(gone);
  cut.dispose();
}

/** Answers a request for a socket with an HTTP status. */
export function refuse(stream: Duplex, status: number): void {
  stream.on('error', () => stream.destroy());
  stream.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
    () => stream.destroy(),
  );
}

const HEART_BEAT_MS = 30_000;

/** Ends sockets that have not answered a ping by the next. One timer for all. */
export class HeartBeat implements Disposable {
  readonly #clock: Clock;
  readonly #sockets = new Map<WebSocket, boolean>();
  #timer: Disposable | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  watch(socket: WebSocket): Disposable {
    this.#sockets.set(socket, true);
    const onPong = () => this.#sockets.set(socket, true);
    socket.on('pong', onPong);
    this.#timer ??= this.#next();
    return toDisposable(() => {
      socket.off('pong', onPong);
      this.#sockets.delete(socket);
      if (this.#sockets.size === 0) this.dispose();
    });
  }

  dispose(): void {
    this.#timer?.dispose();
    this.#timer = null;
  }

  #next(): Disposable {
    return this.#clock.setTimeout(() => this.#beat(), HEART_BEAT_MS);
  }

  #beat(): void {
    this.#timer = this.#next();
    for (const [socket, hasAnswered] of [...this.#sockets]) {
      if (hasAnswered) {
        this.#sockets.set(socket, false);
        socket.ping();
      } else {
        socket.terminate();
      }
    }
  }
}
