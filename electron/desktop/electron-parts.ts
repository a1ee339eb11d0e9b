import type {
  App,
  BrowserWindow,
  BrowserWindowConstructorOptions,
  Clipboard,
  Dialog,
  GlobalShortcut,
  IpcMain,
  Menu,
  MenuItemConstructorOptions,
  NativeImage,
  NativeTheme,
  PowerMonitor,
  PowerSaveBlocker,
  Protocol,
  SafeStorage,
  Screen,
  Session,
  Shell,
  Tray,
} from 'electron';
import type { DesktopState } from '../../shared/desktop.ts';
import type { Notify } from './tray-news.ts';

/** Electron, as the host hands it to the desktop app. */
export interface ElectronParts {
  readonly app: App;
  readonly clipboard: Clipboard;
  readonly dialog: Dialog;
  readonly globalShortcut: GlobalShortcut;
  readonly ipcMain: IpcMain;
  readonly nativeTheme: NativeTheme;
  readonly powerMonitor: PowerMonitor;
  readonly powerSaveBlocker: PowerSaveBlocker;
  readonly protocol: Protocol;
  readonly safeStorage: SafeStorage;
  readonly screen: Screen;
  readonly shell: Shell;
  readonly session: Session;
  readonly createWindow: (options: BrowserWindowConstructorOptions) => BrowserWindow;
  readonly windowOf: (contents: { readonly id: number }) => BrowserWindow | null;
  readonly createTray: (image: NativeImage) => Tray;
  readonly loadImage: (path: string) => NativeImage;
  readonly buildMenu: (template: MenuItemConstructorOptions[]) => Menu;
  readonly setApplicationMenu: (menu: Menu | null) => void;
  /** Shows a message of the system, where it has such. */
  readonly notify: Notify;
}

/** Node's name of the platform in our words. Everything that is neither Windows nor macOS is Linux. */
export function systemOf(platform: NodeJS.Platform): DesktopState['system'] {
  if (platform === 'win32') return 'windows';
  return platform === 'darwin' ? 'mac' : 'linux';
}
