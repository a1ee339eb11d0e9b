import type { ListedSession, SessionOperations } from './ports.ts';

/** The session list's largest page (specification, "Limits"). */
const PAGE_SIZE = 50;
/** More pages than any application with three sessions a user needs to find its own. */
const MAX_PAGES = 20;

/** The application's user sessions, all pages of them. */
export async function listSessions(
  sessions: Pick<SessionOperations, 'listUser'>,
): Promise<readonly ListedSession[]> {
  const all: ListedSession[] = [];
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const listed = await sessions.listUser({ page, size: PAGE_SIZE });
    all.push(...listed);
    if (listed.length < PAGE_SIZE) break;
  }
  return all;
}
