import { createHash } from 'node:crypto';
import type { KV } from '@nats-io/kv';
import { z } from 'zod';
import { parseJson } from '../../shared/json.ts';
import type { Clock } from '../base/clock.ts';
import type { MakeKey } from '../base/random.ts';
import { keysIn } from './bucket-keys.ts';
import { isTaken } from './leases.ts';
import type { Seal } from './seal.ts';

/** A link that is not used by then is worth nothing. */
export const JOIN_MS = 24 * 60 * 60_000;
/** How long the person may take on the platform. */
const SIGN_IN_MS = 10 * 60_000;
const STATE_PURPOSE = 'join state';

const joinEntry = z.object({ until: z.number() });
const joinState = z.object({
  id: z.string(),
  channelId: z.string().nullable(),
  browser: z.string(),
  until: z.number(),
});

/** Where a link stands. */
export type JoinState = 'open' | 'used' | 'old' | 'unknown';

/** Whose sign-in it is. */
export interface Link {
  /** Of a link that was made; empty: of a channel that signs in again. */
  readonly id: string;
  /** Only this one may sign in; null: any. */
  readonly channelId: string | null;
}

interface JoinsParts {
  readonly channels: Pick<KV, 'get' | 'create' | 'keys' | 'purge'>;
  readonly seal: Seal;
  readonly clock: Clock;
  readonly makeKey: MakeKey;
}

/**
 * Links with which streamers sign in, each once, on whichever host they come to. NATS keeps only the
 * digest of a link's code, and seals what belongs to it.
 */
export class Joins {
  readonly #parts: JoinsParts;

  constructor(parts: JoinsParts) {
    this.#parts = parts;
  }

  /** A new code. Throws what NATS throws. */
  async make(): Promise<{ readonly code: string; readonly until: number }> {
    const { channels, seal, clock, makeKey } = this.#parts;
    await this.#tidy();
    const [code, until] = [makeKey(), clock.now() + JOIN_MS];
    const id = joinId(code);
    await channels.create(keyFor(id), seal.close(JSON.stringify({ until }), keyFor(id)));
    return { code, until };
  }

  async find(id: string): Promise<JoinState> {
    const { channels, clock } = this.#parts;
    const until = await this.#until(id);
    if (until === null) return 'unknown';
    if (await channels.get(usedKeyFor(id))) return 'used';
    return clock.now() < until ? 'open' : 'old';
  }

  /** Uses the link up. False: it is not open any more. Throws what NATS throws. */
  async use(id: string): Promise<boolean> {
    if ((await this.find(id)) !== 'open') return false;
    try {
      // An entry that was there before could be replaced by two hosts at once (`LeaseBucket`).
      await this.#parts.channels.create(usedKeyFor(id), '');
      return true;
    } catch (failure) {
      if (isTaken(failure)) return false;
      throw failure;
    }
  }

  /** What the platform hands back, bound to one link and one browser. */
  state({ id, channelId }: Link, browser: string): string {
    const { seal, clock } = this.#parts;
    const state = { id, channelId, browser: digestOf(browser), until: clock.now() + SIGN_IN_MS };
    return seal.close(JSON.stringify(state), STATE_PURPOSE);
  }

  /** The link; null: made elsewhere, for another browser, or too long ago. */
  linkOf(state: string, browser: string): Link | null {
    const { seal, clock } = this.#parts;
    const found = joinState.safeParse(parseJson(seal.open(state, STATE_PURPOSE) ?? ''));
    if (!found.success) return null;
    const { id, channelId, until } = found.data;
    const isInTime = clock.now() < until;
    return isInTime && found.data.browser === digestOf(browser) ? { id, channelId } : null;
  }

  /** Until when it is open; null: there is no such link. */
  async #until(id: string): Promise<number | null> {
    const { channels, seal } = this.#parts;
    const entry = await channels.get(keyFor(id));
    if (entry?.operation !== 'PUT') return null;
    const plain = seal.open(entry.string(), keyFor(id));
    return joinEntry.safeParse(parseJson(plain ?? '')).data?.until ?? null;
  }

  /** Links that ended a day ago or earlier. */
  async #tidy(): Promise<void> {
    const { channels, clock } = this.#parts;
    for (const key of await keysIn(channels, 'join.*', clock)) {
      const id = key.slice('join.'.length);
      const until = await this.#until(id);
      if (until === null || clock.now() <= until + JOIN_MS) continue;
      await channels.purge(key);
      if (await channels.get(usedKeyFor(id))) await channels.purge(usedKeyFor(id));
    }
  }
}

/** What a link is known by; its code does not follow from it. */
export const joinId = (code: string): string => digestOf(code);

const keyFor = (id: string): string => `join.${id}`;
/** There is an entry as soon as the link is used. */
const usedKeyFor = (id: string): string => `join-used.${id}`;

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
