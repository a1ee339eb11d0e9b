import { JetStreamApiCodes, JetStreamApiError } from '@nats-io/jetstream';
import type { KV } from '@nats-io/kv';
import { isJsonObject, parseJson } from '../../shared/json.ts';
import { type Clock, delay } from '../base/clock.ts';
import type { Disposable } from '../base/disposables.ts';
import { Emitter } from '../base/emitter.ts';
import type { Logger } from '../base/log.ts';
import { NamedTimers } from '../base/named-timers.ts';
import type { MakeKey } from '../base/random.ts';

/** An entry that is not renewed is gone after so long; the bucket is made with it. */
export const LEASE_MS = 15_000;
const RENEW_MS = 5_000;
/** After a renewal that failed. */
const AGAIN_MS = 1_000;
/** The owner stops so long before another host can claim. */
export const SLACK_MS = 3_000;
const PROVEN_MS = LEASE_MS - SLACK_MS;
const ANSWER_MOST_MS = 2_000;

export interface Lease {
  readonly channelId: string;
  /** Grows with each claim of any channel; goes with every write of its owner. */
  readonly epoch: number;
}

/** `unknown`: no answer came, so it is tried again. */
export type LeaseRenewal = 'renewed' | 'refused' | 'unknown';

/** Entries of it are gone after `LEASE_MS`. */
export interface LeaseBucket extends Pick<KV, 'create' | 'update' | 'get'> {
  /**
   * Takes an entry away as if it had never been, unless it is newer than that. A deletion as the library makes it would
   * leave a marker, which two hosts may replace at the same time where several servers keep the bucket: those look at
   * the revision when they are asked, not when they write (nats-server 2.9).
   */
  remove(key: string, revision: number): Promise<void>;
}

interface LeasesParts {
  readonly bucket: LeaseBucket;
  readonly hostId: string;
  readonly makeKey: MakeKey;
  readonly clock: Clock;
  readonly log: Logger;
  /** What became of each renewal. */
  readonly onRenewal?: (result: LeaseRenewal) => void;
}

interface Held extends Lease {
  /** Tells this claim from an earlier one of the same host. */
  readonly value: string;
  revision: number;
  /** What it is being replaced with for another host. */
  handed?: string;
  /** Until then nobody else can have it, on both clocks: one of them may stand still or be set. */
  provenUntil: { readonly monotonic: number; readonly wall: number };
}

/**
 * The channels of this host: one entry a channel, which only its owner may renew. What cannot be
 * proved in time is lost at once, so that two hosts never run one channel.
 */
export class Leases implements Disposable {
  readonly #parts: LeasesParts;
  readonly #held = new Map<string, Held>();
  readonly #claiming = new Set<string>();
  /** Claims whose answer was lost: the entry may be there. */
  readonly #unsure = new Map<string, string>();
  readonly #timers: NamedTimers;
  readonly #losses: Emitter<Lease>;
  /** A channel has to stop now. Not after `release`. */
  readonly onLost;
  #disposed = false;

