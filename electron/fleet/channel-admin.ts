import type { NatsConnection } from '@nats-io/transport-node';
import { z } from 'zod';
import { parseJson } from '../../shared/json.ts';
import { type Clock, delay } from '../base/clock.ts';
import type { Logger } from '../base/log.ts';
import type { MakeKey } from '../base/random.ts';
import { keysIn } from './bucket-keys.ts';
import type { FleetStore } from './fleet-store.ts';
import type { JoinAdmission } from './join-door.ts';
import { KvVault } from './kv-vault.ts';
import { keyOf, LEASE_MS, type Lease, Leases } from './leases.ts';
import type { SignedIn } from './platform-grants.ts';
import type { Seal } from './seal.ts';
import { doorSubject, type RunningHere, runningHere } from './tunnels.ts';

/** A host has stopped a channel by then, and one that is gone has lost it. */
const GIVE_UP_MOST_MS = LEASE_MS + 10_000;
const AGAIN_MS = 500;
const ANSWER_MOST_MS = 2_000;

const leaseValue = z.object({ host: z.string() });

export interface ListedChannel {
  readonly channelId: string;
  /** `waiting`: for a host. */
  readonly state: 'running' | 'waiting' | 'paused';
  /** The host that has it; null: none. */
  readonly owner: string | null;
  /** null: its host does not say. */
  readonly epoch: number | null;
  readonly connection: string | null;
  /** As viewers see it; null: no host knows it at this moment. */
  readonly name: string | null;
  /** Since when it is connected so, or paused; null: nobody can tell. */
  readonly since: number | null;
}

interface AdminParts {
  readonly store: Pick<FleetStore, 'channels' | 'leases'>;
  readonly connection: Pick<NatsConnection, 'request'>;
  readonly seal: Seal;
  readonly fleet: string;
  readonly clock: Clock;
  readonly makeKey: MakeKey;
  readonly log: Logger;
}

export type Removal = 'removed' | 'unrevoked' | 'unknown' | 'busy';

/** Lists, pauses, resumes, adds and removes channels, whichever host has them. */
export class ChannelAdmin {
  readonly #parts: AdminParts;

  constructor(parts: AdminParts) {
    this.#parts = parts;
  }

