import type { DesktopState } from '../../../../shared/desktop.ts';
import { desktopWith as anyDesktop, lookWith, setupWith } from '../desktop/app-fixtures.ts';

export const APPLICATION: DesktopState['setup']['connect'] = {
  clientId: 'client-1',
  hasSecret: true,
  baseUrl: 'https://ci.me',
  authUrl: 'https://ci.me',
  redirectUri: 'http://127.0.0.1:17817/callback',
};

export const NO_APPLICATION = { ...APPLICATION, clientId: '', hasSecret: false };

const BEFORE_ANYTHING = {
  step: 'welcome',
  mode: 'undecided',
  connect: NO_APPLICATION,
  portalUrl: 'https://developers.ci.me',
  overlayUrl: null,
} as const;

/** An app that has just been installed, with some of its first run done. */
export function desktopWith(
  setup: Partial<DesktopState['setup']> = {},
  changes: Partial<Omit<DesktopState, 'setup'>> = {},
): DesktopState {
  return anyDesktop({
    setup: setupWith({ ...BEFORE_ANYTHING, ...setup }),
    overlayWindow: lookWith({ shown: false }),
    ...changes,
  });
}
