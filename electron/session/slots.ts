import type { ListedSession } from './ports.ts';

/** Sessions a user may have at once (specification, "Session authentication"). */
export const SLOTS_MAX = 3;

/**
 * The listed sessions that take a slot of this channel. The list is the whole application's and
 * names no user, but says which channel each subscription is for. `channelId` null (not known):
 * all are counted.
 */
export function slotsOf(
  channelId: string | null,
  listed: readonly ListedSession[],
): readonly ListedSession[] {
  if (channelId === null) return listed;
  return listed.filter(({ subscribedEvents }) =>
    subscribedEvents.some((subscription) => subscription.channelId === channelId),
  );
}

/**
 * How many slots are taken, `slots` as last listed (null: not looked yet). Our own session has one
 * from its creation on, not only once it is listed as subscribed.
 */
export function slotsUsed(
  slots: readonly string[] | null,
  lines: readonly { readonly session: Pick<ListedSession, 'sessionKey'> }[],
): number | null {
  if (!slots) return null;
  return new Set([...slots, ...lines.map(({ session }) => session.sessionKey)]).size;
}

/** Whether a session has a connection right now, as far as its dates tell. */
export function isConnected({ connectedDate, disconnectedDate }: ListedSession): boolean {
  if (connectedDate === null) return false;
  return disconnectedDate === null || disconnectedDate < connectedDate;
}
