import { type IncomingHttpHeaders, request } from 'node:http';
import type { Msg, NatsConnection } from '@nats-io/transport-node';
import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { makeKey } from '../../../electron/base/random.ts';
import type { Core } from '../../../electron/core.ts';
import type { BooksStream, NotedEntry } from '../../../electron/fleet/books/books-stream.ts';
import { type Door, openDoor } from '../../../electron/fleet/door.ts';
import type { FleetStore } from '../../../electron/fleet/fleet-store.ts';
import { keyOf, type Lease } from '../../../electron/fleet/leases.ts';
import type { PlatformGrants } from '../../../electron/fleet/platform-grants.ts';
import { Seal } from '../../../electron/fleet/seal.ts';
import type { PageServer } from '../../../electron/server/ports.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { recordingLogger } from '../server/idle-commands.ts';
import { startWorld, type World } from '../server/world.ts';
import { KvBucket } from './kv-bucket.ts';

export const CHANNEL = 'channel of/a streamer';

type Callback = (failure: Error | null, message: Msg) => void;
type Bus = Pick<NatsConnection, 'subscribe' | 'publish' | 'request' | 'info'>;

/** Messages between hosts; everything that was said can be looked at. */
export class FakeNats implements Bus {
  readonly info = { max_payload: 20_000 } as NonNullable<NatsConnection['info']>;
  readonly said: Buffer[] = [];
  readonly #listeners = new Map<string, Callback>();

  /** How many hosts listen. */
  get listening(): number {
    return this.#listeners.size;
  }

  /** The host is there still, and hears nothing. */
  silence(hostKey: string): void {
    for (const start of this.#listeners.keys()) {
      if (start.includes(hostKey)) this.#listeners.delete(start);
    }
  }

  /** NATS ends what a host listens to. */
  fail(hostKey: string, failure: Error): void {
    for (const [start, listener] of this.#listeners) {
      if (start.includes(hostKey)) listener(failure, undefined as unknown as Msg);
    }
  }

