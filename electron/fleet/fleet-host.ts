import type { Clock } from '../base/clock.ts';
import type { Disposable } from '../base/disposables.ts';
import { NamedTimers } from '../base/named-timers.ts';
import type { MakeKey, Random } from '../base/random.ts';
import { type RunnerParts, type RunningChannel, runChannel } from './channel-runner.ts';
import type { FleetStore } from './fleet-store.ts';
import { keyOf, type Lease, Leases } from './leases.ts';
import { sharesOf } from './share.ts';

/** What is unowned is seen within this. */
const LOOK_MS = 2_000;
const HELLO_MS = 5_000;
/** Of one look: the platform and the disk get a moment in between. */
const CLAIMS_AT_ONCE = 20;
/** A channel that did not start is left to others for so long. */
const AFTER_FAILURE_MS = 30_000;

export interface FleetHostParts extends Omit<RunnerParts, 'leases'> {
  readonly store: Pick<FleetStore, 'channels' | 'leases'>;
  readonly hostId: string;
  readonly weight: number;
  readonly clock: Clock;
  readonly random: Random;
  readonly makeKey: MakeKey;
  readonly onChannel: (event: {
    readonly state: 'started' | 'stopped' | 'lost';
    readonly lease: Lease;
  }) => void;
}

interface Seen {
  /** Active channels, by their keys. */
  readonly channels: ReadonlyMap<string, string>;
  /** Keys of channels that some host has. */
  readonly leased: ReadonlySet<string>;
  readonly hosts: readonly { readonly id: string; readonly weight: number }[];
}

/**
 * One host of a fleet: takes its share of the channels, runs each as long as its lease is proved,
 * and gives back what is more than its share, one at a time.
 */
export class FleetHost implements Disposable {
  readonly #parts: FleetHostParts;
  readonly #leases: Leases;
  readonly #timers: NamedTimers;
  readonly #running = new Map<string, RunningChannel>();
  /** Starts and ends under way, by channel. */
  readonly #busy = new Map<string, Promise<void>>();
  readonly #failedAt = new Map<string, number>();
  #stopping = false;

  constructor(parts: FleetHostParts) {
    const { store, clock, log, hostId, makeKey } = parts;
    this.#parts = parts;
    this.#timers = new NamedTimers(clock);
    this.#leases = new Leases({ bucket: store.leases, hostId, makeKey, clock, log });
    this.#leases.onLost((lease) => this.#lost(lease));
  }

  /** A stop waits for it, up to ten seconds. */
  get isRenewing(): boolean {
    return [...this.#running.values()].some(({ core }) => core.isRenewing);
  }

  start(): void {
    void this.#sayHello();
    void this.#look();
  }

  /** Stops all channels and gives them back. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#timers.dispose();
    await Promise.all(this.#busy.values());
    await Promise.all([...this.#running.values()].map((channel) => this.#giveBack(channel)));
    const { store, log } = this.#parts;
    await store.leases
      .delete(this.#hostKey())
      .catch((failure: unknown) => log.warn('the fleet was not told of the end', { failure }));
    this.dispose();
  }

  dispose(): void {
    this.#stopping = true;
    this.#timers.dispose();
    this.#leases.dispose();
  }

  #hostKey(): string {
    return `host.${keyOf(this.#parts.hostId)}.${this.#parts.weight}`;
  }

  async #sayHello(): Promise<void> {
    const { store, log } = this.#parts;
    try {
      await store.leases.put(this.#hostKey(), '');
    } catch (failure) {
      log.warn('the fleet could not be told that this host is there', { failure });
    }
    if (!this.#stopping) this.#timers.set('hello', HELLO_MS, () => void this.#sayHello());
  }

  async #look(): Promise<void> {
    try {
      const seen = await this.#see();
      if (!this.#stopping) await this.#settle(seen);
    } catch (failure) {
      this.#parts.log.warn('the fleet could not be looked at', { failure });
    }
    if (!this.#stopping) this.#timers.set('look', LOOK_MS, () => void this.#look());
  }

  async #see(): Promise<Seen> {
    const { store } = this.#parts;
    const channels = new Map<string, string>();
    for await (const key of await store.channels.keys('channel.>')) {
      const [, encoded = ''] = key.split('.');
      channels.set(encoded, Buffer.from(encoded, 'base64url').toString());
    }
    const leased = new Set<string>();
    const hosts: { id: string; weight: number }[] = [];
    for await (const key of await store.leases.keys('>')) {
      const [type, name = '', weight] = key.split('.');
      if (type === 'host') hosts.push({ id: name, weight: Number(weight) });
      else leased.add(name);
    }
    return { channels, leased, hosts };
  }

  async #settle({ channels, leased, hosts }: Seen): Promise<void> {
    const share = sharesOf(hosts, channels.size).get(keyOf(this.#parts.hostId)) ?? 0;
    for (const channel of this.#running.values()) {
      const key = keyOf(channel.lease.channelId);
      if (!channels.has(key) && (await this.#isRemoved(key))) this.#end(channel);
    }
    const mine = this.#running.size + this.#busy.size;
    if (mine < share) {
      const free = [...channels].filter(([key, id]) => !leased.has(key) && this.#mayTry(id));
      const wanted = shuffled(free, this.#parts.random).slice(0, share - mine);
      await Promise.all(wanted.slice(0, CLAIMS_AT_ONCE).map(([, id]) => this.#claim(id)));
    } else if (mine > share) {
      const [first] = this.#running.values();
      if (first) this.#end(first);
    }
  }

  /** A list may be short while servers come and go: only the entry itself says so. */
  async #isRemoved(key: string): Promise<boolean> {
    const entry = await this.#parts.store.channels.get(`channel.${key}`);
    return entry?.operation !== 'PUT';
  }

