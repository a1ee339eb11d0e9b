import { createHash, randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import { OBS_EVENTS, subscriptionOf } from '../../electron/features/obs/obs-events.ts';
import { isJsonObject, type JsonObject, parseJson } from '../../shared/json.ts';
import type { FakeObs } from './fake-obs.ts';

const SUBPROTOCOL = 'obswebsocket.json';
const AUTHENTICATION_FAILED = 4009;
const UNSUPPORTED_RPC_VERSION = 4010;
/** What every kind of client gets unless it says otherwise. */
const ALL = 2047;

interface ServerOptions {
  readonly port?: number;
  /** null: no authentication, as in OBS where the box is not ticked. */
  readonly password?: string | null;
  /** Of the protocol; other clients are turned away. */
  readonly rpcVersion?: number;
  /** Whether it answers signs of life. */
  readonly autoPong?: boolean;
}

/** OBS's WebSocket server (obs-websocket 5, JSON) on a port of this machine, in front of a `FakeObs`. */
export class ObsServer {
  readonly #server: WebSocketServer;
  readonly #obs: FakeObs;
  readonly #password: string | null;
  readonly #rpcVersion: number;
  readonly #salt = randomBytes(32).toString('base64');
  readonly #ends: (() => void)[] = [];
  /** The code of every message that clients sent. */
  readonly received: number[] = [];

  private constructor(server: WebSocketServer, obs: FakeObs, options: ServerOptions) {
    this.#server = server;
    this.#obs = obs;
    this.#password = options.password ?? null;
    this.#rpcVersion = options.rpcVersion ?? 1;
    server.on('connection', (client) => this.#greet(client));
  }

  static async start(obs: FakeObs, options: ServerOptions = {}): Promise<ObsServer> {
    const server = new WebSocketServer({
      host: '127.0.0.1',
      port: options.port ?? 0,
      autoPong: options.autoPong ?? true,
      handleProtocols: (offered) => (offered.has(SUBPROTOCOL) ? SUBPROTOCOL : false),
    });
    await new Promise<void>((resolve, reject) => {
      server.once('listening', resolve);
      server.once('error', reject);
    });
    return new ObsServer(server, obs, options);
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get clients(): number {
    return this.#server.clients.size;
  }

  /** As OBS ends: a goodbye to everybody; `code` null: killed, without one. */
  async stop(code: number | null = 1001): Promise<void> {
    for (const end of this.#ends) end();
    for (const client of this.#server.clients) {
      if (code === null) client.terminate();
      else client.close(code);
    }
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  #greet(client: WebSocket): void {
    const challenge = randomBytes(32).toString('base64');
    const authentication =
      this.#password === null ? {} : { authentication: { challenge, salt: this.#salt } };
    send(client, 0, {
      obsWebSocketVersion: '5.1.0',
      rpcVersion: this.#rpcVersion,
      ...authentication,
    });
    let subscription: number | null = null;
    client.on('message', (message) => {
      const { op, d } = parseJson(message.toString()) as { op: number; d: JsonObject };
      this.received.push(op);
      if (op === 1) {
        const refusal = this.#refusal(d, challenge);
        if (refusal !== null) return client.close(refusal);
      }
      if (op === 1 || op === 3) {
        subscription = Number(d['eventSubscriptions'] ?? ALL);
        return send(client, 2, { negotiatedRpcVersion: this.#rpcVersion });
      }
      if (subscription !== null) void this.#answer(client, op, d);
    });
    for (const name of OBS_EVENTS) {
      const bits = subscriptionOf([name]);
      const end = this.#obs.on(name, (eventData: unknown) => {
        if (((subscription ?? 0) & bits) === 0 || client.readyState !== client.OPEN) return;
        send(client, 5, { eventType: name, eventIntent: bits, eventData });
      });
      this.#ends.push(end);
    }
  }

  #refusal({ rpcVersion, authentication }: JsonObject, challenge: string): number | null {
    if (rpcVersion !== this.#rpcVersion) return UNSUPPORTED_RPC_VERSION;
    if (this.#password === null) return null;
    const secret = sha256(this.#password + this.#salt);
    return authentication === sha256(secret + challenge) ? null : AUTHENTICATION_FAILED;
  }

  async #answer(client: WebSocket, op: number, d: JsonObject): Promise<void> {
    const { requestId, requests } = d;
    try {
      if (op === 6) send(client, 7, { requestId, ...(await this.#handle(d)) });
      if (op !== 8) return;
      const results: unknown[] = [];
      for (const each of Array.isArray(requests) ? requests : []) {
        if (isJsonObject(each)) results.push(await this.#handle(each));
      }
      send(client, 9, { requestId, results });
    } catch {
      // OBS ended before the answer.
    }
  }

  async #handle({ requestType, requestData }: JsonObject): Promise<object> {
    const data = isJsonObject(requestData) ? requestData : {};
    const answer = await this.#obs.handle(String(requestType), data);
    return answer.ok
      ? { requestType, requestStatus: { result: true, code: 100 }, responseData: answer.data }
      : {
          requestType,
          requestStatus: { result: false, code: answer.code, comment: answer.comment },
        };
  }
}

function send(client: WebSocket, op: number, d: object): void {
  client.send(JSON.stringify({ op, d }));
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
