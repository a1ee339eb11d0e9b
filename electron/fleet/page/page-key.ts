import type { KV } from '@nats-io/kv';
import type { Clock } from '../../base/clock.ts';
import type { Logger } from '../../base/log.ts';
import type { MakeKey } from '../../base/random.ts';
import { SingleFlight } from '../../base/serial-queue.ts';
import { isTaken } from '../leases.ts';
import type { Seal } from '../seal.ts';

/** Of the bucket, and what the seal is bound to. */
const ENTRY = 'page';
/** Whoever guesses keys does not make a host ask NATS for each of them. */
const FRESH_MS = 5_000;

interface PageKeyParts {
  readonly channels: Pick<KV, 'get' | 'create'>;
  readonly seal: Seal;
  readonly clock: Clock;
  readonly makeKey: MakeKey;
  readonly log: Logger;
}

/**
 * The key in the address of the fleet's page: the same on every host, made by the first that needs it.
 * Where somebody removes the entry, there is another one some seconds later.
 */
export class PageKey {
  readonly #parts: PageKeyParts;
  readonly #reading = new SingleFlight<string | null>();
  #known: { readonly at: number; readonly key: string | null } | null = null;

  constructor(parts: PageKeyParts) {
    this.#parts = parts;
  }

  /** null: nobody can tell, or it was sealed with a key that this host has not got. Never rejects. */
  async read(): Promise<string | null> {
    const { clock, log } = this.#parts;
    const known = this.#known;
    if (known && clock.monotonic() - known.at < FRESH_MS) return known.key;
    try {
      const key = await this.#reading.run(() => this.#found());
      if (key === null) log.warn('the key of the fleet’s page cannot be opened');
      this.#known = { at: clock.monotonic(), key };
      return key;
    } catch (failure) {
      log.warn('the key of the fleet’s page could not be read', { failure });
      if (!known) return null;
      // Not at every request: each would wait for NATS.
      this.#known = { at: clock.monotonic(), key: known.key };
      return known.key;
    }
  }

  async #found(): Promise<string | null> {
    const { channels, seal, makeKey } = this.#parts;
    const entry = await channels.get(ENTRY);
    if (entry?.operation === 'PUT') return seal.open(entry.string(), ENTRY);
    const key = makeKey();
    try {
      await channels.create(ENTRY, seal.close(key, ENTRY));
      return key;
    } catch (failure) {
      if (!isTaken(failure)) throw failure;
      // Another host made it in the same moment.
      return seal.open((await channels.get(ENTRY))?.string() ?? '', ENTRY);
    }
  }
}
