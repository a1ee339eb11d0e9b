import type { Clock } from '../base/clock.ts';
import type { Logger } from '../base/log.ts';
import type { ListedSession, SessionsApi } from '../platform/resources/sessions.ts';
import type { CallPace } from './call-pace.ts';
import { isRefusal } from './failure-meaning.ts';
import type { Purpose, SessionRef } from './machine.ts';
import { type Moment, momentOf } from './moment.ts';
import type { SharedSlots, TakenSlot } from './shared-slots.ts';

interface SessionSupplyOptions {
  readonly sessions: Pick<SessionsApi, 'createUser' | 'listUser'>;
  readonly pace: CallPace;
  readonly channelId: () => string | null;
  readonly ownKeys: () => readonly string[];
  /** Hears of every list that is read, for whatever reason. */
  readonly onListed?: (listing: Listing) => void;
  /** Left out: this program alone makes sessions of this user. */
  readonly slots?: SharedSlots;
  /** Resolves after this many milliseconds; never, if the keeper stops first. */
  readonly pause: (ms: number) => Promise<void>;
  readonly soon: <T>(call: Promise<T>) => Promise<T | null>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** A session is subscribed by three calls to one operation: creations are this far apart. */
const APART_MS = 1_000;
/** Before the list is read again: one failed call must not lead to a blind creation. */
const LIST_AGAIN_MS = 1_000;

/** Creates sessions and tracks how many of the three slots are taken. */
export class SessionSupply {
  readonly list: ListSessions;
  readonly #options: SessionSupplyOptions;
  /** Our session's channel as listed; null if no list named it. */
  #listedChannel: string | null = null;
  /** Keys of the sessions that take a slot, as last listed; null: not read yet. */
  #slots: readonly string[] | null = null;
  /** A session was created with unknown slots, and no list has been read since. */
  #isSlotSpent = false;
  #createdAt = Number.NEGATIVE_INFINITY;

