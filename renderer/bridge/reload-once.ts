/** Stored in the tab, so a core and a page that never agree do not reload in a loop. */
const KEY = 'stagelight.reloaded-for-build';

/**
 * Reloads the page for a core of another build, once per build. Without storage it does not reload:
 * an old page is better than an endless loop.
 * @returns whether the page is reloading
 */
export function reloadOnce(
  buildId: string,
  memory: Pick<Storage, 'getItem' | 'setItem'> | null,
  reload: () => void,
): boolean {
  try {
    if (!memory || memory.getItem(KEY) === buildId) return false;
    memory.setItem(KEY, buildId);
  } catch {
    return false;
  }
  reload();
  return true;
}

/** The tab's session storage; null if the browser denies it. */
export function tabMemory(page: Window): Storage | null {
  try {
    return page.sessionStorage;
  } catch {
    return null;
  }
}
