import { networkInterfaces } from 'node:os';
import type { DesktopState } from '../../shared/desktop.ts';
import { systemClock as clock, delay } from '../base/clock.ts';
import { DisposableStore } from '../base/disposables.ts';
import { problemOf } from '../base/errors.ts';
import { RENEWAL_MOST_MS } from '../core.ts';
import { networkName } from '../host/network-name.ts';
import { appActions, askForKeyring, askToReopen } from './app-actions.ts';
import { serveAppScheme } from './app-scheme.ts';
import type { DesktopBase } from './desktop-base.ts';
import { desktopCommands } from './desktop-commands.ts';
import { type DesktopControls, makeControls } from './desktop-controls.ts';
import { type DesktopServices, makeServices, talksToThisMachine } from './desktop-services.ts';
import { DesktopStateSource } from './desktop-state.ts';
import { type DesktopWindows, makeWindows } from './desktop-windows.ts';
import type { ElectronParts } from './electron-parts.ts';
import { createPlaceOf } from './ipc/ipc-command-handler.ts';
import { windowVisibility } from './ipc/ipc-connection.ts';
import { IpcConnections } from './ipc/ipc-connections.ts';
import { watchPower } from './ports/power-watch.ts';
import { stayAwake } from './ports/stay-awake.ts';
import { VaultLockedError, vaultProtection } from './ports/system-cipher.ts';
import { TrayNews } from './tray-news.ts';

export interface DesktopOptions {
  readonly electron: ElectronParts;
  readonly base: DesktopBase;
  /** The app's folder, with `dist` and `assets` in it. */
  readonly root: string;
  readonly dataDir: string;
  readonly system: DesktopState['system'];
  /** Whether a window can stand over a game here. */
  readonly overlayFloats: boolean;
  /** Where new versions are announced; null: nowhere. */
  readonly updateFeed: string | null;
  /** How the app was started. */
  readonly argv: readonly string[];
  /** Begins to end the app. */
  readonly quit: () => void;
}

/** How long a stop may take, so that quitting never takes two seconds. */
const STOP_LIMIT_MS = 1_700;
/** Longer only while a sign-in is being renewed, which the core waits for. */
const RENEWAL_LIMIT_MS = RENEWAL_MOST_MS + 500;

/** The desktop app around the core: made once the system is ready, stopped once. */
export class DesktopApp {
  readonly #options: DesktopOptions;
  readonly #owned = new DisposableStore();
  readonly #services: DesktopServices;
  readonly #windows: DesktopWindows;
  readonly #controls: DesktopControls;
  readonly #state: DesktopStateSource;
  #stopping: Promise<void> | null = null;
  /** An update closes the windows before it ends the app. */
  #isLeaving = false;