  constructor(options: SessionSupplyOptions) {
    this.#options = options;
    const { sessions, pace, clock } = options;
    this.list = sessionList(sessions, pace, clock, (listing) => this.#listed(listing));
  }

  /** Whether a silent session may be replaced with unknown slots: only once. */
  get mayCreateUnseen(): boolean {
    return !this.#isSlotSpent;
  }

  get slotsUsed(): number | null {
    return slotsUsed(this.#slots, this.#options.ownKeys());
  }

  get restMs(): number {
    return Math.max(0, this.#createdAt + APART_MS - this.#options.clock.monotonic());
  }

  /**
   * Creates a session after checking the slots: the platform does not document which session it
   * removes when there are too many, and it might be a live one. `suspect`: the silent session.
   * `canWait`: without a list, none is made.
   * Throws the errors of `createUser` and of `SharedSlots`.
   */
  async acquire(
    purpose: Purpose,
    suspect: SessionRef | null,
    canWait: boolean,
  ): Promise<Acquisition> {
    const { slots, ownKeys } = this.#options;
    const listed = await this.#readSlots(purpose);
    if (canWait && listed === null) return { type: 'no-list' };
    if (suspect && listed?.some(({ sessionKey }) => sessionKey === suspect.sessionKey)) {
      return { type: 'still-there' };
    }
    const slot = await slots?.take(purpose, ownKeys());
    if (slot?.session) return { type: 'created', session: slot.session };
    const hasNone = listed !== null && isFull(purpose, slotsOf(this.#channelId(), listed));
    if (slot === null || hasNone) {
      await slot?.settle('none');
      return { type: 'no-slot' };
    }
    await this.#myTurn();
    const session = await this.#made(slot);
    this.#isSlotSpent = listed === null;
    this.#createdAt = this.#options.clock.monotonic();
    return { type: 'created', session };
  }

  forget(): void {
    this.#listedChannel = null;
    this.#slots = null;
  }

  async #made(slot: TakenSlot | undefined): Promise<SessionRef> {
    const { sessions, pace, clock } = this.#options;
    // Taken before the call: the platform's 12 hours cannot start earlier.
    const createdAt = clock.now();
    try {
      const { url, sessionKey } = await pace.call(() => sessions.createUser());
      const session = { url, sessionKey, createdAt };
      await slot?.settle(session);
      return session;
    } catch (failure) {
      await slot?.settle(isRefusal(failure) ? 'none' : 'unknown');
      throw failure;
    }
  }

  async #readSlots(purpose: Purpose): Promise<readonly ListedSession[] | null> {
    const { log, pace, pause, soon } = this.#options;
    const look = () =>
      this.list().then(
        ({ listed }) => listed,
        (failure: unknown) => {
          log.warn('session list unavailable, slots unknown', { failure });
          return null;
        },
      );
    await this.#myTurn();
    // The list has been tried for a while by now; a hanging call must not delay the stream further.
    if (purpose === 'replace') return soon(look());
    const listed = await look();
    if (listed || pace.restMs > 0) return listed;
    await pause(LIST_AGAIN_MS);
    return look();
  }

  async #myTurn(): Promise<void> {
    const { pace, pause } = this.#options;
    for (let { restMs } = pace; restMs > 0; restMs = pace.restMs) await pause(restMs);
  }

  #listed(listing: Listing): void {
    const { listed } = listing;
    this.#isSlotSpent = false;
    this.#listedChannel = channelIn(listed, this.#options.ownKeys()) ?? this.#listedChannel;
    this.#slots = slotsOf(this.#channelId(), listed).map(({ sessionKey }) => sessionKey);
    this.#options.onListed?.(listing);
  }

  #channelId(): string | null {
    return this.#options.channelId() ?? this.#listedChannel;
  }
}

type Acquisition =
  | { readonly type: 'created'; readonly session: SessionRef }
  /** All slots are taken, so another session would end an existing one. */
  | { readonly type: 'no-slot' }
  /** The session to be replaced is listed, so it lives. */
  | { readonly type: 'still-there' }
  | { readonly type: 'no-list' };

function isFull(purpose: Purpose, taken: readonly ListedSession[]): boolean {
  switch (purpose) {
    case 'roll-over':
      return taken.length >= SLOTS_MAX;
    case 'first':
    case 'replace':
      // A session without a connection is left over from a crash and may be removed.
      return taken.filter(isConnected).length >= SLOTS_MAX;
    case 'make-room':
      return false;
  }
}

/** Sessions a user may have at once (specification, "Session authentication"). */
export const SLOTS_MAX = 3;

/**
 * The listed sessions that take one of this channel's slots. The list covers the whole application
 * and names no user, only each subscription's channel; a session without one counts, since it may
 * be anyone's. `channelId` null (unknown): the channel with the most sessions, which may be this
 * one.
 */
export function slotsOf(
  channelId: string | null,
  listed: readonly ListedSession[],
): readonly ListedSession[] {
  if (channelId !== null) return listed.filter((session) => mayBeOf(channelId, session));
  const channels = new Set(listed.flatMap(channelsOf));
  let most: readonly ListedSession[] = [];
  for (const channel of channels) {
    const taken = listed.filter((session) => mayBeOf(channel, session));
    if (taken.length > most.length) most = taken;
  }
  return most;
}

function mayBeOf(channelId: string | null, session: ListedSession): boolean {
  return channelsOf(session).some((channel) => channel === channelId || channel === null);
}

function channelsOf({ subscribedEvents }: ListedSession): readonly (string | null)[] {
  return subscribedEvents.map((subscription) => subscription.channelId);
}

/** The channel of these sessions if the list names it; null if not. */
export function channelIn(
  listed: readonly ListedSession[],
  ownKeys: readonly string[],
): string | null {
  const own = listed.filter(({ sessionKey }) => ownKeys.includes(sessionKey));
  return own.flatMap(channelsOf).find((channel) => channel !== null) ?? null;
}

/**
 * Number of taken slots; `slots` as last listed (null: not read yet). Our own session takes one
 * from its creation, even before it is listed as subscribed.
 */
export function slotsUsed(
  slots: readonly string[] | null,
  ownKeys: readonly string[],
): number | null {
  if (!slots) return null;
  return new Set([...slots, ...ownKeys]).size;
}

function isConnected({ connectedDate, disconnectedDate }: ListedSession): boolean {
  if (connectedDate === null) return false;
  return disconnectedDate === null || disconnectedDate < connectedDate;
}

/** The session list's largest page (specification, "Limits"). */
const PAGE_SIZE = 50;
/** More pages than needed for an application with three sessions a user. */
const MAX_PAGES = 20;

export const LOOK_MOST_MS = 4_000;

/** All sessions of the application. */
export interface Listing {
  readonly listed: readonly ListedSession[];
  /** It tells of a time after this, and of none after its answer. */
  readonly askedAt: Moment;
}

export type ListSessions = () => Promise<Listing>;

export function sessionList(
  sessions: Pick<SessionsApi, 'listUser'>,
  pace: CallPace,
  clock: Clock,
  onListed: (listing: Listing) => void,
): ListSessions {
  return async () => {
    const askedAt = momentOf(clock);
    const all: ListedSession[] = [];
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const listed = await pace.call(() => sessions.listUser({ page, size: PAGE_SIZE }));
      all.push(...listed);
      if (listed.length < PAGE_SIZE) break;
    }
    const listing = { listed: all, askedAt };
    onListed(listing);
    return listing;
  };
}
