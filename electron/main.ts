import { join } from 'node:path';
import {
  app,
  BrowserWindow,
  clipboard,
  dialog,
  globalShortcut,
  ipcMain,
  Menu,
  Notification,
  nativeImage,
  nativeTheme,
  powerMonitor,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
  Tray,
  webContents,
} from 'electron';
import { StagelightError } from './base/errors.ts';
import { declareAppScheme } from './desktop/app-scheme.ts';
import { DesktopApp } from './desktop/desktop-app.ts';
import { openBase, openLog } from './desktop/desktop-base.ts';
import type { ElectronParts } from './desktop/electron-parts.ts';
import { guardAll } from './desktop/guards/guard-all.ts';
import { updateFeed } from './desktop/ports/update-feed.ts';
import { systemOf } from './desktop/system-of.ts';
import { logStrayFailures } from './headless/process-events.ts';
import { languageOf } from './wiring/language-source.ts';

const root = join(import.meta.dirname, '../..');
const system = systemOf(process.platform);

declareAppScheme(protocol);
guardAll(app);
app.enableSandbox();
app.setAppUserModelId('live.stagelight.app');

let desktop: DesktopApp | null = null;
let ended = false;

app.on('before-quit', (event) => {
  if (ended) return;
  event.preventDefault();
  void endApp();
});
app.on('second-instance', () => desktop?.showDashboard());
app.on('activate', () => desktop?.showDashboard());
app.on('window-all-closed', () => {
  if (desktop === null || desktop.isUnreachable) app.quit();
});

async function endApp(code = 0): Promise<void> {
  await desktop?.stop();
  ended = true;
  if (code !== 0) app.exit(code);
  // Not `exit`: an update that waits for the end of the app would not be installed.
  else app.quit();
}

function electronParts(): ElectronParts {
  return {
    ...{ app, clipboard, dialog, globalShortcut, ipcMain, nativeTheme, powerMonitor, protocol },
    ...{ safeStorage, screen, shell, session: session.defaultSession },
    createWindow: (options) => {
      const window = new BrowserWindow({
        icon: join(root, 'assets/icons/png/256x256.png'),
        ...options,
      });
      // The menu bar is the dashboard's; its keys must not close the overlay.
      if (options.frame === false) window.removeMenu();
      return window;
    },
    windowOf: ({ id }) => {
      const contents = webContents.fromId(id);
      return contents ? BrowserWindow.fromWebContents(contents) : null;
    },
    createTray: (image) => new Tray(image),
    loadImage: (path) => nativeImage.createFromPath(path),
    buildMenu: (template) => Menu.buildFromTemplate(template),
    setApplicationMenu: (menu) => Menu.setApplicationMenu(menu),
    notify(title, body, onClick) {
      if (!Notification.isSupported()) return;
      const notification = new Notification({ title, body });
      notification.on('click', onClick);
      notification.show();
    },
  };
}

async function start(): Promise<void> {
  await app.whenReady();
  const electron = electronParts();
  const dataDir = app.getPath('userData');
  const voice = await openLog(electron, dataDir);
  logStrayFailures(process, voice.log);
  const base = await openBase({ electron, dataDir, system }, voice);
  desktop = new DesktopApp({
    ...{ electron, base, root, dataDir, system },
    updateFeed: await updateFeed(process.resourcesPath),
    argv: process.argv,
    quit: () => app.quit(),
  });
  await desktop.start();
}

/** What keeps the app from starting is said in a box of the system: there is no window yet. */
function sayWhyNot(failure: unknown): void {
  const language = languageOf(app.getPreferredSystemLanguages()[0] ?? 'en');
  const text =
    failure instanceof StagelightError
      ? `${failure.problem.what[language]}\n${failure.problem.cure[language]}`
      : String(failure instanceof Error ? failure.message : failure);
  dialog.showErrorBox('Stagelight', text);
}

if (app.requestSingleInstanceLock()) {
  start().catch((failure: unknown) => {
    sayWhyNot(failure);
    void endApp(1);
  });
} else {
  ended = true;
  app.quit();
}
