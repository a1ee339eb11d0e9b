import type { Clock } from '../../electron/base/clock.ts';
import type { OpenSocket, Socket } from '../../electron/session/socket.ts';
import type { Simulator } from '../../electron/simulator/server.ts';

/** `down`: nobody can be reached, and open lines are silent. `stalled`: all that is said waits. */
export type NetworkState = 'up' | 'down' | 'stalled';

/** One request, or one attempt to open a WebSocket; `at`: monotonic, virtual. */
export interface Call {
  readonly at: number;
  readonly operation: string;
}

/** The machine's way to the platform, within this process. It outlives the runs of the app. */
export class ChaosNetwork {
  readonly calls: Call[] = [];
  /** Hears every request just before the platform does. */
  onRequest: (operation: string, body: string) => void = () => undefined;
  readonly #simulator: Simulator;
  readonly #clock: Clock;
  /** What waits until the way is free again, in order. */
  #waiting: (() => void)[] = [];
  #state: NetworkState = 'up';
  #moves = 0;

  constructor(simulator: Simulator, clock: Clock) {
    this.#simulator = simulator;
    this.#clock = clock;
  }

  /** Grows with everything that happens on any line. */
  get moves(): number {
    return this.#moves;
  }

  get state(): NetworkState {
    return this.#state;
  }

  set state(state: NetworkState) {
    this.#state = state;
    if (state !== 'up') return;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const run of waiting) run();
  }

  /** The way of one run of the app; from `end` on nothing of it is heard by anybody. */
  wayOf(): { readonly fetch: typeof fetch; readonly openSocket: OpenSocket; end(): void } {
    const open = new Set<Socket>();
    let isOver = false;
    const whileAlive = (run: () => void) => () => {
      if (!isOver) run();
    };
    return {
      fetch: async (input, init) => {
        if (isOver) throw unreachable();
        const { pathname } = new URL(String(input));
        const operation = `${init?.method ?? 'GET'} ${pathname}`;
        this.#note(operation);
        await this.#passage(true);
        this.onRequest(operation, typeof init?.body === 'string' ? init.body : '');
        const answer = await this.#simulator.fetch(input, init);
        const whole = await wholeOf(answer);
        await this.#passage(false);
        return isOver ? new Promise<never>(() => undefined) : whole;
      },
      openSocket: (url, handlers) => {
        this.#note('WebSocket');
        const socket = this.#socket(url, {
          onOpen: whileAlive(() => handlers.onOpen()),
          onText: (text) => whileAlive(() => handlers.onText(text))(),
          onEnd: (end) => whileAlive(() => handlers.onEnd(end))(),
        });
        open.add(socket);
        return socket;
      },
      end: () => {
        isOver = true;
        for (const socket of open) socket.dispose();
      },
    };
  }

  #note(operation: string): void {
    this.#moves += 1;
    this.calls.push({ at: this.#clock.monotonic(), operation });
  }

  /** Resolves when a request, or its answer, gets through; rejects where nobody can be reached. */
  #passage(isRequest: boolean): Promise<void> {
    this.#moves += 1;
    if (this.#state === 'up') return Promise.resolve();
    if (this.#state === 'down' && isRequest) return Promise.reject(unreachable());
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #through(run: () => void): void {
    this.#moves += 1;
    if (this.#state === 'up') run();
    else this.#waiting.push(run);
  }

  readonly #socket: OpenSocket = (url, handlers) => {
    if (this.#state === 'down') return openNowhere(url, handlers);
    let isSilent = false;
    const silence = (): void => {
      isSilent = true;
    };
    const heard = (run: () => void): void =>
      this.#through(() => {
        if (!isSilent) run();
      });
    let socket: Socket | null = null;
    const said = (run: (socket: Socket) => void): void =>
      this.#through(() => {
        if (socket) run(socket);
      });
    this.#through(() => {
      if (isSilent) return;
      socket = this.#simulator.connect(url, {
        onOpen: () => heard(() => handlers.onOpen()),
        onText: (text) => heard(() => handlers.onText(text)),
        onEnd: (end) =>
          heard(() => {
            silence();
            handlers.onEnd(end);
          }),
      });
    });
    // As a real one: a server that says nothing to a goodbye is cut off.
    const cut = (): void => {
      if (isSilent) return;
      silence();
      said((open) => open.dispose());
      handlers.onEnd({ type: 'closed', code: 1006, reason: '' });
    };
    return {
      send: (text) => said((open) => open.send(text)),
      close: () => {
        silence();
        said((open) => open.close());
      },
      finish: () => {
        said((open) => open.finish());
        this.#simulator.clock.setTimeout(cut, GOODBYE_MS);
      },
      dispose: () => {
        silence();
        said((open) => open.dispose());
      },
    };
  };
}

/** As `electron/session/socket.ts`. */
const GOODBYE_MS = 1_000;

const unreachable = (): TypeError => new TypeError('fetch failed');

async function wholeOf(answer: Response): Promise<Response> {
  const body = await answer.arrayBuffer();
  const { status, headers } = answer;
  return new Response(body.byteLength > 0 ? body : null, { status, headers });
}

const openNowhere: OpenSocket = (_url, handlers) => {
  let isSilent = false;
  const silence = (): void => {
    isSilent = true;
  };
  setImmediate(() => {
    if (!isSilent) handlers.onEnd({ type: 'unreachable', detail: 'nobody can be reached' });
  });
  return {
    send: () => undefined,
    close: silence,
    finish: () => undefined,
    dispose: silence,
  };
};
