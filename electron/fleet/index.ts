import { hostname } from 'node:os';
import type { SecretName, Vault } from '../auth/ports.ts';
import type { Clock } from '../base/clock.ts';
import type { MakeKey, Random } from '../base/random.ts';
import type { Core } from '../core.ts';
import type { RunnerParts } from './channel-runner.ts';
import { FleetError } from './fleet-errors.ts';
import { FleetHost, type FleetHostParts } from './fleet-host.ts';
import { type FleetAddress, openFleet } from './fleet-store.ts';
import { KvVault } from './kv-vault.ts';
import { keyOf, Leases } from './leases.ts';
import { patiently } from './patience.ts';
import { Seal } from './seal.ts';

export interface FleetParts extends Pick<RunnerParts, 'startCore' | 'dataDir' | 'log'> {
  readonly address: FleetAddress;
  /** `STAGELIGHT_FLEET_KEY` */
  readonly keys: string;
  readonly weight: number;
  readonly clock: Clock;
  readonly random: Random;
  readonly makeKey: MakeKey;
  readonly onChannel: FleetHostParts['onChannel'];
}

function sealOf(keys: string): Seal {
  const seal = Seal.of(keys);
  if (!seal) throw new FleetError('fleet-no-key');
  return seal;
}

/** Joins a fleet and runs its share of the channels. Throws a `FleetError`. */
export async function joinFleet(parts: FleetParts): Promise<{
  readonly isRenewing: boolean;
  stop(): Promise<void>;
}> {
  const seal = sealOf(parts.keys);
  const store = await patiently(parts.clock, () => openFleet(parts.address, seal));
  // Two processes on one computer are two hosts.
  const hostId = `${hostname()}-${parts.makeKey().slice(0, 8)}`;
  const host = new FleetHost({ ...parts, store, seal, hostId });
  host.start();
  return {
    get isRenewing() {
      return host.isRenewing;
    },
    async stop() {
      await host.stop();
      await store.close();
    },
  };
}

/**
 * Adds the channel of who signs in: `signIn` runs a core on the given vault until it knows whose it
 * is. Resolves with its id. Throws a `FleetError`.
 */
export async function addChannel(
  parts: Pick<FleetParts, 'address' | 'keys' | 'clock' | 'makeKey' | 'log'>,
  signIn: (
    vault: Vault,
  ) => Promise<{ readonly channelId: string; readonly core: Pick<Core, 'stop'> }>,
): Promise<string> {
  const seal = sealOf(parts.keys);
  const store = await patiently(parts.clock, () => openFleet(parts.address, seal));
  const { clock, makeKey, log } = parts;
  const leases = new Leases({ bucket: store.leases, hostId: 'add', makeKey, clock, log });
  try {
    const kept = new Map<SecretName, string>();
    const { channelId, core } = await signIn(memoryVault(kept));
    await core.stop();
    const lease = await leases.claim(channelId);
    if (!lease) throw new FleetError('fleet-not-owner');
    const isProven = () => leases.isProven(lease);
    const vault = new KvVault({ bucket: store.channels, seal, channelId, isProven });
    for (const [name, value] of kept) await vault.write(name, value);
    await store.channels.put(
      `channel.${keyOf(channelId)}`,
      JSON.stringify({ addedAt: clock.now() }),
    );
    await leases.release(channelId);
    return channelId;
  } finally {
    leases.dispose();
    await store.close();
  }
}

function memoryVault(kept: Map<SecretName, string>): Vault {
  return {
    read: async (name) => kept.get(name) ?? null,
    async write(name, value) {
      kept.set(name, value);
    },
    async remove(name) {
      kept.delete(name);
    },
  };
}
