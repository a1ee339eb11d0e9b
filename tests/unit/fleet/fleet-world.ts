import type { KV } from '@nats-io/kv';
import { delay } from '../../../electron/base/clock.ts';
import { Redactor, silentLogger } from '../../../electron/base/log.ts';
import { decodeFrame } from '../../../electron/events/decode.ts';
import { createImagePolicy } from '../../../electron/events/field-sanitizer.ts';
import type { BooksStream } from '../../../electron/fleet/books/books-stream.ts';
import type { ChannelPlace } from '../../../electron/fleet/books/channel-books.ts';
import { contentOf } from '../../../electron/fleet/books/taker.ts';
import { WaitingEvents } from '../../../electron/fleet/books/waiting-events.ts';
import { FleetHost } from '../../../electron/fleet/fleet-host.ts';
import type { FleetStore } from '../../../electron/fleet/fleet-store.ts';
import { type HostLine, NOBODY } from '../../../electron/fleet/host-line.ts';
import { KvVault } from '../../../electron/fleet/kv-vault.ts';
import { keyOf } from '../../../electron/fleet/leases.ts';
import { Seal } from '../../../electron/fleet/seal.ts';
import { parseFrame } from '../../../electron/platform/frames.ts';
import type { OpenSocket, Socket, SocketHandlers } from '../../../electron/session/socket.ts';
import { sessionTimes } from '../../../electron/session/times.ts';
import { steadyRandom } from '../../support/steady-random.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { temporaryFolder } from '../storage/support.ts';
import { fakeCore, OWNER, type ToldHistory } from './fake-core.ts';
import { FakePlatform } from './fake-platform.ts';
import { FakeWaiting } from './fake-waiting.ts';
import { HostWay, LeaseServer } from './lease-world.ts';

/** What is compared of an event in the books. */
function bookContent(donationText: string): string {
  const frame = parseFrame(JSON.stringify({ event: 'DONATION', data: { donationText } }));
  const images = createImagePolicy({ allowLoopbackHttp: false });
  const read = frame.type === 'event' ? decodeFrame(frame, images) : null;
  if (read?.type !== 'event') throw new Error('It is no event.');
  const { kind, data } = read.decoded;
  return contentOf({ kind, payload: JSON.stringify(data) });
}

function fleetSeal(): Seal {
  const seal = Seal.of(Buffer.alloc(32, 7).toString('base64'));
  if (!seal) throw new Error('The key is wrong.');
  return seal;
}

/** What became of an event, and where. */
export interface Written {
  readonly host: string;
  readonly channelId: string;
  readonly text: string;
  /** It is in the stream, not only on the host's disk. */
  isSent: boolean;
}

/** A fleet on a server and a platform of its own, whose cores only write down what comes. */
export class FleetWorld {
  readonly clock = new VirtualClock();
  readonly leases = new LeaseServer(this.clock);
  readonly channels = new LeaseServer(this.clock, Number.POSITIVE_INFINITY);
  readonly platform = new FakePlatform(this.clock);
  readonly seal = fleetSeal();
  readonly written: Written[] = [];
  /** What came to hosts that had lost the channel, for their books. */
  readonly late: string[] = [];
  readonly waiting = new FakeWaiting();
  /** Times that cores recorded as gaps, by the server's clock. */
  readonly gaps: { readonly channelId: string; readonly from: number; readonly to: number }[] = [];
  /** All that was published, and when. */
  readonly published: { readonly channelId: string; readonly text: string; readonly at: number }[] =
    [];
  /** To which hosts' sockets an event came, read or not yet. */
  readonly reached = new Map<string, Set<WorldHost>>();
  readonly hosts = new Map<string, WorldHost>();
  readonly waitingDir = temporaryFolder();
  /** How long a question or an answer from host to host takes. */
  lineMs = 0;
  readonly lines = new Map<string, (question: string) => Promise<string>>();
  /** Channels with an alert on screen. */
  readonly alerts = new Set<string>();
  /** Channels whose session is about to be followed by another one. */
  readonly rollingOver = new Set<string>();
  /** What the core of a channel has missed; left out: nothing. */
  readonly histories = new Map<string, ToldHistory>();

  async add(channelId: string): Promise<void> {
    const way = new HostWay(this.clock);
    const vault = this.vault(way, channelId);
    const grant = { accessToken: `token-${channelId}`, refreshToken: 'once', issuedAt: 0 };
    const scopes = ['READ:LIVE_CHAT', 'READ:DONATION', 'READ:SUBSCRIPTION'];
    await vault.write('grant', JSON.stringify({ ...grant, scopes, expiresAt: 9e15 }));
    this.channels.put(`channel.${keyOf(channelId)}`, '{}', 0, 'PUT');
  }

  vault(way: HostWay, channelId: string): KvVault {
    const bucket = way.bucket(this.channels);
    const { seal, clock } = this;
    return new KvVault({ bucket, seal, channelId, isProven: () => true, clock });
  }

