import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';
import { isJsonObject, parseJson } from '../../../shared/json.ts';
import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposables.ts';
import { SESSION_LIMITS } from '../sessions/registry.ts';
import type { Link, Session } from '../sessions/session.ts';

/** Why the server ends a connection. */
export type EndReason = 'lifetime' | 'idle' | 'session-ended';

export type CloseCodes = Readonly<Record<EndReason, number>>;

/** Which codes the server closes with is not shown: these can be changed. */
export const DEFAULT_CLOSE_CODES: CloseCodes = {
  lifetime: 1000,
  idle: 1000,
  'session-ended': 1000,
};

/** A client that does not read is not waited for without end. */
const MAX_BUFFERED_BYTES = 16 * 1024 * 1024;

const LEAST_REST_MS = 0.01;

export interface ConnectionHooks {
  /** Whether PINGs are answered now. */
  answersPing(): boolean;
  /** A client's message other than PING: what rule it breaks. */
  onBrokenRule(rule: string): void;
  /** The connection ended, closed by either side. Called once. */
  onEnd(): void;
  /** The line is gone; with an end by the server, some time after `onEnd`. Called once. */
  onClosed(): void;
}

export interface ConnectionState {
  readonly id: number;
  readonly sessionKey: string;
  readonly current: boolean;
  readonly halfOpen: boolean;
  /** Simulated time, epoch milliseconds. */
  readonly openedAt: number;
  readonly pings: number;
  readonly brokenMessages: number;
  readonly framesSent: number;
}

/** One WebSocket on a session: answers PING, ends after two hours or ten silent minutes. */
export class Connection implements Link {
  readonly id: number;
  readonly session: Session;
  readonly #clock: Clock;
  readonly #wire: Wire;
  readonly #codes: CloseCodes;
  readonly #hooks: ConnectionHooks;
  readonly #openedAt: number;
  readonly #lifetime: Disposable;
  #idle: Disposable;
  #lastMessageAt: number;
  #halfOpen = false;
  #ended = false;
  #pings = 0;
  #brokenMessages = 0;
  #framesSent = 0;

  constructor(
    id: number,
    session: Session,
    wire: Wire,
    clock: Clock,
    codes: CloseCodes,
    hooks: ConnectionHooks,
  ) {
    this.id = id;
    this.session = session;
    this.#clock = clock;
    this.#wire = wire;
    this.#codes = codes;
    this.#hooks = hooks;
    this.#openedAt = clock.now();
    this.#lastMessageAt = clock.monotonic();
    this.#lifetime = clock.setTimeout(
      () => this.end('lifetime'),
      SESSION_LIMITS.connectionLifetimeMs,
    );
    this.#idle = this.#watchIdle(SESSION_LIMITS.idleTimeoutMs);
    wire.listen({
      onMessage: (text) => this.#receive(text),
      onClosed: () => {
        this.#finish();
        this.#hooks.onClosed();
      },
    });
  }

  get halfOpen(): boolean {
    return this.#halfOpen;
  }

  state(): ConnectionState {
    return {
      id: this.id,
      sessionKey: this.session.key,
      current: this.session.current === this,
      halfOpen: this.#halfOpen,
      openedAt: this.#openedAt,
      pings: this.#pings,
      brokenMessages: this.#brokenMessages,
      framesSent: this.#framesSent,
    };
  }

  send(frame: string | Uint8Array): boolean {
    if (this.#halfOpen || !this.#wire.isOpen) return false;
    if (this.#wire.bufferedBytes > MAX_BUFFERED_BYTES) {
      this.destroy();
      return false;
    }
    this.#wire.send(frame);
    this.#framesSent += 1;
    return true;
  }

  /** The server closes it. On a half-open line nobody hears of that. */
  end(reason: EndReason): void {
    if (this.#halfOpen) this.#finish();
    else this.cut(this.#codes[reason], reason);
  }

  /** A close frame; what is then still on its way from the client is not read. */
  cut(code: number, reason: string): void {
    this.#wire.close(code, reason);
    // From the close frame on no event may count as delivered, nor the session as connected.
    this.#finish();
  }

  /** Ends the line with a TCP reset, without a close frame. */
  reset(): void {
    this.#wire.reset();
    this.#finish();
  }

  /** Ends the line at once, without a close frame. */
  destroy(): void {
    this.#wire.terminate();
    this.#finish();
  }

  /** From now on nothing is read, answered or delivered, while TCP stays open. */
  freeze(): void {
    this.#halfOpen = true;
    this.#wire.pause();
  }

  /** Ends `freeze`; what the client sent meanwhile is read now. */
  thaw(): void {
    if (!this.#halfOpen) return;
    this.#halfOpen = false;
    this.#wire.resume();
    if (this.#ended) this.destroy();
  }

  /** Counts as a message of the client, so that a jump of the time does not make it idle. */
  touch(): void {
    this.#lastMessageAt = this.#clock.monotonic();
  }

  #receive(text: string | null): void {
    this.touch();
    const rule = text === null ? 'A client sends text messages only' : brokenRuleOf(text);
    if (rule === null) {
      this.#pings += 1;
      if (this.#hooks.answersPing()) this.send('{"action":"PONG"}');
      return;
    }
    this.#brokenMessages += 1;
    this.#hooks.onBrokenRule(rule);
  }

  /** Looks again only when the time may be up: messages need not move a timer each. */
  #watchIdle(delayMs: number): Disposable {
    return this.#clock.setTimeout(() => {
      const silentMs = this.#clock.monotonic() - this.#lastMessageAt;
      const restMs = SESSION_LIMITS.idleTimeoutMs - silentMs;
      // A rest that is lost in the rounding of a sum would be waited for again and again.
      if (restMs < LEAST_REST_MS) this.end('idle');
      else this.#idle = this.#watchIdle(restMs);
    }, delayMs);
  }

  #finish(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#lifetime.dispose();
    this.#idle.dispose();
    this.#hooks.onEnd();
  }
}

