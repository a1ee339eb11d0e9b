import { toDisposable } from '../../base/disposables.ts';
import type { PageContents, Visibility } from './ports.ts';

/** Electron's `BrowserWindow`, as far as it says whether people can see it. */
export interface SeenWindow {
  isDestroyed(): boolean;
  isVisible(): boolean;
  isMinimized(): boolean;
  on(event: 'show', listener: () => void): unknown;
  on(event: 'hide', listener: () => void): unknown;
  on(event: 'minimize', listener: () => void): unknown;
  on(event: 'restore', listener: () => void): unknown;
  off(event: 'show', listener: () => void): unknown;
  off(event: 'hide', listener: () => void): unknown;
  off(event: 'minimize', listener: () => void): unknown;
  off(event: 'restore', listener: () => void): unknown;
}

/**
 * Visibility by the state of windows.
 *
 * @param windowOf such as `BrowserWindow.fromWebContents`; null: the contents have no window.
 */
export function windowVisibility(
  windowOf: (contents: PageContents) => SeenWindow | null,
): Visibility {
  const isShown = (window: SeenWindow | null): boolean =>
    window !== null && !window.isDestroyed() && window.isVisible() && !window.isMinimized();
  return {
    isShown: (contents) => isShown(windowOf(contents)),
    onShown(contents, listener) {
      const window = windowOf(contents);
      if (!window) return toDisposable(() => undefined);
      const look = (): void => listener(isShown(window));
      window.on('show', look);
      window.on('hide', look);
      window.on('minimize', look);
      window.on('restore', look);
      return toDisposable(() => {
        window.off('show', look);
        window.off('hide', look);
        window.off('minimize', look);
        window.off('restore', look);
      });
    },
  };
}
