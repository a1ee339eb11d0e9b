import { join } from 'node:path';
import type { DesktopState } from '../../shared/desktop.ts';
import type { OpenBrowser } from '../auth/ports.ts';
import { systemClock as clock } from '../base/clock.ts';
import { createFiles } from '../base/files.ts';
import { isLoopbackAddress } from '../base/loopback.ts';
import { trustSystemCertificates } from '../base/outbound.ts';
import { makeKey, systemRandom as random } from '../base/random.ts';
import type { SettingsKeeper } from '../settings/ports.ts';
import { CoreRunner } from './core-runner.ts';
import type { DesktopBase } from './desktop-base.ts';
import type { ElectronParts } from './electron-parts.ts';
import { browserOpener } from './ports/browser-opener.ts';
import { desktopMaintenance } from './ports/maintenance-host.ts';
import { imageOf, launcher, startAnew } from './ports/start-anew.ts';
import { StartWithSystem } from './ports/start-with-system.ts';
import { SystemProxy } from './ports/system-proxy.ts';
import { Updates } from './ports/updates.ts';
import { connectOf, SetupService } from './setup-service.ts';

export interface DesktopServicesOptions {
  readonly electron: ElectronParts;
  readonly base: DesktopBase;
  /** The app's folder, with `dist` in it. */
  readonly root: string;
  readonly dataDir: string;
  readonly system: DesktopState['system'];
  /** Where new versions are announced; null: nowhere. */
  readonly updateFeed: string | null;
  /** How the app was started. */
  readonly argv: readonly string[];
  /** Begins to end the app. */
  readonly quit: () => void;
}

/** What the app does without being seen. */
export interface DesktopServices {
  readonly pages: { readonly overlay: string; readonly dashboard: string };
  readonly openBrowser: OpenBrowser;
  readonly proxy: SystemProxy;
  readonly runner: CoreRunner;
  readonly setup: SetupService;
  readonly startWithSystem: StartWithSystem;
  readonly updates: Updates;
}

export function makeServices(options: DesktopServicesOptions): DesktopServices {
  const { electron, base, root, dataDir, system, updateFeed } = options;
  const { settings, vault, notices, log, redactor, systemLanguage } = base;
  const { app, shell } = electron;
  const openBrowser = browserOpener({
    openExternal: (url) => shell.openExternal(url),
    isConfigured: (url) => isConfigured(settings, url),
  });
  const pages = { overlay: join(root, 'dist/overlay'), dashboard: join(root, 'dist/dashboard') };
  const image = app.isPackaged ? imageOf(process.env, process.execPath) : null;
  const launch = launcher(log);
  const restart = startAnew({ app, image, launch, argv: options.argv, quit: options.quit });
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
    maintenance: desktopMaintenance({
      app,
      shell,
      settings,
      logs: base.logs,
      dataDir,
      restart,
      loops: () => base.loops.read(),
    }),
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

/** The demo is no broadcast. */
function isBroadcasting(runner: CoreRunner): boolean {
  const status = runner.core?.status.read();
  return status !== undefined && !status.demo && status.connection.state === 'live';
}
