import type { Logger } from '../base/log.ts';
import type { AppActions } from './controls/actions.ts';
import type { CoreRunner } from './core-runner.ts';
import type { DesktopWindows } from './desktop-windows.ts';

export interface AppActionsParts extends DesktopWindows {
  readonly runner: Pick<CoreRunner, 'core' | 'outputs'>;
  readonly clipboard: { writeText(text: string): Promise<void> };
  readonly showDashboard: () => void;
  readonly quit: () => void;
  readonly log: Logger;
}

/** What hotkeys, tray and menu do. Without a running core there are no alerts, and nothing happens. */
export function appActions(parts: AppActionsParts): AppActions {
  const { overlay, runner, clipboard, showDashboard, quit, log } = parts;
  const alerts = () => runner.core?.alerts;
  return {
    showDashboard,
    openSettings: showDashboard,
    quit,
    toggleOverlayLock() {
      const { locked, shown } = overlay.look;
      // Nobody can unlock what they do not see.
      overlay.set(shown ? { locked: !locked } : { shown: true, locked: false });
    },
    toggleOverlayShown: () => overlay.set({ shown: !overlay.look.shown }),
    hideAlerts: () => alerts()?.panic(),
    setAlertsPaused: (paused) => alerts()?.setPaused(paused),
    toggleAlertsPaused: () => alerts()?.setPaused(!alerts()?.paused),
    skipAlert: () => alerts()?.skip(),
    copyOverlayAddress() {
      const address = runner.outputs?.overlayUrl;
      if (address === undefined) return;
      clipboard
        .writeText(address)
        .catch((failure: unknown) => log.warn('the address was not copied', { failure }));
    },
  };
}
