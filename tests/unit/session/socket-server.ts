import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo, Socket as TcpSocket } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import {
  type Socket,
  type SocketEnd,
  type SocketHandlers,
  socketOpener,
} from '../../../electron/session/socket.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

export interface Peer {
  readonly socket: WebSocket;
  readonly request: IncomingMessage;
  /** Code and reason of the close frame, once it ends. */
  readonly closed: Promise<readonly [code: number, reason: string]>;
}

/** A real WebSocket server on loopback; `refuse` answers upgrades with a status instead, `accept: false` not yet. */
export async function startPeers(options: { refuse?: string; accept?: boolean } = {}) {
  const http: Server = createServer();
  const server = new WebSocketServer({ noServer: true, perMessageDeflate: true });
  const links = new Set<TcpSocket>();
  const upgrades: IncomingMessage[] = [];
  const peers: Peer[] = [];
  const unanswered: (() => void)[] = [];
  let wake: () => void = () => undefined;
  http.on('connection', (link) => {
    links.add(link);
    link.on('error', () => undefined);
  });
  http.on('upgrade', (request, stream, head) => {
    upgrades.push(request);
    if (options.refuse !== undefined) return void stream.end(options.refuse);
    const accept = (): void =>
      server.handleUpgrade(request, stream, head, (socket) => {
        const closed = once(socket, 'close').then(([code, reason]) => {
          return [Number(code), String(reason)] as const;
        });
        socket.on('error', () => undefined);
        peers.push({ socket, request, closed });
        wake();
      });
    if (options.accept === false) unanswered.push(accept);
    else accept();
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const { port } = http.address() as AddressInfo;
  return {
    url: `ws://127.0.0.1:${port}/?type=OPENAPI_SESSION&sessionKey=the-session-key`,
    port,
    upgrades,
    links,
    /** Answers all upgrades that it had left without an answer. */
    accept: () => {
      for (const accept of unanswered.splice(0)) accept();
    },
    /** The next connection that has not been asked for yet. */
    async peer(): Promise<Peer> {
      for (;;) {
        const peer = peers.shift();
        if (peer) return peer;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    async stop(): Promise<void> {
      for (const link of links) link.destroy();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}

/** A socket whose words are collected; `until` waits for one of them. */
export function listenTo(url: string, clock = new VirtualClock()) {
  const heard: string[] = [];
  const ends: SocketEnd[] = [];
  let wake: () => void = () => undefined;
  const say = (word: string): void => {
    heard.push(word);
    wake();
  };
  const handlers: SocketHandlers = {
    onOpen: () => say('open'),
    onText: (text) => say(`text ${text}`),
    onEnd: (end) => {
      ends.push(end);
      say(`end ${end.type}`);
    },
  };
  const socket: Socket = socketOpener(clock)(url, handlers);
  const until = async (word: string): Promise<void> => {
    while (!heard.includes(word)) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  return { socket, heard, ends, until, clock };
}
