import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';
import { isJsonObject, parseJson } from '../../../shared/json.ts';
import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposables.ts';
import { SESSION_LIMITS } from '../sessions/registry.ts';
import type { Link, Session } from '../sessions/session.ts';

/** Which codes the server closes with is not shown: these can be changed. */
export const DEFAULT_CLOSE_CODES = { lifetime: 1000, idle: 1000, 'session-ended': 1000 };

export type CloseCodes = Readonly<typeof DEFAULT_CLOSE_CODES>;

/** A client that does not read is not waited for without end. */
const MAX_BUFFERED_BYTES = 16 * 1024 * 1024;

const LEAST_REST_MS = 0.01;

interface ConnectionParts {
  readonly id: number;
  readonly session: Session;
  readonly wire: Wire;
  readonly clock: Clock;
  readonly closeCodes: CloseCodes;
  answersPing(): boolean;
  onBrokenRule(rule: string): void;
  /** The connection ended, closed by either side. Called once. */
  onEnd(): void;
  /** The line is gone; with an end by the server, some time after `onEnd`. Called once. */
  onClosed(): void;
}

/** One WebSocket on a session: answers PING, ends after two hours or ten silent minutes. */
export class Connection implements Link {
  readonly #parts: ConnectionParts;
  readonly #openedAt: number;
  readonly #lifetime: Disposable;
  #idle: Disposable;
  #lastMessageAt: number;
  #halfOpen = false;
  #ended = false;
  #pings = 0;
  #brokenMessages = 0;
  #framesSent = 0;

  constructor(parts: ConnectionParts) {
    const { clock, wire } = parts;
    const { connectionLifetimeMs, idleTimeoutMs } = SESSION_LIMITS;
    this.#parts = parts;
    this.#openedAt = clock.now();
    this.#lastMessageAt = clock.monotonic();
    this.#lifetime = clock.setTimeout(() => this.end('lifetime'), connectionLifetimeMs);
    this.#idle = this.#watchIdle(idleTimeoutMs);
    wire.listen({
      onMessage: (text) => this.#receive(text),
      onClosed: () => {
        this.#finish();
        parts.onClosed();
      },
    });
  }

  get session(): Session {
    return this.#parts.session;
  }

  /** What there is to see; `openedAt` is simulated time, epoch milliseconds. */
  state() {
    return {
      id: this.#parts.id,
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
    const { wire } = this.#parts;
    if (this.#halfOpen || !wire.isOpen) return false;
    if (wire.bufferedBytes > MAX_BUFFERED_BYTES) {
      this.destroy();
      return false;
    }
    wire.send(frame);
    this.#framesSent += 1;
    return true;
  }

  /** The server closes it. On a half-open line nobody hears of that. */
  end(reason: keyof CloseCodes): void {
    if (this.#halfOpen) this.#finish();
    else this.cut(this.#parts.closeCodes[reason], reason);
  }

  /** A close frame; what is then still on its way from the client is not read. */
  cut(code: number, reason: string): void {
    this.#parts.wire.close(code, reason);
    // From the close frame on no event may count as delivered, nor the session as connected.
    this.#finish();
  }

  reset(): void {
    this.#parts.wire.reset();
    this.#finish();
  }

  destroy(): void {
    this.#parts.wire.terminate();
    this.#finish();
  }

  /** From now on nothing is read, answered or delivered, while TCP stays open. */
  freeze(): void {
    this.#halfOpen = true;
    this.#parts.wire.pause();
  }

  /** Ends `freeze`; what the client sent meanwhile is read now. */
  thaw(): void {
    if (!this.#halfOpen) return;
    this.#halfOpen = false;
    this.#parts.wire.resume();
    if (this.#ended) this.destroy();
  }

  /** Counts as a message of the client, so that a jump of the time does not make it idle. */
  touch(): void {
    this.#lastMessageAt = this.#parts.clock.monotonic();
  }

  #receive(text: string | null): void {
    this.touch();
    const rule = text === null ? 'A client sends text messages only' : brokenRuleOf(text);
    if (rule === null) {
      this.#pings += 1;
      if (this.#parts.answersPing()) this.send('{"action":"PONG"}');
      return;
    }
    this.#brokenMessages += 1;
    this.#parts.onBrokenRule(rule);
  }

  /** Looks again only when the time may be up: messages need not move a timer each. */
  #watchIdle(delayMs: number): Disposable {
    return this.#parts.clock.setTimeout(() => {
      const silentMs = this.#parts.clock.monotonic() - this.#lastMessageAt;
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
    this.#parts.onEnd();
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
  close(code: number, reason: string): void;
  terminate(): void;
  reset(): void;
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