  subscribe = ((subject: string, { callback }: { readonly callback: Callback }) => {
    const start = subject.replace(/\*$/, '');
    this.#listeners.set(start, callback);
    return { unsubscribe: () => this.#listeners.delete(start) };
  }) as unknown as Bus['subscribe'];

  publish = ((subject: string, payload: Uint8Array | string, options?: { reply?: string }) => {
    const data = Buffer.from(payload as Uint8Array);
    this.said.push(data);
    setImmediate(() => {
      if (!this.#tell(subject, data, null) && options?.reply) this.#tell(options.reply, null, null);
    });
  }) as Bus['publish'];

  request = ((subject: string, payload: string) =>
    new Promise<Msg>((resolve, reject) => {
      this.said.push(Buffer.from(payload));
      const respond = (text: string) => {
        this.said.push(Buffer.from(text));
        resolve({ string: () => text } as Msg);
        return true;
      };
      if (!this.#tell(subject, Buffer.from(payload), respond)) reject(new Error('no responders'));
    })) as unknown as Bus['request'];

  #tell(subject: string, data: Buffer | null, respond: ((text: string) => boolean) | null) {
    const name = subject.split('.').at(-1) ?? '';
    const listener = this.#listeners.get(subject.slice(0, -name.length));
    const message = {
      subject,
      data: data ?? Buffer.alloc(0),
      headers: data ? undefined : { code: 503 },
      string: () => String(data),
      respond,
    };
    listener?.(null, message as unknown as Msg);
    return listener !== undefined;
  }
}

export const NO_PLATFORM: PlatformGrants = {
  authorizationUrl: (redirectUri, state) =>
    `https://platform.example/authorize?${new URLSearchParams({ redirectUri, state })}`,
  exchange: async () => null,
  revoke: async () => true,
};

export interface DoorHost {
  readonly id: string;
  readonly door: Door;
  readonly port: number;
  readonly log: readonly string[];
  /** Runs the channel here. */
  take(): Promise<World>;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly body: string;
}

/** What the books of a fleet have of moves and gaps. */
export class FakeBooks implements Pick<BooksStream, 'readKind'> {
  readonly entries: NotedEntry[] = [];
  /** How often somebody read. */
  asked = 0;

  async *readKind(kind: string, after: number, since: number) {
    this.asked += 1;
    yield this.entries.filter(
      ({ entry, place, at }) => entry.type === kind && place > after && at >= since,
    );
  }
}

/** Hosts of one fleet with their doors, over one NATS. */
export class DoorWorld {
  readonly nats = new FakeNats();
  readonly channels = new KvBucket();
  readonly leases = new KvBucket();
  readonly clock = new VirtualClock();
  readonly books = new FakeBooks();
  readonly #publicUrl: URL | null;
  readonly #trustedProxies: readonly string[];

  constructor(publicUrl: string | null, trustedProxies: readonly string[] = []) {
    this.#publicUrl = publicUrl === null ? null : new URL(publicUrl);
    this.#trustedProxies = trustedProxies;
  }

  async host(id: string, platform = NO_PLATFORM, keyByte = 1, port = 0): Promise<DoorHost> {
    const { nats, channels, leases, clock, books } = this;
    const log: string[] = [];
    const running: { lease: Lease; core: Core }[] = [];
    const seal = Seal.of(Buffer.alloc(32, keyByte).toString('base64'));
    if (!seal) throw new Error('The key is wrong.');
    const door = await openDoor({
      address: { publicUrl: this.#publicUrl, port, trustedProxies: this.#trustedProxies },
      store: { connection: nats, channels, leases, books } as unknown as FleetStore,
      seal,
      fleet: 'test',
      hostId: id,
      running: () => running,
      platform,
      clock,
      makeKey,
      log: recordingLogger(log),
    });
    onTestFinished(() => door.close());
    return {
      id,
      door,
      port: door.port,
      log,
      take: async () => {
        const world = await startWorld({ publicBase: door.baseOf(CHANNEL) });
        onTestFinished(() => world.stop());
        const { pageServer } = world;
        const lease = { channelId: CHANNEL, epoch: 7 };
        const entry = { lease, core: coreOf(pageServer, clock.now() - 60_000) };
        running.push(entry);
        await leases.put(`channel.${keyOf(CHANNEL)}`, JSON.stringify({ host: id, claim: 'x' }));
        const stop = async (): Promise<void> => {
          running.splice(running.indexOf(entry), 1);
          await leases.delete(`channel.${keyOf(CHANNEL)}`);
          await world.stop();
        };
        return { ...world, stop };
      },
    };
  }

  /** The channel is one of the fleet's. */
  async add(): Promise<void> {
    await this.channels.put(`channel.${keyOf(CHANNEL)}`, '{}');
  }
}

function coreOf(pageServer: PageServer, since: number): Core {
  const status = {
    connection: { state: 'live', since },
    read: () => ({ account: { channelName: 'A <b>streamer</b>' } }),
  };
  return { pageServer, status } as unknown as Core;
}

/** As a proxy on the same computer asks a door. */
export function ask(
  { port }: DoorHost,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  method = 'GET',
  body = '',
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request({ port, host: '127.0.0.1', path, method, headers, agent: false });
    asked.on('error', reject);
    asked.on('response', (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        const bytes = Buffer.concat(parts);
        const { statusCode: status = 0, headers: said } = response;
        resolve({ status, headers: said, bytes, body: String(bytes) });
      });
    });
    asked.end(body);
  });
}

/** Rejects with the status where the door refuses. */
export function openSocket(
  { port }: DoorHost,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<WebSocket> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers });
  onTestFinished(() => socket.terminate());
  return new Promise((resolve, reject) => {
    socket.once('open', () => resolve(socket));
    socket.once('unexpected-response', (_, { statusCode }) =>
      reject(new Error(String(statusCode))),
    );
    socket.on('error', reject);
  });
}

/** Time passes until it is over. */
export async function passing<T>(clock: VirtualClock, work: Promise<T>): Promise<T> {
  let isOver = false;
  const over = () => {
    isOver = true;
  };
  work.then(over, over);
  while (!isOver) await clock.advance(500);
  return work;
}

/** Sockets of this computer take some turns. */
export async function settled(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
}
