import { mkdir } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '../base/clock.ts';
import { isLoopbackAddress } from '../base/loopback.ts';
import type { MakeKey, Random } from '../base/random.ts';
import type { Core } from '../core.ts';
import { sessionOwner } from '../session/session-memory.ts';
import { socketOpener } from '../session/socket.ts';
import { sessionTimes } from '../session/times.ts';
import { Books } from './books/books.ts';
import { ChannelAdmin } from './channel-admin.ts';
import { CHANNELS_FOLDER, type RunnerParts, WAITING_FOLDER } from './channel-runner.ts';
import { type DoorParts, openDoor } from './door.ts';
import { type DropsEvent, type DropsPlatform, startFleetDrops } from './drops/index.ts';
import { FleetError } from './fleet-errors.ts';
import { FleetHost, type FleetHostParts } from './fleet-host.ts';
import { type FleetAddress, type FleetStore, openFleet } from './fleet-store.ts';
import { hostLine } from './host-line.ts';
import { Joins } from './joins.ts';
import { Metrics } from './metrics.ts';
import { type MetricsAddress, serveMetrics } from './metrics-server.ts';
import { pagePath } from './page/page-door.ts';
import { PageKey } from './page/page-key.ts';
import { patiently } from './patience.ts';
import { reseal } from './reseal.ts';
import { Seal } from './seal.ts';

export type { FleetPlatform } from './attempt.ts';
export type { RunnerParts } from './channel-runner.ts';
export { explained } from './fleet-errors.ts';

type StartedChannel = Parameters<RunnerParts['startCore']>[0];

interface ChannelAddresses {
  /** What the addresses of its pages begin with. */
  readonly base: string;
  /** Where its streamer signs in again; undefined: only at this computer. */
  readonly signInUrl: string | undefined;
}

export interface FleetParts
  extends Pick<RunnerParts, 'dataDir' | 'log'>,
    Pick<FleetHostParts, 'application'> {
  readonly address: FleetAddress;
  /** Where browsers come in. */
  readonly door: DoorParts['address'];
  readonly platform: DoorParts['platform'];
  readonly startCore: (channel: StartedChannel & ChannelAddresses) => Promise<Core>;
  /** `STAGELIGHT_FLEET_KEY` */
  readonly keys: string;
  readonly weight: number;
  readonly clock: Clock;
  readonly random: Random;
  readonly makeKey: MakeKey;
  readonly onChannel: FleetHostParts['onChannel'];
  /** null: nobody asks for figures. */
  readonly metrics: MetricsAddress | null;
  /** Books wait for the stream; null: they are all in it again. */
  readonly onBooks: (failure: unknown) => void;
  /** Whose claims this host may mark as paid; null: nobody's. */
  readonly drops: DropsPlatform | null;
  readonly onDrops: (event: DropsEvent) => void;
}

function sealOf(keys: string): Seal {
  const seal = Seal.of(keys);
  if (!seal) throw new FleetError('fleet-no-key');
  return seal;
}

interface JoinedFleet {
  /** What the addresses of its pages begin with on this host. */
  readonly base: string;
  /** The page of the whole fleet; null: its key cannot be read. */
  readonly page: string | null;
  readonly endsSlowly: boolean;
  stop(): Promise<void>;
}

/** Joins a fleet and runs its share of the channels. Throws a `FleetError`. */
export async function joinFleet(parts: FleetParts): Promise<JoinedFleet> {
  const seal = sealOf(parts.keys);
  const store = await patiently(parts.clock, () => openFleet(parts.address, seal, parts.clock));
  const closers = [() => store.close()];
  const stop = async (): Promise<void> => {
    for (const close of closers.splice(0).reverse()) await close();
  };
  try {
    const { base, page, host } = await startHost(parts, seal, store, closers);
    return {
      base,
      page,
      get endsSlowly() {
        return host.endsSlowly;
      },
      stop,
    };
  } catch (failure) {
    await stop();
    throw failure;
  }
}

/** `closers`: what ends what was started, the last first. */
async function startHost(
  parts: FleetParts,
  seal: Seal,
  store: FleetStore,
  closers: (() => Promise<void>)[],
) {
  const { address, application, clock } = parts;
  // Two processes on one computer are two hosts.
  const hostId = `${hostname()}-${parts.makeKey().slice(0, 8)}`;
  const books = new Books({
    ...parts,
    hostId,
    stream: store.books,
    bucket: store.channels,
    channelsDir: join(parts.dataDir, CHANNELS_FOLDER),
    waitingDir: join(parts.dataDir, WAITING_FOLDER),
    onTrouble: parts.onBooks,
  });
  closers.push(async () => books.dispose());
  let started: FleetHost | null = null;
  let drops: Awaited<ReturnType<typeof startFleetDrops>> | null = null;
  const channels = () =>
    (started?.running ?? []).flatMap(({ lease, core }) => (core ? { lease, core } : []));
  const common = { ...parts, store, seal, hostId, fleet: address.name };
  const door = await openDoor({ ...common, address: parts.door, running: channels });
  closers.push(() => door.close());
  const metrics = new Metrics({
    channels,
    notReady: () => (store.isConnected() ? null : 'NATS is away'),
    lags: () => books.lags,
    dropsCalls: () => drops?.calls ?? null,
    clock,
  });
  const onRenewal: FleetHostParts['onRenewal'] = (result) => metrics.noteRenewal(result);
  const { baseUrl, clientId, timeScale } = application;
  const host = new FleetHost({
    ...common,
    books,
    startCore: (channel) =>
      parts.startCore({
        ...channel,
        base: door.baseOf(channel.channelId),
        signInUrl: door.signInUrlOf(channel.channelId),
      }),
    makeFolder: (path) => mkdir(path, { recursive: true, mode: 0o700 }),
    line: hostLine({ ...common, connection: store.connection }),
    owner: sessionOwner(baseUrl, clientId),
    times: sessionTimes(timeScale),
    openSocket: socketOpener(clock, isLoopbackAddress(baseUrl)),
    onRenewal,
    onSignInSaved: (channelId) => metrics.noteSignIn(channelId),
    onChannel: (event) => {
      metrics.note(event.state, event.lease);
      parts.onChannel(event);
    },
  });
  drops =
    parts.drops &&
    (await startFleetDrops({ ...common, onRenewal, platform: parts.drops }, address.name));
  closers.push(async () => {
    await Promise.all([host.stop(), drops?.stop()]);
  });
  if (parts.metrics) {
    const figures = await serveMetrics(metrics, parts.metrics);
    closers.push(() => figures.close());
  }
  started = host;
  books.start();
  host.start();
  return { base: door.base, page: await door.pageUrl(), host };
}

/** What changes a fleet without taking part in it. Throws a `FleetError`. */
export async function openAdmin(
  parts: Pick<FleetParts, 'address' | 'keys' | 'clock' | 'makeKey' | 'log'>,
) {
  const seal = sealOf(parts.keys);
  const store = await patiently(parts.clock, () => openFleet(parts.address, seal, parts.clock));
  const { connection, channels } = store;
  return {
    channels: new ChannelAdmin({ ...parts, store, connection, seal, fleet: parts.address.name }),
    joins: new Joins({ ...parts, channels, seal }),
    reseal: () => reseal({ bucket: channels, keys: () => store.channelKeys(), seal }),
    /** Where the page of the whole fleet is, below what the addresses begin with; null: its key cannot be read. */
    async pagePath() {
      const key = await new PageKey({ ...parts, channels, seal }).read();
      return key === null ? null : pagePath(key);
    },
    close: () => store.close(),
  };
}
