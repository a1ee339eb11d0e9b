import {
  createServer,
  type IncomingMessage,
  request as requestFrom,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream';
import { API_PATH } from '../../shared/api/v1.ts';
import type { Clock } from '../base/clock.ts';
import { StagelightError } from '../base/errors.ts';
import { errorCode } from '../base/files.ts';
import type { Logger } from '../base/log.ts';
import { isLoopbackHost } from '../base/loopback.ts';
import { COMMON_HEADERS } from '../server/page-policy.ts';
import { Refusals } from '../server/peer.ts';
import { refuse } from '../server/socket-care.ts';
import { innerHeaders, outerHeaders, upgradeHead } from './front-headers.ts';
import { waitingPage } from './front-pages.ts';
import { baseOf, type FrontAddress, judge, type Visit } from './front-policy.ts';
import { Guesses } from './guesses.ts';
import { keyOf } from './leases.ts';
import { joined } from './streams.ts';
import type { WayIn } from './tunnels.ts';

const HOST = '127.0.0.1';
const CONNECTIONS_MOST = 8_192;
const HEADERS_MOST_MS = 10_000;
const REQUEST_MOST_MS = 60_000;
/** Longer than proxies keep a connection that they may still use. */
const IDLE_MOST_MS = 130_000;
const ANSWER_MOST_MS = 30_000;
const RETRY_AFTER_S = 2;

/** A way to a channel's page server, or why there is none. */
export type Route = WayIn | 'nobody' | 'unknown';

/** Answers paths of its own; false: it is not one of its. */
export type AnswerPath = (
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
  visit: Visit,
) => Promise<boolean>;

interface FrontParts extends FrontAddress {
  /** To another port, if its own is taken. */
  readonly mayMove?: boolean;
  readonly enter: (channelId: string) => Promise<Route>;
  readonly answerPath: AnswerPath;
  readonly clock: Clock;
  readonly log: Logger;
}

interface Target {
  readonly channelKey: string;
  readonly channelId: string;
  /** Below the channel, with its query. */
  readonly path: string;
}

/**
 * The door of a host: whichever host is asked answers for every channel of the fleet, at addresses
 * that stay the same wherever the channel runs.
 */
export class Front {
  readonly #parts: FrontParts;
  readonly #server: Server;
  readonly #refusals: Refusals;
  readonly #guesses: Guesses;
  /** Those that are no longer the server's own. */
  readonly #sockets = new Set<Duplex>();

  private constructor(parts: FrontParts, server: Server) {
    this.#parts = parts;
    this.#server = server;
    this.#refusals = new Refusals(parts.log);
    this.#guesses = new Guesses(parts.clock);
    server.on('request', (request, response) => void this.#answer(request, response));
    server.on('upgrade', (request, socket, head) => void this.#upgrade(request, socket, head));
    server.on('error', (failure) => parts.log.error('the door had a problem', { failure }));
  }

  /** Listens on this computer only. Throws a `StagelightError` if the port is not to be had. */
  static async open(parts: FrontParts): Promise<Front> {
    const server = createServer({
      headersTimeout: HEADERS_MOST_MS,
      requestTimeout: REQUEST_MOST_MS,
      keepAliveTimeout: IDLE_MOST_MS,
    });
    server.maxConnections = CONNECTIONS_MOST;
    const port = await listening(server, parts.port).catch((failure: unknown) => {
      if (!parts.mayMove) throw failure;
      parts.log.warn('the door’s usual port is taken: it takes a free one', { port: parts.port });
      return listening(server, 0);
    });
    return new Front({ ...parts, port }, server);
  }

  /** What all addresses begin with, without a trailing slash. */
  get base(): string {
    return baseOf(this.#parts);
  }

  get port(): number {
    return this.#parts.port;
  }

  /** What the addresses of a channel begin with, on every host of the fleet. */
  baseOf(channelId: string): string {
    return `${this.base}/c/${keyOf(channelId)}`;
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const visit = this.#admit(request);
      if (typeof visit === 'number') {
        say(response, visit);
        return;
      }
      const url = new URL(request.url ?? '/', this.base);
      if (await this.#parts.answerPath(request, response, url, visit)) {
        if (response.statusCode === 404) this.#noteGuess(visit.client);
        return;
      }
      const target = targetOf(url);
      if (!target) {
        say(response, 404);
        return;
      }
      await this.#pass(request, response, target, visit);
    } catch (failure) {
      this.#parts.log.warn('a page was not served', { failure });
      if (response.headersSent) response.destroy();
      else say(response, 503);
    }
  }

  async #pass(
    request: IncomingMessage,
    response: ServerResponse,
    target: Target,
    { isOurOrigin, origin, client }: Visit,
  ): Promise<void> {
    if (origin !== undefined && !isOurOrigin && !isApi(target)) {
      this.#refusals.count('foreign-origin');
      say(response, 403);
      return;
    }
    const route = await this.#parts.enter(target.channelId);
    if (route === 'unknown') this.#noteGuess(client);
    if (typeof route === 'string') {
      if (route === 'nobody') sayWaiting(request, response, target);
      else say(response, 404);
      return;
    }
    const status = await this.#forward(request, response, target, route, isOurOrigin);
    if (status === 403) this.#noteGuess(client);
  }

  /** Behind a proxy that is not named everybody seems to be on this computer. */
  #noteGuess(client: string): void {
    if (!isLoopbackHost(client)) this.#guesses.note(client);
  }

  /** Resolves with the answer's status when its head is there. */
  #forward(
    request: IncomingMessage,
    response: ServerResponse,
    { channelKey, path }: Target,
    { stream, port }: WayIn,
    isOurOrigin: boolean,
  ): Promise<number> {
    const { method = 'GET' } = request;
    return new Promise((resolve, reject) => {
      const inner = requestFrom({
        method,
        path,
        headers: innerHeaders(request, port, isOurOrigin),
        createConnection: () => stream,
      });
      const late = this.#parts.clock.setTimeout(
        () => inner.destroy(new Error('no answer')),
        ANSWER_MOST_MS,
      );
      const fail = (failure: Error): void => {
        late.dispose();
        stream.destroy();
        reject(failure);
      };
      response.once('close', () => stream.destroy());
      inner.on('error', fail);
      inner.once('response', (answer) => {
        late.dispose();
        const { statusCode = 502 } = answer;
        response.writeHead(statusCode, outerHeaders(answer, channelKey));
        pipeline(answer, response, () => undefined);
        resolve(statusCode);
      });
      if (method === 'GET' || method === 'HEAD') inner.end();
      else pipeline(request, inner, () => undefined);
    });
  }

  async #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    this.#sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.#sockets.delete(socket));
    try {
      const visit = this.#admit(request);
      const target = targetOf(new URL(request.url ?? '/', this.base));
      if (typeof visit === 'number') refuse(socket, visit);
      else if (!target) refuse(socket, 404);
      else if (!visit.isOurOrigin && !isApi(target)) {
        this.#refusals.count('foreign-origin');
        refuse(socket, 403);
      } else await this.#connect(request, socket, head, target, visit);
    } catch (failure) {
      this.#parts.log.warn('a page was not connected', { failure });
      refuse(socket, 503);
    }
  }

  async #connect(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    { channelId, path }: Target,
    { isOurOrigin }: Visit,
  ): Promise<void> {
    const route = await this.#parts.enter(channelId);
    if (typeof route === 'string') {
      refuse(socket, route === 'nobody' ? 503 : 404);
      return;
    }
    const { stream, port } = route;
    stream.write(upgradeHead(request, path, port, isOurOrigin));
    if (head.length > 0) stream.write(head);
    joined(socket, stream);
  }

  /** The status to refuse with, or who asks. */
  #admit(request: IncomingMessage): Visit | number {
    const judged = judge(this.#parts, request.headers, request.socket.remoteAddress);
    switch (judged.kind) {
      case 'foreign-host':
        this.#refusals.count('foreign-host');
        return 421;
      case 'plain':
        this.#refusals.count('not-encrypted');
        return 403;
      case 'visit':
        if (!this.#guesses.isTooMany(judged.visit.client)) return judged.visit;
        this.#refusals.count('too-many-wrong-keys');
        return 429;
      default:
        return judged;
    }
  }
}

