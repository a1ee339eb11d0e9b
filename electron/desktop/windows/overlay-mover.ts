import type { BrowserWindow, Screen } from 'electron';
import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposables.ts';
import { type PlaceMemory, remember } from './display-memory.ts';
import { type Box, keepInside, OVERLAY_MIN, type Size, sameBox, snap } from './window-place.ts';

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
