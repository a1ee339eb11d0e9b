import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposables.ts';
import type { Logger } from '../../base/log.ts';
import { NamedTimers } from '../../base/named-timers.ts';
import type { Lease, Leases } from '../leases.ts';
import type { DropsCalls, DropsTenure } from './drops-tenure.ts';

const LOOK_MS = 2_000;

export interface DropsWorkerParts {
  /** Its own: a lost one of a channel is none of its business. */
  readonly leases: Leases;
  /** The drops of one application are one piece of work. */
  readonly clientId: string;
  /** Throws what NATS throws. */
  readonly begin: (lease: Lease) => Promise<DropsTenure>;
  readonly onState: (state: 'started' | 'stopped' | 'lost', lease: Lease) => void;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Waits for the lease of an application's drops, and pays while it has it. */
export class DropsWorker implements Disposable {
  readonly #parts: DropsWorkerParts;
  readonly #timers: NamedTimers;
  #lease: Lease | null = null;
  #tenure: DropsTenure | null = null;
  #stopping = false;

  constructor(parts: DropsWorkerParts) {
    this.#parts = parts;
    this.#timers = new NamedTimers(parts.clock);
    parts.leases.onLost(() => this.#lost());
  }

  /** null: this host does not pay. */
  get calls(): DropsCalls | null {
    return this.#tenure?.calls ?? null;
  }

  start(): void {
    void this.#try();
  }

  /** Gives the lease back, unless a request had to be cut: then it ends by itself. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#timers.dispose();
    const lease = this.#lease;
    const isClean = (await this.#tenure?.stop()) ?? true;
    if (lease && this.#lease === lease) {
      if (isClean) await this.#parts.leases.release(lease.channelId);
      this.#parts.onState('stopped', lease);
    }
    this.dispose();
  }

  dispose(): void {
    this.#stopping = true;
    this.#timers.dispose();
    this.#tenure?.abort();
    this.#parts.leases.dispose();
  }

  async #try(): Promise<void> {
    const { leases, clientId } = this.#parts;
    const lease = await leases.claim(leaseId(clientId));
    if (lease && !this.#stopping) {
      this.#lease = lease;
      await this.#begin(lease);
    }
    if (!this.#stopping && !this.#lease) this.#timers.set('try', LOOK_MS, () => void this.#try());
  }

  async #begin(lease: Lease): Promise<void> {
    const { begin, leases, onState, log } = this.#parts;
    try {
      const tenure = await begin(lease);
      if (this.#stopping || this.#lease !== lease) return tenure.abort();
      this.#tenure = tenure;
      onState('started', lease);
    } catch (failure) {
      log.error('drops could not be begun', { failure });
      if (this.#lease === lease) this.#lease = null;
      await leases.release(lease.channelId);
    }
  }

  /** At once: another host may have it by now. */
  #lost(): void {
    const lease = this.#lease;
    this.#lease = null;
    const tenure = this.#tenure;
    this.#tenure = null;
    tenure?.abort();
    if (lease && tenure) this.#parts.onState('lost', lease);
    if (!this.#stopping) this.#timers.set('try', LOOK_MS, () => void this.#try());
  }
}

/** Beside the leases of channels, under a name that no channel has. */
const leaseId = (clientId: string): string => `drops:${clientId}`;
