import type { Disposable } from '../../base/disposables.ts';
import type { Wire, WireListener } from './connection.ts';

/** How a connection ended, as the client sees it. */
export type ClientEnd =
  | { readonly type: 'closed'; readonly code: number; readonly reason: string }
  | { readonly type: 'refused'; readonly status: number }
  | { readonly type: 'unreachable'; readonly detail: string };

export interface ClientHandlers {
  onOpen(): void;
  onText(text: string): void;
  /** Called at most once; never after the client itself has ended the connection. */
  onEnd(end: ClientEnd): void;
}

/** The client's end. Its handlers are silent from `close` or `dispose` on. */
export interface ClientSocket extends Disposable {
  send(text: string): void;
  close(): void;
}

export type ConnectClient = (url: string, handlers: ClientHandlers) => ClientSocket;

/** The code a client names when no close frame came (RFC 6455, 7.1.5). */
const NO_CLOSE_FRAME = 1006;

type ToClient =
  | { readonly type: 'open' }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'end'; readonly end: ClientEnd };

type ToServer =
  | { readonly type: 'arrive' }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'gone' };

/**
 * One direction of a line: what is put in comes out in the next turn of the event loop, in order,
 * never within the call that put it in, just as with a network.
 */
class Lane<T> {
  readonly #deliver: (item: T) => void;
  #items: T[] = [];
  #isDue = false;
  #isHeld = false;

  constructor(deliver: (item: T) => void) {
    this.#deliver = deliver;
  }

  put(item: T): void {
    this.#items.push(item);
    this.#ask();
  }

  hold(): void {
    this.#isHeld = true;
  }

  release(): void {
    this.#isHeld = false;
    this.#ask();
  }

  #ask(): void {
    if (this.#isDue || this.#isHeld || this.#items.length === 0) return;
    this.#isDue = true;
    setImmediate(() => this.#turn());
  }

  #turn(): void {
    this.#isDue = false;
    const items = this.#items;
    this.#items = [];
    for (const [index, item] of items.entries()) {
      if (this.#isHeld) {
        this.#items = [...items.slice(index), ...this.#items];
        return;
      }
      this.#deliver(item);
    }
  }
}

/**
 * Both ends of a line inside this process: the same server behind it, without TCP and without the
 * framing of RFC 6455. `arrive` is called once, when the client's request reaches the server.
 */
export class LocalLine {
  readonly client: ClientSocket;
  readonly #handlers: ClientHandlers;
  readonly #arrive: () => void;
  readonly #toClient = new Lane<ToClient>((item) => this.#atClient(item));
  readonly #toServer = new Lane<ToServer>((item) => this.#atServer(item));
  #listener: WireListener | null = null;
  /** The client has opened and neither side has ended it, as far as the client knows. */
  #isClientOpen = false;
  #isClientSilent = false;
  #isServerOpen = false;

  constructor(handlers: ClientHandlers, arrive: (line: LocalLine) => void) {
    this.#handlers = handlers;
    this.#arrive = () => arrive(this);
    const leave = (): void => this.#leave();
    this.client = {
      send: (text) => {
        if (this.#isClientOpen) this.#toServer.put({ type: 'text', text });
      },
      close: leave,
      dispose: leave,
    };
    this.#toServer.put({ type: 'arrive' });
  }

  /** The server takes the client: what it sends from now on comes after the handshake. */
  accept(): Wire {
    this.#isServerOpen = true;
    this.#toClient.put({ type: 'open' });
    const isOpen = (): boolean => this.#isServerOpen;
    const cut = (): void => this.#endFromServer(NO_CLOSE_FRAME, '');
    return {
      get isOpen() {
        return isOpen();
      },
      bufferedBytes: 0,
      send: (frame) => {
        // This platform's clients take text only; bytes would come and be ignored.
        if (typeof frame === 'string') this.#toClient.put({ type: 'text', text: frame });
      },
      close: (code, reason) => this.#endFromServer(code, reason),
      terminate: cut,
      reset: cut,
      pause: () => this.#toServer.hold(),
      resume: () => this.#toServer.release(),
      listen: (listener) => {
        this.#listener = listener;
      },
    };
  }

  /** The server never takes the client. */
  refuse(end: Exclude<ClientEnd, { readonly type: 'closed' }>): void {
    this.#toClient.put({ type: 'end', end });
  }

  #leave(): void {
    if (this.#isClientSilent) return;
    this.#isClientSilent = true;
    this.#isClientOpen = false;
    this.#toServer.put({ type: 'gone' });
  }

  #endFromServer(code: number, reason: string): void {
    if (!this.#isServerOpen) return;
    this.#isServerOpen = false;
    // A half-open line reads again, if only to hear that it is gone.
    this.#toServer.release();
    this.#toClient.put({ type: 'end', end: { type: 'closed', code, reason } });
  }

  #atClient(item: ToClient): void {
    if (item.type === 'end') {
      const wasSilent = this.#isClientSilent;
      this.#leave();
      if (!wasSilent) this.#handlers.onEnd(item.end);
    } else if (!this.#isClientSilent) {
      if (item.type === 'text') this.#handlers.onText(item.text);
      else {
        this.#isClientOpen = true;
        this.#handlers.onOpen();
      }
    }
  }

  #atServer(item: ToServer): void {
    switch (item.type) {
      case 'arrive':
        this.#arrive();
        break;
      case 'text':
        if (this.#isServerOpen) this.#listener?.onMessage(item.text);
        break;
      case 'gone':
        this.#isServerOpen = false;
        this.#listener?.onClosed();
        this.#listener = null;
        break;
    }
  }
}
