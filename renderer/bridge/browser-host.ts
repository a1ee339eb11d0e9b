import { isWebAddress, type PageClock, type PageHost } from './page-host.ts';

const PREFIX = 'stagelight.';

/** The window's own clock. */
export const browserClock: PageClock = {
  now: () => Date.now(),
  after(delayMs, run) {
    const timer = window.setTimeout(run, delayMs);
    return () => window.clearTimeout(timer);
  },
  every(periodMs, run) {
    const timer = window.setInterval(run, periodMs);
    return () => window.clearInterval(timer);
  },
};

/** The real window. Storage and clipboard may be refused (OBS docks): then it goes on without. */
export function createBrowserHost(): PageHost {
  return {
    address: window.location.href,
    clock: browserClock,
    random: Math.random,
    copyText,
    openAddress(address) {
      if (isWebAddress(address)) window.open(address, '_blank', 'noopener');
    },
    readPreference: (name) => attempt(() => window.localStorage.getItem(PREFIX + name), null),
    writePreference(name, value) {
      attempt(() => {
        if (value === null) window.localStorage.removeItem(PREFIX + name);
        else window.localStorage.setItem(PREFIX + name, value);
      }, undefined);
    },
    systemLanguage: navigator.language.toLowerCase().startsWith('ko') ? 'ko' : 'en',
    dressPage({ language, theme }) {
      const root = document.documentElement;
      root.lang = language;
      if (theme === null) delete root.dataset['theme'];
      else root.dataset['theme'] = theme;
    },
    reload: () => window.location.reload(),
    reloadOnce(reason) {
      const name = `${PREFIX}reloaded-for`;
      // Without storage the page cannot know that it already reloaded: better an old page than a loop.
      const done = attempt(() => window.sessionStorage.getItem(name), reason);
      if (done === reason) return false;
      const noted = attempt(() => {
        window.sessionStorage.setItem(name, reason);
        return true;
      }, false);
      if (noted) window.location.reload();
      return noted;
    },
  };
}

async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return attempt(() => copyBySelection(text), false);
  }
}

/** OBS docks have no permission prompt for the clipboard; the old way still works there. */
function copyBySelection(text: string): boolean {
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
