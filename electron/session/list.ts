import type { CallPace } from './call-pace.ts';
import type { ListedSession, SessionOperations } from './ports.ts';

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
