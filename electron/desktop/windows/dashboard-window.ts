import type { BrowserWindow, BrowserWindowConstructorOptions, Screen, WebContents } from 'electron';
import type { DesktopSettings } from '../../../shared/desktop.ts';
import type { Clock } from '../../base/clock.ts';
import { type Disposable, DisposableStore } from '../../base/disposables.ts';
import { Emitter, type Subscribe } from '../../base/emitter.ts';
import type { Logger } from '../../base/log.ts';
import { LatestSaver } from './latest-saver.ts';
import { PageRecovery, RestartLimit } from './page-recovery.ts';
import { type PageRights, safeWebPreferences } from './safe-web-preferences.ts';
import { type Box, centered, keepOn, type Screenful } from './window-place.ts';

export type DashboardPlace = DesktopSettings['dashboard'];

export interface DashboardWindowOptions extends PageRights {
  readonly create: (options: BrowserWindowConstructorOptions) => BrowserWindow;
  readonly screen: Pick<Screen, 'getPrimaryDisplay' | 'getDisplayMatching'>;
  /** Storage of its place, in pixels of the whole desktop. `set` may reject; that is logged. */
  readonly memory: {
    get(): DashboardPlace;
    set(place: DashboardPlace): Promise<unknown>;
  };
  readonly address: string;
  readonly title: string;
  readonly isDark: () => boolean;
  readonly closeToTray: () => boolean;
  readonly isQuitting: () => boolean;
  readonly clock: Clock;
  readonly log: Logger;
  /** The window was closed, and the app keeps running in the tray. */
  readonly onHiddenToTray: () => void;
  /** Its page crashed too often in a minute: only `reopen` tries again. */
  readonly onGivenUp: () => void;
}

/** `--surface-0` of both themes, so that the window has the page's color before it loads. */
export const DASHBOARD_BACKGROUND = { dark: '#0b0d12', light: '#f4f5f8' } as const;
const MIN_SIZE = { width: 400, height: 480 };
const FIRST_SIZE = { width: 1280, height: 860 };
/** After this long the window is shown even without a painted page, so that it can be closed. */
const SHOW_ANYWAY_MS = 4_000;
const SAVE_AFTER_MS = 500;
const RELOAD_AFTER_MS = 200;
/** A hanging page gets this long to recover, because the streamer may be using it. */
const HANG_PATIENCE_MS = 10_000;

/** The dashboard's window. When closed, it can stay hidden while the tray keeps the app. */
export class DashboardWindow implements Disposable {
  readonly #options: DashboardWindowOptions;
  readonly #owned = new DisposableStore();
  readonly #closes: Emitter<void>;
  /** The window is gone; hiding does not count. */
  readonly onClosed: Subscribe<void>;
  readonly #opens: Emitter<void>;
  /** There is a new window, whose page is about to load. */
  readonly onOpened: Subscribe<void>;
  readonly #restarts: RestartLimit;
  readonly #saver: LatestSaver;
  #place: DashboardPlace;
  #open: Opened | null = null;
  #save: Disposable | null = null;

  constructor(options: DashboardWindowOptions) {
    const { clock, log, memory } = options;
    this.#options = options;
    this.#place = memory.get();
    const onFailure = (failure: unknown): void =>
      log.error('A listener of the dashboard window failed', { failure });
    this.#closes = this.#owned.add(new Emitter(onFailure));
    this.onClosed = this.#closes.on;
    this.#opens = this.#owned.add(new Emitter(onFailure));
    this.onOpened = this.#opens.on;
    this.#restarts = new RestartLimit(clock);
    this.#saver = new LatestSaver(
      () => memory.set(this.#place),
      (failure) => log.warn('The place of the dashboard could not be saved', { failure }),
    );
  }

  get contents(): WebContents | null {
    return this.#open?.window.webContents ?? null;
  }

  show(): void {
    if (this.#owned.isDisposed) return;
    if (!this.#open) {
      this.#create();
      return;
    }
    const { window, isPainted } = this.#open;
    if (!isPainted) return;
    if (window.isMinimized()) window.restore();
    window.show();
    window.focus();
  }

  #hide(window: BrowserWindow): void {
    if (!window.isFullScreen()) {
      window.hide();
      return;
    }
    // If hidden at once, macOS would leave an empty full screen.
    window.once('leave-full-screen', () => window.hide());
    window.setFullScreen(false);
  }

  reopen(): void {
    this.#restarts.forget();
    this.#open?.recovery.load();
    this.show();
  }

  /** Resolves when the window's place is saved, or could not be. Never rejects. */
  settled(): Promise<void> {
    this.#remember();
    return this.#saver.settled();
  }