function listening(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (failure) => {
      const code = errorCode(failure) === 'EADDRINUSE' ? 'port-in-use' : 'port-unavailable';
      reject(new StagelightError({ code, values: { port } }, { cause: failure }));
    });
    server.listen({ host: HOST, port }, () => {
      server.removeAllListeners('error');
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}

/** `/c/<channel>/…`; null: no channel's page. */
function targetOf({ pathname, search }: URL): Target | null {
  const [, channelKey = '', path] = /^\/c\/([\w-]{1,200})(\/.*)$/.exec(pathname) ?? [];
  const channelId = Buffer.from(channelKey, 'base64url').toString();
  if (path === undefined || keyOf(channelId) !== channelKey) return null;
  return { channelKey, channelId, path: path + search };
}

function isApi({ path }: Target): boolean {
  return path.startsWith(`${API_PATH}/`);
}

function say(response: ServerResponse, status: number): void {
  const text = STATUS_CODES[status] ?? '';
  response.writeHead(status, {
    ...COMMON_HEADERS,
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': text.length,
    'Cache-Control': 'no-store',
    ...(status === 503 && { 'Retry-After': RETRY_AFTER_S }),
    ...(status === 429 && { 'Retry-After': 60 }),
  });
  response.end(response.req.method === 'HEAD' ? undefined : text);
}

/** A page that is opened now comes by itself once there is a host for its channel. */
function sayWaiting(request: IncomingMessage, response: ServerResponse, { path }: Target): void {
  const isPage = /^\/(?:overlay|dashboard)\/[^/?]+\/(?:\?|$)/.test(path);
  if (!isPage) {
    say(response, 503);
    return;
  }
  const isOverlay = path.startsWith('/overlay/');
  const { headers, body } = waitingPage(
    isOverlay,
    request.headers['accept-language'],
    RETRY_AFTER_S,
  );
  response.writeHead(503, { ...headers, 'Retry-After': RETRY_AFTER_S });
  response.end(request.method === 'HEAD' ? undefined : body);
}
