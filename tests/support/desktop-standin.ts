import type { LaunchedApp } from './desktop-launch.ts';

/** What a stand-in for Electron can do that no desktop does for a test. */
interface StandinGlobal {
  callsTo(api: string): readonly (readonly unknown[])[];
  fireShortcut(accelerator: string): boolean;
  takeShortcut(accelerator: string): void;
  clickMenu(idOrLabel: string): void;
  setDisplays(displays: readonly DisplayGiven[]): void;
  endSession(reason: string): boolean;
  readonly warnings: readonly string[];
  readonly trays: readonly { readonly toolTip: string; emit(event: string): void }[];
}

export interface DisplayGiven {
  readonly id?: number;
  readonly bounds: {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  };
}

declare global {
  var __standin: StandinGlobal | undefined;
}

/**
 * Hotkeys, trays and displays, pressed and moved by a test. A test that uses it carries the tag
 * `@standin`: on Electron itself it is skipped.
 */
export class Standin {
  readonly #launched: LaunchedApp;

  private constructor(launched: LaunchedApp) {
    this.#launched = launched;
  }

  static async of(launched: LaunchedApp): Promise<Standin> {
    const isThere = await launched.app.evaluate(() => globalThis.__standin !== undefined);
    if (!isThere) throw new Error('This is Electron itself: the test needs the tag @standin');
    return new Standin(launched);
  }

  /** The arguments of every call that the desktop was asked for. */
  callsTo(api: string): Promise<readonly (readonly unknown[])[]> {
    return this.#launched.app.evaluate((_, name) => globalThis.__standin?.callsTo(name) ?? [], api);
  }

  /** false: nobody has that hotkey. */
  fireShortcut(accelerator: string): Promise<boolean> {
    return this.#launched.app.evaluate(
      (_, keys) => globalThis.__standin?.fireShortcut(keys) ?? false,
      accelerator,
    );
  }

  /** Another program has that hotkey from now on. */
  takeShortcut(accelerator: string): Promise<void> {
    return this.#launched.app.evaluate(
      (_, keys) => globalThis.__standin?.takeShortcut(keys),
      accelerator,
    );
  }

  clickMenu(idOrLabel: string): Promise<void> {
    return this.#launched.app.evaluate((_, item) => {
      globalThis.__standin?.clickMenu(item);
    }, idOrLabel);
  }

  setDisplays(displays: readonly DisplayGiven[]): Promise<void> {
    return this.#launched.app.evaluate((_, list) => {
      globalThis.__standin?.setDisplays(list);
    }, displays);
  }

  /** What would have gone wrong on Electron itself, where it does not show otherwise. */
  warnings(): Promise<readonly string[]> {
    return this.#launched.app.evaluate(() => [...(globalThis.__standin?.warnings ?? [])]);
  }

  /** Windows ends the session and takes the app away, in the midst of whatever `before` is. */
  async endSession(reason: 'shutdown' | 'logoff'): Promise<void> {
    // The answer may never come: the process is gone.
    await this.#launched.app
      .evaluate((_, why) => void setImmediate(() => globalThis.__standin?.endSession(why)), reason)
      .catch(() => undefined);
    await this.#launched.exited;
  }

  /** What the mouse over the tray icon says; null: there is no icon. */
  trayTip(): Promise<string | null> {
    return this.#launched.app.evaluate(() => globalThis.__standin?.trays[0]?.toolTip ?? null);
  }

  /** The labels of the tray's menu, as it is now. */
  async trayLabels(): Promise<readonly unknown[]> {
    const calls = await this.callsTo('Tray.setContextMenu');
    const [labels] = calls.at(-1) ?? [];
    return Array.isArray(labels) ? labels : [];
  }
}

/** What the app calls and a stand-in only writes down, once in each run of it. */
export const STANDIN_GAPS =
  /^stand-in: session\.(setDevicePermissionHandler|setDisplayMediaRequestHandler) is not implemented, recorded only$/;

/** Desktops and ends that the stand-in can imitate; see its README. */
export const IMITATED = {
  /** Wayland with nothing beside it. */
  wayland: { STANDIN_WAYLAND: '1', XDG_SESSION_TYPE: 'wayland', DISPLAY: '' },
  /** Wayland with X11 beside it, as most desktops have it. */
  waylandAndX11: { STANDIN_WAYLAND: '1', XDG_SESSION_TYPE: 'wayland', DISPLAY: ':99' },
  /** The updater of macOS: windows are closed first, and the app quits when all of them are gone. */
  macUpdate: { STANDIN_NATIVE_UPDATE: '1' },
  /** Windows, ending the session: the process is gone right after it has been told. */
  windowsSession: { STANDIN_SESSION_END: '1' },
} as const;

/** A keyring for the stand-in's vault; Electron itself takes the system's. */
export const keyring = (name: 'gnome_libsecret' | 'basic_text' | 'none') => ({
  STANDIN_SAFE_STORAGE: name,
});
