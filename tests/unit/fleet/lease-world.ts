import { JetStreamApiError } from '@nats-io/jetstream';
import type { KV, KvEntry } from '@nats-io/kv';
import type { Clock } from '../../../electron/base/clock.ts';
import { silentLogger } from '../../../electron/base/log.ts';
import { LEASE_MS, Leases } from '../../../electron/fleet/leases.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

const WRONG_LAST_SEQUENCE = 10_071;

interface Stored {
  readonly value: string;
  readonly revision: number;
  readonly at: number;
  readonly operation: 'PUT' | 'DEL';
}

/** What becomes of a host's requests. `deaf`: they are done, and their answers are lost. */
export type Way = 'open' | 'cut' | 'deaf';

/** A bucket as the server keeps it, whose entries end by themselves. */
export class LeaseServer {
  readonly clock = new VirtualClock();
  readonly #entries = new Map<string, Stored>();
  #revision = 0;

  put(key: string, value: string, expected: number, operation: Stored['operation']): number {
    const last = this.read(key);
    if ((last?.revision ?? 0) !== expected) {
      throw new JetStreamApiError({
        code: 400,
        err_code: WRONG_LAST_SEQUENCE,
        description: `wrong last sequence: ${last?.revision ?? 0}`,
      });
    }
    this.#revision += 1;
    const at = this.clock.monotonic();
    this.#entries.set(key, { value, revision: this.#revision, at, operation });
    return this.#revision;
  }

  read(key: string): Stored | null {
    const entry = this.#entries.get(key);
    if (!entry || this.clock.monotonic() - entry.at >= LEASE_MS) return null;
    return entry;
  }
}

/** A host whose process can be stopped, whose wall clock can be wrong, and whose way can be cut. */
export class LeaseHost {
  way: Way = 'open';
  skewMs = 0;
  readonly leases: Leases;
  readonly lost: string[] = [];
  readonly #server: LeaseServer;
  #paused: (() => void)[] | null = null;

  constructor(server: LeaseServer, hostId: string) {
    this.#server = server;
    let keys = 0;
    this.leases = new Leases({
      bucket: this.#bucket(),
      hostId,
      makeKey: () => {
        keys += 1;
        return `${hostId}-${keys}`;
      },
      clock: this.#clock(),
      log: silentLogger,
    });
    this.leases.onLost(({ channelId }) => this.lost.push(channelId));
  }

  pause(): void {
    this.#paused ??= [];
  }

  resume(): void {
    const waiting = this.#paused ?? [];
    this.#paused = null;
    for (const run of waiting) run();
  }

  /** Runs now, or when the process goes on. */
  #live(run: () => void): void {
    if (this.#paused) this.#paused.push(run);
    else run();
  }

  #clock(): Clock {
    const { clock } = this.#server;
    return {
      now: () => clock.now() + this.skewMs,
      monotonic: () => clock.monotonic(),
      setTimeout: (run, ms) => clock.setTimeout(() => this.#live(run), ms),
    };
  }

  async #ask<T>(request: () => T): Promise<T> {
    if (this.way === 'cut') throw await this.#silence();
    // A request is on the server before its answer is here.
    const answer = await Promise.resolve()
      .then(request)
      .then(
        (value) => ({ value }),
        (failure: unknown) => ({ failure }),
      );
    if (this.way !== 'open') throw await this.#silence();
    await new Promise<void>((resolve) => this.#live(resolve));
    if ('failure' in answer) throw answer.failure;
    return answer.value;
  }

  #silence(): Promise<Error> {
    return new Promise((resolve) => {
      this.#server.clock.setTimeout(() => this.#live(() => resolve(new Error('timeout'))), 2_000);
    });
  }

  #bucket(): Pick<KV, 'create' | 'update' | 'delete' | 'get'> {
    const server = this.#server;
    return {
      create: (key, value) =>
        this.#ask(() => {
          const last = server.read(key);
          const free = last?.operation === 'DEL' ? last.revision : 0;
          return server.put(key, String(value), free, 'PUT');
        }),
      update: (key, value, revision) =>
        this.#ask(() => server.put(key, String(value), revision, 'PUT')),
      delete: (key, options) =>
        this.#ask(() => void server.put(key, '', options?.previousSeq ?? 0, 'DEL')),
      get: (key) =>
        this.#ask(() => {
          const entry = server.read(key);
          return entry && ({ ...entry, string: () => entry.value } as unknown as KvEntry);
        }),
    };
  }
}
