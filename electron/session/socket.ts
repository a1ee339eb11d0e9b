import type { ClientRequest } from 'node:http';
import { WebSocket } from 'ws';
import type { Clock } from '../base/clock.ts';
import type { Disposable } from '../base/disposables.ts';
import { errorCode } from '../base/files.ts';
import { isSafeAddress } from '../base/loopback.ts';
import { socketAgent } from '../base/outbound.ts';

export type SocketEnd =
  /** It had been open; 1006 when no close frame came, our own code when a frame broke the rules. */
  | { readonly type: 'closed'; readonly code: number; readonly reason: string }
  | { readonly type: 'refused'; readonly status: number }
  /** It never opened: no network, wrong address, reset. */
  | { readonly type: 'unreachable'; readonly detail: string };

export interface SocketHandlers {
  onOpen(): void;
  onText(text: string): void;
  /** Called exactly once, unless the socket was disposed first. */
  onEnd(end: SocketEnd): void;
}

/** One WebSocket. Disposing it ends the connection at once and silences its handlers. */
export interface Socket extends Disposable {
  send(text: string): void;
  /** Says goodbye with a close frame; handlers are silent from now on. */
  close(): void;
  /**
   * The same, but what the server sent before it answered is read: `onEnd` follows. One that has asked to be opened
   * opens first; one that has not never does.
   */
  finish(): void;
}

export type OpenSocket = (url: string, handlers: SocketHandlers) => Socket;

/** Larger frames than this are not from this platform; the connection is ended (code 1009). */
const MAX_FRAME_BYTES = 4 * 1024 * 1024;

/** How long a server may take to answer our close frame before the link is cut. */
const GOODBYE_MS = 1_000;

/** A process that goes on after a stop finds its timers due before it has read what came meanwhile. */
const READ_MS = 100;

/** Codes with which `ws` ends a link whose frames break the rules; every other is 1002. */
const RULE_CODES: ReadonlyMap<string, number> = new Map([
  ['WS_ERR_UNSUPPORTED_MESSAGE_LENGTH', 1009],
  ['WS_ERR_INVALID_UTF8', 1007],
]);

/**
 * A standard WebSocket (RFC 6455) without sub-protocol or extension, as the specification asks.
 * Opening never throws: an address that is none is `unreachable` too, and so is one without
 * encryption, but for those of this machine where `mayBePlain` says so.
 */
export function socketOpener(clock: Clock, mayBePlain: boolean = true): OpenSocket {
  return (url, handlers) => {
    const asked = isSafeAddress(url, 'wss:', mayBePlain) ? connect(url) : null;
    return asked ? new Connection(asked, handlers, clock) : neverOpened(handlers);
  };
}

interface Asked {
  readonly client: WebSocket;
  /** null: `ws` made none. */
  readonly request: ClientRequest | null;
}

/** null: the address is none. What `ws` says of it would quote the key. */
function connect(url: string): Asked | null {
  try {
    const agent = url.startsWith('wss:') ? socketAgent() : undefined;
    let request: ClientRequest | null = null;
    const client = new WebSocket(url, {
      ...(agent ? { agent } : {}),
      perMessageDeflate: false,
      followRedirects: false,
      maxPayload: MAX_FRAME_BYTES,
      finishRequest: (made) => {
        request = made;
        made.end();
      },
    });
    return { client, request };
  } catch {
    return null;
  }
}

function neverOpened(handlers: SocketHandlers): Socket {
  let silent = false;
  const silence = (): void => {
    silent = true;
  };
  queueMicrotask(() => {
    if (!silent) handlers.onEnd({ type: 'unreachable', detail: 'the address is not valid' });
  });
  return { send: () => undefined, close: silence, finish: () => undefined, dispose: silence };
}

class Connection implements Socket {
  readonly #client: WebSocket;
  readonly #request: ClientRequest | null;
  readonly #handlers: SocketHandlers;
  readonly #clock: Clock;
  #silent = false;
  #opened = false;
  /** It ends as soon as it has opened. */
  #isFinishing = false;
  #failure = 'connection failed';
  #goodbye: Disposable | null = null;

  constructor({ client, request }: Asked, handlers: SocketHandlers, clock: Clock) {
    this.#client = client;
    this.#request = request;
    this.#handlers = handlers;
    this.#clock = clock;
    client.on('open', () => {
      this.#opened = true;
      if (!this.#silent) handlers.onOpen();
      if (!this.#isFinishing) return;
      this.#goodbye?.dispose();
      this.#goodbye = null;
      this.#sayGoodbye();
    });
    client.on('message', (data, isBinary) => {
      if (!this.#silent && !isBinary) handlers.onText(data.toString());
    });
    client.on('unexpected-response', (request, response) => {
      response.resume();
      request.destroy();
      this.#end({ type: 'refused', status: response.statusCode ?? 0 });
    });
    // Without this listener a network failure would end the process; 'close' follows it.
    client.on('error', (error) => this.#failed(error));
    client.on('close', (code, reason) => this.#closed(code, reason.toString()));
  }

  send(text: string): void {
    if (this.#client.readyState === WebSocket.OPEN) this.#client.send(text);
  }

  close(): void {
    this.#silent = true;
    this.#sayGoodbye();
  }

  finish(): void {
    const { readyState } = this.#client;
    // The server's answer may be here, unread, and what it sent after it.
    this.#isFinishing =
      readyState === WebSocket.CONNECTING && this.#request?.writableFinished === true;
    if (this.#isFinishing) this.#cutLater();
    else this.#sayGoodbye();
  }

  dispose(): void {
    this.#silent = true;
    this.#client.terminate();
  }

  #failed(error: Error): void {
    const code = errorCode(error);
    this.#failure = error.message || code || this.#failure;
    if (!this.#opened || !code?.startsWith('WS_ERR_')) return;
    // `ws` has said goodbye and reads no more; whether the server answers is of no interest.
    this.#cutLater();
    this.#end({ type: 'closed', code: RULE_CODES.get(code) ?? 1002, reason: this.#failure });
  }

  #closed(code: number, reason: string): void {
    this.#goodbye?.dispose();
    if (this.#opened) this.#end({ type: 'closed', code, reason });
    else this.#end({ type: 'unreachable', detail: this.#failure });
  }

  #sayGoodbye(): void {
    this.#cutLater();
    this.#client.close(1000);
  }

  #cutLater(): void {
    if (this.#goodbye || this.#client.readyState === WebSocket.CLOSED) return;
    this.#goodbye = this.#clock.setTimeout(() => {
      this.#goodbye = this.#clock.setTimeout(() => this.#client.terminate(), READ_MS);
    }, GOODBYE_MS);
  }

  #end(how: SocketEnd): void {
    if (this.#silent) return;
    this.#silent = true;
    this.#handlers.onEnd(how);
  }
}
