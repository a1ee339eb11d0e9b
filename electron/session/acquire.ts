import type { Clock } from '../base/clock.ts';
import type { Logger } from '../base/log.ts';
import { listSessions } from './list.ts';
import type { Purpose, SessionRef } from './machine.ts';
import type { ListedSession, SessionOperations } from './ports.ts';
import { isConnected, SLOTS_MAX, slotsOf } from './slots.ts';

export type Acquisition =
  | { readonly type: 'created'; readonly session: SessionRef }
  /** All slots are taken, so creating one more would end somebody's session. */
  | { readonly type: 'no-slot' };

export interface AcquireOptions {
  readonly sessions: SessionOperations;
  readonly clock: Clock;
  readonly log: Logger;
  /** Whose slots to count; null when it is not known yet. */
  readonly channelId: () => string | null;
  /** Hears the list that was looked at. */
  readonly onListed: (listed: readonly ListedSession[]) => void;
}

/**
 * Asks for a session, after a look at the slots: which session the platform removes when there are
 * too many is not documented, it might be one that is on air. Throws what `createUser` throws.
 */
export async function acquireSession(
  purpose: Purpose,
  { sessions, clock, log, channelId, onListed }: AcquireOptions,
): Promise<Acquisition> {
  const listed = await listSessions(sessions).catch((failure: unknown) => {
    log.warn('session list unavailable, slots unknown', { failure });
    return null;
  });
  if (listed) {
    onListed(listed);
    if (isFull(purpose, slotsOf(channelId(), listed))) return { type: 'no-slot' };
  }
  // Stamped before the call: the platform's 12 hours cannot have begun earlier.
  const createdAt = clock.now();
  const { url, sessionKey } = await sessions.createUser();
  return { type: 'created', session: { url, sessionKey, createdAt } };
}

function isFull(purpose: Purpose, taken: readonly ListedSession[]): boolean {
  switch (purpose) {
    case 'roll-over':
      return taken.length >= SLOTS_MAX;
    case 'first':
      // A session that nobody is connected to is left over from a crash: it may go.
      return taken.filter(isConnected).length >= SLOTS_MAX;
    case 'make-room':
      return false;
  }
}
