import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock } from '../base/clock.ts';
import type { Disposable } from '../base/disposables.ts';
import type { Refusals } from './peer.ts';

/** Open connections of the whole server, pages' sockets included. A streamer needs a dozen. */
const MAX_CONNECTIONS = 256;
/** A connection without a request, or between two, ends after so long. */
const SILENCE_MS = 30_000;
/** Requests of one connection that may wait for their answers: browsers send one at a time. */
const MAX_WAITING = 16;
/** Answers that wait to be read, of one connection, in bytes. */
const MAX_UNREAD_BYTES = 8 * 1024 * 1024;

interface Watched {
  silence: Disposable | null;
  readonly answers: Set<ServerResponse>;
}

/** Bounds what connections may cost that nobody uses, or whose other end does not read. */
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

  /** A request has come. False: its connection was ended, nobody waits for an answer. */
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

  /** An answer has been written as far as it was taken. One alone may be as large as its file is. */
  written({ socket }: IncomingMessage): void {
    const watched = this.#sockets.get(socket);
    if (!watched || watched.answers.size < 2) return;
    let unread = 0;
    for (const answer of watched.answers) unread += answer.writableLength;
    if (unread > MAX_UNREAD_BYTES) this.#refuse(socket, 'unread-answers');
  }

  /** The connection is a page's socket now, or about to be ended: it is watched elsewhere. */
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

  /** Until the head of a request is here as a whole: half of one is as good as silence. */
  #awaitWord(socket: Socket, watched: Watched): void {
    this.#endSilence(watched);
    // Browsers open connections ahead and keep them: their end is nothing to be logged.
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
