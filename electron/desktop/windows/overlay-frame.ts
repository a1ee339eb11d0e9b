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

export function overlayFrame(
  { system, ...rights }: PageRights & { readonly system: NodeJS.Platform },
  look: OverlayLook,
  box: Box,
): BrowserWindowConstructorOptions {
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
    // On macOS, the only way to exceed the area below the menu bar.
    enableLargerThanScreen: true,
    acceptFirstMouse: true,
    ...typeOn(system),
    ...(canRefuseFocus(system) ? { focusable: !look.locked } : {}),
    webPreferences: {
      ...safeWebPreferences(rights),
      // Windows under a game count as covered, but captures of them must continue.
      backgroundThrottling: false,
    },
  };
}

/**
 * macOS: panels float over other programs' full screens. Linux: toolbars stay off task bars.
 * Windows: none, because OBS does not list tool windows.
 */
function typeOn(system: NodeJS.Platform): { type?: string } {
  if (system === 'darwin') return { type: 'panel' };
  return system === 'linux' ? { type: 'toolbar' } : {};
}

/**
 * On Linux an unfocusable window is hidden from the window manager and so from OBS's list; clicks
 * pass through it there anyway.
 */
function canRefuseFocus(system: NodeJS.Platform): boolean {
  return system === 'darwin' || system === 'win32';
}

/** Applies the look to the window. `before`: the former look; null for a new window. */
export function applyLook(
  window: BrowserWindow,
  look: OverlayLook,
  before: OverlayLook | null,
  system: NodeJS.Platform,
): void {
  if (look.locked !== before?.locked) {
    // Without forwarding: nothing on the page reacts to hovering.
    window.setIgnoreMouseEvents(look.locked);
    if (before) changeLock(window, look.locked, system);
  }
  if (look.hideFromCapture !== before?.hideFromCapture) {
    window.setContentProtection(look.hideFromCapture);
  }
  if (look.background !== before?.background) window.setBackgroundColor(look.background ?? CLEAR);
}

function changeLock(window: BrowserWindow, locked: boolean, system: NodeJS.Platform): void {
  if (canRefuseFocus(system)) {
    window.setFocusable(!locked);
    // On Windows the call above also changes the task bar.
    window.setSkipTaskbar(true);
  }
  if (locked && window.isFocused()) window.blur();
}

interface WindowMoverOptions {
  readonly window: BrowserWindow;
  readonly screen: Pick<Screen, 'getDisplayMatching'>;
  readonly system: NodeJS.Platform;
  readonly clock: Clock;
  readonly isMovable: () => boolean;
  readonly memory: () => PlaceMemory;
  /** The streamer moved the window; `memory` has its new place. */
  readonly onPlaced: (memory: PlaceMemory) => void;
}

/** A window at rest for this long has been released. Only Windows reports the release itself. */
const LET_GO_MS = 300;

/** Follows the streamer's own moves: on release the window snaps and its place is stored. */
export class WindowMover implements Disposable {
  readonly #options: WindowMoverOptions;
  #lies: Box;
  #letGo: Disposable | null = null;
  #disposed = false;

  constructor(options: WindowMoverOptions) {
    this.#options = options;
    const { window, system } = options;
    this.#lies = window.getBounds();
    window.on('move', () => this.#onMoving());
    window.on('resize', () => this.#onMoving());
    // On macOS these events come during the move as well.
    if (system === 'win32') {
      window.on('moved', () => this.settle());
      window.on('resized', () => this.settle());
    }
  }

  moveTo(box: Box): void {
    this.forgetMove();
    const { window } = this.#options;
    if (this.#disposed || window.isDestroyed()) return;
    if (!sameBox(window.getBounds(), box)) {
      window.setBounds(box);
      // Between displays of different scales, Windows applies the old scale to the first call.
      if (!sameBox(window.getBounds(), box)) window.setBounds(box);
    }
    this.#lies = window.getBounds();
  }

  /** Resizes for the page, which draws the grip where the system has none. */
  resizeTo({ width, height }: Size): void {
    const { window, isMovable } = this.#options;
    if (this.#disposed || !isMovable()) return;
    window.setBounds({
      width: Math.max(OVERLAY_MIN.width, Math.round(width)),
      height: Math.max(OVERLAY_MIN.height, Math.round(height)),
    });
    // Not every system reports a size that the app set.
    this.#onMoving();
  }

  forgetMove(): void {
    this.#letGo?.dispose();
    this.#letGo = null;
  }

  settle(): void {
    if (this.#letGo === null) return;
    this.forgetMove();
    const { window, screen, memory, onPlaced } = this.#options;
    if (window.isDestroyed()) return;
    const now = window.getBounds();
    if (sameBox(now, this.#lies)) return;
    const display = screen.getDisplayMatching(now);
    const snapped = snap(this.#lies, now, display.workArea);
    const { width, height } = snapped;
    const isLargeEnough = width >= OVERLAY_MIN.width && height >= OVERLAY_MIN.height;
    const box = keepInside(isLargeEnough ? snapped : now, display);
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
