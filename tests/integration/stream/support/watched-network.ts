import type { Clock } from '../../../../electron/base/clock.ts';
import { type OpenSocket, socketOpener } from '../../../../electron/session/socket.ts';

/** Where requests and connections of the app go to. */
export type Route =
  | { readonly type: 'platform' }
  /** Nobody listens there: real refused connections. */
  | { readonly type: 'refused' }
  /** WebSockets go to another port of this machine; requests reach the platform. */
  | { readonly type: 'sockets-by-way-of'; readonly port: number }
  /** The name of the platform cannot be looked up. */
  | { readonly type: 'no-name' };

/** One request, or one attempt to open a WebSocket, on simulated time. */
export interface Call {
  readonly at: number;
  readonly operation: string;
}

/** An address of this machine at which nobody can listen on the platform's port. */
const NOBODY = '127.0.0.2';

export const CONNECT = 'WebSocket';

/**
 * The app's way out: real requests and sockets, counted, so that simulated time can stand still
 * while one of them is on its way.
 */
export class WatchedNetwork {
  route: Route = { type: 'platform' };
  readonly calls: Call[] = [];
  readonly #clock: Clock;
  readonly #open: OpenSocket;
  #inFlight = 0;
  #moves = 0;

  constructor(clock: Clock, open: OpenSocket = socketOpener(clock)) {
    this.#clock = clock;
    this.#open = open;
  }

  /** Requests without an answer and handshakes that are not over. */
  get inFlight(): number {
    return this.#inFlight;
  }

  /** Grows with everything that happens on any line. */
  get moves(): number {
    return this.#moves;
  }

  readonly fetch: typeof globalThis.fetch = async (input, init) => {
    const url = new URL(String(input));
    this.#note(`${init?.method ?? 'GET'} ${operationOf(url.pathname)}`);
    return this.#onItsWay(async () => {
      if (this.route.type === 'no-name') throw new TypeError('fetch failed', { cause: noName() });
      if (this.route.type === 'refused') url.hostname = NOBODY;
      return this.#answered(await globalThis.fetch(url, init));
    });
  };

  /** What a person's browser does with an address; not a call of the app. */
  browse(address: string): Promise<void> {
    return this.#onItsWay(async () => {
      const answer = await globalThis.fetch(address, { redirect: 'follow' });
      await answer.arrayBuffer();
    });
  }

  readonly openSocket: OpenSocket = (url, handlers) => {
    this.#note(CONNECT);
    this.#inFlight += 1;
    let isOpening = true;
    const moved = (settled: boolean): void => {
      this.#moves += 1;
      if (!settled || !isOpening) return;
      isOpening = false;
      this.#inFlight -= 1;
    };
    const open = this.route.type === 'no-name' ? openNowhere : this.#open;
    const socket = open(this.#addressOf(url), {
      onOpen() {
        moved(true);
        handlers.onOpen();
      },
      onText(text) {
        moved(false);
        handlers.onText(text);
      },
      onEnd(end) {
        moved(true);
        handlers.onEnd(end);
      },
    });
    return {
      send(text) {
        moved(false);
        socket.send(text);
      },
      close() {
        moved(true);
        socket.close();
      },
      finish() {
        moved(true);
        socket.finish();
      },
      dispose() {
        moved(true);
        socket.dispose();
      },
    };
  };

  #note(operation: string): void {
    this.calls.push({ at: this.#clock.monotonic(), operation });
  }

  #addressOf(url: string): string {
    const { route } = this;
    const address = new URL(url);
    if (route.type === 'refused') address.hostname = NOBODY;
    if (route.type === 'sockets-by-way-of') address.port = String(route.port);
    return address.href;
  }

  /** The whole answer, so that nothing of it is on its way any more. */
  async #answered(answer: Response): Promise<Response> {
    const body = await answer.arrayBuffer();
    const { status, headers } = answer;
    return new Response(body.byteLength > 0 ? body : null, { status, headers });
  }

  async #onItsWay<T>(run: () => Promise<T>): Promise<T> {
    this.#inFlight += 1;
    this.#moves += 1;
    try {
      return await run();
    } finally {
      this.#inFlight -= 1;
      this.#moves += 1;
    }
  }
}

/** The three subscribe calls are one operation of the specification. */
function operationOf(path: string): string {
  return path.replace(/(subscribe)\/\w+$/, '$1/{event}');
}

function noName(): Error {
  return Object.assign(new Error('getaddrinfo ENOTFOUND ci.me'), { code: 'ENOTFOUND' });
}

const openNowhere: OpenSocket = (_url, handlers) => {
  let silent = false;
  const silence = (): void => {
    silent = true;
  };
  setImmediate(() => {
    if (!silent) handlers.onEnd({ type: 'unreachable', detail: noName().message });
  });
  return { send: () => undefined, close: silence, finish: () => undefined, dispose: silence };
};
