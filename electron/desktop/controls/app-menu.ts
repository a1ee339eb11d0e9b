import type { Menu, MenuItemConstructorOptions } from 'electron';
import type { CoreKey, Language } from '../../../shared/locales/index.ts';
import type { Disposable } from '../../base/disposables.ts';
import type { DesktopSystem } from './accelerator.ts';
import { type ActionFailures, type ActionResult, type AppActions, runSafely } from './actions.ts';
import type { LanguageNow } from './tray.ts';
import { APP_NAME, label } from './tray-status.ts';

type Template = MenuItemConstructorOptions[];

/** A line of the Help menu. */
export interface HelpLine {
  readonly id: string;
  readonly label: CoreKey;
  readonly open: () => ActionResult;
}

export interface AppMenuContext extends ActionFailures {
  readonly actions: Pick<
    AppActions,
    'showDashboard' | 'openSettings' | 'copyOverlayAddress' | 'quit'
  >;
  readonly help: readonly HelpLine[];
  readonly system: DesktopSystem;
  /** Developer tools and reloading are for developers. */
  readonly isPackaged: boolean;
}

export interface AppMenuOptions extends AppMenuContext {
  readonly buildMenu: (template: MenuItemConstructorOptions[]) => Menu;
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
export function appMenuTemplate(context: AppMenuContext, language: Language): Template {
  const parts = new MenuParts(context, language);
  return context.system === 'mac'
    ? [parts.application(), parts.file(), parts.edit(), parts.view(), parts.window(), parts.help()]
    : [parts.file(), parts.edit(), parts.view(), parts.help()];
}

class MenuParts {
  readonly #context: AppMenuContext;
  readonly #language: Language;
  readonly #isMac: boolean;

  constructor(context: AppMenuContext, language: Language) {
    this.#context = context;
    this.#language = language;
    this.#isMac = context.system === 'mac';
  }

  application(): MenuItemConstructorOptions {
    return {
      label: APP_NAME,
      submenu: [
        this.#role('about', 'menu.about'),
        { type: 'separator' },
        this.#settings(),
        { type: 'separator' },
        this.#role('services', 'menu.services'),
        { type: 'separator' },
        this.#role('hide', 'menu.hide'),
        this.#role('hideOthers', 'menu.hide-others'),
        this.#role('unhide', 'menu.unhide'),
        { type: 'separator' },
        this.#quit(),
      ],
    };
  }

  file(): MenuItemConstructorOptions {
    const { actions } = this.#context;
    const rest: Template = this.#isMac
      ? [this.#role('close', 'menu.close')]
      : [
          this.#settings(),
          { type: 'separator' },
          this.#role('close', 'menu.close'),
          { type: 'separator' },
          this.#quit(),
        ];
    return this.#menu('menu.file', [
      this.#action('menu-show-dashboard', 'menu.show-dashboard', () => actions.showDashboard()),
      this.#action('menu-copy-address', 'menu.copy-address', () => actions.copyOverlayAddress()),
      { type: 'separator' },
      ...rest,
    ]);
  }

  edit(): MenuItemConstructorOptions {
    return this.#menu('menu.edit', [
      this.#role('undo', 'menu.undo'),
      this.#role('redo', 'menu.redo'),
      { type: 'separator' },
      this.#role('cut', 'menu.cut'),
      this.#role('copy', 'menu.copy'),
      this.#role('paste', 'menu.paste'),
      this.#role('delete', 'menu.delete'),
      { type: 'separator' },
      this.#role('selectAll', 'menu.select-all'),
    ]);
  }

  view(): MenuItemConstructorOptions {
    const forDevelopers: Template = [
      { type: 'separator' },
      this.#role('reload', 'menu.reload'),
      this.#role('toggleDevTools', 'menu.developer-tools'),
    ];
    return this.#menu('menu.view', [
      this.#role('resetZoom', 'menu.reset-zoom'),
      this.#role('zoomIn', 'menu.zoom-in'),
      // The same key without Shift, as everybody presses it.
      {
        ...this.#role('zoomIn', 'menu.zoom-in'),
        id: 'zoom-in-unshifted',
        accelerator: 'CommandOrControl+=',
        visible: false,
        acceleratorWorksWhenHidden: true,
      },
      this.#role('zoomOut', 'menu.zoom-out'),
      { type: 'separator' },
      this.#role('togglefullscreen', 'menu.full-screen'),
      ...(this.#context.isPackaged ? [] : forDevelopers),
    ]);
  }

  window(): MenuItemConstructorOptions {
    return {
      ...this.#menu('menu.window', [
        this.#role('minimize', 'menu.minimize'),
        this.#role('zoom', 'menu.zoom-window'),
        { type: 'separator' },
        this.#role('front', 'menu.front'),
      ]),
      role: 'window',
    };
  }

  help(): MenuItemConstructorOptions {
    const lines = this.#context.help.map(
      (line): MenuItemConstructorOptions => ({
        id: line.id,
        label: label(line.label, this.#language),
        click: () => runSafely(`menu ${line.id}`, line.open, this.#context),
      }),
    );
    const about: Template = this.#isMac ? [] : [this.#role('about', 'menu.about')];
    const between: Template = lines.length > 0 && about.length > 0 ? [{ type: 'separator' }] : [];
    return { ...this.#menu('menu.help', [...lines, ...between, ...about]), role: 'help' };
  }

  #settings(): MenuItemConstructorOptions {
    const { actions } = this.#context;
    const item = this.#action('menu-settings', 'menu.settings', () => actions.openSettings());
    return { ...item, accelerator: 'CommandOrControl+,' };
  }

  /** Our own way out and not the role: everything is written before the app ends. */
  #quit(): MenuItemConstructorOptions {
    const item = this.#action('menu-quit', 'menu.quit', () => this.#context.actions.quit());
    return { ...item, accelerator: 'CommandOrControl+Q' };
  }

  /** The underlined letter of a menu's name is for Windows and Linux. */
  #menu(key: CoreKey, submenu: Template): MenuItemConstructorOptions {
    const name = label(key, this.#language);
    return { label: this.#isMac ? name.replace(/\(&\w\)|&/, '') : name, submenu };
  }

  #action(id: string, key: CoreKey, run: () => ActionResult): MenuItemConstructorOptions {
    const click = (): void => runSafely(id, run, this.#context);
    return { id, label: label(key, this.#language), click };
  }

  #role(
    role: NonNullable<MenuItemConstructorOptions['role']>,
    key: CoreKey,
  ): MenuItemConstructorOptions {
    return { role, label: label(key, this.#language) };
  }
}