  dispose(): void {
    if (this.#owned.isDisposed) return;
    this.#remember();
    const window = this.#open?.window;
    this.#drop();
    if (window && !window.isDestroyed()) window.destroy();
    this.#owned.dispose();
  }

  #create(): void {
    const { create, address, clock, log, onGivenUp } = this.#options;
    const window = create(this.#frame());
    const owned = new DisposableStore();
    const recovery = owned.add(
      new PageRecovery({
        contents: window.webContents,
        address,
        name: 'dashboard',
        clock,
        log,
        nextWait: () => {
          if (this.#restarts.take()) return RELOAD_AFTER_MS;
          onGivenUp();
          return null;
        },
        onStands: () => {},
        hangPatienceMs: HANG_PATIENCE_MS,
      }),
    );
    const open: Opened = { window, recovery, owned, isPainted: false };
    this.#open = open;
    const reveal = (): void => {
      if (this.#open !== open || open.isPainted) return;
      open.isPainted = true;
      if (this.#place.maximized) window.maximize();
      this.show();
    };
    owned.add(clock.setTimeout(reveal, SHOW_ANYWAY_MS));
    owned.add(onFirstPaint(window, clock, reveal));
    this.#listen(window);
    this.#opens.fire();
    recovery.load();
  }

  #listen(window: BrowserWindow): void {
    const moved = (): void => {
      if (this.#open?.window !== window) return;
      this.#save?.dispose();
      this.#save = this.#options.clock.setTimeout(() => this.#remember(), SAVE_AFTER_MS);
    };
    window.on('move', moved);
    window.on('resize', moved);
    window.on('maximize', moved);
    window.on('unmaximize', moved);
    window.on('close', (event) => {
      this.#remember();
      if (this.#options.isQuitting() || !this.#options.closeToTray()) return;
      event.preventDefault();
      this.#hide(window);
      this.#options.onHiddenToTray();
    });
    window.on('closed', () => {
      if (this.#open?.window === window) this.#drop();
    });
  }

  #remember(): void {
    if (this.#save === null) return;
    this.#save.dispose();
    this.#save = null;
    const window = this.#open?.window;
    if (!window || window.isDestroyed() || window.isMinimized() || window.isFullScreen()) return;
    const { x, y, width, height } = window.getNormalBounds();
    this.#place = { place: { x, y, width, height }, maximized: window.isMaximized() };
    this.#saver.touch();
  }

  #drop(): void {
    const open = this.#open;
    this.#open = null;
    this.#save?.dispose();
    this.#save = null;
    if (!open) return;
    open.owned.dispose();
    this.#closes.fire();
  }

  #frame(): BrowserWindowConstructorOptions {
    const { title, isDark } = this.#options;
    return {
      ...this.#firstBox(),
      minWidth: MIN_SIZE.width,
      minHeight: MIN_SIZE.height,
      title,
      show: false,
      backgroundColor: isDark() ? DASHBOARD_BACKGROUND.dark : DASHBOARD_BACKGROUND.light,
      // The menu's keys work; Alt shows it.
      autoHideMenuBar: true,
      webPreferences: safeWebPreferences(this.#options),
    };
  }

  /** Where it was, inside the work area of the display that is there now: its title bar is its handle. */
  #firstBox(): Box {
    const { screen } = this.#options;
    const { place } = this.#place;
    if (!place) return centered(FIRST_SIZE, withoutTaskBar(screen.getPrimaryDisplay()), MIN_SIZE);
    return keepOn(place, withoutTaskBar(screen.getDisplayMatching(place)), MIN_SIZE);
  }
}

interface Opened {
  readonly window: BrowserWindow;
  readonly recovery: PageRecovery;
  readonly owned: DisposableStore;
  isPainted: boolean;
}

function withoutTaskBar({ workArea }: Screenful): Screenful {
  return { bounds: workArea, workArea };
}

/** A page that is loaded has painted by then, whether or not the system says so. */
const LOADED_IS_PAINTED_MS = 2_000;

/**
 * Calls back once, when the window can be shown without a flash: Electron says that it is ready, or
 * its page has been loaded for two seconds. Wayland gives a window that is not shown nothing to paint
 * on, so that the first may never come. Disposed: not any more.
 */
export function onFirstPaint(window: BrowserWindow, clock: Clock, run: () => void): Disposable {
  const waiting = new DisposableStore();
  const done = (): void => {
    if (waiting.isDisposed) return;
    waiting.dispose();
    run();
  };
  window.once('ready-to-show', done);
  window.webContents.once('did-finish-load', () => {
    if (!waiting.isDisposed) waiting.add(clock.setTimeout(done, LOADED_IS_PAINTED_MS));
  });
  return waiting;
}
