import type { OpenSocket, SocketHandlers } from '../../../electron/session/socket.ts';
import type { VirtualClock } from '../../support/virtual-clock.ts';

const VALIDITY_MS = 12 * 3_600_000;
/** No frame is on its way for longer. */
const SLOWEST_MS = 40;

interface FakeSession {
  readonly key: string;
  readonly channelId: string;
  readonly createdAt: number;
  readonly kinds: Set<string>;
  handlers: SocketHandlers | null;
}

/** The platform's sessions of many channels; a channel's token is `token-` and its id. */
export class FakePlatform {
  /** The most sessions that one channel ever had at once. */
  mostSessions = 0;
  /** New sessions are refused. */
  isFull = false;
  /** How long a socket takes to open: it asks when half of it is over. */
  openMs = 20;
  /** How long a call takes. */
  callMs = 30;
  readonly #clock: VirtualClock;
  readonly #sessions = new Map<string, FakeSession>();

  constructor(clock: VirtualClock) {
    this.#clock = clock;
  }

  create(channelId: string, kinds: readonly string[] = []): { url: string; sessionKey: string } {
    const key = `${channelId}-${this.#sessions.size + 1}`;
    const createdAt = this.#clock.now();
    this.#sessions.set(key, {
      key,
      channelId,
      createdAt,
      kinds: new Set(kinds),
      handlers: null,
    });
    this.mostSessions = Math.max(this.mostSessions, this.alive(channelId).length);
    return { url: `wss://platform/?sessionKey=${key}`, sessionKey: key };
  }

  alive(channelId: string): FakeSession[] {
    const now = this.#clock.now();
    return [...this.#sessions.values()].filter(
      (session) => session.channelId === channelId && now - session.createdAt < VALIDITY_MS,
    );
  }

  /** To every session that is connected and subscribed, each a little later. */
  publish(channelId: string, text: string): void {
    const frame = JSON.stringify({ event: 'DONATION', data: { donationText: text } });
    for (const [at, session] of this.alive(channelId).entries()) {
      if (!session.kinds.has('DONATION')) continue;
      const { handlers } = session;
      this.#clock.setTimeout(() => handlers?.onText(frame), 5 + 15 * (at % 3));
    }
  }

  /** Of a client that asks in this moment. */
  readonly openSocket: OpenSocket = (url, handlers) => {
    const session = this.#sessions.get(url.split('sessionKey=')[1] ?? '');
    let isSilent = false;
    const guarded: SocketHandlers = {
      onOpen: () => isSilent || handlers.onOpen(),
      onText: (text) => isSilent || handlers.onText(text),
      onEnd: (how) => isSilent || handlers.onEnd(how),
    };
    // What is sent before the answer has come is behind it.
    if (session) session.handlers = guarded;
    this.#clock.setTimeout(() => {
      if (session) guarded.onOpen();
      else guarded.onEnd({ type: 'refused', status: 404 });
    }, this.openMs / 2);
    const close = (): void => {
      isSilent = true;
      if (session?.handlers === guarded) session.handlers = null;
    };
    // What was sent until the answer is read.
    const finish = (): void => {
      this.#clock.setTimeout(() => {
        if (session?.handlers === guarded) session.handlers = null;
        this.#clock.setTimeout(() => {
          guarded.onEnd({ type: 'closed', code: 1000, reason: '' });
          isSilent = true;
        }, SLOWEST_MS);
      }, 5);
    };
    return { send: () => undefined, close, finish, dispose: close };
  };

  readonly fetch = async (input: unknown, init?: RequestInit): Promise<Response> => {
    const url = new URL(String(input));
    const token = new Headers(init?.headers).get('authorization') ?? '';
    const channelId = token.replace('Bearer token-', '');
    const [, operation, kind] =
      /sessions\/?(auth|events\/subscribe|events\/unsubscribe)?\/?(\w+)?$/.exec(url.pathname) ?? [];
    const session = this.#sessions.get(url.searchParams.get('sessionKey') ?? '');
    await new Promise<void>((resolve) => this.#clock.setTimeout(resolve, this.callMs));
    if (operation === 'auth') {
      if (this.isFull) return Response.json({ statusCode: 400, message: 'full' }, { status: 400 });
      return Response.json({ url: this.create(channelId).url });
    }
    if (operation === 'events/subscribe') session?.kinds.add(kind?.toUpperCase() ?? '');
    if (operation === 'events/unsubscribe') session?.kinds.delete(kind?.toUpperCase() ?? '');
    if (operation) return new Response(null, { status: 200 });
    return Response.json({ data: this.#listed(Number(url.searchParams.get('page'))) });
  };

  #listed(page: number) {
    const now = this.#clock.now();
    return [...this.#sessions.values()]
      .filter(({ createdAt }) => now - createdAt < VALIDITY_MS)
      .slice(page * 50, page * 50 + 50)
      .map(({ key, channelId, kinds, handlers }) => ({
        sessionKey: key,
        connectedDate: handlers ? '2026-01-01T00:00:00.000Z' : null,
        disconnectedDate: null,
        subscribedEvents: [...kinds].map((eventType) => ({ eventType, channelId })),
      }));
  }
}
