import type { Session, WebContents } from 'electron';
import type { Disposable } from '../base/disposables.ts';
import { pageOfAddress } from './app-scheme.ts';
import { listening } from './listening.ts';

type NewContents = GuardedContents & { readonly session: GuardedSession };
type ContentsListener = (event: unknown, contents: NewContents) => void;
type SessionListener = (session: GuardedSession) => void;

export interface GuardedApp {
  on(event: 'web-contents-created', listener: ContentsListener): unknown;
  on(event: 'session-created', listener: SessionListener): unknown;
  off(event: 'web-contents-created', listener: ContentsListener): unknown;
  off(event: 'session-created', listener: SessionListener): unknown;
}

/** Our pages may reload, but not navigate elsewhere. */
export const mayGoToItself: GuardOptions['mayGo'] = (from, to) => {
  const page = pageOfAddress(to);
  return page !== null && page === pageOfAddress(from);
};

/**
 * Guards every page and session from its creation; a session at the latest with its first page.
 * Call it before the app is ready.
 */
export function guardAll(
  app: GuardedApp,
  options: GuardOptions = { mayGo: mayGoToItself },
): Disposable {
  const guarded = new WeakSet<GuardedSession>();
  const onSession: SessionListener = (session) => {
    if (guarded.has(session)) return;
    guarded.add(session);
    denyPermissions(session);
  };
  const onContents: ContentsListener = (_event, contents) => {
    onSession(contents.session);
    guardContents(contents, options);
  };
  return listening((verb) => {
    app[verb]('web-contents-created', onContents);
    app[verb]('session-created', onSession);
  });
}

interface PageNavigation {
  readonly url: string;
  readonly isMainFrame: boolean;
  preventDefault(): void;
}

interface GuardedContents extends Pick<WebContents, 'getURL' | 'setWindowOpenHandler'> {
  on(
    event: 'will-navigate' | 'will-redirect' | 'will-frame-navigate',
    listener: (details: PageNavigation) => void,
  ): unknown;
  on(event: 'will-attach-webview', listener: (event: { preventDefault(): void }) => void): unknown;
}

interface GuardOptions {
  readonly mayGo: (from: string, to: string) => boolean;
}

/**
 * Locks a page to its address: it can only reload, opens no window, attaches no webview, and its
 * frames cannot navigate.
 */
function guardContents(contents: GuardedContents, options: GuardOptions): void {
  const judge = (details: PageNavigation): void => {
    if (!details.isMainFrame || !options.mayGo(contents.getURL(), details.url)) {
      details.preventDefault();
    }
  };
  contents.on('will-navigate', judge);
  contents.on('will-redirect', judge);
  contents.on('will-frame-navigate', judge);
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
}

type GuardedSession = Pick<
  Session,
  | 'setPermissionRequestHandler'
  | 'setPermissionCheckHandler'
  | 'setDevicePermissionHandler'
  | 'setDisplayMediaRequestHandler'
> & {
  on(event: 'will-download', listener: (event: { preventDefault(): void }) => void): unknown;
};

/**
 * Our pages need no permission: camera, notifications, clipboard, devices, screen capture and
 * opening other programs are refused to everyone, and downloads are blocked.
 */
function denyPermissions(session: GuardedSession): void {
  session.setPermissionRequestHandler((_contents, _permission, callback) => callback(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  // An empty answer would throw in the main process; null refuses in the page.
  session.setDisplayMediaRequestHandler((_request, callback) => callback(null));
  session.on('will-download', (event) => event.preventDefault());
}
