import type { BrowserWindow, BrowserWindowConstructorOptions, Screen, WebContents } from 'electron';
import { type OverlayLook, overlayLookSchema } from '../../../shared/desktop.ts';
import type { Problem } from '../../../shared/problem.ts';
import type { Settings } from '../../../shared/settings.ts';
import { Backoff } from '../../base/backoff.ts';
import type { Clock } from '../../base/clock.ts';
import { type Disposable, DisposableStore } from '../../base/disposables.ts';
import { Emitter, type Subscribe } from '../../base/emitter.ts';
import { problemOf } from '../../base/errors.ts';
import type { Logger } from '../../base/log.ts';
import type { Random } from '../../base/random.ts';
import type { SettingsKeeper } from '../../settings/ports.ts';
import { listening } from '../listening.ts';
import { onFirstPaint } from './dashboard-window.ts';
import { LatestSaver } from './latest-saver.ts';
import { applyLook, overlayFrame, WindowMover } from './overlay-frame.ts';
import { PageRecovery } from './page-recovery.ts';
import type { PageRights } from './safe-web-preferences.ts';
import { standingOf } from './window-place.ts';

export interface OverlayWindowOptions extends PageRights {
  readonly create: (options: BrowserWindowConstructorOptions) => BrowserWindow;
  readonly screen: Pick<
    Screen,
    'getAllDisplays' | 'getPrimaryDisplay' | 'getDisplayMatching' | 'on' | 'off'
  >;
  /** Its group `overlayWindow` belongs to this window alone. */
  readonly settings: SettingsKeeper;
  readonly address: string;
  readonly system: NodeJS.Platform;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  /** Any of our windows lost focus: something else has come to the front. */
  readonly onAnyBlur: (listener: () => void) => Disposable;
  /** The app is quitting: a closed window then does not count as hidden. */
  readonly isQuitting: () => boolean;
  /** The window's look could not be saved; it applies anyway. */
  readonly onProblem: (problem: Problem) => void;
}

const RELOADS = { minMs: 300, maxMs: 30_000 };
/** An overlay holds no unsaved work: a hanging one is reloaded soon. */
const HANG_PATIENCE_MS = 2_000;
/** Systems report a change of displays in several parts. */
const DISPLAYS_SETTLE_MS = 500;

/**
 * The transparent window over the game. It obeys at once, whether or not that can be saved. Not
 * shown, it does not exist and costs nothing; the page catches up when it is back.
 */
export class OverlayWindow implements Disposable {
  readonly #options: OverlayWindowOptions;
  readonly #owned = new DisposableStore();
  readonly #looks: Emitter<OverlayLook>;
  readonly onLook: Subscribe<OverlayLook>;
  readonly #saver: LatestSaver;
  /** The present look and places; the settings follow. */
  #kept: Settings['overlayWindow'];
  #open: Opened | null = null;
  #rearrange: Disposable | null = null;

  constructor(options: OverlayWindowOptions) {
    const { settings, log } = options;
    this.#options = options;
    this.#kept = settings.get().overlayWindow;
    this.#looks = this.#owned.add(
      new Emitter((failure) => log.error('A listener of the overlay window failed', { failure })),
    );
    this.onLook = this.#looks.on;
    this.#saver = new LatestSaver(
      () => settings.update({ overlayWindow: this.#kept }),
      (failure) => {
        log.warn('The overlay window could not be saved', { failure });
        options.onProblem(problemOf(failure));
      },
    );
  }

