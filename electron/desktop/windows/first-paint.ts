import type { BrowserWindow, WebContents } from 'electron';
import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposables.ts';

type PaintingWindow = Pick<BrowserWindow, 'once'> & {
  readonly webContents: Pick<WebContents, 'once'>;
};

/** A page that is loaded has painted by then, whether or not the system says so. */
const LOADED_IS_PAINTED_MS = 2_000;

/**
 * Calls back once, when the window can be shown without a flash: Electron says that it is ready, or
 * its page has been loaded for two seconds. Wayland gives a window that is not shown nothing to paint
 * on, so that the first may never come. Disposed: not any more.
 */
export function onFirstPaint(window: PaintingWindow, clock: Clock, run: () => void): Disposable {
  let timer: Disposable | null = null;
  let isDone = false;
  const done = (): void => {
    if (isDone) return;
    isDone = true;
    timer?.dispose();
    run();
  };
  window.once('ready-to-show', done);
  window.webContents.once('did-finish-load', () => {
    if (!isDone) timer = clock.setTimeout(done, LOADED_IS_PAINTED_MS);
  });
  return {
    dispose() {
      isDone = true;
      timer?.dispose();
    },
  };
}