  #mayTry(channelId: string): boolean {
    const failedAt = this.#failedAt.get(channelId);
    const { clock } = this.#parts;
    return failedAt === undefined || clock.monotonic() - failedAt > AFTER_FAILURE_MS;
  }

  async #claim(channelId: string): Promise<void> {
    if (this.#busy.has(channelId) || this.#running.has(channelId)) return;
    const lease = await this.#leases.claim(channelId);
    if (!lease) return;
    await this.#while(channelId, () => this.#run(lease));
  }

  async #run(lease: Lease): Promise<void> {
    const { log, clock, onChannel } = this.#parts;
    const { channelId } = lease;
    try {
      const channel = await runChannel({ ...this.#parts, leases: this.#leases }, lease);
      if (!this.#leases.isProven(lease)) {
        await channel.stop();
        return;
      }
      this.#running.set(channelId, channel);
      onChannel({ state: 'started', lease });
    } catch (failure) {
      log.error('a channel could not be started', { channelId, failure });
      this.#failedAt.set(channelId, clock.monotonic());
      await this.#leases.release(channelId);
    }
  }

  #end(channel: RunningChannel): void {
    void this.#while(channel.lease.channelId, () => this.#giveBack(channel));
  }

  async #giveBack({ lease, stop }: RunningChannel): Promise<void> {
    this.#running.delete(lease.channelId);
    await stop().catch((failure: unknown) =>
      this.#parts.log.error('a channel did not stop as it should', { failure }),
    );
    await this.#leases.release(lease.channelId);
    this.#parts.onChannel({ state: 'stopped', lease });
  }

  /** At once: another host may have it by now. */
  #lost(lease: Lease): void {
    const channel = this.#running.get(lease.channelId);
    if (!channel) return;
    this.#running.delete(lease.channelId);
    this.#parts.onChannel({ state: 'lost', lease });
    void this.#while(lease.channelId, () => channel.stop());
  }

  async #while(channelId: string, work: () => Promise<void>): Promise<void> {
    const before = this.#busy.get(channelId) ?? Promise.resolve();
    const done = before.then(work).catch((failure: unknown) => {
      this.#parts.log.error('a channel is not as it should be', { channelId, failure });
    });
    this.#busy.set(channelId, done);
    await done;
    if (this.#busy.get(channelId) === done) this.#busy.delete(channelId);
  }
}

function shuffled<T>(all: readonly T[], random: Random): T[] {
  const rest = [...all];
  for (let at = rest.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    [rest[at], rest[other]] = [rest[other] as T, rest[at] as T];
  }
  return rest;
}
