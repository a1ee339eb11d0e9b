import { join } from 'node:path';
import { systemClock as clock } from '../base/clock.ts';
import { DisposableStore } from '../base/disposables.ts';
import { createFiles } from '../base/files.ts';
import { isLoopbackAddress } from '../base/loopback.ts';
import { trustSystemCertificates } from '../base/outbound.ts';
import { makeKey, systemRandom as random } from '../base/random.ts';
import { DEVELOPER_PORTAL_URL } from '../platform/platform-notes.ts';
import type { SettingsKeeper } from '../settings/ports.ts';
import { DASHBOARD_ADDRESS, OVERLAY_ADDRESS } from './app-scheme.ts';
import { type AppActions, runHotkeyAction } from './controls/actions.ts';
import { appMenu } from './controls/app-menu.ts';
import { Hotkeys } from './controls/hotkeys.ts';
import { badgeImageFile, remembered, StateBadge, trayImageFile } from './controls/state-badge.ts';
import { AppTray } from './controls/tray.ts';
import { CoreRunner, CoreStatus } from './core-runner.ts';
import type { DesktopOptions } from './desktop-base.ts';
import { listening } from './listening.ts';
import { browserOpener } from './ports/browser-opener.ts';
import { desktopMaintenance } from './ports/maintenance-host.ts';
import { imageOf, launcher, startAnew } from './ports/start-anew.ts';
import { StartWithSystem } from './ports/start-with-system.ts';
import { SystemProxy } from './ports/system-proxy.ts';
import { Updates } from './ports/updates.ts';
import { connectOf, SetupService } from './setup-service.ts';
import { DashboardWindow, type DashboardWindowOptions } from './windows/dashboard-window.ts';
import { OverlayWindow } from './windows/overlay-window.ts';

export type DesktopServices = ReturnType<typeof makeServices>;

export function makeServices(options: DesktopOptions) {
  const { electron, base, root, dataDir, system, updateFeed, argv, quit } = options;
  const { settings, vault, notices, log, redactor, systemLanguage } = base;
  const { app, shell } = electron;
  const openBrowser = browserOpener({
    openExternal: (url) => shell.openExternal(url),
    isConfigured: (url) => isConfigured(settings, url),
  });
  const pages = { overlay: join(root, 'dist/overlay'), dashboard: join(root, 'dist/dashboard') };
  const image = app.isPackaged ? imageOf(process.env, process.execPath) : null;
  const restart = startAnew({ app, image, argv, quit, launch: launcher(log) });
  const proxy = new SystemProxy({
    session: electron.session,
    address: () => connectOf(settings.get()).baseUrl,
    environment: process.env,
    clock,
    log,
  });
  let isTrusting = false;
  const findWayOut = async (): Promise<void> => {
    // The demo's platform is on this computer.
    if (settings.get().desktop.mode === 'demo') return;
    // It takes a moment, in which nothing else happens: once, and not before there is a window.
    if (!isTrusting) trustSystemCertificates(log);
    isTrusting = true;
    await proxy.look();
  };
  const runner = new CoreRunner({
    settings,
    vault,
    notices,
    openBrowser,
    dataDir,
    pages,
    clock,
    random,
    makeKey,
    log,
    redactor,
    systemLanguage,
    fetch: globalThis.fetch,
    workerFile: join(root, 'dist/main/worker.js'),
    prepare: findWayOut,
    maintenance: desktopMaintenance(options, restart),
  });
  const setup = new SetupService({ settings, vault, runner, log, redactor });
  const startWithSystem = new StartWithSystem({
    app,
    system,
    files: createFiles(clock),
    environment: process.env,
    execPath: process.execPath,
  });
  const updates = new Updates({
    load: async () => (await import('electron-updater')).default.autoUpdater,
    isPackaged: app.isPackaged,
    feedUrl: updateFeed,
    clock,
    random,
    log,
    enabled: () => settings.get().desktop.checkForUpdates,
    isBroadcasting: () => isBroadcasting(runner),
  });
  return { pages, openBrowser, proxy, runner, setup, startWithSystem, updates };
}

/** Whether the platform, or the simulator that stands in for it, is on this machine. */
export function talksToThisMachine(settings: Pick<SettingsKeeper, 'get'>): boolean {
  const now = settings.get();
  if (now.desktop.mode === 'demo') return true;
  return isLoopbackAddress(connectOf(now).baseUrl);
}