  start(): void {
    this.#followDisplays();
    this.#owned.add(this.#options.onAnyBlur(() => this.#raise()));
    if (this.#kept.shown) this.#show();
  }

  get look(): OverlayLook {
    return overlayLookSchema.parse(this.#kept);
  }

  get contents(): WebContents | null {
    return this.#open?.window.webContents ?? null;
  }

  set(patch: Partial<OverlayLook>): void {
    if (this.#owned.isDisposed) return;
    const before = this.look;
    this.#kept = { ...this.#kept, ...patch };
    const look = this.look;
    // A move before the lock is the streamer's final place.
    if (look.locked && !before.locked) this.#open?.mover.settle();
    if (!look.shown) this.#close();
    else if (!this.#open) this.#show();
    else {
      applyLook(this.#open.window, look, before, this.#options.system);
      this.#raise();
    }
    this.#saver.touch();
    this.#looks.fire(look);
  }

  /** Forgets every place: the window returns to its initial place on the primary display. */
  resetPlace(): void {
    this.#kept = { ...this.#kept, display: null, places: {} };
    this.#arrange();
    this.#saver.touch();
  }

  /** Resolves once changes are saved or have failed. Never rejects. */
  settled(): Promise<void> {
    this.#open?.mover.settle();
    return this.#saver.settled();
  }

  /** Closes the window; its last place is still saved (await `settled`). */
  dispose(): void {
    if (this.#owned.isDisposed) return;
    this.#close();
    this.#rearrange?.dispose();
    this.#owned.dispose();
  }

  #show(): void {
    const { create, address, screen, system, clock, random, log } = this.#options;
    const { look } = this;
    const { box } = this.#standing();
    const window = create(overlayFrame(this.#options, look, box));
    const owned = new DisposableStore();
    const backoff = new Backoff(RELOADS, random);
    const recovery = owned.add(
      new PageRecovery({
        contents: window.webContents,
        address,
        name: 'overlay',
        clock,
        log,
        nextWait: () => backoff.next(),
        onStands: () => backoff.reset(),
        hangPatienceMs: HANG_PATIENCE_MS,
      }),
    );
    const mover = owned.add(
      new WindowMover({
        window,
        screen,
        system,
        clock,
        isMovable: () => !this.#kept.locked && this.#rearrange === null,
        memory: () => this.#kept,
        onPlaced: (memory) => {
          this.#kept = { ...this.#kept, ...memory };
          this.#saver.touch();
        },
      }),
    );
    owned.add(onFirstPaint(window, clock, () => this.#painted(window)));
    this.#open = { window, mover, owned, isPainted: false };
    this.#raise();
    window.setVisibleOnAllWorkspaces(true, {
      visibleOnFullScreen: true,
      // Panels need no change of the process type, which would remove the Dock icon.
      skipTransformProcessType: true,
    });
    applyLook(window, look, null, system);
    this.#listen(window);
    mover.moveTo(box);
    recovery.load();
  }

  #listen(window: BrowserWindow): void {
    const { webContents } = window;
    const isOpen = (): boolean => this.#open?.window === window && !window.isDestroyed();
    window.on('blur', () => {
      if (isOpen()) this.#raise();
    });
    window.on('always-on-top-changed', (_event, isOnTop) => {
      if (!isOnTop && isOpen()) this.#raise();
    });
    // OBS finds the window by its title, so the page must not change it.
    window.on('page-title-updated', (event) => event.preventDefault());
    // Its entries (move, size, close) would bypass the lock.
    window.on('system-context-menu', (event) => event.preventDefault());
    window.on('close', (event) => {
      if (this.#options.isQuitting()) return;
      event.preventDefault();
      this.set({ shown: false });
    });
    window.on('closed', () => {
      if (this.#open?.window === window) this.#drop();
    });
    // Zoom is the page's work, by its letters; Chromium's own would change nothing but the bar.
    webContents.on('did-finish-load', () => {
      if (isOpen()) webContents.setZoomFactor(1);
    });
    webContents.on('before-input-event', (event, input) => {
      if (input.type !== 'keyDown' || input.key !== 'Escape' || this.#kept.locked) return;
      event.preventDefault();
      this.set({ locked: true });
    });
    webContents.on('content-bounds-updated', (event, wanted) => {
      event.preventDefault();
      if (isOpen()) this.#open?.mover.resizeTo(wanted);
    });
  }

  #painted(window: BrowserWindow): void {
    const open = this.#open;
    if (open?.window !== window || window.isDestroyed()) return;
    open.isPainted = true;
    window.showInactive();
    window.setSkipTaskbar(true);
    this.#raise();
  }

  /** Puts the window above all others again: games and focus changes push it down. */
  #raise(): void {
    const open = this.#open;
    if (!open || open.window.isDestroyed()) return;
    open.window.setAlwaysOnTop(true, 'screen-saver');
    // On Windows this shows a window, too: one that has not painted would flash.
    if (open.isPainted) open.window.moveTop();
  }

  #close(): void {
    const window = this.#open?.window;
    if (!window) return;
    this.#open?.mover.settle();
    this.#drop();
    if (!window.isDestroyed()) window.destroy();
  }

  #drop(): void {
    this.#open?.owned.dispose();
    this.#open = null;
  }

  #followDisplays(): void {
    const { screen, clock } = this.#options;
    const changed = (): void => {
      this.#open?.mover.forgetMove();
      this.#rearrange?.dispose();
      this.#rearrange = clock.setTimeout(() => {
        this.#rearrange = null;
        this.#arrange();
      }, DISPLAYS_SETTLE_MS);
    };
    this.#owned.add(
      listening((verb) => {
        screen[verb]('display-added', changed);
        screen[verb]('display-removed', changed);
        screen[verb]('display-metrics-changed', changed);
      }),
    );
  }

  #arrange(): void {
    this.#open?.mover.moveTo(this.#standing().box);
    this.#raise();
  }

  #standing() {
    const { screen } = this.#options;
    return standingOf(this.#kept, screen.getAllDisplays(), screen.getPrimaryDisplay());
  }
}

interface Opened {
  readonly window: BrowserWindow;
  readonly mover: WindowMover;
  readonly owned: DisposableStore;
  isPainted: boolean;
}
