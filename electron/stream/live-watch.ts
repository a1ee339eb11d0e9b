import type { LiveNow, ReadAt } from '../../shared/control/stream-desk.ts';
import type { Problem } from '../../shared/problem.ts';
import type { Clock } from '../base/clock.ts';
import { problemOf } from '../base/errors.ts';
import type { Logger } from '../base/log.ts';
import type { Random } from '../base/random.ts';
import { SingleFlight } from '../base/single-flight.ts';
import type { StreamApi } from './ports.ts';
import { ReadingTurns } from './reading-turns.ts';

/** The platform's largest page of broadcasts (platform-notes, "Live list"). */
const PAGE_SIZE = 20;
/** Pages in which the own broadcast is looked for: the platform has no other word of its viewers. */
const PAGES_MOST = 5;
/** Where it was in none of them, they are not gone through again for so long, milliseconds. */
const NOT_FOUND_REST_MS = 5 * 60_000;

export interface LiveWatchOptions {
  readonly lives: Pick<StreamApi['lives'], 'status' | 'list'>;
  /** An instant as the platform wrote it, in RFC 3339; null: it cannot be read. */
  readonly readTime: (value: unknown) => string | null;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  readonly onMoved: () => void;
}

/**
 * Whether the channel is on the air, and how many watch. The number of viewers stands in the list of
 * broadcasts only: beyond its first hundred it is not known.
 */
export class LiveWatch {
  readonly #options: LiveWatchOptions;
  readonly #turns: ReadingTurns;
  readonly #flight = new SingleFlight<void>();
  #channelId: string | null = null;
  #known: ReadAt<LiveNow> | null = null;
  #problem: Problem | null = null;
  /** On the monotonic clock. */
  #listAgainAt = Number.NEGATIVE_INFINITY;

  constructor(options: LiveWatchOptions) {
    this.#options = options;
    this.#turns = new ReadingTurns(options.clock, options.random);
  }

  get known(): ReadAt<LiveNow> | null {
    return this.#known;
  }

  get problem(): Problem | null {
    return this.#problem;
  }

  /** null: not known, and nothing is asked. */
  isAbout(channelId: string | null): void {
    if (channelId !== this.#channelId) this.#known = null;
    this.#channelId = channelId;
    this.#problem = null;
    this.#turns.startOver();
    this.#listAgainAt = Number.NEGATIVE_INFINITY;
  }

  /** As `SettingsPart.read`. Never rejects. */
  read(due: boolean): Promise<void> {
    const channelId = this.#channelId;
    if (channelId === null || !(due ? this.#turns.isDue : this.#turns.isAllowed)) {
      return Promise.resolve();
    }
    return this.#flight.run(() => this.#readNow(channelId));
  }

  async #readNow(channelId: string): Promise<void> {
    const { lives, clock, log, onMoved, readTime } = this.#options;
    try {
      const { isLive, title, openedAt } = await lives.status(channelId);
      const viewers = isLive ? await this.#viewersOf(channelId) : null;
      if (channelId !== this.#channelId) return;
      const opened = readTime(openedAt);
      const value = {
        isLive,
        title,
        openedAt: opened === null ? null : Date.parse(opened),
        viewers,
      };
      this.#known = { value, readAt: clock.now() };
      this.#problem = null;
      this.#turns.succeeded();
    } catch (failure) {
      if (channelId !== this.#channelId) return;
      log.warn('the live status could not be read', { failure });
      this.#problem = problemOf(failure);
      this.#turns.failed(failure);
    } finally {
      onMoved();
    }
  }

  /** null: not among those that the platform lists first, or the list could not be read. */
  async #viewersOf(channelId: string): Promise<number | null> {
    const { lives, clock, log } = this.#options;
    if (clock.monotonic() < this.#listAgainAt) return null;
    try {
      let next: string | null = null;
      for (let page = 0; page < PAGES_MOST; page += 1) {
        const { items, next: following } = await lives.list({
          size: PAGE_SIZE,
          ...(next === null ? {} : { next }),
        });
        const own = items.find((live) => live.channelId === channelId);
        if (own) return own.concurrentUserCount;
        next = following;
        if (next === null) break;
      }
    } catch (failure) {
      log.debug('the list of broadcasts could not be read', { failure });
    }
    this.#listAgainAt = clock.monotonic() + NOT_FOUND_REST_MS;
    return null;
  }
}
