import type * as Electron from 'electron';
import type {
  BrowserWindow,
  BrowserWindowConstructorOptions,
  Menu,
  MenuItemConstructorOptions,
  NativeImage,
  Session,
  Tray,
} from 'electron';
import type { DesktopState } from '../../shared/desktop.ts';
import type { Notify } from './controls/tray.ts';

type Modules = Pick<
  typeof Electron,
  | 'app'
  | 'clipboard'
  | 'dialog'
  | 'globalShortcut'
  | 'ipcMain'
  | 'nativeTheme'
  | 'powerMonitor'
  | 'powerSaveBlocker'
  | 'protocol'
  | 'safeStorage'
  | 'screen'
  | 'shell'
>;

export interface ElectronParts extends Modules {
  readonly session: Session;
  readonly createWindow: (options: BrowserWindowConstructorOptions) => BrowserWindow;
  readonly windowOf: (contents: { readonly id: number }) => BrowserWindow | null;
  readonly createTray: (image: NativeImage) => Tray;
  readonly loadImage: (path: string) => NativeImage;
  readonly buildMenu: (template: MenuItemConstructorOptions[]) => Menu;
  readonly setApplicationMenu: (menu: Menu | null) => void;
  readonly notify: Notify;
}

/** Node's name of the platform in our words. Everything that is neither Windows nor macOS is Linux. */
export function systemOf(platform: NodeJS.Platform): DesktopState['system'] {
  if (platform === 'win32') return 'windows';
  return platform === 'darwin' ? 'mac' : 'linux';
}
