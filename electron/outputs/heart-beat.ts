import type { Clock } from '../base/clock.ts';
import { type Disposable, toDisposable } from '../base/disposables.ts';

/** The part of a WebSocket that a heart-beat needs. */
export interface BeatingSocket {
  ping(): void;
  terminate(): void;
  on(event: 'pong', listener: () => void): unknown;
  off(event: 'pong', listener: () => void): unknown;
}

export const HEART_BEAT_MS = 30_000;

interface Watched {
  answered: boolean;
}

/**
 * Finds sockets whose other end is gone without a word: each gets a ping a beat, and one that has
 * not answered by the next is ended. One timer for all, none without sockets.
 */
export class HeartBeat implements Disposable {
  readonly #clock: Clock;
  readonly #sockets = new Map<BeatingSocket, Watched>();
  #timer: Disposable | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Dispose what it returns when the socket has closed. */
  watch(socket: BeatingSocket): Disposable {
    const state: Watched = { answered: true };
    const onPong = () => {
      state.answered = true;
    };
    socket.on('pong', onPong);
    this.#sockets.set(socket, state);
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
    for (const [socket, state] of [...this.#sockets]) {
      if (!state.answered) {
        socket.terminate();
        continue;
      }
      state.answered = false;
      socket.ping();
    }
  }
}
