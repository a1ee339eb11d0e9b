import { JetStreamApiCodes, JetStreamApiError, jetstreamManager } from '@nats-io/jetstream';
import { type KV, Kvm } from '@nats-io/kv';
import {
  AuthorizationError,
  connect,
  type NatsConnection,
  UserAuthenticationExpiredError,
} from '@nats-io/transport-node';
import type { Clock } from '../base/clock.ts';
import { type BooksStream, openBooksStream } from './books/books-stream.ts';
import { FleetError } from './fleet-errors.ts';
import { LEASE_MS, type LeaseBucket } from './leases.ts';
import { SEALED_START, type Seal } from './seal.ts';

export interface FleetAddress {
  readonly servers: readonly string[];
  readonly user?: string;
  readonly pass?: string;
  readonly token?: string;
  /** Of the fleet: letters, digits, - and _. */
  readonly name: string;
  /** On how many servers it keeps what it has, where it makes it; null: 3 in a cluster. */
  readonly replicas: number | null;
}

/** What a fleet shares. */
export interface FleetStore {
  readonly connection: NatsConnection;
  /** Channels and what belongs to them; stays until it is removed. */
  readonly channels: KV;
  /** Who has which channel, and which hosts there are; an entry is gone after `LEASE_MS`. */
  readonly leases: KV & LeaseBucket;
  /** Every key of `channels`, also of what is gone, as the leader knows them. */
  channelKeys(): Promise<readonly string[]>;
  /** Whether NATS is there in this moment. */
  isConnected(): boolean;
  /** The books of all channels. */
  readonly books: BooksStream;
  close(): Promise<void>;
}

const LEAST_VERSION = [2, 9, 0];
const CONNECT_MOST_MS = 5_000;
/** Not enough servers for so many replicas, or not in a cluster. */
const TOO_FEW: readonly number[] = [10_005, 10_074];
/** Tells a fleet's bucket from others, and the fleet's key from others. */
export const FLEET_MARK = 'fleet';
const MARK_TEXT = 'stagelight fleet 1';
/** From the leader: a copy may be behind, and tokens of a former owner are worth nothing. */
const READING = { allow_direct: false } as const;

/** Connects and makes the buckets if there are none. Throws a `FleetError`; then nothing was changed. */
export async function openFleet(
  address: FleetAddress,
  seal: Seal,
  clock: Clock,
): Promise<FleetStore> {
  const connection = await connected(address);
  try {
    await checkServer(connection, address);
    const kvm = new Kvm(connection);
    const bucket = `stagelight_${address.name}`;
    await checkMark(kvm, connection, bucket, seal);
    const replicas = replicasFor(address, connection);
    const channels = await kvm.create(bucket, { history: 1, replicas, ...READING });
    await mark(channels, bucket, seal);
    const leases = await openLeases(kvm, connection, `${bucket}_leases`, replicas);
    const books = await openBooksStream(connection, address.name, replicas, clock);
    const isConnected = connectedness(connection);
    return {
      connection,
      channels,
      channelKeys: () => keysOf(connection, bucket),
      leases,
      books,
      isConnected,
      close: () => connection.close(),
    };
  } catch (failure) {
    await connection.close();
    throw whyNot(failure, address);
  }
}

async function openLeases(
  kvm: Kvm,
  connection: NatsConnection,
  bucket: string,
  replicas: number,
): Promise<KV & LeaseBucket> {
  const leases = await kvm.create(bucket, { history: 1, replicas, ttl: LEASE_MS, ...READING });
  const { ttl } = await leases.status();
  if (ttl !== LEASE_MS) throw new FleetError('fleet-foreign', { bucket });
  const { streams } = await jetstreamManager(connection);
  const remove = async (key: string, revision: number): Promise<void> => {
    await streams.purge(`KV_${bucket}`, { filter: `$KV.${bucket}.${key}`, seq: revision + 1 });
  };
  return Object.assign(leases, { remove });
}

async function keysOf(connection: NatsConnection, bucket: string): Promise<readonly string[]> {
  const { streams } = await jetstreamManager(connection);
  const start = `$KV.${bucket}.`;
  const { state } = await streams.info(`KV_${bucket}`, { subjects_filter: `${start}>` });
  return Object.keys(state.subjects ?? {}).map((subject) => subject.slice(start.length));
}

