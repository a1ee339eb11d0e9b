import { JetStreamApiError } from '@nats-io/jetstream';
import type { KV } from '@nats-io/kv';
import type { SecretName, Vault } from '../auth/ports.ts';
import { FleetError } from './fleet-errors.ts';
import { keyOf } from './leases.ts';
import type { Seal } from './seal.ts';

interface KvVaultParts {
  readonly bucket: Pick<KV, 'get' | 'create' | 'update'>;
  readonly seal: Seal;
  readonly channelId: string;
  /** Whether this host may write for the channel in this moment. */
  readonly isProven: () => boolean;
}

/** What a channel takes with it from host to host. */
export type KeptName = SecretName | 'settings' | 'slots' | 'heard';

/**
 * A channel's secrets and settings in the fleet's bucket, sealed. Each write replaces the value that was last
 * seen: a host that lost the channel cannot put its older tokens over those of the next owner.
 */
export class KvVault implements Vault {
  readonly #parts: KvVaultParts;
  readonly #revisions = new Map<KeptName, number>();

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
    const { bucket, seal } = this.#parts;
    const entry = await bucket.get(this.#key(name));
    this.#revisions.set(name, entry?.revision ?? 0);
    const sealed = entry?.operation === 'PUT' ? entry.string() : '';
    if (!entry || sealed === '') return null;
    const text = seal.open(sealed, this.#purpose(name));
    if (text === null) throw new FleetError('fleet-wrong-key');
    return { text, writtenAt: entry.created.getTime() };
  }

  /** Throws `fleet-not-owner`, and what NATS throws. */
  write(name: KeptName, value: string): Promise<void> {
    return this.#put(name, this.#parts.seal.close(value, this.#purpose(name)));
  }

  remove(name: KeptName): Promise<void> {
    // An empty value keeps the entry's history of revisions.
    return this.#put(name, '');
  }

  async #put(name: KeptName, sealed: string): Promise<void> {
    const { bucket, isProven } = this.#parts;
    if (!isProven()) throw new FleetError('fleet-not-owner');
    const key = this.#key(name);
    if (!this.#revisions.has(name)) {
      const entry = await bucket.get(key);
      this.#revisions.set(name, entry?.revision ?? 0);
    }
    const seen = this.#revisions.get(name) ?? 0;
    try {
      const revision =
        seen === 0 ? await bucket.create(key, sealed) : await bucket.update(key, sealed, seen);
      this.#revisions.set(name, revision);
    } catch (failure) {
      // Where the answer was lost, the next write finds out what became of this one.
      if (!(failure instanceof JetStreamApiError)) {
        this.#revisions.delete(name);
        throw failure;
      }
      throw new FleetError('fleet-not-owner', {}, { cause: failure });
    }
  }

  #key(name: KeptName): string {
    return `vault.${keyOf(this.#parts.channelId)}.${name}`;
  }

  #purpose(name: KeptName): string {
    return `vault ${this.#parts.channelId} ${name}`;
  }
}