  /** In the order of their ids. */
  async list(): Promise<readonly ListedChannel[]> {
    const active = await this.#ids('channel');
    const paused = await this.#ids('paused');
    const all = [...new Set([...active, ...paused])].sort();
    const owners = new Map(
      await Promise.all(all.map(async (id) => [id, await this.#ownerOf(id)] as const)),
    );
    const pausedAt = new Map(
      await Promise.all(paused.map(async (id) => [id, await this.#pausedAt(id)] as const)),
    );
    const said = await this.#ask([...new Set(owners.values())].filter((host) => host !== null));
    const now = this.#parts.clock.now();
    const liveSince = (forMs: number | null | undefined) => (forMs == null ? null : now - forMs);
    return all.map((channelId) => {
      const owner = owners.get(channelId) ?? null;
      const running = said.get(`${owner} ${channelId}`);
      const isPaused = pausedAt.has(channelId);
      return {
        channelId,
        state: isPaused ? 'paused' : owner === null ? 'waiting' : 'running',
        owner,
        epoch: running?.epoch ?? null,
        connection: running?.connection ?? null,
        name: running?.name ?? null,
        since: isPaused ? (pausedAt.get(channelId) ?? null) : liveSince(running?.forMs),
      };
    });
  }

  /** null: no host has it. */
  async #ownerOf(channelId: string): Promise<string | null> {
    const lease = await this.#parts.store.leases.get(`channel.${keyOf(channelId)}`);
    if (lease?.operation !== 'PUT') return null;
    return leaseValue.safeParse(parseJson(lease.string())).data?.host ?? null;
  }

  async #pausedAt(channelId: string): Promise<number | null> {
    const entry = await this.#parts.store.channels.get(`paused.${keyOf(channelId)}`);
    return entry?.created.getTime() ?? null;
  }

  async has(channelId: string): Promise<boolean> {
    return (await this.#standing(channelId)) !== 'unknown';
  }

  /** Its host stops it within some seconds. False: there is no such channel. */
  async pause(channelId: string): Promise<boolean> {
    const { channels } = this.#parts.store;
    const standing = await this.#standing(channelId);
    if (standing !== 'active') return standing === 'paused';
    await channels.put(`paused.${keyOf(channelId)}`, await this.#entry(channelId));
    await channels.purge(`channel.${keyOf(channelId)}`);
    return true;
  }

  /** False: there is no such channel. */
  async resume(channelId: string): Promise<boolean> {
    const { channels } = this.#parts.store;
    const standing = await this.#standing(channelId);
    if (standing !== 'paused') return standing === 'active';
    await channels.put(`channel.${keyOf(channelId)}`, await this.#entry(channelId));
    await channels.purge(`paused.${keyOf(channelId)}`);
    return true;
  }

  /** Takes its sign-in back and deletes what was sealed for it. Whatever it did before stays. */
  async remove(channelId: string, revoke: (grant: string) => Promise<boolean>): Promise<Removal> {
    if (!(await this.pause(channelId))) return 'unknown';
    const { channels } = this.#parts.store;
    const key = keyOf(channelId);
    const done = await this.#held(channelId, async (lease, leases) => {
      const grant = await this.#vault(lease, leases).read('grant');
      const isRevoked = grant === null || (await revoke(grant));
      for (const entry of await keysIn(channels, `vault.${key}.>`, this.#parts.clock)) {
        await channels.purge(entry);
      }
      await channels.purge(`paused.${key}`);
      return isRevoked ? 'removed' : 'unrevoked';
    });
    return done ?? 'busy';
  }

  /** Adds the channel of who signed in, or gives it its new sign-in. `mayStart`: asked once it is held. */
  async admit(
    { channelId, grant }: Pick<SignedIn, 'channelId' | 'grant'>,
    mayStart: () => Promise<boolean>,
  ): Promise<JoinAdmission> {
    const before = await this.#standing(channelId);
    if (before === 'active') await this.pause(channelId);
    try {
      const done = await this.#held(channelId, async (lease, leases) => {
        if (!(await mayStart())) return 'refused';
        await this.#vault(lease, leases).write('grant', grant);
        if (before === 'unknown') await this.#add(channelId);
        return 'added';
      });
      return done ?? 'busy';
    } finally {
      if (before === 'active') await this.resume(channelId);
    }
  }

  async #add(channelId: string): Promise<void> {
    const { store, clock } = this.#parts;
    const entry = JSON.stringify({ addedAt: clock.now() });
    await store.channels.put(`channel.${keyOf(channelId)}`, entry);
  }

  /** null: its host did not give it up. */
  async #held<T>(
    channelId: string,
    work: (lease: Lease, leases: Leases) => Promise<T>,
  ): Promise<T | null> {
    const { store, clock, makeKey, log } = this.#parts;
    const leases = new Leases({ bucket: store.leases, hostId: 'admin', makeKey, clock, log });
    try {
      const lease = await this.#claimed(leases, channelId);
      if (!lease) return null;
      const result = await work(lease, leases);
      await leases.release(channelId);
      return result;
    } finally {
      leases.dispose();
    }
  }

  async #claimed(leases: Leases, channelId: string): Promise<Lease | null> {
    const { clock } = this.#parts;
    const until = clock.monotonic() + GIVE_UP_MOST_MS;
    for (;;) {
      const lease = await leases.claim(channelId);
      if (lease || clock.monotonic() >= until) return lease;
      await delay(clock, AGAIN_MS);
    }
  }

  #vault(lease: Lease, leases: Leases): KvVault {
    const { store, seal, clock } = this.#parts;
    const isProven = () => leases.isProven(lease);
    const { channelId } = lease;
    return new KvVault({ bucket: store.channels, seal, channelId, isProven, clock });
  }

  async #standing(channelId: string): Promise<'active' | 'paused' | 'unknown'> {
    const { channels } = this.#parts.store;
    const has = async (kind: string) =>
      (await channels.get(`${kind}.${keyOf(channelId)}`))?.operation === 'PUT';
    if (await has('paused')) return 'paused';
    return (await has('channel')) ? 'active' : 'unknown';
  }

  async #ids(kind: 'channel' | 'paused'): Promise<readonly string[]> {
    const { store, clock } = this.#parts;
    const keys = await keysIn(store.channels, `${kind}.>`, clock);
    return keys.map((key) => Buffer.from(key.slice(kind.length + 1), 'base64url').toString());
  }

  async #entry(channelId: string): Promise<string> {
    const { channels } = this.#parts.store;
    const kept = await Promise.all(
      ['channel', 'paused'].map((kind) => channels.get(`${kind}.${keyOf(channelId)}`)),
    );
    return kept.find((entry) => entry?.operation === 'PUT')?.string() ?? '{}';
  }

  /** What these hosts say they run, by host and channel. */
  async #ask(hosts: readonly string[]): Promise<ReadonlyMap<string, RunningHere>> {
    const { connection, fleet } = this.#parts;
    const answers = await Promise.all(
      hosts.map(async (host) => {
        const subject = `${doorSubject(fleet, keyOf(host))}.running`;
        const answer = await connection
          .request(subject, '', { timeout: ANSWER_MOST_MS })
          .catch(() => null);
        const rows = z.array(runningHere).safeParse(parseJson(answer?.string() ?? ''));
        return rows.success
          ? rows.data.map((row) => [`${host} ${row.channelId}`, row] as const)
          : [];
      }),
    );
    return new Map(answers.flat());
  }
}
