import type { MenuItemConstructorOptions } from 'electron';
import type { HotkeyAction } from '../../../shared/desktop.ts';
import type { Language } from '../../../shared/locales/index.ts';
import type { AppActions } from './actions.ts';
import { stateLine, WORDS } from './control-words.ts';
import type { TrayStatus } from './tray-status.ts';

type WordKey = keyof typeof WORDS;
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
      readonly words: WordKey;
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
    words: WordKey,
    action: TrayActionName,
    { enabled = true, checked, hotkey }: LineOptions = {},
  ): TrayLine => ({
    ...{ kind: 'action', id, words, action, enabled, checked: checked ?? null },
    accelerator: working.find((state) => state.action === hotkey)?.accelerator ?? null,
  });
  const { overlay } = status;
  const pausing = status.alertsPaused ? 'resumeAlerts' : 'pauseAlerts';
  return [
    { kind: 'state', text: stateLine(status, language) },
    line('show-dashboard', 'showDashboard', 'showDashboard', { hotkey: 'dashboard-show' }),
    SEPARATOR,
    line('overlay-shown', 'overlayShown', 'toggleOverlayShown', {
      checked: overlay.shown,
      hotkey: 'overlay-show',
    }),
    line('overlay-locked', 'overlayLocked', 'toggleOverlayLock', {
      checked: overlay.locked,
      hotkey: 'overlay-lock',
    }),
    SEPARATOR,
    line('hide-alerts', 'hideAlerts', 'hideAlerts', { hotkey: 'alerts-panic' }),
    line('pause-alerts', pausing, pausing, { hotkey: 'alerts-pause' }),
    line('skip-alert', 'skipAlert', 'skipAlert', { hotkey: 'alerts-skip' }),
    SEPARATOR,
    line('copy-address', 'copyAddress', 'copyOverlayAddress', { enabled: status.hasAddress }),
    line('open-settings', 'settings', 'openSettings'),
    SEPARATOR,
    line('quit', 'quit', 'quit'),
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
    const { id, words, action, enabled, checked, accelerator } = line;
    return {
      ...{ id, label: WORDS[words][language], enabled, click: () => onClick(action) },
      ...(checked === null ? {} : { type: 'checkbox', checked }),
      // The hotkey itself is registered elsewhere; here it is only shown.
      ...(accelerator === null ? {} : { accelerator, registerAccelerator: false }),
    };
  });
}