  join(id: string, weight = 1): WorldHost {
    const host = new WorldHost(this, id, weight);
    this.hosts.set(id, host);
    host.fleet.start();
    return host;
  }

  /** Where a channel's core is open. */
  placesOf(channelId: string): string[] {
    return [...this.hosts.values()].filter(({ open }) => open.has(channelId)).map(({ id }) => id);
  }

  publish(channelId: string, text: string): void {
    this.published.push({ channelId, text, at: this.clock.now() });
    this.platform.publish(channelId, text);
  }

  reach(frame: string, host: WorldHost): void {
    const { data } = JSON.parse(frame) as { data: { donationText: string } };
    const hosts = this.reached.get(data.donationText) ?? new Set();
    this.reached.set(data.donationText, hosts.add(host));
  }

  /** What was published, is in no gap, and was not written. */
  get lost(): string[] {
    const written = new Set(this.written.map(({ text }) => text));
    return this.published
      .filter(({ text }) => !written.has(text))
      .filter(
        ({ channelId, at }) =>
          !this.gaps.some((gap) => gap.channelId === channelId && gap.from <= at && at <= gap.to),
      )
      .map(({ text }) => text);
  }

  /** What came to a host that lives still, and is in no books. */
  get dropped(): string[] {
    const kept = new Set([...this.written.map(({ text }) => text), ...this.late]);
    return [...this.reached].flatMap(([text, hosts]) => {
      const isKept =
        kept.has(text) || [...hosts].every(({ isDead, isEnding }) => isDead || isEnding);
      return isKept ? [] : [text];
    });
  }

  /** Channels with events that are not written, in a gap or not. */
  get missing(): ReadonlySet<string> {
    const written = new Set(this.written.map(({ text }) => text));
    const missing = this.published.filter(({ text }) => !written.has(text));
    return new Set(missing.map(({ channelId }) => channelId));
  }

  /** What is only on a disk is left out when it comes late, if it is in the stream by then. */
  get twice(): string[] {
    const seen = new Set<string>();
    const sent = this.written.filter(({ isSent }) => isSent);
    return sent.flatMap(({ text }) => (seen.size === seen.add(text).size ? [text] : []));
  }

  /** As a host reads them in the stream. */
  contentsFrom(channelId: string, number: number): string[] {
    const sent = new Set(this.written.flatMap(({ text, isSent }) => (isSent ? [text] : [])));
    for (const written of this.written) {
      const host = this.hosts.get(written.host);
      const mayCome = host?.way === 'open' && !host.isDead;
      written.isSent ||= mayCome && !sent.has(written.text);
    }
    return this.written
      .slice(number - 1)
      .filter((written) => written.channelId === channelId && written.isSent)
      .map(({ text }) => bookContent(text));
  }

  dispose(): void {
    for (const { fleet } of this.hosts.values()) fleet.dispose();
  }
}

/** One host of it. */
export class WorldHost extends HostWay {
  readonly id: string;
  readonly fleet: FleetHost;
  /** Channels whose cores are open here. */
  readonly open = new Map<string, Socket>();
  readonly said: string[] = [];
  isDead = false;
  /** It was told to end. */
  isEnding = false;
  /** How long a core takes to start. */
  startMs = 0;
  /** Channels that do not start here. */
  readonly failing = new Set<string>();
  /** Of which channels a core was started, or was to be. */
  readonly starts: string[] = [];
  /** How its books were told to run each channel, and what of it is shared with whom. */
  readonly places: ChannelPlace[] = [];
  readonly shared: string[] = [];
  /** Called for what the host says, in that moment. */
  onSaid: (line: string) => void = () => undefined;
  readonly #world: FleetWorld;
  #keys = 0;
  readonly makeKey = (): string => {
    this.#keys += 1;
    return `${this.id}-${this.#keys}`;
  };

