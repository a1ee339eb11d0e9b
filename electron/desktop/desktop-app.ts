import { networkInterfaces } from 'node:os';
import { systemClock as clock, delay } from '../base/clock.ts';
import { DisposableStore } from '../base/disposables.ts';
import { problemOf } from '../base/errors.ts';
import { RENEWAL_MOST_MS } from '../core.ts';
import { networkName } from '../host/network-name.ts';
import { appActions, askForKeyring, askToReopen } from './app-actions.ts';
import { serveAppScheme } from './app-scheme.ts';
import { trayNews } from './controls/tray.ts';
import type { DesktopOptions } from './desktop-base.ts';
import { desktopCommands } from './desktop-commands.ts';
import {
  type DesktopControls,
  type DesktopServices,
  type DesktopWindows,
  makeControls,
  makeServices,
  makeWindows,
  talksToThisMachine,
} from './desktop-parts.ts';
import { DesktopStateSource } from './desktop-state.ts';
import { windowVisibility } from './ipc/ipc-connection.ts';
import { createPlaceOf, IpcConnections } from './ipc/ipc-connections.ts';
import { stayAwake, watchPower } from './ports/power-watch.ts';
import { VaultLockedError, vaultProtection } from './ports/safe-vault.ts';
import { SecretClipboard } from './secret-clipboard.ts';

/** Time limit of a stop, so that quitting takes less than two seconds. */
const STOP_LIMIT_MS = 1_700;
/** Longer limit while a sign-in is being renewed, which the core waits for. */
const RENEWAL_LIMIT_MS = RENEWAL_MOST_MS + 500;

/** The desktop app around the core: created once the system is ready, stopped once. */
export class DesktopApp {
  readonly #options: DesktopOptions;
  readonly #owned = new DisposableStore();
  readonly #services: DesktopServices;
  readonly #windows: DesktopWindows;
  readonly #controls: DesktopControls;
  readonly #state: DesktopStateSource;
  #stopping: Promise<void> | null = null;
  /** An update closes the windows before it quits the app. */
  #isLeaving = false;

  constructor(options: DesktopOptions) {
    const { electron, base, system, overlayFloats, quit } = options;
    const { settings, language, log } = base;
    this.#options = options;
    this.#services = makeServices(options);
    const showDashboard = (): void => this.showDashboard();
    this.#windows = makeWindows(options, {
      isQuitting: () => this.#stopping !== null || this.#isLeaving,
      closeToTray: () => settings.get().desktop.closeToTray && this.#controls.tray.isShown,
      onHiddenToTray: trayNews({ settings, language, log, showDashboard, notify: electron.notify }),
      onGivenUp: () => {
        this.#askToReopen().catch((failure: unknown) =>
          log.error('nobody could be asked', { failure }),
        );
      },
    });
    const { runner } = this.#services;
    const { clipboard } = electron;
    const { overlay } = this.#windows;
    const actions = appActions({ overlay, runner, clipboard, showDashboard, quit, log });
    this.#controls = makeControls(options, this.#services, this.#windows, actions);
    this.#state = new DesktopStateSource({
      ...this.#services,
      overlay,
      hotkeys: this.#controls.hotkeys,
      settings,
      log,
      version: electron.app.getVersion(),
      system,
      overlayFloats,
    });
  }

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

  showDashboard(): void {
    if (this.#stopping || this.#isLeaving) return;
    this.#windows.dashboard.show();
    this.#controls.hotkeys.retry();
  }

  /** The dashboard is closed and no tray keeps the app, so it must quit. */
  get isUnreachable(): boolean {
    const hasNoWindow = this.#windows.dashboard.contents === null;
    return hasNoWindow && !this.#controls.tray.isShown && !this.#isLeaving;
  }

  /**
   * Prepares for an update that will quit the app itself: on macOS it closes the windows first and
   * waits for all of them, so none may merely hide.
   */
  leaveForUpdate(): void {
    this.#isLeaving = true;
  }

  #comeBack(): void {
    if (!this.#isLeaving || this.#stopping) return;
    this.#isLeaving = false;
    this.#windows.overlay.set({});
    this.showDashboard();
  }

  /** The system will soon end the app without waiting for promises: starts saving files. */
  prepareForEnd(): void {
    void this.#windows.dashboard.settled();
    void this.#windows.overlay.settled();
  }

  /** The system ends the app now: the ledger is written and closed on return. `stop` may follow. */
  writeOut(): void {
    this.prepareForEnd();
    try {
      this.#services.runner.writeOut();
    } catch (failure) {
      this.#options.base.log.error('not everything could be written', { failure });
    }
  }

  /**
   * Saves everything and stops, in under two seconds; in about thirty while the sign-in is being
   * renewed, which the tray shows. A second call returns the same promise.
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
    const { proxy, updates } = this.#services;
    const parts = [
      this.#owned,
      proxy,
      updates,
      this.#state,
      this.#controls,
      overlay,
      dashboard,
      base,
    ];
    for (const part of parts) part.dispose();
  }

  #connectPages(): void {
    const { electron, base } = this.#options;
    const { settings, vault, log } = base;
    const { runner, startWithSystem } = this.#services;
    const { overlay } = this.#windows;
    const commands = desktopCommands({
      ...this.#services,
      overlay,
      hotkeys: this.#controls.hotkeys,
      settings,
      vault,
      log,
      clipboard: this.#owned.add(
        new SecretClipboard({ clipboard: electron.clipboard, clock, log }),
      ),
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
        placeOf: createPlaceOf(this.#windows),
        core: runner,
        state: this.#state,
        commands,
        overlay,
        visibility: windowVisibility(electron.windowOf),
        clock,
        log,
      }),
    );
  }

  /** Reloads the pages when the allowed image sources change, because policies apply on load. */
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

  /** Waits for a locked keyring, unless the streamer chooses to continue without it. */
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

  /** The window was closed rather than hidden: without a tray, this quits the app. */
  #onDashboardClosed(): void {
    const { closeToTray } = this.#options.base.settings.get().desktop;
    const isEnding = this.#stopping !== null || this.#isLeaving;
    if (!isEnding && !(closeToTray && this.#controls.tray.isShown)) this.#options.quit();
  }

  /** The dashboard's page crashed too often in a minute; the stream continues meanwhile. */
  async #askToReopen(): Promise<void> {
    const { electron, base } = this.#options;
    const again = await askToReopen(electron.dialog, base.language.current);
    if (again) this.#windows.dashboard.reopen();
  }
}
