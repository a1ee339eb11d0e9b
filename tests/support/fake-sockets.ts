import type { OpenSocket, SocketEnd, SocketHandlers } from '../../electron/session/socket.ts';

/** One connection as the server's side of a test sees it. */
export class FakeSocket {
  readonly url: string;
  readonly sent: string[] = [];
  state: 'opening' | 'open' | 'closed' = 'opening';
  /** It was said goodbye to. */
  isLeft = false;
  readonly #handlers: SocketHandlers;

  constructor(url: string, handlers: SocketHandlers) {
    this.url = url;
    this.#handlers = handlers;
  }

  open(): void {
    this.state = 'open';
    this.#handlers.onOpen();
  }

  text(frame: unknown): void {
    if (this.state === 'open') this.#handlers.onText(JSON.stringify(frame));
  }

  end(end: SocketEnd): void {
    this.state = 'closed';
    this.#handlers.onEnd(end);
  }

  get pings(): number {
    return this.sent.filter((text) => text === '{"type":"PING"}').length;
  }
}

/** Collects every connection that is opened; `answerPings` makes new ones answer by themselves. */
export function fakeSockets(options: {
  answerPings: boolean;
  openAtOnce: boolean;
  /** Left out: the server answers a close frame at once. */
  answersGoodbye?: boolean;
}) {
  const sockets: FakeSocket[] = [];
  const open: OpenSocket = (url, handlers) => {
    const socket = new FakeSocket(url, handlers);
    sockets.push(socket);
    if (options.openAtOnce) queueMicrotask(() => socket.state === 'opening' && socket.open());
    return {
      send(text) {
        socket.sent.push(text);
        if (options.answerPings) queueMicrotask(() => socket.text({ action: 'PONG' }));
      },
      close() {
        socket.state = 'closed';
      },
      finish() {
        socket.isLeft = true;
        queueMicrotask(() => {
          if (options.answersGoodbye === false) return;
          // One that was closed before says nothing any more.
          if (socket.state !== 'closed') socket.end({ type: 'closed', code: 1000, reason: '' });
        });
      },
      dispose() {
        socket.state = 'closed';
      },
    };
  };
  return { sockets, open, options };
}
