import type { Menu, MenuItemConstructorOptions, NativeImage } from 'electron';
import type { HotkeyAction } from '../../../shared/desktop.ts';
import type { CoreKey, Language } from '../../../shared/locales/index.ts';
import type { Clock } from '../../base/clock.ts';
import { type Disposable, DisposableStore } from '../../base/disposables.ts';
import type { Subscribe } from '../../base/emitter.ts';
import { coreTexts } from '../../base/errors.ts';
import type { Logger } from '../../base/log.ts';
import { Throttle } from '../../base/throttle.ts';
import type { SettingsKeeper } from '../../settings/ports.ts';
import type { DesktopSystem } from './accelerator.ts';
import { type ActionFailures, type AppActions, runSafely } from './actions.ts';
import {
  type Light,
  label,
  lightOf,
  stateLine,
  type TrayStatus,
  type TrayStatusSource,
  trayTooltip,
} from './tray-status.ts';

/** Limits updates: the status may change with every event. */
const INTERVAL_MS = 250;

export interface TrayIcon {
  setImage(image: NativeImage): void;
  setToolTip(text: string): void;
  setContextMenu(menu: Menu | null): void;
  on(event: 'click', listener: () => void): unknown;
  destroy(): void;
}

export interface LanguageNow {
  readonly current: Language;
  readonly onChange: Subscribe<Language>;
}

interface AppTrayOptions extends ActionFailures {
  readonly createTray: (image: NativeImage) => TrayIcon;
  readonly buildMenu: (template: MenuItemConstructorOptions[]) => Menu;
  readonly images: (light: Light) => NativeImage;
  readonly language: LanguageNow;
  readonly status: TrayStatusSource;
  readonly actions: AppActions;
  readonly system: DesktopSystem;
  readonly clock: Clock;
}

/**
 * The icon in the system tray. It shows the app's state, and its menu offers everything needed
 * during a broadcast. Only changes are passed to the system.
 */
export class AppTray implements Disposable {
  readonly #options: AppTrayOptions;
  readonly #owned = new DisposableStore();
  readonly #throttle: Throttle;
  #tray: TrayIcon | null = null;
  #light: Light | null = null;
  #tooltip = '';
  #menu = '';

  constructor(options: AppTrayOptions) {
    this.#options = options;
    this.#throttle = this.#owned.add(
      new Throttle(options.clock, INTERVAL_MS, () => this.#refresh()),
    );
  }

  /** Whether there is an icon: without one a closed window could not be reopened. */
  get isShown(): boolean {
    return this.#tray !== null;
  }

  /** Shows the icon. Some desktops have no tray: this is logged, and `isShown` stays false. */
  start(): void {
    const { createTray, images, status, language, system, actions, log } = this.#options;
    if (this.#tray || this.#owned.isDisposed) return;
    try {
      const light = lightOf(status.read());
      this.#tray = createTray(images(light));
      this.#light = light;
    } catch (failure) {
      log.error('there is no tray to put the icon into', { failure });
      return;
    }
    // On macOS a click opens the menu.
    if (system !== 'mac') {
      this.#tray.on('click', () => this.#run('showDashboard', () => actions.showDashboard()));
    }
    this.#owned.add(status.onChange(() => this.#throttle.request()));
    this.#owned.add(language.onChange(() => this.#throttle.request()));
    this.#throttle.runNow();
  }

  dispose(): void {
    this.#owned.dispose();
    this.#tray?.destroy();
    this.#tray = null;
  }

  #refresh(): void {
    const tray = this.#tray;
    if (!tray) return;
    const { status, language, images, log } = this.#options;
    try {
      const now = status.read();
      const light = lightOf(now);
      if (light !== this.#light) tray.setImage(images(light));
      this.#light = light;
      const tooltip = trayTooltip(now, language.current);
      if (tooltip !== this.#tooltip) tray.setToolTip(tooltip);
      this.#tooltip = tooltip;
      this.#showMenu(tray, now);
    } catch (failure) {
      log.error('the tray could not be brought up to date', { failure });
    }
  }

  #showMenu(tray: TrayIcon, status: TrayStatus): void {
    const { buildMenu, language } = this.#options;
    const template = trayTemplate(status, language.current, (action) => this.#choose(action));
    const menu = JSON.stringify(template);
    if (menu === this.#menu) return;
    tray.setContextMenu(buildMenu(template));
    this.#menu = menu;
  }

  #choose(action: TrayActionName): void {
    const { actions } = this.#options;
    this.#run(action, () => {
      if (action === 'pauseAlerts') return actions.setAlertsPaused(true);
      if (action === 'resumeAlerts') return actions.setAlertsPaused(false);
      return actions[action]();
    });
    // The system has toggled the check mark by itself, even if the action failed.
    this.#menu = '';
    this.#throttle.request();
  }

