import type { DashboardPreload } from '../../shared/preload.ts';
import { isWebAddress } from './addresses.ts';
import { createBrowserHost } from './browser-host.ts';
import type { PageHost } from './page-host.ts';

/**
 * The app's own window: as in a browser, but what goes beyond the page (the clipboard, the system's
 * browser) is asked of the app, because the page itself has no permission for it.
 */
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
      // Refused addresses are in the app's log; the page can do nothing about them.
      preload.command('app.open', { address }).catch(() => undefined);
    },
  };
}
