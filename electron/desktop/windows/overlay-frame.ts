import type { BrowserWindow, BrowserWindowConstructorOptions, Screen } from 'electron';
import { OVERLAY_WINDOW_TITLE, type OverlayLook } from '../../../shared/desktop.ts';
import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposables.ts';
import { type PageRights, safeWebPreferences } from './safe-web-preferences.ts';
import {
  type Box,
  keepInside,
  OVERLAY_MIN,
  type PlaceMemory,
  remember,
  type Size,
  sameBox,
  snap,
} from './window-place.ts';

const CLEAR = '#00000000';

/** The part of a window that its frame is made with. */
export type FramedWindow = Pick<
  BrowserWindow,
  | 'blur'
  | 'isFocused'
  | 'moveTop'
  | 'setAlwaysOnTop'
  | 'setBackgroundColor'
  | 'setContentProtection'
  | 'setFocusable'
  | 'setIgnoreMouseEvents'
  | 'setSkipTaskbar'
  | 'setVisibleOnAllWorkspaces'
>;

export interface OverlayFrameOptions extends PageRights {
  readonly look: OverlayLook;
  readonly box: Box;
  readonly system: NodeJS.Platform;
}

/** How the overlay's window is made. It is not shown yet. */
export function overlayFrame(options: OverlayFrameOptions): BrowserWindowConstructorOptions {
  const { look, box, system } = options;
  return {
    ...box,
    minWidth: OVERLAY_MIN.width,
    minHeight: OVERLAY_MIN.height,
    title: OVERLAY_WINDOW_TITLE,
    show: false,
    frame: false,
    transparent: true,
    backgroundColor: look.background ?? CLEAR,
    hasShadow: false,
    roundedCorners: false,
    skipTaskbar: true,
    alwaysOnTop: true,
    resizable: true,
    minimizable: false,
    maximizable: false,
    fullscreenable: false,
    // On macOS the only way for a window to be larger than what the menu bar leaves.
    enableLargerThanScreen: true,
    acceptFirstMouse: true,
    ...typeOn(system),
    ...(canRefuseFocus(system) ? { focusable: !look.locked } : {}),
    webPreferences: {
      ...safeWebPreferences(options),
      // A window under a game counts as covered; a capture of it must go on all the same.
      backgroundThrottling: false,
    },
  };
}

/**
 * macOS: a panel stands over other programs' full screens. Linux: task bars leave toolbars out.
 * Windows: none, because a tool window there is missing from OBS's list of windows.
 */
function typeOn(system: NodeJS.Platform): { type?: string } {
  if (system === 'darwin') return { type: 'panel' };
  return system === 'linux' ? { type: 'toolbar' } : {};
}

/**
 * On Linux a window that cannot be focused is hidden from the window manager, and so from OBS's
 * list of windows; clicks go through it there without that.
 */
function canRefuseFocus(system: NodeJS.Platform): boolean {
  return system === 'darwin' || system === 'win32';
}

/** Makes the window as the look wants it. `before`: what applied until now; null: the window is new. */
export function applyLook(
  window: FramedWindow,
  look: OverlayLook,
  before: OverlayLook | null,
  system: NodeJS.Platform,
): void {
  if (look.locked !== before?.locked) applyLock(window, look.locked, before === null, system);
  if (look.hideFromCapture !== before?.hideFromCapture) {
    window.setContentProtection(look.hideFromCapture);
  }
  if (look.background !== before?.background) window.setBackgroundColor(look.background ?? CLEAR);
}

function applyLock(
  window: FramedWindow,
  locked: boolean,
  isNew: boolean,
  system: NodeJS.Platform,
): void {
  // Without forwarding: nothing on the page answers to a pointer that only passes over it.
  window.setIgnoreMouseEvents(locked);
  if (isNew) return;
  if (canRefuseFocus(system)) {
    window.setFocusable(!locked);
    // On Windows the line above also says whether it has a place in the task bar.
    window.setSkipTaskbar(true);
  }
  if (locked && window.isFocused()) window.blur();
}

/** Above all other windows, a game's too. */
export function keepAbove(window: FramedWindow): void {
  window.setAlwaysOnTop(true, 'screen-saver');
}

