import { JetStreamApiError } from '@nats-io/jetstream';
import type { KV, KvEntry } from '@nats-io/kv';
import { type Clock, delay } from '../../../electron/base/clock.ts';
import { silentLogger } from '../../../electron/base/log.ts';
import {
  LEASE_MS,
  type LeaseBucket,
  type LeaseRenewal,
  Leases,
} from '../../../electron/fleet/leases.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

const WRONG_LAST_SEQUENCE = 10_071;
/** A process that goes on runs the timers that are due before it reads anything. */
const READ_MS = 1;

interface Stored {
  readonly value: string;
  readonly revision: number;
  readonly at: number;
  readonly created: Date;
  readonly operation: 'PUT' | 'DEL';
}

/** What becomes of a host's requests. `deaf`: they are done, and their answers are lost. */
export type Way = 'open' | 'cut' | 'deaf';

/** A bucket as the server keeps it, whose entries end by themselves. */
export class LeaseServer {
  readonly clock: VirtualClock;
  /** The next list begins and never ends, as where its server dies. */
  isListCut = false;
  /** Called before an entry is read; what it throws is the answer. */
  onRead: (key: string) => void = () => undefined;
  /** The same before one is written. */
  onWrite: (key: string) => void = () => undefined;
  readonly #lifeMs: number;
  readonly #entries = new Map<string, Stored>();
  #revision = 0;

  constructor(clock = new VirtualClock(), lifeMs = LEASE_MS) {
    this.clock = clock;
    this.#lifeMs = lifeMs;
  }

  /** Of entries that are there, in the order of their names. */
  keys(): string[] {
    return [...this.#entries.keys()].filter((key) => this.read(key)?.operation === 'PUT').sort();
  }

  put(key: string, value: string, expected: number, operation: Stored['operation']): number {
    this.onWrite(key);
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
    const created = new Date(this.clock.now());
    this.#entries.set(key, { value, revision: this.#revision, at, created, operation });
    return this.#revision;
  }

  remove(key: string, revision: number): void {
    this.onWrite(key);
    if ((this.read(key)?.revision ?? 0) <= revision) this.#entries.delete(key);
  }

  read(key: string): Stored | null {
    const entry = this.#entries.get(key);
    if (!entry || this.clock.monotonic() - entry.at >= this.#lifeMs) return null;
    return entry;
  }
}

/** A host's way to the server: it can be cut, the process stopped, and the wall clock wrong. */
export class HostWay {
  way: Way = 'open';
  skewMs = 0;
  /** How long a request is on its way, and its answer. */
  wayMs = 0;
  readonly clock: Clock;
  readonly #server: VirtualClock;
  #paused: (() => void)[] | null = null;
  #resumedAt = Number.NEGATIVE_INFINITY;

  constructor(server: VirtualClock) {
    this.#server = server;
    this.clock = {
      now: () => server.now() + this.skewMs,
      monotonic: () => server.monotonic(),
      uptime: () => server.uptime(),
      setTimeout: (run, ms) => server.setTimeout(() => this.live(run), ms),
    };
  }

  get isPaused(): boolean {
    return this.#paused !== null;
  }

  pause(): void {
    this.#paused ??= [];
  }

  resume(): void {
    const waiting = this.#paused ?? [];
    this.#paused = null;
    this.#resumedAt = this.#server.monotonic();
    for (const run of waiting) run();
  }

  /** Runs now, or when the process goes on. */
  live(run: () => void): void {
    if (this.#paused) this.#paused.push(run);
    else run();
  }

  /** Runs when the process reads what has come: an answer, a frame, a signal. */
  read(run: () => void): void {
    if (this.isPaused) this.live(() => this.clock.setTimeout(run, READ_MS));
    else if (this.#server.monotonic() < this.#resumedAt + READ_MS) {
      this.clock.setTimeout(run, READ_MS);
    } else run();
  }

  /** What others say is here: a way that is cut keeps it, and a process that stands still reads it later. */
  async hears(): Promise<void> {
    while (this.way === 'cut') await delay(this.#server, 100);
    await new Promise<void>((resolve) => this.read(resolve));
  }

  async ask<T>(request: () => T | Promise<T>): Promise<T> {
    if (this.way === 'cut') throw await this.#silence();
    await this.#onTheWay();
    // A request is on the server before its answer is here.
    const answer = await Promise.resolve()
      .then(request)
      .then(
        (value): { readonly value: T } => ({ value }),
        (failure: unknown) => ({ failure }),
      );
    if (this.way !== 'open') throw await this.#silence();
    await this.#onTheWay();
    await new Promise<void>((resolve) => this.read(resolve));
    if ('failure' in answer) throw answer.failure;
    return answer.value;
  }

  bucket(server: LeaseServer): Pick<KV, 'delete' | 'put' | 'keys'> & LeaseBucket {
    return {
      remove: (key, revision) => this.ask(() => server.remove(key, revision)),
      create: (key, value) =>
        this.ask(() => {
          const last = server.read(key);
          const free = last?.operation === 'DEL' ? last.revision : 0;
          return server.put(key, String(value), free, 'PUT');
        }),
      update: (key, value, revision) =>
        this.ask(() => server.put(key, String(value), revision, 'PUT')),
      put: (key, value) =>
        this.ask(() => server.put(key, String(value), server.read(key)?.revision ?? 0, 'PUT')),
      delete: (key, options) =>
        this.ask(() => {
          const expected = options?.previousSeq ?? server.read(key)?.revision ?? 0;
          server.put(key, '', expected, 'DEL');
        }),
      get: (key) =>
        this.ask(() => {
          server.onRead(key);
          const entry = server.read(key);
          return entry && ({ ...entry, string: () => entry.value } as unknown as KvEntry);
        }),
      keys: (filter) =>
        this.ask(() => {
          if (server.isListCut) {
            server.isListCut = false;
            return endless();
          }
          const start = String(filter).replace('>', '');
          return server.keys().filter((key) => key.startsWith(start));
        }) as unknown as ReturnType<KV['keys']>,
    };
  }

  async #onTheWay(): Promise<void> {
    if (this.wayMs === 0) return;
    await new Promise<void>((resolve) => this.#server.setTimeout(resolve, this.wayMs));
  }

  #silence(): Promise<Error> {
    return new Promise((resolve) => {
      this.#server.setTimeout(() => this.live(() => resolve(new Error('timeout'))), 2_000);
    });
  }
}

function endless() {
  const { promise, resolve } = Promise.withResolvers<{ done: true; value: undefined }>();
  return {
    stop: () => resolve({ done: true, value: undefined }),
    [Symbol.asyncIterator]: () => ({ next: () => promise }),
  };
}

/** A host that has leases and nothing else. */
export class LeaseHost extends HostWay {
  readonly leases: Leases;
  readonly lost: string[] = [];
  readonly renewals: LeaseRenewal[] = [];

  constructor(server: LeaseServer, hostId: string) {
    super(server.clock);
    let keys = 0;
    this.leases = new Leases({
      bucket: this.bucket(server),
      hostId,
      makeKey: () => {
        keys += 1;
        return `${hostId}-${keys}`;
      },
      clock: this.clock,
      log: silentLogger,
      onRenewal: (result) => this.renewals.push(result),
    });
    this.leases.onLost(({ channelId }) => this.lost.push(channelId));
  }
}
