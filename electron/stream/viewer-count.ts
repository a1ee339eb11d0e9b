import type { Clock } from '../base/clock.ts';
import type { Logger } from '../base/log.ts';
import type { StreamApi } from './ports.ts';
import { LOOK_EVERY_MS } from './reading-turns.ts';

/** The platform's largest page of broadcasts (platform-notes, "Live list"). */
const PAGE_SIZE = 20;
/** Pages in which the own broadcast is looked for: the platform has no other word of its viewers. */
const PAGES_MOST = 5;
/** Where it was in none of them, they are not gone through again for so long, milliseconds. */
const NOT_FOUND_REST_MS = 5 * 60_000;
/** A number that is older is not said beside a status that was read just now, milliseconds. */
const TOO_OLD_MS = 2 * LOOK_EVERY_MS;

export interface ViewerCountOptions {
  readonly lives: Pick<StreamApi['lives'], 'list'>;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * How many watch. That stands in the list of broadcasts only: beyond its first hundred it is not
 * known.
 */
export class ViewerCount {
  readonly #options: ViewerCountOptions;
  #count: number | null = null;
  /** On the monotonic clock, as the other one. */
  #countedAt = Number.NEGATIVE_INFINITY;
  #listAgainAt = Number.NEGATIVE_INFINITY;

  constructor(options: ViewerCountOptions) {
    this.#options = options;
  }

  /** null: not counted lately, or not among those that the platform lists first. */
  get latest(): number | null {
    return this.#age > TOO_OLD_MS ? null : this.#count;
  }

  /** Whether somebody who merely looks causes a count. */
  get isDue(): boolean {
    return this.#age >= LOOK_EVERY_MS;
  }

  /** Another sign-in, or another broadcast: nothing is known. */
  startOver(): void {
    this.#count = null;
    this.#countedAt = Number.NEGATIVE_INFINITY;
    this.#listAgainAt = Number.NEGATIVE_INFINITY;
  }

  /** Counts, unless the list was gone through in vain not long ago. Never rejects. */
  async count(channelId: string): Promise<void> {
    const { clock, log } = this.#options;
    if (clock.monotonic() < this.#listAgainAt) return;
    let found: number | null = null;
    try {
      found = await this.#find(channelId);
    } catch (failure) {
      log.debug('the list of broadcasts could not be read', { failure });
    }
    const now = clock.monotonic();
    this.#count = found;
    this.#countedAt = now;
    if (found === null) this.#listAgainAt = now + NOT_FOUND_REST_MS;
  }

  get #age(): number {
    return this.#options.clock.monotonic() - this.#countedAt;
  }

  async #find(channelId: string): Promise<number | null> {
    let next: string | null = null;
    for (let page = 0; page < PAGES_MOST; page += 1) {
      const { items, next: following } = await this.#options.lives.list({
        size: PAGE_SIZE,
        ...(next === null ? {} : { next }),
      });
      const own = items.find((live) => live.channelId === channelId);
      if (own) return own.concurrentUserCount;
      next = following;
      if (next === null) break;
    }
    return null;
  }
}
