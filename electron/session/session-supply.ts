import type { Clock } from '../base/clock.ts';
import type { Logger } from '../base/log.ts';
import { type Acquisition, acquireSession } from './acquire.ts';
import type { CallPace } from './call-pace.ts';
import { type ListSessions, sessionList } from './list.ts';
import type { Purpose, SessionRef } from './machine.ts';
import type { ListedSession, SessionOperations } from './ports.ts';
import { channelIn, slotsOf, slotsUsed } from './slots.ts';

export interface SessionSupplyOptions {
  readonly sessions: Pick<SessionOperations, 'createUser' | 'listUser'>;
  readonly pace: CallPace;
  /** Whose stream this is; null until it is known. */
  readonly channelId: () => string | null;
  /** The sessions that are held now. */
  readonly ownKeys: () => readonly string[];
  /** Resolves after so many milliseconds; never, if the keeper stops meanwhile. */
  readonly pause: (ms: number) => Promise<void>;
  /** What the call brings; null when it takes too long to wait for. */
  readonly soon: <T>(call: Promise<T>) => Promise<T | null>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Each session is subscribed with three calls to one operation: not twice within a second. */
const APART_MS = 1_000;

/** Where sessions come from, and how many of the three slots are known to be taken. */
export class SessionSupply {
  readonly list: ListSessions;
  readonly #options: SessionSupplyOptions;
  /** The channel of our own session in the list; null: no list has named it. */
  #listedChannel: string | null = null;
  /** Keys of the sessions that take a slot, as last listed; null: not looked yet. */
  #slots: readonly string[] | null = null;
  /** A session was made without a look at the slots; no list has been read since. */
  #isSlotSpent = false;
  #createdAt = Number.NEGATIVE_INFINITY;

  constructor(options: SessionSupplyOptions) {
    this.#options = options;
    this.list = sessionList(options.sessions, options.pace, (listed) => this.#listed(listed));
  }

  /** Whether a session that nothing is heard of may be replaced without knowing the slots: once. */
  get mayCreateUnseen(): boolean {
    return !this.#isSlotSpent;
  }

  /** How many slots are taken; null: not looked yet. */
  get slotsUsed(): number | null {
    return slotsUsed(this.#slots, this.#options.ownKeys());
  }

  /** How long the next creation has to wait, in milliseconds. */
  get restMs(): number {
    return Math.max(0, this.#createdAt + APART_MS - this.#options.clock.monotonic());
  }

  /** See `acquireSession`. */
  async acquire(purpose: Purpose, suspect: SessionRef | null): Promise<Acquisition> {
    const result = await acquireSession(purpose, suspect, {
      ...this.#options,
      list: this.list,
      channelId: () => this.#channelId(),
    });
    if (result.type === 'created') {
      this.#isSlotSpent = !result.looked;
      this.#createdAt = this.#options.clock.monotonic();
    }
    return result;
  }

  /** The next stream may be somebody else's. */
  forget(): void {
    this.#listedChannel = null;
    this.#slots = null;
  }

  #listed(listed: readonly ListedSession[]): void {
    this.#isSlotSpent = false;
    this.#listedChannel = channelIn(listed, this.#options.ownKeys()) ?? this.#listedChannel;
    this.#slots = slotsOf(this.#channelId(), listed).map(({ sessionKey }) => sessionKey);
  }

  /** Where nobody is named, whose stream this is as the list has it. */
  #channelId(): string | null {
    return this.#options.channelId() ?? this.#listedChannel;
  }
}
