import { languageOf } from '../../shared/locales/index.ts';
import type { DashboardPreload } from '../../shared/preload.ts';
import { isWebAddress } from './addresses.ts';
import { createPageTimers, type PageHost } from './page-host.ts';
import { reloadOnce, tabMemory } from './reload-once.ts';

const PREFIX = 'stagelight.';

/** The real window. OBS docks may refuse storage and clipboard; the page works without them. */
export function createBrowserHost(page: Window): PageHost {
  const { document, location, navigator } = page;
  const reload = () => location.reload();
  const copy = async (text: string): Promise<boolean> => {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      return attempt(() => copyBySelection(document, text), false);
    }
  };
  return {
    address: location.href,
    clock: {
      now: () => Date.now(),
      after: createPageTimers(page).after,
      every: (periodMs, run) => tickWhileSeen(page, periodMs, run),
    },
    random: Math.random,
    systemLanguage: languageOf(navigator.language),
    reload,
    onLeave(run) {
      page.addEventListener('pagehide', run);
      return () => page.removeEventListener('pagehide', run);
    },
    reloadOnce: (buildId) => reloadOnce(buildId, tabMemory(page), reload),
    async copyText(text, clearAfterMs) {
      const isCopied = await copy(text);
      if (isCopied && clearAfterMs !== undefined) {
        page.setTimeout(() => void clearCopy(page, text), clearAfterMs);
      }
      return isCopied;
    },
    openAddress(address) {
      if (isWebAddress(address)) page.open(address, '_blank', 'noopener');
    },
    readPreference: (name) => attempt(() => page.localStorage.getItem(PREFIX + name), null),
    writePreference(name, value) {
      attempt(() => {
        if (value === null) page.localStorage.removeItem(PREFIX + name);
        else page.localStorage.setItem(PREFIX + name, value);
      }, undefined);
    },
    dressPage({ language, theme }) {
      const root = document.documentElement;
      root.lang = language;
      if (theme === null) delete root.dataset['theme'];
      else root.dataset['theme'] = theme;
    },
  };
}

/** Ticks at whole multiples of the period, so all numbers change together; not while hidden. */
function tickWhileSeen(page: Window, periodMs: number, run: () => void): () => void {
  const { document } = page;
  let timer: number | undefined;
  const plan = () => {
    const wait = periodMs - (Date.now() % periodMs);
    // A timer that fires slightly early must not tick twice for one boundary.
    timer = page.setTimeout(tick, wait < periodMs / 10 ? wait + periodMs : wait);
  };
  const tick = () => {
    plan();
    run();
  };
  const look = () => {
    page.clearTimeout(timer);
    if (document.visibilityState === 'visible') tick();
  };
  document.addEventListener('visibilitychange', look);
  if (document.visibilityState === 'visible') plan();
  return () => {
    page.clearTimeout(timer);
    document.removeEventListener('visibilitychange', look);
  };
}

/** OBS docks have no clipboard permission prompt; copying a selection still works there. */
function copyBySelection(document: Document, text: string): boolean {
  const field = document.createElement('textarea');
  const focused = document.activeElement;
  field.value = text;
  field.readOnly = true;
  field.style.position = 'fixed';
  field.style.opacity = '0';
  document.body.append(field);
  try {
    field.select();
    return document.execCommand('copy');
  } finally {
    field.remove();
    if (focused instanceof HTMLElement) focused.focus();
  }
}

/**
 * Takes a secret out of the clipboard. A page that may not read it cannot know whether something
 * else was copied since; only one with the focus may write, so it waits for it.
 */
async function clearCopy(page: Window, secret: string): Promise<void> {
  if (!page.document.hasFocus()) {
    page.addEventListener('focus', () => void clearCopy(page, secret), { once: true });
    return;
  }
  const { clipboard, permissions } = page.navigator;
  try {
    const mayRead = await permissions
      .query({ name: 'clipboard-read' as PermissionName })
      .then(({ state }) => state === 'granted');
    if (mayRead && (await clipboard.readText()) !== secret) return;
  } catch {
    // The browser has no such permission, or no clipboard to read.
  }
  await clipboard?.writeText('').catch(() => undefined);
}

function attempt<T>(run: () => T, otherwise: T): T {
  try {
    return run();
  } catch {
    return otherwise;
  }
}

/** The app's own window: the page has no permission for the clipboard and links, the app has. */
export function createDesktopHost(
  page: Window,
  preload: Pick<DashboardPreload, 'command'>,
): PageHost {
  return {
    ...createBrowserHost(page),
    async copyText(text, clearAfterMs) {
      try {
        const secret = clearAfterMs === undefined ? {} : { clearAfterMs };
        return (await preload.command('app.copy', { text, ...secret })).ok;
      } catch {
        return false;
      }
    },
    openAddress(address) {
      if (!isWebAddress(address)) return;
      // The app logs refused addresses; the page cannot do anything about them.
      preload.command('app.open', { address }).catch(() => undefined);
    },
  };
}