/** A server by itself does not say a cluster's name. A cluster with a server missing is not taken for a small one. */
function replicasFor({ replicas }: FleetAddress, connection: NatsConnection): number {
  return replicas ?? (connection.info?.cluster === undefined ? 1 : 3);
}

/** What the servers say when there are too few of them, or no JetStream for this account. */
function whyNot(failure: unknown, { servers }: FleetAddress): unknown {
  const answer = failure instanceof Error && failure.cause ? failure.cause : failure;
  if (!(answer instanceof JetStreamApiError)) return failure;
  const values = { servers: servers.join(', ') };
  if (TOO_FEW.includes(answer.code)) {
    return new FleetError('fleet-replicas', values, { cause: failure });
  }
  if (answer.code !== JetStreamApiCodes.JetStreamNotEnabledForAccount) return failure;
  return new FleetError('fleet-no-jetstream', values, { cause: failure });
}

async function connected(address: FleetAddress): Promise<NatsConnection> {
  const { servers, user, pass, token } = address;
  try {
    return await connect({
      servers: [...servers],
      name: 'stagelight',
      timeout: CONNECT_MOST_MS,
      maxReconnectAttempts: -1,
      ...(user !== undefined && { user, pass: pass ?? '' }),
      ...(token !== undefined && { token }),
    });
  } catch (cause) {
    const isRefused =
      cause instanceof AuthorizationError || cause instanceof UserAuthenticationExpiredError;
    const code = isRefused ? 'fleet-no-access' : 'fleet-no-server';
    throw new FleetError(code, { servers: servers.join(', ') }, { cause });
  }
}

/** The client reconnects for ever by itself. */
function connectedness(connection: NatsConnection): () => boolean {
  let isThere = true;
  const follow = async (): Promise<void> => {
    for await (const { type } of connection.status()) {
      if (type === 'disconnect') isThere = false;
      if (type === 'reconnect') isThere = true;
    }
  };
  void follow();
  return () => isThere && !connection.isClosed();
}

async function checkServer(connection: NatsConnection, { servers }: FleetAddress): Promise<void> {
  const values = { servers: servers.join(', ') };
  const version = connection.info?.version ?? '';
  const parts = version.split(/[.-]/).map(Number);
  const differs = LEAST_VERSION.findIndex((least, at) => least !== parts[at]);
  if (differs >= 0 && !((parts[differs] ?? 0) > (LEAST_VERSION[differs] ?? 0))) {
    const least = LEAST_VERSION.slice(0, 2).join('.');
    throw new FleetError('fleet-too-old', { ...values, version, least });
  }
  if (connection.info?.jetstream !== true) throw new FleetError('fleet-no-jetstream', values);
}

/** Before anything is made or written. */
async function checkMark(kvm: Kvm, connection: NatsConnection, bucket: string, seal: Seal) {
  const { streams } = await jetstreamManager(connection);
  const info = await streams.info(`KV_${bucket}`).catch((failure: unknown) => {
    const isMissing =
      failure instanceof JetStreamApiError && failure.code === JetStreamApiCodes.StreamNotFound;
    if (!isMissing) throw failure;
  });
  if (!info) return;
  const entry = await (await kvm.open(bucket)).get(FLEET_MARK);
  if (!entry) throw new FleetError('fleet-foreign', { bucket });
  check(entry.string(), bucket, seal);
}

async function mark(channels: KV, bucket: string, seal: Seal): Promise<void> {
  const entry = await channels.get(FLEET_MARK);
  if (entry) check(entry.string(), bucket, seal);
  else {
    // Another host may make it in the same moment: then both have to have the same key.
    await channels.create(FLEET_MARK, seal.close(MARK_TEXT, FLEET_MARK)).catch(async () => {
      check((await channels.get(FLEET_MARK))?.string() ?? '', bucket, seal);
    });
  }
}

function check(sealed: string, bucket: string, seal: Seal): void {
  if (!sealed.startsWith(SEALED_START)) throw new FleetError('fleet-foreign', { bucket });
  if (seal.open(sealed, FLEET_MARK) !== MARK_TEXT) throw new FleetError('fleet-wrong-key');
}
