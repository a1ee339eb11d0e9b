import { isAbsolute, join } from 'node:path';
import type { App } from 'electron';
import type { DesktopState } from '../../../shared/desktop.ts';
import { LANGUAGES } from '../../../shared/locales/index.ts';
import { readTextOrNull, writeFileAtomic } from '../../base/atomic-file.ts';
import { coreTexts } from '../../base/errors.ts';
import type { Files } from '../../base/files.ts';
import { DesktopError } from '../desktop-error.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export const HIDDEN_ARGUMENT = '--hidden';

export interface StartWithSystemOptions {
  readonly app: Pick<App, 'getLoginItemSettings' | 'setLoginItemSettings' | 'isPackaged'>;
  readonly system: DesktopState['system'];
  readonly files: Files;
  readonly environment: Environment;
  readonly execPath: string;
}

/** Whether the system starts the app when its user signs in. */
export class StartWithSystem {
  readonly #options: StartWithSystemOptions;

  constructor(options: StartWithSystemOptions) {
    this.#options = options;
  }

  /** An app that runs from its sources would register Electron itself. */
  get can(): boolean {
    const { app, system } = this.#options;
    return app.isPackaged && (system !== 'linux' || this.#entry() !== null);
  }

  /** As the system has it now, also when it was changed there. Throws if the system fails. */
  async get(): Promise<boolean> {
    if (!this.can) return false;
    const { app, system } = this.#options;
    return this.#guarded(async () => {
      if (system === 'linux') return isOn(await this.#readEntry());
      if (system === 'mac') return app.getLoginItemSettings().openAtLogin;
      return app.getLoginItemSettings({ args: [HIDDEN_ARGUMENT] }).executableWillLaunchAtLogin;
    });
  }

  /**
   * Throws if this copy of the app cannot be started by the system, if the streamer has to consent
   * in the settings of macOS first, or if the system fails.
   */
  async set(isOn: boolean): Promise<void> {
    if (!this.can) {
      if (!isOn) return;
      throw new DesktopError('start-with-system-not-possible');
    }
    const { app, system } = this.#options;
    await this.#guarded(async () => {
      if (system === 'linux') await this.#setOnLinux(isOn);
      else if (system === 'mac') this.#setOnMac(isOn);
      else app.setLoginItemSettings({ openAtLogin: isOn, enabled: isOn, args: [HIDDEN_ARGUMENT] });
    });
  }

  /**
   * At every start: an entry that is on and names another file (an AppImage that was moved or
   * updated) is corrected. Throws if the system fails.
   */
  async refresh(): Promise<void> {
    if (!this.can || this.#options.system !== 'linux') return;
    await this.#guarded(async () => {
      const text = await this.#readEntry();
      if (isOn(text) && text !== this.#entry()?.text) await this.#setOnLinux(true);
    });
  }

  /** Whether the system has started the app, so that it begins without its window. */
  wasStartedHidden(argv: readonly string[]): boolean {
    if (argv.includes(HIDDEN_ARGUMENT)) return true;
    // A login item of macOS takes no arguments; the system says who opened the app instead.
    const { app, system } = this.#options;
    return system === 'mac' && app.getLoginItemSettings().wasOpenedAtLogin;
  }

  #setOnMac(isOn: boolean): void {
    const { app } = this.#options;
    app.setLoginItemSettings({ openAtLogin: isOn });
    if (isOn && app.getLoginItemSettings().status === 'requires-approval') {
      throw new DesktopError('start-with-system-needs-approval');
    }
  }

  async #setOnLinux(isOn: boolean): Promise<void> {
    const { files } = this.#options;
    const entry = this.#entry();
    if (entry === null) return;
    if (!isOn) return files.remove(entry.path);
    await writeFileAtomic(entry.path, entry.text, files);
  }

  #entry(): { readonly path: string; readonly text: string } | null {
    const { environment, execPath } = this.#options;
    const path = autostartPath(environment);
    const text = autostartText(startedProgram(environment, execPath), [HIDDEN_ARGUMENT]);
    return path === null || text === null ? null : { path, text };
  }

  async #readEntry(): Promise<string | null> {
    const entry = this.#entry();
    return entry === null ? null : readTextOrNull(entry.path, this.#options.files);
  }

  async #guarded<T>(step: () => Promise<T>): Promise<T> {
    try {
      return await step();
    } catch (failure) {
      if (failure instanceof DesktopError) throw failure;
      throw new DesktopError('start-with-system-failed', { cause: failure });
    }
  }
}

/** Path of the autostart entry on Linux desktops; null if the user has no such folder. */
export function autostartPath(environment: Environment): string | null {
  const own = environment['XDG_CONFIG_HOME'];
  const home = environment['HOME'];
  const config = own && isAbsolute(own) ? own : home && isAbsolute(home) && join(home, '.config');
  return config ? join(config, 'autostart', 'stagelight.desktop') : null;
}

/** The program to start: an AppImage's file, because its mounted path changes. */
function startedProgram(environment: Environment, execPath: string): string {
  const image = environment['APPIMAGE'];
  return image && isAbsolute(image) ? image : execPath;
}

/** Returns null if such a file cannot contain the path. */
export function autostartText(program: string, args: readonly string[]): string | null {
  // Control characters such as line breaks would start new lines.
  if ([program, ...args].some((part) => /\p{Cc}/u.test(part))) return null;
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Version=1.0',
    'Name=Stagelight',
    `Comment=${coreTexts('en')('app.summary')}`,
    ...LANGUAGES.filter((language) => language !== 'en').map(
      (language) => `Comment[${language}]=${coreTexts(language)('app.summary')}`,
    ),
    `Exec=${[program, ...args].map(quoted).join(' ')}`,
    'Icon=stagelight',
    'Terminal=false',
    'X-GNOME-Autostart-enabled=true',
    '',
  ].join('\n');
}

function isOn(text: string | null): boolean {
  const disabled = /^\s*(?:Hidden\s*=\s*true|X-GNOME-Autostart-enabled\s*=\s*false)\s*$/im;
  return text !== null && !disabled.test(text);
}

/**
 * Quotes one argument of an Exec line, then escapes it again like every value of the file (Desktop
 * Entry Specification, "The Exec key").
 */
function quoted(part: string): string {
  const argument = `"${part.replaceAll(/["`$\\]/g, '\\$&').replaceAll('%', '%%')}"`;
  return argument.replaceAll('\\', '\\\\');
}
