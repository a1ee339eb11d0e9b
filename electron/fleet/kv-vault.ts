import { createHash } from 'node:crypto';
import { JetStreamApiError } from '@nats-io/jetstream';
import type { KV, KvEntry } from '@nats-io/kv';
import type { SecretName, Vault } from '../auth/ports.ts';
import { type Clock, delay } from '../base/clock.ts';
import { FleetError } from './fleet-errors.ts';
import { isTaken, keyOf } from './leases.ts';
import { isPassing } from './patience.ts';
import { type Seal, sealedSince } from './seal.ts';

interface KvVaultParts {
  readonly bucket: Pick<KV, 'get' | 'create' | 'update'>;
  readonly seal: Seal;
  readonly channelId: string;
  /** Whether this host may write for the channel in this moment. */
  readonly isProven: () => boolean;
  readonly clock: Clock;
  readonly onWritten?: (name: KeptName) => void;
}

/** What a channel takes with it from host to host. */
export type KeptName = SecretName | 'settings' | 'slots' | 'heard';

const AGAIN_MS = 500;

/** An entry as this host knows it. */
interface Seen {
  readonly revision: number;
  /** Of what is sealed in it; null: it does not open. */
  readonly digest: string | null;
}

/**
 * A channel's secrets and settings in the fleet's bucket, sealed. Each write replaces the value that was last
 * seen: a host that lost the channel cannot put its older tokens over those of the next owner. The same
 * value under a new seal is the one that was seen.
 */
export class KvVault implements Vault {
  readonly #parts: KvVaultParts;
  readonly #seen = new Map<KeptName, Seen>();

  constructor(parts: KvVaultParts) {
    this.#parts = parts;
  }

  /** Throws `fleet-wrong-key`, and what NATS throws. */
  async read(name: KeptName): Promise<string | null> {
    return (await this.readDated(name))?.text ?? null;
  }

  /** Also when it was written, by the clock of NATS. Throws as `read` does. */
  async readDated(
    name: KeptName,
  ): Promise<{ readonly text: string; readonly writtenAt: number } | null> {
    const entry = await this.#get(name);
    this.#seen.set(name, this.#seenIn(entry, name));
    const sealed = sealedIn(entry);
    if (!entry || sealed === '') return null;
    const text = this.#open(sealed, name);
    if (text === null) throw new FleetError('fleet-wrong-key');
    return { text, writtenAt: sealedSince(sealed) ?? entry.created.getTime() };
  }

  /** Throws `fleet-not-owner`, and what NATS throws. */
  write(name: KeptName, value: string): Promise<void> {
    return this.#put(name, value);
  }

  remove(name: KeptName): Promise<void> {
    // An empty value keeps the entry's history of revisions.
    return this.#put(name, '');
  }

  async #put(name: KeptName, value: string): Promise<void> {
    this.#check();
    const seen = this.#seen.get(name) ?? (await this.#look(name));
    try {
      await this.#replace(name, value, seen).catch(async (failure: unknown) => {
        if (!isTaken(failure)) throw failure;
        const now = await this.#look(name).catch(() => null);
        // While the fleet's key is changed, an entry is new and says what it said before.
        if (!now || now.digest === null || now.digest !== seen.digest) throw failure;
        this.#check();
        await this.#replace(name, value, now);
      });
    } catch (failure) {
      // Where the answer was lost, the next write finds out what became of this one.
      if (!(failure instanceof JetStreamApiError)) {
        this.#seen.delete(name);
        throw failure;
      }
      throw new FleetError('fleet-not-owner', {}, { cause: failure });
    }
  }

  async #replace(name: KeptName, value: string, { revision: seen }: Seen): Promise<void> {
    const { bucket, seal, channelId } = this.#parts;
    const key = this.#key(name);
    const sealed = value === '' ? '' : seal.close(value, vaultPurpose(channelId, name));
    const revision =
      seen === 0 ? await bucket.create(key, sealed) : await bucket.update(key, sealed, seen);
    this.#seen.set(name, { revision, digest: digestOf(value) });
    if (value !== '') this.#parts.onWritten?.(name);
  }

  #check(): void {
    if (!this.#parts.isProven()) throw new FleetError('fleet-not-owner');
  }

  async #look(name: KeptName): Promise<Seen> {
    return this.#seenIn(await this.#parts.bucket.get(this.#key(name)), name);
  }

  /** Servers may be electing a leader: without its sign-in a channel would be silent for as long as it is leased. */
  async #get(name: KeptName): Promise<KvEntry | null> {
    const { bucket, isProven, clock } = this.#parts;
    for (;;) {
      try {
        return await bucket.get(this.#key(name));
      } catch (failure) {
        if (!isPassing(failure) || !isProven()) throw failure;
      }
      await delay(clock, AGAIN_MS);
    }
  }

  #seenIn(entry: KvEntry | null, name: KeptName): Seen {
    const sealed = sealedIn(entry);
    const text = sealed === '' ? '' : this.#open(sealed, name);
    return { revision: entry?.revision ?? 0, digest: text === null ? null : digestOf(text) };
  }

  #open(sealed: string, name: KeptName): string | null {
    const { seal, channelId } = this.#parts;
    return seal.open(sealed, vaultPurpose(channelId, name));
  }

  #key(name: KeptName): string {
    return `vault.${keyOf(this.#parts.channelId)}.${name}`;
  }
}

/** What an entry of a channel is sealed for. */
export const vaultPurpose = (channelId: string, name: string): string =>
  `vault ${channelId} ${name}`;

/** Empty: there is nothing, or it was removed. */
const sealedIn = (entry: KvEntry | null): string =>
  entry?.operation === 'PUT' ? entry.string() : '';

/** Secrets are not kept longer than they are needed, not even in memory. */
const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url');
