import type { Menu, MenuItemConstructorOptions } from 'electron';
import type { CoreKey, Language } from '../../../shared/locales/index.ts';
import type { Disposable } from '../../base/disposables.ts';
import type { DesktopSystem } from './accelerator.ts';
import { type ActionFailures, type ActionResult, type AppActions, runSafely } from './actions.ts';
import type { LanguageNow } from './tray.ts';
import { APP_NAME, label } from './tray-status.ts';

type Item = MenuItemConstructorOptions;

export interface AppMenuContext extends ActionFailures {
  readonly actions: AppActions;
  readonly help: readonly { id: string; label: CoreKey; open: () => ActionResult }[];
  readonly system: DesktopSystem;
  readonly isPackaged: boolean;
}

interface AppMenuOptions extends AppMenuContext {
  readonly buildMenu: (template: Item[]) => Menu;
  readonly setApplicationMenu: (menu: Menu | null) => void;
  readonly language: LanguageNow;
}

/** Sets the application's menu now and whenever the language changes. */
export function appMenu(options: AppMenuOptions): Disposable {
  const { buildMenu, setApplicationMenu, language } = options;
  const show = (): void =>
    setApplicationMenu(buildMenu(appMenuTemplate(options, language.current)));
  show();
  return language.onChange(show);
}

/** macOS has its own order of menus, and needs Edit for copying and pasting to work at all. */
export function appMenuTemplate(context: AppMenuContext, language: Language): Item[] {
  const make = makers(context, language);
  const isMac = context.system === 'mac';
  const menus = [fileMenu(make, isMac), editMenu(make), viewMenu(make, context.isPackaged)];
  const help = helpMenu(make, context, isMac);
  if (!isMac) return [...menus, help];
  return [applicationMenu(make), ...menus, windowMenu(make), help];
}

type Make = ReturnType<typeof makers>;

const SEPARATOR: Item = { type: 'separator' };

function makers(context: AppMenuContext, language: Language) {
  const { actions, system } = context;
  const say = (key: CoreKey): string => label(key, language);
  const role = (name: NonNullable<Item['role']>, key: CoreKey): Item => ({
    role: name,
    label: say(key),
  });
  const action = (
    id: string,
    key: CoreKey,
    run: () => ActionResult,
    accelerator?: string,
  ): Item => ({
    id,
    label: say(key),
    click: () => runSafely(id, run, context),
    ...(accelerator ? { accelerator } : {}),
  });
  return {
    role,
    action,
    /** The underlined letter of a menu's name is for Windows and Linux. */
    menu: (key: CoreKey, submenu: Item[]): Item => ({
      label: system === 'mac' ? say(key).replace(/\(&\w\)|&/, '') : say(key),
      submenu,
    }),
    show: action('menu-show-dashboard', 'menu.show-dashboard', () => actions.showDashboard()),
    copy: action('menu-copy-address', 'menu.copy-address', () => actions.copyOverlayAddress()),
    settings: action(
      'menu-settings',
      'menu.settings',
      () => actions.openSettings(),
      'CommandOrControl+,',
    ),
    /** Our own way out and not the role: everything is written before the app ends. */
    quit: action('menu-quit', 'menu.quit', () => actions.quit(), 'CommandOrControl+Q'),
    about: role('about', 'menu.about'),
  };
}

function applicationMenu({ role, about, settings, quit }: Make): Item {
  return {
    label: APP_NAME,
    submenu: [
      about,
      SEPARATOR,
      settings,
      SEPARATOR,
      role('services', 'menu.services'),
      SEPARATOR,
      role('hide', 'menu.hide'),
      role('hideOthers', 'menu.hide-others'),
      role('unhide', 'menu.unhide'),
      SEPARATOR,
      quit,
    ],
  };
}

function fileMenu({ menu, role, show, copy, settings, quit }: Make, isMac: boolean): Item {
  const close = role('close', 'menu.close');
  const rest = isMac ? [close] : [settings, SEPARATOR, close, SEPARATOR, quit];
  return menu('menu.file', [show, copy, SEPARATOR, ...rest]);
}

function editMenu({ menu, role }: Make): Item {
  return menu('menu.edit', [
    role('undo', 'menu.undo'),
    role('redo', 'menu.redo'),
    SEPARATOR,
    role('cut', 'menu.cut'),
    role('copy', 'menu.copy'),
    role('paste', 'menu.paste'),
    role('delete', 'menu.delete'),
    SEPARATOR,
    role('selectAll', 'menu.select-all'),
  ]);
}

function viewMenu({ menu, role }: Make, isPackaged: boolean): Item {
  const zoomIn = role('zoomIn', 'menu.zoom-in');
  const forDevelopers = [
    SEPARATOR,
    role('reload', 'menu.reload'),
    role('toggleDevTools', 'menu.developer-tools'),
  ];
  return menu('menu.view', [
    role('resetZoom', 'menu.reset-zoom'),
    zoomIn,
    // The same key without Shift, as everybody presses it.
    {
      ...zoomIn,
      id: 'zoom-in-unshifted',
      accelerator: 'CommandOrControl+=',
      visible: false,
      acceleratorWorksWhenHidden: true,
    },
    role('zoomOut', 'menu.zoom-out'),
    SEPARATOR,
    role('togglefullscreen', 'menu.full-screen'),
    ...(isPackaged ? [] : forDevelopers),
  ]);
}

function windowMenu({ menu, role }: Make): Item {
  const lines = [
    role('minimize', 'menu.minimize'),
    role('zoom', 'menu.zoom-window'),
    SEPARATOR,
    role('front', 'menu.front'),
  ];
  return { ...menu('menu.window', lines), role: 'window' };
}

function helpMenu({ menu, action, about }: Make, { help }: AppMenuContext, isMac: boolean): Item {
  const lines = help.map(({ id, label, open }) => action(id, label, open));
  const rest = lines.length > 0 ? [SEPARATOR, about] : [about];
  return { ...menu('menu.help', [...lines, ...(isMac ? [] : rest)]), role: 'help' };
}