  constructor(options: DesktopOptions) {
    const { electron, base, root, system } = options;
    const { settings, language, log } = base;
    this.#options = options;
    this.#services = makeServices(options);
    const showDashboard = (): void => this.showDashboard();
    const news = new TrayNews({ settings, language, log, showDashboard, notify: electron.notify });
    this.#windows = makeWindows({
      electron,
      base,
      root,
      isQuitting: () => this.#stopping !== null || this.#isLeaving,
      closeToTray: () => settings.get().desktop.closeToTray && this.#controls.tray.isShown,
      onHiddenToTray: () => news.hidden(),
      onGivenUp: () => {
        this.#askToReopen().catch((failure: unknown) =>
          log.error('nobody could be asked', { failure }),
        );
      },
    });
    const { runner } = this.#services;
    const { clipboard } = electron;
    this.#controls = makeControls({
      electron,
      base,
      root,
      system,
      services: this.#services,
      windows: this.#windows,
      actions: appActions({
        ...this.#windows,
        runner,
        clipboard,
        showDashboard,
        quit: options.quit,
        log,
      }),
    });
    this.#state = this.#makeState();
  }

  /** Opens the window, brings the core up, and what the streamer works with. */
  async start(): Promise<void> {
    const { electron, base, system, argv } = this.#options;
    const { pages, proxy, runner, startWithSystem, updates } = this.#services;
    const { settings, log } = base;
    this.#owned.add(
      serveAppScheme({
        protocol: electron.protocol,
        folders: pages,
        allowLoopbackImages: () => talksToThisMachine(settings),
        media: () => runner.core?.media ?? null,
        log,
      }),
    );
    this.#connectPages();
    this.#followImagePolicy();
    this.#controls.start();
    this.#owned.add(this.#windows.dashboard.onClosed(() => this.#onDashboardClosed()));
    if (!startWithSystem.wasStartedHidden(argv) || !this.#controls.tray.isShown) {
      this.showDashboard();
    }
    this.#state.learn({ protection: await vaultProtection(electron.safeStorage, system) });
    await this.#bringUp();
    this.#windows.overlay.start();
    this.#owned.add(
      watchPower({
        powerMonitor: electron.powerMonitor,
        clock,
        network: () => networkName(networkInterfaces()),
        onWake: (reason) => {
          log.info('woke up or changed networks', { reason });
          void proxy.look();
          runner.core?.keeper.probe();
        },
      }),
    );
    this.#owned.add(stayAwake({ blocker: electron.powerSaveBlocker, runner }));
    this.#owned.add(
      updates.onChange(({ kind }) => {
        if (kind === 'failed') this.#comeBack();
      }),
    );
    updates.start();
    await this.#learnStart();
  }

  /** Brings the dashboard to the front; a good moment to try hotkeys again that were taken. */
  showDashboard(): void {
    if (this.#stopping || this.#isLeaving) return;
    this.#windows.dashboard.show();
    this.#controls.hotkeys.retry();
  }

  /** The dashboard is gone and nothing else keeps the app: it ends. */
  get isUnreachable(): boolean {
    const hasNoWindow = this.#windows.dashboard.contents === null;
    return hasNoWindow && !this.#controls.tray.isShown && !this.#isLeaving;
  }

  /**
   * An update is about to be installed, and will end the app itself: on macOS it closes the windows
   * first and waits until all of them are gone, so that none may only hide.
   */
  leaveForUpdate(): void {
    this.#isLeaving = true;
  }

  /** The update was not installed after all. */
  #comeBack(): void {
    if (!this.#isLeaving || this.#stopping) return;
    this.#isLeaving = false;
    this.#windows.overlay.set({});
    this.showDashboard();
  }

  /**
   * The system is about to take the app away, and waits for no promise: what is kept in files begins to
   * be written.
   */
  prepareForEnd(): void {
    void this.#windows.dashboard.settled();
    void this.#windows.overlay.settled();
  }

  /** It takes it away now: the ledger is written and closed when this returns. `stop` may follow. */
  writeOut(): void {
    this.prepareForEnd();
    try {
      this.#services.runner.writeOut();
    } catch (failure) {
      this.#options.base.log.error('not everything could be written', { failure });
    }
  }

  /**
   * Ends everything with everything written, in under two seconds; in under eleven while the sign-in
   * is being renewed, which the tray says. Twice is once.
   */
  stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  async #stop(): Promise<void> {
    const { base } = this.#options;
    const { dashboard, overlay } = this.#windows;
    const limit = new AbortController();
    const limitMs = this.#services.runner.isRenewing ? RENEWAL_LIMIT_MS : STOP_LIMIT_MS;
    const saved = Promise.all([
      dashboard.settled(),
      overlay.settled(),
      this.#services.runner.close(),
    ]).catch((failure: unknown) => base.log.error('the app did not end cleanly', { failure }));
    await Promise.race([saved, delay(clock, limitMs, limit.signal)]);
    limit.abort();
    this.#owned.dispose();
    this.#services.proxy.dispose();
    this.#services.updates.dispose();
    this.#state.dispose();
    this.#controls.dispose();
    overlay.dispose();
    dashboard.dispose();
    base.dispose();
  }

  #makeState(): DesktopStateSource {
    const { electron, base, system, overlayFloats } = this.#options;
    const { setup, runner, updates } = this.#services;
    const { overlay } = this.#windows;
    const { hotkeys } = this.#controls;
    return new DesktopStateSource({
      version: electron.app.getVersion(),
      system,
      settings: base.settings,
      log: base.log,
      runner,
      overlay,
      overlayFloats,
      hotkeys,
      setup,
      updates,
      sources: [overlay.onLook, hotkeys.onChange, updates.onChange],
    });
  }

  #connectPages(): void {
    const { electron, base } = this.#options;
    const { settings, vault, log } = base;
    const { openBrowser, runner, setup, updates, startWithSystem } = this.#services;
    const { dashboard, overlay } = this.#windows;
    const { hotkeys } = this.#controls;
    const commands = desktopCommands({
      setup: setup.handlers,
      overlay,
      hotkeys,
      settings,
      vault,
      updates,
      log,
      clipboard: electron.clipboard,
      openAddress: openBrowser,
      startWithSystem: {
        set: async (isOn) => {
          await startWithSystem.set(isOn);
          await this.#learnStart();
        },
      },
    });
    this.#owned.add(
      new IpcConnections({
        ipcMain: electron.ipcMain,
        placeOf: createPlaceOf({
          dashboard: () => dashboard.contents,
          overlay: () => overlay.contents,
        }),
        core: runner,
        desktop: {
          state: () => this.#state.read(),
          onChange: this.#state.onChange,
          commands,
        },
        look: { get: () => overlay.look, onChange: overlay.onLook },
        visibility: windowVisibility(electron.windowOf),
        clock,
        log,
      }),
    );
  }

  /** Pages carry their policy from when they were loaded: where images may come from changes it. */
  #followImagePolicy(): void {
    const { settings } = this.#options.base;
    const { dashboard, overlay } = this.#windows;
    let wasLocal = talksToThisMachine(settings);
    this.#owned.add(
      this.#services.runner.onChange(() => {
        const isLocal = talksToThisMachine(settings);
        if (isLocal === wasLocal) return;
        wasLocal = isLocal;
        for (const { contents } of [dashboard, overlay]) contents?.reload();
      }),
    );
  }

  /** A keyring that is locked is waited for, unless the streamer wants to go on without it. */
  async #bringUp(): Promise<void> {
    const { electron, base } = this.#options;
    const { setup, runner } = this.#services;
    for (;;) {
      try {
        await setup.load();
        await runner.restart();
        return;
      } catch (failure) {
        if (!(failure instanceof VaultLockedError)) throw failure;
        base.log.warn('the keyring is locked', { failure });
        const answer = await askForKeyring(electron.dialog, failure.problem, base.language.current);
        if (answer === 'without') await base.vault.setAsideLocked();
        if (answer === 'quit') return this.#options.quit();
      }
    }
  }

  async #learnStart(): Promise<void> {
    const { startWithSystem } = this.#services;
    const { log, notices } = this.#options.base;
    try {
      await startWithSystem.refresh();
      const startsWithSystem = await startWithSystem.get();
      this.#state.learn({ startsWithSystem, canStartWithSystem: startWithSystem.can });
    } catch (failure) {
      log.warn('it is not known whether the system starts the app', { failure });
      notices.add(problemOf(failure));
    }
  }

  /** It was closed and not hidden: that is the way to quit where the tray does not keep the app. */
  #onDashboardClosed(): void {
    const { closeToTray } = this.#options.base.settings.get().desktop;
    const isEnding = this.#stopping !== null || this.#isLeaving;
    if (!isEnding && !(closeToTray && this.#controls.tray.isShown)) this.#options.quit();
  }

  /** The dashboard's page was lost too often in a minute; the stream goes on meanwhile. */
  async #askToReopen(): Promise<void> {
    const { electron, base } = this.#options;
    const again = await askToReopen(electron.dialog, base.language.current);
    if (again) this.#windows.dashboard.reopen();
  }
}
