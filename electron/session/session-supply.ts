import type { Clock } from '../base/clock.ts';
import type { Logger } from '../base/log.ts';
import type { CallPace } from './call-pace.ts';
import type { Purpose, SessionRef } from './machine.ts';
import type { ListedSession, SessionOperations } from './ports.ts';

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

export type Acquisition =
  /** `looked`: the slots were known. */
  | { readonly type: 'created'; readonly session: SessionRef; readonly looked: boolean }
  /** All slots are taken, so creating one more would end somebody's session. */
  | { readonly type: 'no-slot' }
  /** The session that was to be replaced is in the list: it lives. */
  | { readonly type: 'still-there' };

export interface AcquireOptions {
  readonly sessions: Pick<SessionOperations, 'createUser'>;
  readonly list: ListSessions;
  readonly pace: CallPace;
  readonly clock: Clock;
  readonly log: Logger;
  /** Whose slots to count; null when it is not known yet. */
  readonly channelId: () => string | null;
  /** Resolves after so many milliseconds. */
  readonly pause: (ms: number) => Promise<void>;
  /** What the call brings; null when it takes too long to wait for. */
  readonly soon: <T>(call: Promise<T>) => Promise<T | null>;
}

/** One failed call must not make the creation a blind one. */
const LIST_AGAIN_MS = 1_000;

/**
 * Asks for a session, after a look at the slots: which session the platform removes when there are
 * too many is not documented, it might be one that is on air. `suspect`: the session that nothing is
 * heard of. Throws what `createUser` throws.
 */
export async function acquireSession(
  purpose: Purpose,
  suspect: SessionRef | null,
  options: AcquireOptions,
): Promise<Acquisition> {
  const { sessions, pace, clock, channelId } = options;
  const listed = await readSlots(purpose, options);
  if (suspect && listed?.some(({ sessionKey }) => sessionKey === suspect.sessionKey)) {
    return { type: 'still-there' };
  }
  if (listed && isFull(purpose, slotsOf(channelId(), listed))) return { type: 'no-slot' };
  await myTurn(options);
  // Stamped before the call: the platform's 12 hours cannot have begun earlier.
  const createdAt = clock.now();
  const { url, sessionKey } = await pace.call(() => sessions.createUser());
  return { type: 'created', session: { url, sessionKey, createdAt }, looked: listed !== null };
}

async function readSlots(
  purpose: Purpose,
  options: AcquireOptions,
): Promise<readonly ListedSession[] | null> {
  const { list, log, pace, pause, soon } = options;
  const look = async (): Promise<readonly ListedSession[] | null> =>
    list().catch((failure: unknown) => {
      log.warn('session list unavailable, slots unknown', { failure });
      return null;
    });
  await myTurn(options);
  // The list has been asked for a while then, and a call that hangs must not cost the show.
  if (purpose === 'replace') return soon(look());
  const listed = await look();
  if (listed || pace.restMs > 0) return listed;
  await pause(LIST_AGAIN_MS);
  return look();
}

async function myTurn({ pace, pause }: AcquireOptions): Promise<void> {
  for (let { restMs } = pace; restMs > 0; restMs = pace.restMs) await pause(restMs);
}

function isFull(purpose: Purpose, taken: readonly ListedSession[]): boolean {
  switch (purpose) {
    case 'roll-over':
      return taken.length >= SLOTS_MAX;
    case 'first':
    case 'replace':
      // A session that nobody is connected to is left over from a crash: it may go.
      return taken.filter(isConnected).length >= SLOTS_MAX;
    case 'make-room':
      return false;
  }
}

/** Sessions a user may have at once (specification, "Session authentication"). */
export const SLOTS_MAX = 3;

/**
 * The listed sessions that take a slot of this channel. The list is the whole application's and
 * names no user, but says which channel each subscription is for; one that names none may be
 * anybody's and counts. `channelId` null (not known): those of the channel that has the most, for it
 * may be this one.
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

/** Whose sessions these are, as far as the list names the channel of one of them; null: it does not. */
export function channelIn(
  listed: readonly ListedSession[],
  ownKeys: readonly string[],
): string | null {
  const own = listed.filter(({ sessionKey }) => ownKeys.includes(sessionKey));
  return own.flatMap(channelsOf).find((channel) => channel !== null) ?? null;
}

/**
 * How many slots are taken, `slots` as last listed (null: not looked yet). Our own session has one
 * from its creation on, not only once it is listed as subscribed.
 */
export function slotsUsed(
  slots: readonly string[] | null,
  ownKeys: readonly string[],
): number | null {
  if (!slots) return null;
  return new Set([...slots, ...ownKeys]).size;
}

/** Whether a session has a connection right now, as far as its dates tell. */
export function isConnected({ connectedDate, disconnectedDate }: ListedSession): boolean {
  if (connectedDate === null) return false;
  return disconnectedDate === null || disconnectedDate < connectedDate;
}

/** The session list's largest page (specification, "Limits"). */
const PAGE_SIZE = 50;
/** More pages than any application with three sessions a user needs to find its own. */
const MAX_PAGES = 20;

/** How long a list is waited for where the show waits for it, too. */
export const LOOK_MOST_MS = 4_000;

/** Reads the application's user sessions, all pages of them. Throws what `listUser` throws. */
export type ListSessions = () => Promise<readonly ListedSession[]>;

/** `onListed` hears every list. */
export function sessionList(
  sessions: Pick<SessionOperations, 'listUser'>,
  pace: CallPace,
  onListed: (listed: readonly ListedSession[]) => void,
): ListSessions {
  return async () => {
    const all: ListedSession[] = [];
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const listed = await pace.call(() => sessions.listUser({ page, size: PAGE_SIZE }));
      all.push(...listed);
      if (listed.length < PAGE_SIZE) break;
    }
    onListed(all);
    return all;
  };
}
