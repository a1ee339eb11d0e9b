import type { MenuItemConstructorOptions } from 'electron';
import type { HotkeyAction } from '../../../shared/desktop.ts';
import type { CoreKey, Language } from '../../../shared/locales/index.ts';
import type { AppActions } from './actions.ts';
import { label, stateLine } from './control-words.ts';
import type { TrayStatus } from './tray-status.ts';

/** Pausing says which way: a second click on an old menu must not undo what its words promised. */
export type TrayActionName =
  | Exclude<keyof AppActions, 'setAlertsPaused' | 'toggleAlertsPaused'>
  | 'pauseAlerts'
  | 'resumeAlerts';

/** One line of the menu; two equal lists look the same. */
export type TrayLine =
  | { readonly kind: 'separator' }
  | { readonly kind: 'state'; readonly text: string }
  | {
      readonly kind: 'action';
      readonly id: string;
      readonly key: CoreKey;
      readonly enabled: boolean;
      /** null: no check mark. */
      readonly checked: boolean | null;
      /** Shown beside the words; null: none that works. */
      readonly accelerator: string | null;
      readonly action: TrayActionName;
    };

interface LineOptions {
  readonly enabled?: boolean;
  readonly checked?: boolean;
  readonly hotkey?: HotkeyAction;
}

const SEPARATOR: TrayLine = { kind: 'separator' };

/** What the tray's menu shows. Locking is always there: nobody is locked out of the overlay. */
export function trayLines(status: TrayStatus, language: Language): readonly TrayLine[] {
  const working = status.hotkeys.filter((hotkey) => hotkey.status === 'active');
  const line = (
    id: string,
    key: CoreKey,
    action: TrayActionName,
    { enabled = true, checked, hotkey }: LineOptions = {},
  ): TrayLine => ({
    ...{ kind: 'action', id, key, action, enabled, checked: checked ?? null },
    accelerator: working.find((state) => state.action === hotkey)?.accelerator ?? null,
  });
  const { overlay } = status;
  const isPaused = status.alertsPaused;
  return [
    { kind: 'state', text: stateLine(status, language) },
    line('show-dashboard', 'menu.show-dashboard', 'showDashboard', { hotkey: 'dashboard-show' }),
    SEPARATOR,
    line('overlay-shown', 'menu.overlay-shown', 'toggleOverlayShown', {
      checked: overlay.shown,
      hotkey: 'overlay-show',
    }),
    line('overlay-locked', 'menu.overlay-locked', 'toggleOverlayLock', {
      checked: overlay.locked,
      hotkey: 'overlay-lock',
    }),
    SEPARATOR,
    line('hide-alerts', 'menu.hide-alerts', 'hideAlerts', { hotkey: 'alerts-panic' }),
    line(
      'pause-alerts',
      isPaused ? 'menu.resume-alerts' : 'menu.pause-alerts',
      isPaused ? 'resumeAlerts' : 'pauseAlerts',
      { hotkey: 'alerts-pause' },
    ),
    line('skip-alert', 'menu.skip-alert', 'skipAlert', { hotkey: 'alerts-skip' }),
    SEPARATOR,
    line('copy-address', 'menu.copy-address', 'copyOverlayAddress', { enabled: status.hasAddress }),
    line('open-settings', 'menu.settings', 'openSettings'),
    SEPARATOR,
    line('quit', 'menu.quit', 'quit'),
  ];
}

/** The lines as Electron takes them; `onClick` hears which was chosen. */
export function trayTemplate(
  lines: readonly TrayLine[],
  language: Language,
  onClick: (action: TrayActionName) => void,
): MenuItemConstructorOptions[] {
  return lines.map((line): MenuItemConstructorOptions => {
    if (line.kind === 'separator') return { type: 'separator' };
    // In a menu's words a single & marks the key that chooses them.
    if (line.kind === 'state') {
      return { id: 'state', label: line.text.replaceAll('&', '&&'), enabled: false };
    }
    const { id, key, action, enabled, checked, accelerator } = line;
    return {
      ...{ id, label: label(key, language), enabled, click: () => onClick(action) },
      ...(checked === null ? {} : { type: 'checkbox', checked }),
      // The hotkey itself is registered elsewhere; here it is only shown.
      ...(accelerator === null ? {} : { accelerator, registerAccelerator: false }),
    };
  });
}
