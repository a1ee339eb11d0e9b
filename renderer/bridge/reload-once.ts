/** What is remembered in the tab, so that a core and a page that never agree do not loop. */
const KEY = 'stagelight.reloaded-for-build';

/**
 * Reloads the page for a core of another build, once a build. Where nothing can be remembered it
 * stays as it is: an older page is better than one that reloads for ever.
 * @returns whether the page is being reloaded
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

/** The tab's memory, or null where the browser forbids it. */
export function tabMemory(page: Window): Storage | null {
  try {
    return page.sessionStorage;
  } catch {
    return null;
  }
}
