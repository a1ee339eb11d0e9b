import { type Disposable, toDisposable } from '../../base/disposables.ts';
import { pageOfAddress } from '../app-scheme.ts';
import { type GuardedContents, type GuardOptions, guardContents } from './contents.ts';
import { denyPermissions, type GuardedSession } from './permissions.ts';

type NewContents = GuardedContents & { readonly session: GuardedSession };
type ContentsListener = (event: unknown, contents: NewContents) => void;
type SessionListener = (session: GuardedSession) => void;

/** Electron's `app`, as far as it tells of new pages and sessions. */
export interface GuardedApp {
  on(event: 'web-contents-created', listener: ContentsListener): unknown;
  on(event: 'session-created', listener: SessionListener): unknown;
  off(event: 'web-contents-created', listener: ContentsListener): unknown;
  off(event: 'session-created', listener: SessionListener): unknown;
}

/** A page of ours may load itself anew, and become no other page. */
export const mayGoToItself: GuardOptions['mayGo'] = (from, to) => {
  const page = pageOfAddress(to);
  return page !== null && page === pageOfAddress(from);
};

/**
 * Guards every page and session from its first moment on; a session at the latest with its first
 * page. Call it before the app is ready.
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
  app.on('web-contents-created', onContents);
  app.on('session-created', onSession);
  return toDisposable(() => {
    app.off('web-contents-created', onContents);
    app.off('session-created', onSession);
  });
}
