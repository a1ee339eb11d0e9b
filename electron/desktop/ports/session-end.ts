import type { App, BrowserWindow } from 'electron';

type WindowMaker = Pick<App, 'on'>;

/**
 * Windows ends the session (shutting down, restarting, signing out). `asked`: it may still be called
 * off, and nothing is held back. `ended`, once: the process may be gone as soon as the listener returns;
 * no `before-quit` comes. Told through the windows, so only while there is one, hidden or not.
 */
export function onSessionEnd(
  app: WindowMaker,
  { asked, ended }: { readonly asked: () => void; readonly ended: () => void },
): void {
  let isOver = false;
  app.on('browser-window-created', (_event, window: BrowserWindow) => {
    window.on('query-session-end', () => {
      if (!isOver) asked();
    });
    window.on('session-end', () => {
      if (isOver) return;
      isOver = true;
      ended();
    });
  });
}
