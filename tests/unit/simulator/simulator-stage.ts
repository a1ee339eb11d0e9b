import { WebSocket } from 'ws';
import {
  type Simulator,
  type SimulatorOptions,
  startSimulator,
} from '../../../electron/simulator/server.ts';
import type { Scope, User } from '../../../electron/simulator/world/model.ts';
import { textAt } from '../../support/json-fields.ts';
import { steadyRandom } from '../../support/steady-random.ts';
import { settle, VirtualClock } from '../../support/virtual-clock.ts';

export const API = '/api/openapi/open/v1';
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON, null when it is none; `fieldAt` and its kin look into it. */
  readonly json: unknown;
}

/** A simulator on a clock that stands still until told otherwise. */
export class Stage {
  readonly clock: VirtualClock;
  readonly sim: Simulator;
  readonly #lines: Line[] = [];

  private constructor(clock: VirtualClock, sim: Simulator) {
    this.clock = clock;
    this.sim = sim;
  }

  static async start(options: SimulatorOptions = {}): Promise<Stage> {
    const clock = new VirtualClock();
    const random = steadyRandom(7);
    return new Stage(clock, await startSimulator({ clock, random, ...options }));
  }

  get streamer(): User {
    return this.user(0);
  }

  user(index: number): User {
    return this.sim.world.users()[index]!;
  }

  /** An access token of the user, with all scopes or those given. */
  token(user: User = this.streamer, scopes?: readonly Scope[]): string {
    const application = this.sim.world.application(this.sim.clientId)!;
    const grant = this.sim.world.authorizations.consent(application, user);
    const granted = scopes ?? application.scopes;
    return this.sim.world.authorizations.issuePair(grant, granted).access.token;
  }

  client(): Record<string, string> {
    return { 'client-id': this.sim.clientId, 'client-secret': this.sim.clientSecret };
  }

  bearer(token = this.token()): Record<string, string> {
    return { authorization: `Bearer ${token}` };
  }

  async call(
    method: string,
    path: string,
    headers: Record<string, string> = {},
    body?: unknown,
  ): Promise<Answer> {
    const response = await fetch(`${this.sim.baseUrl}${path}`, {
      method,
      headers: body === undefined ? headers : { 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: parsed(text) };
  }

  control(method: string, path: string, body?: unknown): Promise<Answer> {
    return this.call(method, `/control/v1${path}`, { 'simulator-key': this.sim.controlKey }, body);
  }

  /** Creates a session of the user and answers its address and key. */
  async session(token = this.token()): Promise<{ url: string; key: string }> {
    const { json } = await this.call('GET', `${API}/sessions/auth`, this.bearer(token));
    return keyed(textAt(json, 'content.url'));
  }

  async clientSession(): Promise<{ url: string; key: string }> {
    const { json } = await this.call('GET', `${API}/sessions/auth/client`, this.client());
    return keyed(textAt(json, 'content.url'));
  }

  change(verb: 'subscribe' | 'unsubscribe', event: string, key: string, token = this.token()) {
    const path = `${API}/sessions/events/${verb}/${event}?sessionKey=${key}`;
    return this.call('POST', path, this.bearer(token));
  }

  async connect(url: string): Promise<Line> {
    const line = await Line.open(url);
    this.#lines.push(line);
    return line;
  }

  /** A session with a connection and the given subscriptions. */
  async live(events: readonly string[] = ['chat', 'donation', 'subscription']) {
    const token = this.token();
    const { url, key } = await this.session(token);
    const line = await this.connect(url);
    for (const event of events) await this.change('subscribe', event, key, token);
    return { url, key, line, token };
  }

  /** Waits until the server has noticed that only `count` connections are open. */
  async connections(count: number): Promise<void> {
    while (this.sim.sockets.all.length !== count) await settle();
  }

  async stop(): Promise<void> {
    for (const line of this.#lines) line.socket.terminate();
    await this.sim.dispose();
  }
}

/** A client's WebSocket that remembers what it heard. */
export class Line {
  readonly socket: WebSocket;
  readonly heard: string[] = [];
  readonly closed: Promise<{ code: number; reason: string }>;
  #waiting: (() => void)[] = [];

  private constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on('message', (data) => {
      this.heard.push(data.toString());
      for (const wake of this.#waiting.splice(0)) wake();
    });
    socket.on('error', () => undefined);
    this.closed = new Promise((resolve) => {
      socket.on('close', (code, reason) => resolve({ code, reason: reason.toString() }));
    });
  }

  static open(url: string): Promise<Line> {
    const line = new Line(new WebSocket(url));
    return new Promise((resolve, reject) => {
      line.socket.once('open', () => resolve(line));
      line.socket.once('error', reject);
    });
  }

  /** Sends a PING and waits for its answer: whatever was sent before it has then arrived. */
  async ping(): Promise<void> {
    const before = this.pongs;
    this.socket.send('{"type":"PING"}');
    while (this.pongs === before) await this.next();
  }

  get pongs(): number {
    return this.heard.filter((text) => text === '{"action":"PONG"}').length;
  }

  /** Everything heard but the answers to PING, after one more of those. */
  async events(): Promise<{ event: string; data: Record<string, unknown> }[]> {
    return (await this.frames()).map((text) => JSON.parse(text));
  }

  async frames(): Promise<string[]> {
    await this.ping();
    return this.heard.filter((text) => text !== '{"action":"PONG"}');
  }

  next(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}

/** The status a refused upgrade is answered with. */
export function refusedWith(url: string, protocols: string[] = []): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, protocols);
    socket.once('unexpected-response', (request, response) => {
      resolve(response.statusCode ?? 0);
      request.destroy();
    });
    socket.once('open', () => {
      socket.terminate();
      reject(new Error('The upgrade was accepted'));
    });
    socket.once('error', () => undefined);
  });
}

function keyed(url: string): { url: string; key: string } {
  return { url, key: new URL(url).searchParams.get('sessionKey')! };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