/** null for the one message a client may send (specification, "Delivery": keep-alive). */
function brokenRuleOf(text: string): string | null {
  const message = parseJson(text);
  if (message === undefined) return 'A message of a client is JSON';
  const isPing =
    isJsonObject(message) && message['type'] === 'PING' && Object.keys(message).length === 1;
  return isPing ? null : 'The only message of a client is {"type":"PING"}';
}

export interface WireListener {
  /** A message of the client; null: it was not text. */
  onMessage(text: string | null): void;
  /** The connection is gone, closed by either side. Called once. */
  onClosed(): void;
}

/** The server's end of one open line, as much of it as a connection needs. */
export interface Wire {
  /** False from the first word of an end on. */
  readonly isOpen: boolean;
  /** What waits to be sent because the client does not read, in bytes. */
  readonly bufferedBytes: number;
  send(frame: string | Uint8Array): void;
  /** Says goodbye with a close frame. */
  close(code: number, reason: string): void;
  /** Ends the line at once, without a close frame. */
  terminate(): void;
  /** As `terminate`, by a TCP reset. */
  reset(): void;
  /** Reads nothing more until `resume`. */
  pause(): void;
  resume(): void;
  listen(listener: WireListener): void;
}

/** A WebSocket over TCP. */
export function tcpWire(webSocket: WebSocket, socket: Socket): Wire {
  return {
    get isOpen() {
      return webSocket.readyState === webSocket.OPEN;
    },
    get bufferedBytes() {
      return webSocket.bufferedAmount;
    },
    send: (frame) => webSocket.send(frame),
    close: (code, reason) => webSocket.close(code, reason),
    terminate: () => webSocket.terminate(),
    reset: () => {
      socket.resetAndDestroy();
    },
    pause: () => webSocket.pause(),
    resume: () => webSocket.resume(),
    listen({ onMessage, onClosed }) {
      webSocket.on('message', (data, isBinary) => onMessage(isBinary ? null : data.toString()));
      webSocket.on('close', onClosed);
      // A reset line, an oversized or invalid frame: `close` follows by itself.
      webSocket.on('error', () => undefined);
    },
  };
}
