import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { Clock } from '../../base/clock.ts';
import { type Disposable, DisposableStore } from '../../base/disposables.ts';
import { Emitter } from '../../base/emitter.ts';
import type { Logger } from '../../base/log.ts';
import type { FailStatus } from '../answers.ts';
import type { RequestLog } from '../request-log.ts';
import type { SessionRegistry } from '../sessions/registry.ts';
import type { Manners } from '../world/manners.ts';
import { type CloseCodes, Connection, tcpWire, type Wire } from './connection.ts';
import { type ConnectClient, LocalLine } from './local-line.ts';
import {
  type Accepted,
  answerRefusal,
  decideUpgrade,
  type Refused,
  type UpgradeRequest,
} from './upgrade.ts';

/** How long a connection to a dead session stays open when it is not to stay. */
const CLOSED_AFTER_MS = 10;

/** The longest message taken from a client, in bytes: a PING is 15. */
const MAX_CLIENT_MESSAGE = 64 * 1024;

interface SocketsOptions {
  readonly clock: Clock;
  readonly sessions: SessionRegistry;
  readonly requestLog: RequestLog;
  readonly log: Logger;
  readonly closeCodes: CloseCodes;
  readonly manners: Manners;
  /** A status to refuse the next upgrade with although it is right; null for none. */
  readonly refuseNext: () => FailStatus | null;
}

/** Every WebSocket of the simulator. */
export class Sockets implements Disposable {
  readonly #options: SocketsOptions;
  readonly #server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_CLIENT_MESSAGE,
    perMessageDeflate: false,
    handleProtocols: () => false,
  });
  readonly #open = new Set<Connection>();
  /** Lines whose server side is over, but which the client has not closed yet. */
  readonly #lingering = new Set<Connection>();
  readonly #owned = new DisposableStore();
  readonly #opened = this.#owned.add(
    new Emitter<Connection>((failure) =>
      this.#options.log.error('A listener of new connections failed', { failure }),
    ),
  );
  readonly onOpened = this.#opened.on;
  #lastId = 0;

  constructor(options: SocketsOptions) {
    this.#options = options;
    this.#owned.add(
      options.sessions.onRemoved((session) => {
        for (const connection of this.all) {
          if (connection.session === session) connection.end('session-ended');
        }
      }),
    );
  }

  /** Open connections, replaced ones included, oldest first. */
  get all(): readonly Connection[] {
    return [...this.#open];
  }

  /** Connections that get the events of their session. */
  get current(): readonly Connection[] {
    return this.all.filter((connection) => connection.session.current === connection);
  }

  /** For the `upgrade` event of an HTTP server. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => socket.destroy());
    const decision = this.#decide(request);
    if (decision.kind === 'refuse') {
      answerRefusal(socket, decision.status, decision.message);
      return;
    }
    this.#server.handleUpgrade(request, socket, head, (webSocket) => {
      this.#noteUpgrade(101, decision.brokenRules);
      if (socket instanceof Socket) this.#take(decision, tcpWire(webSocket, socket));
      else webSocket.terminate();
    });
  }

  /** Without TCP: the same decision and connection. Handlers are called in later turns. */
  readonly connect: ConnectClient = (url, handlers) =>
    new LocalLine(handlers, (line) => {
      const address = URL.parse(url);
      if (this.#owned.isDisposed || !address) {
        line.refuse({ type: 'unreachable', detail: 'nobody listens there' });
        return;
      }
      const decision = this.#decide({ url: address.pathname + address.search, headers: {} });
      if (decision.kind === 'refuse') {
        line.refuse({ type: 'refused', status: decision.status });
        return;
      }
      this.#noteUpgrade(101, decision.brokenRules);
      this.#take(decision, line.accept());
    }).client;

  thaw(): void {
    for (const connection of [...this.#open, ...this.#lingering]) connection.thaw();
  }

  dispose(): void {
    this.#owned.dispose();
    for (const connection of [...this.#open, ...this.#lingering]) connection.destroy();
    this.#server.close();
  }

  /** Refusals are written down here, an acceptance when the connection is made. */
  #decide(request: UpgradeRequest): Accepted | Refused {
    const decision = decideUpgrade(request, this.#options.sessions);
    const injected = this.#options.refuseNext();
    if (injected !== null) {
      this.#noteUpgrade(injected, []);
      const message = 'The connection is refused';
      return { kind: 'refuse', status: injected, message, brokenRules: [] };
    }
    if (decision.kind === 'refuse') this.#noteUpgrade(decision.status, decision.brokenRules);
    return decision;
  }

  #take({ session, closeCode }: Accepted, wire: Wire): void {
    const { clock, closeCodes, manners } = this.#options;
    this.#lastId += 1;
    const connection: Connection = new Connection({
      id: this.#lastId,
      session,
      wire,
      clock,
      closeCodes,
      answersPing: () => manners.replacedAnswers || session.current === connection,
      onBrokenRule: (rule) => this.#note('MESSAGE', 'WebSocket message', 0, [rule]),
      onEnd: () => this.#end(connection),
      onClosed: () => this.#lingering.delete(connection),
    });
    this.#open.add(connection);
    const until = clock.now() + manners.handOverMs;
    session.attach(connection, clock.now(), { who: manners.handOver, until });
    if (closeCode !== null) {
      clock.setTimeout(() => connection.cut(closeCode, ''), CLOSED_AFTER_MS);
    }
    this.#opened.fire(connection);
  }

  #end(connection: Connection): void {
    if (!this.#open.delete(connection)) return;
    this.#lingering.add(connection);
    connection.session.detach(connection, this.#options.clock.now());
  }

  #noteUpgrade(status: number, brokenRules: readonly string[]): void {
    this.#note('GET', 'GET / (WebSocket)', status, brokenRules);
  }

  #note(method: string, operation: string, status: number, brokenRules: readonly string[]): void {
    const { requestLog } = this.#options;
    requestLog.add({ method, path: '/', auth: 'none', status, operation, brokenRules });
  }
}
