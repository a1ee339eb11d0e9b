import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { API_MESSAGE_MOST_BYTES, API_SOCKET } from '../../shared/api/v1.ts';
import { BRIDGE_SOCKET } from '../../shared/contract/index.ts';
import { OVERLAY_SOCKET } from '../../shared/overlay/overlay-feed.ts';
import type { Clock } from '../base/clock.ts';
import { toDisposable } from '../base/disposables.ts';
import type { Logger } from '../base/log.ts';
import { type Access, bearerOf, type Place, parsePlace } from './access.ts';
import { type PagePeer, Peer, type PeerListener, type Refusals } from './peer.ts';
import type { OverlayHost } from './ports.ts';
import { HeartBeat, refuse, seeOut } from './socket-care.ts';

/** Whom a socket is for: one of our pages, or another program. */
export type SocketPlace = Place | 'api';

/** Open sockets per place. A streamer has a handful of browser sources. */
const MAX_SOCKETS: Readonly<Record<SocketPlace, number>> = { overlay: 32, dashboard: 32, api: 100 };
/**
 * A larger frame closes the connection (1009). Receipts are small; a full layout with word lists
 * can have some megabytes, and a list of claims 2,000,000 characters of three bytes each.
 */
const MAX_UP_BYTES: Readonly<Record<SocketPlace, number>> = {
  api: API_MESSAGE_MOST_BYTES,
  overlay: 64 * 1024,
  dashboard: 8 * 1024 * 1024,
};

const SOCKET_PATH: Readonly<Record<Place, string>> = {
  overlay: `/${OVERLAY_SOCKET}`,
  dashboard: `/${BRIDGE_SOCKET}`,
};

export interface Connection extends PeerListener {
  start(peer: PagePeer): void;
}

interface PageSocketsParts {
  readonly access: Access;
  readonly connect: (place: Place, host: OverlayHost, search: string) => Connection;
  /** Asks for its key itself. */
  readonly connectApi: (origin: string | null, key: string | null) => Connection;
  readonly refusals: Refusals;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Accepts sockets, counts them, and closes them. */
export class PageSockets {
  readonly #parts: PageSocketsParts;
  readonly #heartBeat: HeartBeat;
  readonly #sockets: Readonly<Record<SocketPlace, Set<WebSocket>>> = {
    overlay: new Set(),
    dashboard: new Set(),
    api: new Set(),
  };
  readonly #servers: Readonly<Record<SocketPlace, WebSocketServer>> = {
    overlay: serverFor('overlay'),
    dashboard: serverFor('dashboard'),
    api: serverFor('api'),
  };
  #closing = false;

  constructor(parts: PageSocketsParts) {
    this.#parts = parts;
    this.#heartBeat = new HeartBeat(parts.clock);
  }

  upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void {
    const place = this.#judge(request);
    if (typeof place === 'number') {
      refuse(stream, place);
      return;
    }
    const server = this.#servers[place];
    server.handleUpgrade(request, stream, head, (socket) => this.#open(place, socket, request));
  }

  /** Closes every socket, waits briefly for the answers, and ends those that remain. */
  async dispose(): Promise<void> {
    this.#closing = true;
    const { overlay, dashboard, api } = this.#sockets;
    const open = [...overlay, ...dashboard, ...api];
    await seeOut(open, 'Stagelight is closing', this.#parts.clock);
    this.#heartBeat.dispose();
  }

  /** Closes all sockets of one place; pages with the key can reconnect. */
  closeAll(place: Place): Promise<void> {
    return seeOut([...this.#sockets[place]], 'The address has changed', this.#parts.clock);
  }

  /** The requested place, or the HTTP status to refuse with. */
  #judge(request: IncomingMessage): SocketPlace | number {
    const { access, refusals } = this.#parts;
    const refusal = (status: number, reason: string): number => {
      refusals.count(reason);
      return status;
    };
    if (this.#closing) return 503;
    if (!access.isOurHost(request.headers.host)) return refusal(421, 'foreign-host');
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    const isFull = (place: SocketPlace) => this.#sockets[place].size >= MAX_SOCKETS[place];
    if (path === API_SOCKET) return isFull('api') ? refusal(503, 'too-many-programs') : 'api';
    if (!access.isOurOrigin(request.headers.origin)) return refusal(403, 'foreign-origin');
    const address = parsePlace(path);
    if (!address || address.rest !== SOCKET_PATH[address.place]) return 404;
    if (!access.opens(address)) return refusal(403, `wrong-${address.place}-key`);
    if (isFull(address.place)) return refusal(503, 'too-many-sockets');
    return address.place;
  }

  #open(place: SocketPlace, socket: WebSocket, request: IncomingMessage): void {
    const { connect, connectApi, refusals, log } = this.#parts;
    const sockets = this.#sockets[place];
    sockets.add(socket);
    const beat = this.#heartBeat.watch(socket);
    const leave = toDisposable(() => {
      sockets.delete(socket);
      beat.dispose();
    });
    socket.on('close', () => leave.dispose());
    const connection =
      place === 'api'
        ? connectApi(request.headers.origin ?? null, bearerOf(request.headers.authorization))
        : connect(place, hostOf(request), searchOf(request));
    const peer = new Peer(socket, refusals, log, connection);
    peer.guard(() => connection.start(peer));
  }
}

/** OBS adds its name to the browser's user agent; trusted only where a lie does no harm. */
function hostOf({ headers }: IncomingMessage): OverlayHost {
  return /\bOBS\//.test(headers['user-agent'] ?? '') ? 'obs' : 'browser';
}

function searchOf({ url = '' }: IncomingMessage): string {
  const start = url.indexOf('?');
  return start < 0 ? '' : url.slice(start);
}

function serverFor(place: SocketPlace): WebSocketServer {
  return new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: MAX_UP_BYTES[place],
    perMessageDeflate: false,
  });
}
