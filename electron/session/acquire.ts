import type { Clock } from '../base/clock.ts';
import type { Logger } from '../base/log.ts';
import type { CallPace } from './call-pace.ts';
import type { ListSessions } from './list.ts';
import type { Purpose, SessionRef } from './machine.ts';
import type { ListedSession, SessionOperations } from './ports.ts';
import { isConnected, SLOTS_MAX, slotsOf } from './slots.ts';

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
