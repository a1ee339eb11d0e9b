import { join } from 'node:path';
import {
  app,
  autoUpdater,
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
  powerSaveBlocker,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
  Tray,
  webContents,
} from 'electron';
import { languageOf } from '../shared/locales/index.ts';
import { systemClock } from './base/clock.ts';
import { StagelightError, sayProblem } from './base/errors.ts';
import { silentLogger } from './base/log.ts';
import { declareAppScheme } from './desktop/app-scheme.ts';
import { DesktopApp } from './desktop/desktop-app.ts';
import { openBase, openLog } from './desktop/desktop-base.ts';
import { type ElectronParts, systemOf } from './desktop/electron-parts.ts';
import { guardAll } from './desktop/guard-all.ts';
import { displayServer } from './desktop/ports/display-server.ts';
import { onSessionEnd } from './desktop/ports/power-watch.ts';
import { imageOf, isTakingOver, launcher, untilFree } from './desktop/ports/start-anew.ts';
import { updateFeed } from './desktop/ports/updates.ts';
import { logStrayFailures } from './host/process-events.ts';

const root = join(import.meta.dirname, '../..');
const system = systemOf(process.platform);

const display = displayServer({
  platform: process.platform,
  environment: process.env,
  argv: process.argv,
});

let desktop: DesktopApp | null = null;
let ended = false;

async function endApp(code = 0): Promise<void> {
  await desktop?.stop();
  ended = true;
  if (code !== 0) app.exit(code);
  // Not `exit`: it would skip the installation of a waiting update.
  else app.quit();
}

function electronParts(): ElectronParts {
  return {
    app,
    clipboard,
    dialog,
    globalShortcut,
    ipcMain,
    nativeTheme,
    powerMonitor,
    protocol,
    powerSaveBlocker,
    safeStorage,
    screen,
    shell,
    session: session.defaultSession,
    createWindow: (options) => {
      const icon = join(root, 'assets/icons/png/256x256.png');
      const window = new BrowserWindow({ icon, ...options });
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

async function start(overlayFloats: boolean, takesOver: boolean): Promise<void> {
  await app.whenReady();
  const electron = electronParts();
  const dataDir = app.getPath('userData');
  const voice = await openLog(electron, dataDir);
  logStrayFailures(process, voice.log);
  const base = await openBase({ electron, dataDir, system, takesOver }, voice);
  desktop = new DesktopApp({
    electron,
    base,
    root,
    dataDir,
    system,
    overlayFloats,
    updateFeed: await updateFeed(process.resourcesPath),
    argv: process.argv,
    quit: () => app.quit(),
  });
  await desktop.start();
}

/** Shows a startup failure in a system dialog, because there is no window yet. */
function sayWhyNot(failure: unknown): void {
  const language = languageOf(app.getPreferredSystemLanguages()[0] ?? 'en');
  const text =
    failure instanceof StagelightError
      ? Object.values(sayProblem(failure.problem, language)).join('\n')
      : String(failure instanceof Error ? failure.message : failure);
  dialog.showErrorBox('Stagelight', text);
}

/** Before anything is open: the same start once more, with the screen that the windows need. */
function startOver(args: readonly string[]): void {
  const image = app.isPackaged ? imageOf(process.env, process.execPath) : null;
  if (image === null) app.relaunch({ args: [...args] });
  // What Electron starts would wait inside the image, and go with it.
  else launcher(silentLogger)(image, args);
  app.exit(0);
}

function run(overlayFloats: boolean): void {
  declareAppScheme(protocol);
  guardAll(app);
  // It would undo half of that switch: pages in a sandbox that the system cannot give.
  if (!process.argv.includes('--no-sandbox')) app.enableSandbox();
  app.setAppUserModelId('live.stagelight.app');
  // Without it Chromium has no voices on Linux.
  if (system === 'linux') app.commandLine.appendSwitch('enable-speech-dispatcher');
  app.on('before-quit', (event) => {
    if (ended) return;
    event.preventDefault();
    void endApp();
  });
  autoUpdater.on('before-quit-for-update', () => desktop?.leaveForUpdate());
  onSessionEnd(app, {
    asked: () => desktop?.prepareForEnd(),
    ended() {
      desktop?.writeOut();
      // For as long as the system lets us: what is being written comes to its end.
      void endApp();
    },
  });
  app.on('second-instance', () => desktop?.showDashboard());
  app.on('activate', () => desktop?.showDashboard());
  app.on('window-all-closed', () => {
    if (desktop === null || desktop.isUnreachable) app.quit();
  });
  const takesOver = isTakingOver(process.env);
  const begin = (isFirst: boolean): void => {
    if (isFirst) {
      start(overlayFloats, takesOver).catch((failure: unknown) => {
        sayWhyNot(failure);
        void endApp(1);
      });
    } else {
      ended = true;
      app.quit();
    }
  };
  const isFirst = app.requestSingleInstanceLock();
  if (isFirst || !takesOver) begin(isFirst);
  else void untilFree(() => app.requestSingleInstanceLock(), systemClock).then(begin);
}

if (display.kind === 'start-over') startOver(display.args);
else run(display.overlayFloats);
