import type { Socket } from 'node:net';
import { OBSWebSocket } from 'obs-websocket-js/json';
import { WebSocket } from 'ws';
import type { ObsCause } from '../../../shared/contract/obs.ts';
import { errorCode } from '../../base/files.ts';
import { isIpSix } from './obs-host.ts';

interface ClientTarget {
  readonly host: string;
  readonly port: number;
  readonly password: string | null;
  readonly refusedSalt: string | null;
}

/** The only version of the protocol's requests there is. */
const RPC_VERSION = 1;
const AUTHENTICATION_FAILED = 4009;
const UNSUPPORTED_RPC_VERSION = 4010;
/** A screenshot of a large canvas as base64 has room in it. */
const MAX_FRAME_BYTES = 64 * 1024 * 1024;
const NO_SUBPROTOCOL = 'Server sent no subprotocol';

/** Nobody answered at that address, or there is none like it. */
const NOBODY: ReadonlySet<string | null> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ETIMEDOUT',
  'EADDRNOTAVAIL',
]);

type Hello = Awaited<ReturnType<OBSWebSocket['createConnection']>>;
type Stage = 'dialing' | 'opened' | 'greeted';

/**
 * obs-websocket-js for one connection: it remembers how far it came and why it failed, tells the
 * server nothing that was refused before, and can be dropped at any moment.
 */
export class ObsClient extends OBSWebSocket {
  readonly address: string;
  readonly #target: ClientTarget;
  #client: WebSocket | null = null;
  #line: Socket | null = null;
  #stage: Stage = 'dialing';
  #failure: Error | null = null;
  #closeCode: number | null = null;
  #verdict: ObsCause | null = null;
  /** Drawn anew at each start of OBS's server; null: it asks for no password. */
  salt: string | null = null;

  constructor(target: ClientTarget) {
    super();
    const { host, port } = target;
    this.address = `ws://${isIpSix(host) ? `[${host}]` : host}:${port}`;
    this.#target = target;
  }

  async open(subscription: number): Promise<void> {
    await this.connect(this.address, this.#target.password ?? undefined, {
      eventSubscriptions: subscription,
    });
  }

  /** Ends the connection at once, whatever state it is in. */
  drop(): void {
    this.#client?.terminate();
  }

  leave(): void {
    this.#client?.close(1000);
  }

  ping(onPong: () => void): void {
    if (this.#client?.readyState !== WebSocket.OPEN) return;
    this.#client.once('pong', onPong);
    this.#client.ping();
  }

  /** Why it failed, or came to nothing in time. */
  causeOfFailure(): ObsCause | 'no-subprotocol' {
    if (this.#verdict) return this.#verdict;
    if (this.#closeCode === AUTHENTICATION_FAILED) {
      return this.#target.password === null ? 'password-needed' : 'password-wrong';
    }
    if (this.#closeCode === UNSUPPORTED_RPC_VERSION) return 'too-old';
    if (this.#stage === 'greeted') return 'lost';
    if (this.#stage === 'opened') return 'not-obs';
    if (this.#failure?.message === NO_SUBPROTOCOL) return 'no-subprotocol';
    // A computer that is off does not even refuse.
    const isNobody = this.#failure ? NOBODY.has(errorCode(this.#failure)) : this.#isConnecting;
    return isNobody ? 'not-running' : 'not-obs';
  }

  get #isConnecting(): boolean {
    return this.#line === null || this.#line.connecting;
  }

  protected override createConnection(_url: string): Promise<Hello> {
    const hello = this.internalEventPromise<Hello>('op:0');
    const client = new WebSocket(this.address, this.protocol, {
      perMessageDeflate: false,
      followRedirects: false,
      maxPayload: MAX_FRAME_BYTES,
      finishRequest: (request) => {
        request.once('socket', (line) => {
          this.#line = line;
        });
        request.end();
      },
    });
    client.on('open', () => {
      this.#stage = 'opened';
    });
    client.on('error', (failure) => {
      this.#failure = failure;
    });
    client.on('close', (code) => {
      this.#closeCode = code;
    });
    client.onopen = (event) => this.onOpen(event as never);
    client.onmessage = (event) => void this.onMessage(event as never);
    client.onerror = (event) => this.onError(event as never);
    client.onclose = (event) => this.onClose(event as never);
    this.#client = client;
    this.socket = client as never;
    return hello;
  }

  /** Nothing is answered to a server that would only refuse it. */
  protected override identify(
    hello: Hello,
    password?: string,
    params?: object,
  ): ReturnType<OBSWebSocket['identify']> {
    this.#stage = 'greeted';
    const { authentication } = hello;
    this.salt = authentication?.salt ?? null;
    if (authentication && !password) return this.#refuse('password-needed');
    if (authentication && this.salt === this.#target.refusedSalt) {
      return this.#refuse('password-wrong');
    }
    return super.identify(hello, password, { ...params, rpcVersion: RPC_VERSION } as object);
  }

  #refuse(cause: ObsCause): Promise<never> {
    this.#verdict = cause;
    // The library would wait for the server's goodbye before it tells.
    this.drop();
    return Promise.reject(new Error(cause));
  }
}
