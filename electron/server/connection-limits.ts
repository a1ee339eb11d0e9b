import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock } from '../base/clock.ts';
import type { Disposable } from '../base/disposables.ts';
import type { Refusals } from './peer.ts';

/** Open connections of the whole server, including pages' sockets. A streamer needs a dozen. */
const MAX_CONNECTIONS = 256;
/** A connection idle for this long is closed. */
const SILENCE_MS = 30_000;
/** Unanswered requests allowed per connection; browsers send one at a time. */
const MAX_WAITING = 16;
/** Unread answer bytes allowed per connection. */
const MAX_UNREAD_BYTES = 8 * 1024 * 1024;

interface Watched {
  silence: Disposable | null;
  readonly answers: Set<ServerResponse>;
}

/** Limits the cost of idle connections and of those whose other end does not read. */
export class ConnectionLimits implements Disposable {
  readonly #clock: Clock;
  readonly #refusals: Refusals;
  readonly #sockets = new Map<Socket, Watched>();

  constructor(server: Server, { clock, refusals }: { clock: Clock; refusals: Refusals }) {
    this.#clock = clock;
    this.#refusals = refusals;
    server.maxConnections = MAX_CONNECTIONS;
    server.on('drop', () => refusals.count('too-many-connections'));
    server.on('connection', (socket: Socket) => this.#watch(socket));
  }

  /** Registers a request. Returns false if its connection was closed instead. */
  begin({ socket }: IncomingMessage, answer: ServerResponse): boolean {
    const watched = this.#sockets.get(socket);
    if (!watched) return !socket.destroyed;
    this.#endSilence(watched);
    if (watched.answers.size >= MAX_WAITING) return this.#refuse(socket, 'too-many-requests');
    watched.answers.add(answer);
    answer.once('close', () => {
      watched.answers.delete(answer);
      if (watched.answers.size === 0 && this.#sockets.has(socket)) this.#awaitWord(socket, watched);
    });
    return true;
  }

  /** Checks the unread bytes after a write. A single answer may be as large as its file. */
  written({ socket }: IncomingMessage): void {
    const watched = this.#sockets.get(socket);
    if (!watched || watched.answers.size < 2) return;
    let unread = 0;
    for (const answer of watched.answers) unread += answer.writableLength;
    if (unread > MAX_UNREAD_BYTES) this.#refuse(socket, 'unread-answers');
  }

  /** Stops watching a connection that became a page's socket or is about to close. */
  release(socket: Socket): void {
    const watched = this.#sockets.get(socket);
    if (!watched) return;
    this.#sockets.delete(socket);
    this.#endSilence(watched);
  }

  dispose(): void {
    for (const socket of [...this.#sockets.keys()]) this.release(socket);
  }

  #watch(socket: Socket): void {
    const watched: Watched = { silence: null, answers: new Set() };
    this.#sockets.set(socket, watched);
    socket.once('close', () => this.release(socket));
    this.#awaitWord(socket, watched);
  }

  /** Runs until the request's head is complete: half a head counts as idle. */
  #awaitWord(socket: Socket, watched: Watched): void {
    this.#endSilence(watched);
    // Browsers open spare connections, so closing one is not logged.
    watched.silence = this.#clock.setTimeout(() => this.#end(socket), SILENCE_MS);
  }

  #endSilence(watched: Watched): void {
    watched.silence?.dispose();
    watched.silence = null;
  }

  #refuse(socket: Socket, reason: string): false {
    this.#refusals.count(reason);
    this.#end(socket);
    return false;
  }

  #end(socket: Socket): void {
    this.release(socket);
    socket.destroy();
  }
}