  #run(name: string, run: () => unknown): void {
    runSafely(`tray ${name}`, run, this.#options);
  }
}

/** Pausing names its direction, so that a click in an outdated menu does what its text says. */
type TrayActionName =
  | Exclude<keyof AppActions, 'setAlertsPaused' | 'toggleAlertsPaused'>
  | 'pauseAlerts'
  | 'resumeAlerts';

interface LineOptions {
  readonly enabled?: boolean;
  readonly checked?: boolean;
  readonly hotkey?: HotkeyAction;
}

/** The menu. Locking is always included, so that the overlay can always be unlocked. */
export function trayTemplate(
  status: TrayStatus,
  language: Language,
  choose: (action: TrayActionName) => void,
): MenuItemConstructorOptions[] {
  const working = status.hotkeys.filter((hotkey) => hotkey.status === 'active');
  const line = (
    id: string,
    key: CoreKey,
    action: TrayActionName,
    { enabled = true, checked, hotkey }: LineOptions = {},
  ): MenuItemConstructorOptions => {
    const accelerator = working.find((state) => state.action === hotkey)?.accelerator;
    return {
      id,
      label: label(key, language),
      enabled,
      click: () => choose(action),
      ...(checked === undefined ? {} : { type: 'checkbox', checked }),
      // Only displayed here; `Hotkeys` registers it.
      ...(accelerator ? { accelerator, registerAccelerator: false } : {}),
    };
  };
  const separator = { type: 'separator' } as const;
  const { overlay, alertsPaused, hasAddress } = status;
  return [
    // In menu texts, a single & marks the access key.
    { id: 'state', label: stateLine(status, language).replaceAll('&', '&&'), enabled: false },
    line('show-dashboard', 'menu.show-dashboard', 'showDashboard', { hotkey: 'dashboard-show' }),
    separator,
    line('overlay-shown', 'menu.overlay-shown', 'toggleOverlayShown', {
      checked: overlay.shown,
      hotkey: 'overlay-show',
    }),
    line('overlay-locked', 'menu.overlay-locked', 'toggleOverlayLock', {
      checked: overlay.locked,
      hotkey: 'overlay-lock',
    }),
    separator,
    line('hide-alerts', 'menu.hide-alerts', 'hideAlerts', { hotkey: 'alerts-panic' }),
    line(
      'pause-alerts',
      alertsPaused ? 'menu.resume-alerts' : 'menu.pause-alerts',
      alertsPaused ? 'resumeAlerts' : 'pauseAlerts',
      { hotkey: 'alerts-pause' },
    ),
    line('skip-alert', 'menu.skip-alert', 'skipAlert', { hotkey: 'alerts-skip' }),
    separator,
    line('copy-address', 'menu.copy-address', 'copyOverlayAddress', { enabled: hasAddress }),
    line('open-settings', 'menu.settings', 'openSettings'),
    separator,
    line('quit', 'menu.quit', 'quit'),
  ];
}

export type Notify = (title: string, text: string, onClick: () => void) => void;

interface TrayNewsParts {
  readonly settings: SettingsKeeper;
  readonly language: Pick<LanguageNow, 'current'>;
  readonly notify: Notify;
  readonly showDashboard: () => void;
  readonly log: Logger;
}

/** What to call when the window was closed: notifies once ever that this does not quit the app. */
export function trayNews(parts: TrayNewsParts): () => void {
  const { settings, language, notify, showDashboard, log } = parts;
  // Saving takes a moment, in which the window may be closed again.
  let told = false;
  return () => {
    if (told || settings.get().desktop.toldAboutTray) return;
    told = true;
    const say = coreTexts(language.current);
    notify(say('tray.hidden'), say('tray.hidden-text'), showDashboard);
    settings
      .update(({ desktop }) => ({ desktop: { ...desktop, toldAboutTray: true } }))
      .catch((failure: unknown) => log.warn('it could not be noted what was said', { failure }));
  };
}
