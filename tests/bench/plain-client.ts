import WebSocket from 'ws';
import type { Simulator } from '../../electron/simulator/server.ts';
import type { Session } from '../../electron/simulator/sessions/session.ts';

const SESSIONS = '/api/openapi/open/v1/sessions';
const EVENTS = ['chat', 'donation', 'subscription'] as const;

/**
 * The straightforward client that the app is held against: one socket, closed before the next one
 * is opened, and a new session only when the old one has ended. It never waits on purpose.
 */
export class PlainClient {
  readonly #simulator: Simulator;
  readonly #bearer: string;
  #url = '';
  #socket: WebSocket | null = null;
  #closed: Promise<void> = Promise.resolve();
  #events = 0;
  #heard: (() => void) | null = null;

  constructor(simulator: Simulator) {
    this.#simulator = simulator;
    const { world, clientId, streamerChannelId } = simulator;
    const application = world.application(clientId);
    const user = world.user(streamerChannelId);
    if (!application || !user) throw new Error('The simulator has no streamer');
    const { authorizations } = world;
    const grant = authorizations.consent(application, user);
    this.#bearer = authorizations.issuePair(grant, grant.consentedScopes).access.token;
  }

  /** Events received so far. */
  get events(): number {
    return this.#events;
  }

  get sessionKey(): string {
    return new URL(this.#url).searchParams.get('sessionKey') ?? '';
  }

  /** A session, its connection, its subscriptions. */
  async begin(): Promise<void> {
    const answer = (await this.#call('GET', `${SESSIONS}/auth`)) as { content: { url: string } };
    this.#url = answer.content.url;
    await this.#open();
    for (const event of EVENTS) {
      const query = `sessionKey=${encodeURIComponent(this.sessionKey)}`;
      await this.#call('POST', `${SESSIONS}/events/subscribe/${event}?${query}`);
    }
  }

  /** Closes the connection, and opens the next one on the same session when it is closed. */
  async renew(): Promise<void> {
    this.#socket?.close();
    await this.#closed;
    await this.#open();
  }

  /** The platform ends the session; then the client makes the next one. */
  async outlive(): Promise<void> {
    this.#simulator.sessions.remove(this.#session(), 'expired');
    await this.#closed;
    await this.begin();
  }

  /** The platform resets the line; the client opens the next one as soon as it notices. */
  async loseLine(): Promise<void> {
    this.#simulator.faults.inject({ kind: 'reset', sessionKey: this.sessionKey });
    await this.#closed;
    await this.#open();
  }

  /** Resolves with the next event. */
  nextEvent(): Promise<void> {
    return new Promise((resolve) => {
      this.#heard = resolve;
    });
  }

  async end(): Promise<void> {
    this.#socket?.terminate();
    await this.#closed;
  }

  #session(): Session {
    const session = this.#simulator.sessions.find(this.sessionKey);
    if (!session) throw new Error('The session of the plain client is gone');
    return session;
  }

  #open(): Promise<void> {
    const socket = new WebSocket(this.#url, { perMessageDeflate: false });
    this.#socket = socket;
    this.#closed = new Promise((resolve) => socket.once('close', () => resolve()));
    socket.on('message', (data) => {
      if (!String(data).startsWith('{"event"')) return;
      this.#events += 1;
      this.#heard?.();
      this.#heard = null;
    });
    return new Promise((resolve, reject) => {
      socket.once('open', () => resolve());
      socket.on('error', reject);
    });
  }

  async #call(method: string, path: string): Promise<unknown> {
    const answer = await fetch(`${this.#simulator.baseUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${this.#bearer}` },
    });
    if (!answer.ok) throw new Error(`${method} ${path.split('?')[0]} answered ${answer.status}`);
    const text = await answer.text();
    return text === '' ? null : JSON.parse(text);
  }
}
