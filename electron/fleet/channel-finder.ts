import type { KV } from '@nats-io/kv';
import { z } from 'zod';
import { parseJson } from '../../shared/json.ts';
import type { Clock } from '../base/clock.ts';
import { keyOf } from './leases.ts';

/** How old an answer may be: pages ask a dozen times while they load. */
const FRESH_MS = 1_000;
/** Keys that strangers make up are not kept for long. */
const ANSWERS_MOST = 1_000;

const leaseValue = z.object({ host: z.string() });

/** Where a channel's pages are. */
export type Whereabouts =
  /** On this host, at a port. */
  | { readonly kind: 'here'; readonly port: number }
  | { readonly kind: 'there'; readonly hostKey: string }
  /** A channel of the fleet that no host has at this moment, or that is paused. */
  | { readonly kind: 'nobody' }
  | { readonly kind: 'unknown' };

interface FinderParts {
  readonly leases: Pick<KV, 'get'>;
  readonly channels: Pick<KV, 'get'>;
  readonly hostId: string;
  /** Of a channel that runs on this host; null: it does not. */
  readonly portOf: (channelId: string) => number | null;
  readonly clock: Clock;
}

/** Knows which host has a channel. Asks NATS at most once a second for each. */
export class ChannelFinder {
  readonly #parts: FinderParts;
  readonly #answers = new Map<
    string,
    { readonly at: number; readonly found: Promise<Whereabouts> }
  >();

  constructor(parts: FinderParts) {
    this.#parts = parts;
  }

  /** Rejects with what NATS throws. */
  find(channelId: string): Promise<Whereabouts> {
    const { portOf, clock } = this.#parts;
    const port = portOf(channelId);
    if (port !== null) return Promise.resolve({ kind: 'here', port });
    const now = clock.monotonic();
    const known = this.#answers.get(channelId);
    if (known && now - known.at < FRESH_MS) return known.found;
    if (this.#answers.size >= ANSWERS_MOST) this.#answers.clear();
    const found = this.#ask(channelId);
    this.#answers.set(channelId, { at: now, found });
    found.catch(() => this.#answers.delete(channelId));
    return found;
  }

  /** Its host turned out to be another one. */
  forget(channelId: string): void {
    this.#answers.delete(channelId);
  }

  async #ask(channelId: string): Promise<Whereabouts> {
    const { leases, channels, hostId } = this.#parts;
    const key = `channel.${keyOf(channelId)}`;
    const [lease, channel] = await Promise.all([leases.get(key), channels.get(key)]);
    if (channel?.operation !== 'PUT') {
      const paused = await channels.get(`paused.${keyOf(channelId)}`);
      return { kind: paused?.operation === 'PUT' ? 'nobody' : 'unknown' };
    }
    const owner = leaseValue.safeParse(
      lease?.operation === 'PUT' ? parseJson(lease.string()) : null,
    );
    // Its own, and not running: it starts or stops at this moment.
    if (!owner.success || owner.data.host === hostId) return { kind: 'nobody' };
    return { kind: 'there', hostKey: keyOf(owner.data.host) };
  }
}