/** To be seen on every workspace, also beside a full screen. */
export function spreadOverWorkspaces(window: FramedWindow): void {
  window.setVisibleOnAllWorkspaces(true, {
    visibleOnFullScreen: true,
    // A panel needs no change of the process's type, which would take the Dock icon away.
    skipTransformProcessType: true,
  });
}

export type PlacedWindow = Pick<BrowserWindow, 'getBounds' | 'isDestroyed' | 'on' | 'setBounds'>;

export interface WindowMoverOptions {
  readonly window: PlacedWindow;
  readonly screen: Pick<Screen, 'getDisplayMatching'>;
  readonly system: NodeJS.Platform;
  readonly clock: Clock;
  /** Whether a move can be the streamer's. */
  readonly isMovable: () => boolean;
  readonly memory: () => PlaceMemory;
  /** The streamer has put the window somewhere: what is to be kept. */
  readonly onPlaced: (memory: PlaceMemory) => void;
}

/** A window that lies still for so long has been let go. Only Windows says so itself. */
const LET_GO_MS = 300;

/**
 * Follows the streamer's moves of a window: when it is let go it snaps, and its place is kept. What
 * the system or the app moves is nobody's wish and is not kept.
 */
export class WindowMover implements Disposable {
  readonly #options: WindowMoverOptions;
  /** Where it lay after the last move. */
  #lies: Box;
  #letGo: Disposable | null = null;
  #disposed = false;

  constructor(options: WindowMoverOptions) {
    this.#options = options;
    const { window, system } = options;
    this.#lies = window.getBounds();
    window.on('move', () => this.#onMoving());
    window.on('resize', () => this.#onMoving());
    // On macOS these come all along the way.
    if (system === 'win32') {
      window.on('moved', () => this.settle());
      window.on('resized', () => this.settle());
    }
  }

  /** The app moves the window. */
  moveTo(box: Box): void {
    this.forgetMove();
    const { window } = this.#options;
    if (this.#disposed || window.isDestroyed()) return;
    if (!sameBox(window.getBounds(), box)) {
      window.setBounds(box);
      // Between displays of different scales Windows takes the old scale for the first.
      if (!sameBox(window.getBounds(), box)) window.setBounds(box);
    }
    this.#lies = window.getBounds();
  }

  /** The page asks for another size: its grip is drawn where the system has none for such windows. */
  resizeTo({ width, height }: Size): void {
    const { window, isMovable } = this.#options;
    if (this.#disposed || !isMovable()) return;
    window.setBounds({
      width: Math.max(OVERLAY_MIN.width, Math.round(width)),
      height: Math.max(OVERLAY_MIN.height, Math.round(height)),
    });
    // Not every system tells a window of a size that it was given.
    this.#onMoving();
  }

  /** A move that is under way was not the streamer's. */
  forgetMove(): void {
    this.#letGo?.dispose();
    this.#letGo = null;
  }

  /** Takes a move that is under way as done. */
  settle(): void {
    if (this.#letGo === null) return;
    this.forgetMove();
    const { window, screen, memory, onPlaced } = this.#options;
    if (window.isDestroyed()) return;
    const now = window.getBounds();
    if (sameBox(now, this.#lies)) return;
    const display = screen.getDisplayMatching(now);
    const snapped = snap(this.#lies, now, display.workArea);
    const box = keepInside(isLargeEnough(snapped) ? snapped : now, display);
    this.moveTo(box);
    onPlaced(remember(memory(), display, box));
  }

  dispose(): void {
    this.#disposed = true;
    this.forgetMove();
  }

  #onMoving(): void {
    const { window, clock, isMovable } = this.#options;
    if (this.#disposed || window.isDestroyed() || !isMovable()) return;
    this.forgetMove();
    if (sameBox(window.getBounds(), this.#lies)) return;
    this.#letGo = clock.setTimeout(() => this.settle(), LET_GO_MS);
  }
}

function isLargeEnough({ width, height }: Size): boolean {
  return width >= OVERLAY_MIN.width && height >= OVERLAY_MIN.height;
}
