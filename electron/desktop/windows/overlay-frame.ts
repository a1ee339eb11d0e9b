import type { BrowserWindow, BrowserWindowConstructorOptions } from 'electron';
import { OVERLAY_WINDOW_TITLE, type OverlayLook } from '../../../shared/desktop.ts';
import { type PageRights, safeWebPreferences } from './safe-web-preferences.ts';
import { type Box, OVERLAY_MIN } from './window-place.ts';

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
