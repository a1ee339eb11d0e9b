import type { Menu, MenuItemConstructorOptions } from 'electron';
import type { Language } from '../../../shared/locales/index.ts';
import type { LocalText } from '../../../shared/problem.ts';
import type { Disposable } from '../../base/disposables.ts';
import type { DesktopSystem } from './accelerator-keys.ts';
import { type ActionFailures, type ActionResult, type AppActions, runSafely } from './actions.ts';
import { WORDS } from './control-words.ts';
import type { LanguageNow } from './tray.ts';

type Template = MenuItemConstructorOptions[];

/** A line of the Help menu. */
export interface HelpLine {
  readonly id: string;
  readonly label: LocalText;
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
      label: 'Stagelight',
      submenu: [
        this.#role('about', 'about'),
        { type: 'separator' },
        this.#settings(),
        { type: 'separator' },
        this.#role('services', 'services'),
        { type: 'separator' },
        this.#role('hide', 'hide'),
        this.#role('hideOthers', 'hideOthers'),
        this.#role('unhide', 'unhide'),
        { type: 'separator' },
        this.#quit(),
      ],
    };
  }

  file(): MenuItemConstructorOptions {
    const { actions } = this.#context;
    const rest: Template = this.#isMac
      ? [this.#role('close', 'close')]
      : [
          this.#settings(),
          { type: 'separator' },
          this.#role('close', 'close'),
          { type: 'separator' },
          this.#quit(),
        ];
    return this.#menu('file', [
      this.#action('menu-show-dashboard', 'showDashboard', () => actions.showDashboard()),
      this.#action('menu-copy-address', 'copyAddress', () => actions.copyOverlayAddress()),
      { type: 'separator' },
      ...rest,
    ]);
  }

  edit(): MenuItemConstructorOptions {
    return this.#menu('edit', [
      this.#role('undo', 'undo'),
      this.#role('redo', 'redo'),
      { type: 'separator' },
      this.#role('cut', 'cut'),
      this.#role('copy', 'copy'),
      this.#role('paste', 'paste'),
      this.#role('delete', 'delete'),
      { type: 'separator' },
      this.#role('selectAll', 'selectAll'),
    ]);
  }

  view(): MenuItemConstructorOptions {
    const forDevelopers: Template = [
      { type: 'separator' },
      this.#role('reload', 'reload'),
      this.#role('toggleDevTools', 'developerTools'),
    ];
    return this.#menu('view', [
      this.#role('resetZoom', 'resetZoom'),
      this.#role('zoomIn', 'zoomIn'),
      // The same key without Shift, as everybody presses it.
      {
        ...this.#role('zoomIn', 'zoomIn'),
        ...{ id: 'zoom-in-unshifted', accelerator: 'CommandOrControl+=', visible: false },
        acceleratorWorksWhenHidden: true,
      },
      this.#role('zoomOut', 'zoomOut'),
      { type: 'separator' },
      this.#role('togglefullscreen', 'fullScreen'),
      ...(this.#context.isPackaged ? [] : forDevelopers),
    ]);
  }

  window(): MenuItemConstructorOptions {
    return {
      ...this.#menu('window', [
        this.#role('minimize', 'minimize'),
        this.#role('zoom', 'zoomWindow'),
        { type: 'separator' },
        this.#role('front', 'front'),
      ]),
      role: 'window',
    };
  }

  help(): MenuItemConstructorOptions {
    const lines = this.#context.help.map(
      ({ id, label, open }): MenuItemConstructorOptions => ({
        ...{ id, label: label[this.#language] },
        click: () => runSafely(`menu ${id}`, open, this.#context),
      }),
    );
    const about: Template = this.#isMac ? [] : [this.#role('about', 'about')];
    const between: Template = lines.length > 0 && about.length > 0 ? [{ type: 'separator' }] : [];
    return { ...this.#menu('help', [...lines, ...between, ...about]), role: 'help' };
  }

  #settings(): MenuItemConstructorOptions {
    const { actions } = this.#context;
    const item = this.#action('menu-settings', 'settings', () => actions.openSettings());
    return { ...item, accelerator: 'CommandOrControl+,' };
  }

  /** Our own way out and not the role: everything is written before the app ends. */
  #quit(): MenuItemConstructorOptions {
    const item = this.#action('menu-quit', 'quit', () => this.#context.actions.quit());
    return { ...item, accelerator: 'CommandOrControl+Q' };
  }

  /** The underlined letter of a menu's name is for Windows and Linux. */
  #menu(words: keyof typeof WORDS, submenu: Template): MenuItemConstructorOptions {
    const label = WORDS[words][this.#language];
    return { label: this.#isMac ? label.replace(/\(&\w\)|&/, '') : label, submenu };
  }

  #action(
    id: string,
    words: keyof typeof WORDS,
    run: () => ActionResult,
  ): MenuItemConstructorOptions {
    const click = (): void => runSafely(id, run, this.#context);
    return { id, label: WORDS[words][this.#language], click };
  }

  #role(
    role: NonNullable<MenuItemConstructorOptions['role']>,
    words: keyof typeof WORDS,
  ): MenuItemConstructorOptions {
    return { role, label: WORDS[words][this.#language] };
  }
}