  constructor(world: FleetWorld, id: string, weight: number) {
    super(world.clock);
    this.#world = world;
    this.id = id;
    this.fleet = new FleetHost({
      store: {
        channels: this.bucket(world.channels) as unknown as KV,
        leases: this.bucket(world.leases) as unknown as FleetStore['leases'],
      },
      line: this.#line(),
      hostId: id,
      weight,
      owner: OWNER,
      times: sessionTimes(1),
      application: {
        baseUrl: 'https://platform',
        authUrl: 'https://platform',
        clientId: 'client',
        clientSecret: 'secret',
        timeScale: 1,
        fetch: this.#fetch as typeof globalThis.fetch,
        redactor: new Redactor(),
      },
      openSocket: this.#openSocket,
      seal: world.seal,
      books: {
        waitingEvents: (given) => {
          const publish: BooksStream['publish'] = (...sent) =>
            this.ask(() => world.waiting.publish(...sent));
          const erase: BooksStream['erase'] = (places) =>
            this.ask(() => world.waiting.erase(places));
          const { clock, makeKey } = this;
          const { waitingDir } = world;
          const parts = { stream: { publish, erase }, waitingDir, clock, makeKey };
          return new WaitingEvents({ ...parts, log: silentLogger }, given);
        },
        run: async (place, startCore) => {
          this.places.push(place);
          const { lease, session, isTold } = place;
          const { channelId } = lease;
          const note = (...what: readonly unknown[]) =>
            void this.shared.push([channelId, ...what].join(' '));
          const had = (since: number) => world.contentsFrom(channelId, since);
          const takeWaiting = async () => {
            await this.ask(() => undefined);
            for (const text of world.waiting.newFor(lease, session, had)) {
              world.written.push({ host: id, channelId, text, isSent: true });
            }
          };
          if (!isTold) await takeWaiting();
          const core = await startCore();
          const over = new AbortController();
          const look = async (): Promise<void> => {
            await delay(this.clock, 8_000, over.signal);
            if (over.signal.aborted) return;
            await takeWaiting().catch(() => undefined);
            await look();
          };
          void look();
          return {
            core,
            stop: () => {
              over.abort();
              return core.stop();
            },
            saved: async () => true,
            give: (since, mostMs) => {
              note('given from', since, 'for', mostMs);
              return since;
            },
            takeOver: ({ epoch, since }, mostMs) => note('of', epoch, 'from', since, 'for', mostMs),
            shareFor: (ms) => note('for', ms),
            contentsFrom: had,
          };
        },
        addLate: async (_, events) => {
          for (const { data } of events) {
            if ('donationText' in data) world.late.push(data.donationText);
          }
        },
      },
      dataDir: id,
      makeFolder: async () => undefined,
      clock: this.clock,
      random: steadyRandom(id.charCodeAt(0)),
      makeKey: this.makeKey,
      log: silentLogger,
      startCore: async (channel) => {
        this.starts.push(channel.channelId);
        if (this.failing.has(channel.channelId)) throw new Error('its folder is broken');
        if (this.startMs > 0) {
          await new Promise<void>((resolve) => this.clock.setTimeout(resolve, this.startMs));
        }
        return fakeCore(world, this, channel);
      },
      onChannel: ({ state, lease }) => {
        this.said.push(`${state} ${lease.channelId}`);
        this.onSaid(`${state} ${lease.channelId}`);
      },
    });
  }

  /** As SIGKILL: nothing of it runs any more, and its connections end. */
  kill(): void {
    this.isDead = true;
    this.pause();
    this.#world.lines.delete(this.id);
    for (const socket of this.open.values()) socket.dispose();
    this.open.clear();
  }

  readonly #fetch = async (...request: Parameters<FakePlatform['fetch']>): Promise<Response> => {
    const response = await this.#world.platform.fetch(...request);
    await new Promise<void>((resolve) => this.read(resolve));
    return response;
  };

  /** A socket of a process that may be stopped: what comes meanwhile is read after all timers that are due. */
  readonly #openSocket: OpenSocket = (url, handlers) => {
    const { clock, platform } = this.#world;
    let asked: Socket | null = null;
    let isOpen = false;
    let isOver = false;
    const unread: string[] = [];
    const read = (): void => {
      while (isOpen && unread.length > 0) {
        const text = unread.shift() ?? '';
        if (!isOver) handlers.onText(text);
      }
    };
    const end: SocketHandlers['onEnd'] = (how) => {
      if (!isOver) handlers.onEnd(how);
      isOver = true;
    };
    const ask = (): void => {
      if (isOver) return;
      asked = platform.openSocket(url, {
        onOpen: () =>
          this.read(() => {
            isOpen = true;
            if (!isOver) handlers.onOpen();
            read();
          }),
        onText: (text) => {
          this.#world.reach(text, this);
          unread.push(text);
          this.read(read);
        },
        onEnd: (how) =>
          this.read(() => {
            read();
            end(how);
          }),
      });
    };
    clock.setTimeout(() => this.read(ask), platform.openMs / 2);
    const close = (): void => {
      isOver = true;
      asked?.close();
    };
    const finish = (): void => {
      if (asked) asked.finish();
      else queueMicrotask(() => end({ type: 'unreachable', detail: 'it was not needed' }));
    };
    return { send: (text) => asked?.send(text), close, finish, dispose: close };
  };

  #line(): HostLine {
    const { lines } = this.#world;
    return {
      ask: (host, question, mostMs) => {
        const late = new Promise<null>((resolve) =>
          this.clock.setTimeout(() => resolve(null), mostMs),
        );
        const answer = this.ask(async () => {
          await this.#onTheWay();
          const said = (await lines.get(host)?.(question)) ?? NOBODY;
          await this.#onTheWay();
          return said;
        });
        return Promise.race([answer.catch(() => null), late]);
      },
      answer: (reply) => {
        lines.set(this.id, (question) => this.hears().then(() => this.ask(() => reply(question))));
        return { dispose: () => lines.delete(this.id) };
      },
    };
  }

  #onTheWay(): Promise<void> {
    const { clock, lineMs } = this.#world;
    return new Promise((resolve) => clock.setTimeout(resolve, lineMs));
  }
}
