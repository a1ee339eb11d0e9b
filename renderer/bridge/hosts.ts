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
    reloadOnce: (buildId) => reloadOnce(buildId, tabMemory(page), reload),
    async copyText(text) {
      try {
        await navigator.clipboard.writeText(text);
        return true;
      } catch {
        return attempt(() => copyBySelection(document, text), false);
      }
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
    async copyText(text) {
      try {
        return (await preload.command('app.copy', { text })).ok;
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
