import { JetStreamApiError } from '@nats-io/jetstream';
import type { KV, KvEntry } from '@nats-io/kv';
import type { LeaseBucket } from '../../../electron/fleet/leases.ts';

type Operation = KvEntry['operation'];
type Fake = Pick<KV, 'put' | 'delete' | 'purge'> & LeaseBucket;

/** A bucket as the server keeps it. */
export class KvBucket implements Fake {
  readonly entries = new Map<
    string,
    { value: string; revision: number; operation: Operation; created: Date }
  >();
  readonly #now: () => number;
  #revision = 0;

  constructor(now: () => number = () => 0) {
    this.#now = now;
  }

  async get(key: string): Promise<KvEntry | null> {
    const entry = this.entries.get(key);
    if (!entry) return null;
    return { key, ...entry, string: () => entry.value } as unknown as KvEntry;
  }

  put(key: string, value: unknown): Promise<number> {
    return this.#write(key, String(value), null, 'PUT');
  }

  create(key: string, value: unknown): Promise<number> {
    const entry = this.entries.get(key);
    const free = entry && entry.operation !== 'PUT' ? entry.revision : 0;
    return this.#write(key, String(value), free, 'PUT');
  }

  update(key: string, value: unknown, revision: number): Promise<number> {
    return this.#write(key, String(value), revision, 'PUT');
  }

  async delete(key: string, options?: { readonly previousSeq: number }): Promise<void> {
    await this.#write(key, '', options?.previousSeq ?? null, 'DEL');
  }

  async remove(key: string, revision: number): Promise<void> {
    if ((this.entries.get(key)?.revision ?? 0) <= revision) this.entries.delete(key);
  }

  async purge(key: string): Promise<void> {
    await this.#write(key, '', null, 'PURGE');
  }

  /** `kind.*` and `kind.>` only. */
  async keys(filter: string) {
    const start = filter.replace(/[*>]$/, '');
    const found = [...this.entries].filter(
      ([key, { operation }]) => operation === 'PUT' && key.startsWith(start),
    );
    const names = found.map(([key]) => key);
    return {
      async *[Symbol.asyncIterator]() {
        yield* names;
      },
    } as unknown as Awaited<ReturnType<KV['keys']>>;
  }

  async #write(key: string, value: string, expected: number | null, operation: Operation) {
    if (expected !== null && (this.entries.get(key)?.revision ?? 0) !== expected) {
      throw new JetStreamApiError({ code: 400, err_code: 10_071, description: 'wrong' });
    }
    this.#revision += 1;
    const created = new Date(this.#now());
    this.entries.set(key, { value, revision: this.#revision, operation, created });
    return this.#revision;
  }
}
