import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Clock } from '../../base/clock.ts';
import type { Logger } from '../../base/log.ts';
import { hostsAt } from '../../server/access.ts';
import { ConnectionLimits } from '../../server/connection-limits.ts';
import type { Connection } from '../../server/page-sockets.ts';
import { Peer, Refusals } from '../../server/peer.ts';
import { HeartBeat, refuse, seeOut } from '../../server/socket-care.ts';
import { ToolPortError, ToolPortTakenError } from './streamerbot-errors.ts';

const HOST = '127.0.0.1';
const MOST_PROGRAMS = 100;
/** A larger message closes the connection. */
const MESSAGE_MOST_BYTES = 256 * 1024;

export interface ToolServerParts {
  readonly port: number;
  /** Web pages that may connect. */
  readonly origins: readonly string[];
  readonly connect: (origin: string | null) => Connection;
  readonly clock: Clock;
  readonly log: Logger;
}

export interface ToolServer {
  readonly address: string;
  /** Cuts everybody off. May be called twice. */
  dispose(): Promise<void>;
}

/** Listens for programs, on this computer only. Throws where the port cannot be had. */
export async function startToolServer(parts: ToolServerParts): Promise<ToolServer> {
  const { clock, log } = parts;
  const refusals = new Refusals(log);
  const server = createServer();
  const port = await listen(server, parts.port);
  server.on('error', (failure) => log.error('The port for other tools had a problem', { failure }));
  const limits = new ConnectionLimits(server, { clock, refusals });
  const sockets = new ToolSockets(parts, refusals, port);
  server.on('request', (_, response) => {
    response.writeHead(426, { Connection: 'close' }).end();
  });
  server.on('upgrade', (request, stream, head) => {
    limits.release(request.socket);
    sockets.upgrade(request, stream, head);
  });
  const close = async (): Promise<void> => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    await sockets.dispose();
    server.closeAllConnections();
    limits.dispose();
    await closed;
  };
  let closing: Promise<void> | null = null;
  return {
    address: `ws://${HOST}:${port}/`,
    dispose() {
      closing ??= close();
      return closing;
    },
  };
}

class ToolSockets {
  readonly #parts: ToolServerParts;
  readonly #refusals: Refusals;
  readonly #hosts: ReadonlySet<string>;
  readonly #heartBeat: HeartBeat;
  readonly #open = new Set<WebSocket>();
  readonly #server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: MESSAGE_MOST_BYTES,
    perMessageDeflate: false,
  });
  #closing = false;

  constructor(parts: ToolServerParts, refusals: Refusals, port: number) {
    this.#parts = parts;
    this.#refusals = refusals;
    this.#hosts = new Set(hostsAt(port));
    this.#heartBeat = new HeartBeat(parts.clock);
  }

  upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void {
    const status = this.#refusalOf(request);
    if (status !== null) {
      refuse(stream, status);
      return;
    }
    this.#server.handleUpgrade(request, stream, head, (socket) =>
      this.#welcome(socket, request.headers.origin ?? null),
    );
  }

  async dispose(): Promise<void> {
    this.#closing = true;
    await seeOut([...this.#open], 'Stagelight closed this port', this.#parts.clock);
    this.#heartBeat.dispose();
  }

  /** The HTTP status; null: it may come in. */
  #refusalOf({ headers }: IncomingMessage): number | null {
    if (this.#closing) return 503;
    if (!this.#hosts.has((headers.host ?? '').toLowerCase())) {
      this.#refusals.count('foreign-host');
      return 421;
    }
    // Every page that is open in a browser can try.
    if (headers.origin !== undefined && !this.#parts.origins.includes(headers.origin)) {
      this.#refusals.count('foreign-origin');
      return 403;
    }
    if (this.#open.size < MOST_PROGRAMS) return null;
    this.#refusals.count('too-many-programs');
    return 503;
  }

  #welcome(socket: WebSocket, origin: string | null): void {
    this.#open.add(socket);
    const beat = this.#heartBeat.watch(socket);
    socket.once('close', () => {
      this.#open.delete(socket);
      beat.dispose();
    });
    const connection = this.#parts.connect(origin);
    const peer = new Peer(socket, this.#refusals, this.#parts.log, connection);
    peer.guard(() => connection.start(peer));
  }
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const onError = (failure: NodeJS.ErrnoException): void => {
      const isTaken = failure.code === 'EADDRINUSE';
      reject(isTaken ? new ToolPortTakenError(port, failure) : new ToolPortError(port, failure));
    };
    server.once('error', onError);
    server.listen({ host: HOST, port }, () => {
      server.off('error', onError);
      resolve((server.address() as AddressInfo).port);
    });
  });
}
