import type { ListedSession } from './ports.ts';

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