/** A sign-in page on this very machine is opened without encryption, if that is what was entered. */
function isConfigured(settings: Pick<SettingsKeeper, 'get'>, url: URL): boolean {
  const { authUrl, baseUrl } = connectOf(settings.get());
  return (
    isLoopbackAddress(url.href) &&
    [authUrl, baseUrl].some((own) => URL.canParse(own) && new URL(own).origin === url.origin)
  );
}

function isBroadcasting(runner: CoreRunner): boolean {
  const status = runner.core?.status.read();
  return status !== undefined && !status.demo && status.connection.state === 'live';
}

type WindowHooks = Pick<
  DashboardWindowOptions,
  'isQuitting' | 'closeToTray' | 'onHiddenToTray' | 'onGivenUp'
>;

export type DesktopWindows = ReturnType<typeof makeWindows>;

export function makeWindows({ electron, base, root }: DesktopOptions, hooks: WindowHooks) {
  const { app, screen, createWindow, nativeTheme } = electron;
  const { settings, log, notices } = base;
  const common = { create: createWindow, screen, clock, log, devTools: !app.isPackaged };
  const preload = (name: string): string => join(root, 'dist/preload', `${name}.cjs`);
  const overlay = new OverlayWindow({
    ...common,
    settings,
    random,
    isQuitting: hooks.isQuitting,
    preload: preload('overlay'),
    address: OVERLAY_ADDRESS,
    system: process.platform,
    onAnyBlur: (listener) => listening((verb) => app[verb]('browser-window-blur', listener)),
    onProblem: notices.add.bind(notices),
  });
  const dashboard = new DashboardWindow({
    ...common,
    preload: preload('dashboard'),
    address: DASHBOARD_ADDRESS,
    title: 'Stagelight',
    memory: {
      get: () => settings.get().desktop.dashboard,
      set: (place) =>
        settings.update(({ desktop }) => ({ desktop: { ...desktop, dashboard: place } })),
    },
    isDark: () => nativeTheme.shouldUseDarkColors,
    ...hooks,
  });
  return { dashboard, overlay };
}

export type DesktopControls = ReturnType<typeof makeControls>;

export function makeControls(
  { electron, base, root, system }: DesktopOptions,
  { runner, openBrowser }: DesktopServices,
  { dashboard, overlay }: DesktopWindows,
  actions: AppActions,
) {
  const { settings, language, notices, log } = base;
  const owned = new DisposableStore();
  const onProblem = notices.add.bind(notices);
  const common = { settings, language, actions, system, clock, log, onProblem };
  const icon = remembered((file: string) => electron.loadImage(join(root, 'assets/icons', file)));
  const hotkeys = owned.add(
    new Hotkeys({
      ...common,
      shortcuts: electron.globalShortcut,
      run: (action) => runHotkeyAction(actions, action),
      onSolved: (code) => notices.dismiss(code),
    }),
  );
  const status = owned.add(new CoreStatus({ runner, overlay, hotkeys, settings, log }));
  const tray = owned.add(
    new AppTray({
      ...common,
      status,
      createTray: electron.createTray,
      buildMenu: electron.buildMenu,
      images: (light) => icon(trayImageFile(light, system)),
    }),
  );
  const badge = owned.add(
    new StateBadge({
      ...common,
      status,
      window: () => (dashboard.contents ? electron.windowOf(dashboard.contents) : null),
      dock: electron.app.dock ?? null,
      images: (light) => icon(badgeImageFile(light)),
    }),
  );
  owned.add(dashboard.onOpened(() => badge.windowOpened()));
  const openPortal = () => openBrowser(DEVELOPER_PORTAL_URL);
  const start = (): void => {
    const { buildMenu, setApplicationMenu, app } = electron;
    owned.add(
      appMenu({
        ...common,
        buildMenu,
        setApplicationMenu,
        isPackaged: app.isPackaged,
        help: [{ id: 'help-portal', label: 'menu.developer-portal', open: openPortal }],
      }),
    );
    tray.start();
    badge.start();
    hotkeys.start();
  };
  return { hotkeys, tray, start, dispose: () => owned.dispose() };
}