  constructor(parts: LeasesParts) {
    this.#parts = parts;
    this.#timers = new NamedTimers(parts.clock);
    this.#losses = new Emitter<Lease>((failure) =>
      parts.log.error('a channel could not be stopped', { failure }),
    );
    this.onLost = this.#losses.on;
  }

  get held(): readonly Lease[] {
    return [...this.#held.values()];
  }

  /** Whether this host may write for the channel in this moment. Where it may not, it has lost it for good. */
  isProven({ channelId, epoch }: Lease): boolean {
    const held = this.#held.get(channelId);
    if (held?.epoch !== epoch || held.handed !== undefined) return false;
    if (this.#isInTime(held)) return true;
    this.#lose(held);
    return false;
  }

  /** null: another host has it, or nobody can tell. Never throws. */
  async claim(channelId: string): Promise<Lease | null> {
    const { bucket } = this.#parts;
    return this.#become(channelId, (key, value) => bucket.create(key, value));
  }

  /** Writes an entry of a claim of its own. */
  async #become(
    channelId: string,
    write: (key: string, value: string) => Promise<number>,
  ): Promise<Lease | null> {
    if (this.#disposed || this.#held.has(channelId) || this.#claiming.has(channelId)) return null;
    this.#claiming.add(channelId);
    const { hostId, makeKey, log } = this.#parts;
    const value = JSON.stringify({ host: hostId, claim: makeKey() });
    const provenUntil = this.#provenFromNow();
    try {
      const revision = await write(leaseKey(channelId), value);
      this.#unsure.delete(channelId);
      return this.#hold({ channelId, epoch: revision, value, revision, provenUntil });
    } catch (failure) {
      if (!isTaken(failure)) {
        log.warn('a channel could not be claimed', { channelId, failure });
        this.#unsure.set(channelId, value);
      }
      return null;
    } finally {
      this.#claiming.delete(channelId);
    }
  }

  /**
   * What another host handed to this one, or what nobody has. null: another one has it, or nobody can
   * tell. `onOther` hears of another's claim, which is the same text as long as it lasts. Never throws.
   */
  async take(channelId: string, onOther?: (claim: string) => void): Promise<Lease | null> {
    if (this.#disposed || this.#held.has(channelId) || this.#claiming.has(channelId)) return null;
    const entry = await this.#read(channelId);
    if (!entry) return null;
    const { value, revision } = entry;
    if (value === null) return this.claim(channelId);
    if (!this.#isForMe(channelId, value)) {
      onOther?.(value);
      return null;
    }
    const { bucket } = this.#parts;
    return this.#become(channelId, (key, mine) =>
      bucket.update(key, mine, revision, ANSWER_MOST_MS),
    );
  }

  /**
   * Makes it another host's, without a moment in which somebody else could claim it. Call it when the
   * channel has stopped. False: this host has it still, or nobody can tell. Never throws.
   */
  async handTo(channelId: string, hostId: string): Promise<boolean> {
    const { bucket, makeKey, clock, log } = this.#parts;
    const held = this.#held.get(channelId);
    if (!held) return false;
    const value = JSON.stringify({ host: hostId, handed: makeKey() });
    const key = leaseKey(channelId);
    held.handed = value;
    this.#timers.clear(`renew ${channelId}`);
    while (this.#held.get(channelId) === held && this.#isInTime(held)) {
      const isWritten = await bucket
        .update(key, value, held.revision, ANSWER_MOST_MS)
        .then(() => true)
        .catch((failure: unknown) => {
          log.warn('a channel could not be handed over yet', { channelId, failure });
          return false;
        });
      // A renewal may have come in between, or the answer to an earlier try was lost.
      const now = isWritten ? { value } : await this.#read(channelId);
      if (now?.value === value) {
        this.#forget(held);
        return true;
      }
      if (now && now.value !== held.value) return false;
      if (now && 'revision' in now) held.revision = now.revision;
      else await delay(clock, AGAIN_MS);
    }
    return false;
  }

  /** When the entry was written last, by the clock of NATS; null: there is none. Throws what NATS throws. */
  async writtenAt(channelId: string): Promise<number | null> {
    const entry = await this.#parts.bucket.get(leaseKey(channelId));
    return entry?.created.getTime() ?? null;
  }

  /**
   * When this host asked for what its entry says, epoch milliseconds by its own clock: before NATS wrote it. null: it does
   * not have the channel.
   */
  askedAt({ channelId, epoch }: Lease): number | null {
    const held = this.#held.get(channelId);
    return held?.epoch === epoch ? held.provenUntil.wall - PROVEN_MS : null;
  }

  /** Lets another host claim it at once. Call it when the channel has stopped. Never throws. */
  async release(channelId: string): Promise<void> {
    const held = this.#held.get(channelId);
    if (!held) return;
    this.#forget(held);
    await this.#remove(held);
  }

  dispose(): void {
    this.#disposed = true;
    this.#timers.dispose();
    this.#losses.dispose();
    this.#held.clear();
  }

  #hold(held: Held): Lease | null {
    if (this.#disposed || !this.#isInTime(held)) {
      void this.#remove(held);
      return null;
    }
    this.#held.set(held.channelId, held);
    this.#watch(held, RENEW_MS);
    return held;
  }

  #watch(held: Held, renewInMs: number): void {
    const { clock } = this.#parts;
    const left = held.provenUntil.monotonic - clock.monotonic();
    this.#timers.set(`end ${held.channelId}`, left, () => this.#lose(held));
    this.#timers.set(`renew ${held.channelId}`, renewInMs, () => void this.#renew(held));
  }

  async #renew(held: Held): Promise<void> {
    if (!this.#isInTime(held)) {
      this.#lose(held);
      return;
    }
    const provenUntil = this.#provenFromNow();
    const revision = await this.#written(held);
    if (revision !== null) this.#parts.onRenewal?.('renewed');
    if (this.#held.get(held.channelId) !== held) {
      // Lost or given back meanwhile: what was written must not keep others from it.
      if (revision !== null) await this.#remove({ ...held, revision });
      return;
    }
    if (held.handed !== undefined) return;
    if (revision === null) {
      this.#timers.set(`renew ${held.channelId}`, AGAIN_MS, () => void this.#renew(held));
      return;
    }
    held.revision = revision;
    held.provenUntil = provenUntil;
    this.#watch(held, RENEW_MS);
  }

  /** The new revision; null: not written, or nobody can tell. An entry of another host loses it. */
  async #written(held: Held): Promise<number | null> {
    const { bucket, log } = this.#parts;
    const key = leaseKey(held.channelId);
    try {
      return await bucket.update(key, held.value, held.revision, ANSWER_MOST_MS);
    } catch (failure) {
      if (!isTaken(failure)) {
        log.warn('a lease could not be renewed', { channelId: held.channelId, failure });
        this.#parts.onRenewal?.('unknown');
        return null;
      }
    }
    // The answer to an earlier renewal may have been lost: then the entry is ours, and newer.
    const now = await this.#read(held.channelId);
    if (now === null || now.value === held.handed) return null;
    if (now.value === held.value) {
      return bucket.update(key, held.value, now.revision, ANSWER_MOST_MS).catch(() => null);
    }
    this.#parts.onRenewal?.('refused');
    this.#lose(held);
    return null;
  }

  /** `value` null: nobody has it. null: nobody can tell. */
  async #read(
    channelId: string,
  ): Promise<{ readonly value: string | null; readonly revision: number } | null> {
    const { bucket, log } = this.#parts;
    try {
      const entry = await bucket.get(leaseKey(channelId));
      const value = entry?.operation === 'PUT' ? entry.string() : null;
      return { value, revision: entry?.revision ?? 0 };
    } catch (failure) {
      log.warn('a lease could not be read', { channelId, failure });
      return null;
    }
  }

  #isForMe(channelId: string, value: string): boolean {
    if (value === this.#unsure.get(channelId)) return true;
    const entry = parseJson(value);
    return isJsonObject(entry) && entry['host'] === this.#parts.hostId && 'handed' in entry;
  }

  #lose(held: Held): void {
    if (this.#held.get(held.channelId) !== held) return;
    this.#forget(held);
    const { channelId, epoch } = held;
    this.#parts.log.warn('a channel was lost: its lease cannot be proved', { channelId, epoch });
    this.#losses.fire(held);
  }

  #forget({ channelId }: Held): void {
    this.#held.delete(channelId);
    this.#timers.clear(`end ${channelId}`);
    this.#timers.clear(`renew ${channelId}`);
  }

  /** Only this claim's own entry. Where it fails, the entry is gone by itself after `LEASE_MS`. */
  async #remove({ channelId, revision }: Held): Promise<void> {
    const { bucket, log } = this.#parts;
    await bucket
      .remove(leaseKey(channelId), revision)
      .catch((failure: unknown) => log.warn('a lease was not given back', { channelId, failure }));
  }

  #provenFromNow(): Held['provenUntil'] {
    const { clock } = this.#parts;
    return { monotonic: clock.monotonic() + PROVEN_MS, wall: clock.now() + PROVEN_MS };
  }

  #isInTime({ provenUntil }: Held): boolean {
    const { clock } = this.#parts;
    return clock.monotonic() < provenUntil.monotonic && clock.now() < provenUntil.wall;
  }
}

/** Channel ids may have characters that keys of a bucket may not. */
export function keyOf(channelId: string): string {
  return Buffer.from(channelId).toString('base64url');
}

const leaseKey = (channelId: string): string => `channel.${keyOf(channelId)}`;

/** Another host has the entry, or had it in between. */
export function isTaken(failure: unknown): boolean {
  return (
    failure instanceof JetStreamApiError &&
    (failure.code === JetStreamApiCodes.StreamWrongLastSequence ||
      failure.code === JetStreamApiCodes.StreamWrongLastSequenceUnknown)
  );
}
