import { join } from 'node:path';
import { systemClock as clock } from '../base/clock.ts';
import { createFiles } from '../base/files.ts';
import { isLoopbackAddress } from '../base/loopback.ts';
import { trustSystemCertificates } from '../base/outbound.ts';
import { makeKey, systemRandom as random } from '../base/random.ts';
import type { SettingsKeeper } from '../settings/ports.ts';
import { CoreRunner } from './core-runner.ts';
import type { DesktopOptions } from './desktop-base.ts';
import { browserOpener } from './ports/browser-opener.ts';
import { desktopMaintenance } from './ports/maintenance-host.ts';
import { imageOf, launcher, startAnew } from './ports/start-anew.ts';
import { StartWithSystem } from './ports/start-with-system.ts';
import { SystemProxy } from './ports/system-proxy.ts';
import { Updates } from './ports/updates.ts';
import { connectOf, SetupService } from './setup-service.ts';

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

/** The demo is no broadcast. */
function isBroadcasting(runner: CoreRunner): boolean {
  const status = runner.core?.status.read();
  return status !== undefined && !status.demo && status.connection.state === 'live';
}
