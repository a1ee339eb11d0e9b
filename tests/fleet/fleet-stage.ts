import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { delay, systemClock } from '../../electron/base/clock.ts';
import { silentLogger } from '../../electron/base/log.ts';
import { makeKey } from '../../electron/base/random.ts';
import { openAdmin } from '../../electron/fleet/index.ts';
import { freePort } from '../support/free-port.ts';
import { FaultyHost } from './host-process.ts';
import type { SignedIn } from './many-channels.ts';
import { PlatformProcess } from './platform-process.ts';

const FLEET = 'test';
const LOOK_MS = 200;
/** Channels that are added at the same time. */
const ADDED_AT_ONCE = 8;

interface StageWish {
  readonly channels: number;
  readonly timeScale: number;
  /** Addresses of the NATS servers. */
  readonly servers: readonly string[];
  readonly replicas: number;
}

/** A platform with many channels that have all been added to one fleet, and a place for its hosts. */
export class FleetStage {
  readonly platform: PlatformProcess;
  /** The stream of the fleet's books. */
  readonly stream = `stagelight_${FLEET}`;
  readonly #wish: StageWish;
  readonly #folder: string;
  readonly #redirectUri: string;
  readonly #key = randomBytes(32).toString('base64');
  readonly #hosts: FaultyHost[] = [];

  private constructor(wish: StageWish, platform: PlatformProcess, folder: string, uri: string) {
    this.#wish = wish;
    this.platform = platform;
    this.#folder = folder;
    this.#redirectUri = uri;
  }

  static async set(wish: StageWish): Promise<FleetStage> {
    const redirectUri = `http://127.0.0.1:${await freePort()}/oauth/callback`;
    const { channels, timeScale } = wish;
    const platform = await PlatformProcess.start({ channels, timeScale, redirectUri });
    const folder = await mkdtemp(join(tmpdir(), 'stagelight-fleet-'));
    const stage = new FleetStage(wish, platform, folder, redirectUri);
    try {
      await stage.#addAll(platform.facts.signedIn);
      await keepCopies(wish);
      return stage;
    } catch (failure) {
      await stage.dispose();
      throw failure;
    }
  }

  readonly dataDir = (name: string): string => join(this.#folder, name);

  get hosts(): readonly FaultyHost[] {
    return this.#hosts;
  }

  /** `servers`: the ways to NATS that this host has. It is not started yet. */
  host(servers: readonly string[] = this.#wish.servers, skewMs = 0): FaultyHost {
    const { baseUrl, clientId, clientSecret } = this.platform.facts;
    const name = `host-${this.#hosts.length + 1}`;
    const args = [
      ...['--fleet', servers.join(','), '--fleet-name', FLEET, '--data-dir', this.dataDir(name)],
      ...['--base-url', baseUrl, '--auth-url', baseUrl, '--client-id', clientId, '--no-open'],
      ...['--redirect-uri', this.#redirectUri, '--time-scale', String(this.#wish.timeScale)],
    ];
    const environment = {
      STAGELIGHT_CLIENT_SECRET: clientSecret,
      STAGELIGHT_FLEET_KEY: this.#key,
    };
    const host = new FaultyHost({ name, args, environment, skewMs });
    this.#hosts.push(host);
    return host;
  }

  /** Resolves when every channel is heard, with the milliseconds that it took; null: not within `mostMs`. */
  async untilLive(mostMs: number): Promise<number | null> {
    const began = systemClock.monotonic();
    while ((await this.platform.ask({ type: 'live' })) < this.#wish.channels) {
      if (systemClock.monotonic() - began > mostMs) return null;
      await delay(systemClock, LOOK_MS);
    }
    return systemClock.monotonic() - began;
  }

  /** Resolves when every channel has a host that lives, or after `mostMs`. */
  async untilRunning(mostMs: number): Promise<void> {
    const until = systemClock.monotonic() + mostMs;
    const running = () => new Set(this.#hosts.flatMap((host) => host.running));
    while (running().size < this.#wish.channels && systemClock.monotonic() < until) {
      await delay(systemClock, LOOK_MS);
    }
  }

  async dispose(): Promise<void> {
    await Promise.all(this.#hosts.map((host) => host.end('SIGKILL')));
    await this.platform.dispose();
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #addAll(signedIn: readonly SignedIn[]): Promise<void> {
    const { channels, close } = await openAdmin({
      address: { servers: this.#wish.servers, name: FLEET, replicas: null },
      keys: this.#key,
      clock: systemClock,
      makeKey,
      log: silentLogger,
    });
    const left = [...signedIn];
    const add = async (): Promise<void> => {
      for (let next = left.shift(); next; next = left.shift()) {
        const { channelId, grant } = next;
        await channels.admit({ channelId, grant: JSON.stringify(grant) }, async () => true);
      }
    };
    await Promise.all(Array.from({ length: ADDED_AT_ONCE }, add));
    await close();
  }
}

/** Everything that the fleet has on these servers, as often as there are servers. */
async function keepCopies({ servers, replicas }: StageWish): Promise<void> {
  if (replicas === 1) return;
  const connection = await connect({ servers: [...servers] });
  try {
    const { streams } = await jetstreamManager(connection);
    for await (const { config } of streams.list()) {
      if (config.num_replicas === replicas) continue;
      await streams.update(config.name, { num_replicas: replicas });
    }
    for await (const { config } of streams.list()) {
      let info = await streams.info(config.name);
      const isWhole = (): boolean =>
        info.cluster?.replicas?.filter(({ current }) => current).length === replicas - 1;
      while (!isWhole()) {
        await delay(systemClock, LOOK_MS);
        info = await streams.info(config.name);
      }
    }
  } finally {
    await connection.close();
  }
}
