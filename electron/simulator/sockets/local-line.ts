import type { Disposable } from '../../base/disposables.ts';
import type { Wire, WireListener } from './connection.ts';

export type ClientEnd =
  | { readonly type: 'closed'; readonly code: number; readonly reason: string }
  | { readonly type: 'refused'; readonly status: number }
  | { readonly type: 'unreachable'; readonly detail: string };

interface ClientHandlers {
  onOpen(): void;
  onText(text: string): void;
  /** Called at most once; never after the client itself has ended the connection. */
  onEnd(end: ClientEnd): void;
}

/** The client's end. Its handlers are silent from `close` or `dispose` on. */
export interface ClientSocket extends Disposable {
  send(text: string): void;
  close(): void;
  /** Closes too, and hears what the server sent before it knew, then of the end. */
  finish(): void;
}

export type ConnectClient = (url: string, handlers: ClientHandlers) => ClientSocket;

/** The code a client names when no close frame came (RFC 6455, 7.1.5). */
const NO_CLOSE_FRAME = 1006;
const GOODBYE = 1000;

/** What is put in happens in the next turn of the event loop, in order, as with a network. */
class Lane {
  #steps: (() => void)[] = [];
  #isDue = false;
  #isHeld = false;

  put(step: () => void): void {
    this.#steps.push(step);
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
    if (this.#isDue || this.#isHeld || this.#steps.length === 0) return;
    this.#isDue = true;
    setImmediate(() => this.#turn());
  }

  #turn(): void {
    this.#isDue = false;
    const steps = this.#steps;
    this.#steps = [];
    for (const [index, step] of steps.entries()) {
      if (this.#isHeld) {
        this.#steps = [...steps.slice(index), ...this.#steps];
        return;
      }
      step();
    }
  }
}

/** Both ends, without TCP. `arrive`: once, when the client's request reaches the server. */
export class LocalLine {
  readonly client: ClientSocket;
  readonly #handlers: ClientHandlers;
  readonly #toClient = new Lane();
  readonly #toServer = new Lane();
  #listener: WireListener | null = null;
  /** The client has opened and neither side has ended it, as far as the client knows. */
  #isClientOpen = false;
  #isClientSilent = false;
  #isServerOpen = false;

  constructor(handlers: ClientHandlers, arrive: (line: LocalLine) => void) {
    this.#handlers = handlers;
    const leave = (): void => this.#leave();
    this.client = {
      send: (text) => this.#sendToServer(text),
      close: leave,
      finish: () => this.#finish(),
      dispose: leave,
    };
    this.#toServer.put(() => arrive(this));
  }

  /** The server takes the client: what it sends from now on comes after the handshake. */
  accept(): Wire {
    this.#isServerOpen = true;
    this.#toClient.put(() => {
      if (this.#isClientSilent) return;
      this.#isClientOpen = true;
      this.#handlers.onOpen();
    });
    const isOpen = (): boolean => this.#isServerOpen;
    const cut = (): void => this.#endFromServer(NO_CLOSE_FRAME, '');
    return {
      get isOpen() {
        return isOpen();
      },
      bufferedBytes: 0,
      send: (frame) => this.#sendToClient(frame),
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
    this.#endClient(end);
  }

  #sendToServer(text: string): void {
    if (!this.#isClientOpen) return;
    this.#toServer.put(() => {
      if (this.#isServerOpen) this.#listener?.onMessage(text);
    });
  }

  #sendToClient(frame: string | Uint8Array): void {
    // This platform's clients take text only; bytes would come and be ignored.
    if (typeof frame !== 'string') return;
    this.#toClient.put(() => {
      if (!this.#isClientSilent) this.#handlers.onText(frame);
    });
  }

  #leave(): void {
    if (this.#isClientSilent) return;
    this.#isClientSilent = true;
    this.#isClientOpen = false;
    this.#toServer.put(() => this.#endServer());
  }

  #finish(): void {
    this.#isClientOpen = false;
    this.#toServer.put(() => {
      this.#endServer();
      this.#endClient({ type: 'closed', code: GOODBYE, reason: '' });
    });
  }

  #endServer(): void {
    this.#isServerOpen = false;
    this.#listener?.onClosed();
    this.#listener = null;
  }

  #endFromServer(code: number, reason: string): void {
    if (!this.#isServerOpen) return;
    this.#isServerOpen = false;
    // A half-open line reads again, if only to hear that it is gone.
    this.#toServer.release();
    this.#endClient({ type: 'closed', code, reason });
  }

  #endClient(end: ClientEnd): void {
    this.#toClient.put(() => {
      const wasSilent = this.#isClientSilent;
      this.#leave();
      if (!wasSilent) this.#handlers.onEnd(end);
    });
  }
}
