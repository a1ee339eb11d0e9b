import type { App, Session, WebContents } from 'electron';
import type { Disposable } from '../base/disposables.ts';
import { pageOfAddress } from './app-scheme.ts';
import { listening } from './listening.ts';

/** Electron's `app`, as far as it tells of new pages and sessions. */
export type GuardedApp = Pick<App, 'on' | 'off'>;

/**
 * Guards every page and session from its creation; a session at the latest with its first page.
 * Call it before the app is ready.
 */
export function guardAll(app: GuardedApp): Disposable {
  const guarded = new WeakSet<Session>();
  const onSession = (session: Session): void => {
    if (guarded.has(session)) return;
    guarded.add(session);
    denyPermissions(session);
  };
  const onContents = (_event: unknown, contents: WebContents): void => {
    onSession(contents.session);
    guardContents(contents);
  };
  return listening((verb) => {
    app[verb]('web-contents-created', onContents);
    app[verb]('session-created', onSession);
  });
}

export function mayGoToItself(from: string, to: string): boolean {
  const page = pageOfAddress(to);
  return page !== null && page === pageOfAddress(from);
}

interface PageNavigation {
  readonly url: string;
  readonly isMainFrame: boolean;
  preventDefault(): void;
}

/** A widget of others, under a host name of its own (`server/widget-answers.ts`). */
const WIDGET = /^http:\/\/w[0-9a-f]{12}\.localhost:\d{1,5}\/[\w-]{20,100}\/(?:#.*)?$/;

/**
 * A page can only reload: it opens no window and attaches no webview. Its frames show widgets of
 * others, and go nowhere else.
 */
function guardContents(contents: WebContents): void {
  const judge = (details: PageNavigation): void => {
    const { isMainFrame, url } = details;
    const mayGo = isMainFrame ? mayGoToItself(contents.getURL(), url) : WIDGET.test(url);
    if (!mayGo) details.preventDefault();
  };
  contents.on('will-navigate', judge);
  contents.on('will-redirect', judge);
  contents.on('will-frame-navigate', judge);
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
}

/**
 * Our pages need no permission: camera, notifications, clipboard, devices, screen capture and
 * opening other programs are refused to everyone, and downloads are blocked.
 */
function denyPermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, callback) => callback(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  // An empty answer would throw in the main process; null refuses in the page.
  session.setDisplayMediaRequestHandler((_request, callback) => callback(null));
  session.on('will-download', (event) => event.preventDefault());
}
