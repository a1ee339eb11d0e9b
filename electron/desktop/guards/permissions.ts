import type { Session } from 'electron';

export type GuardedSession = Pick<
  Session,
  | 'setPermissionRequestHandler'
  | 'setPermissionCheckHandler'
  | 'setDevicePermissionHandler'
  | 'setDisplayMediaRequestHandler'
> & {
  on(event: 'will-download', listener: (event: { preventDefault(): void }) => void): unknown;
};

/**
 * Our pages need no permission at all: camera, notifications, clipboard, devices, screen capture,
 * opening other programs are refused, whoever asks, and nothing is downloaded.
 */
export function denyPermissions(session: GuardedSession): void {
  session.setPermissionRequestHandler((_contents, _permission, callback) => callback(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  // An empty answer would throw in the main process; null refuses in the page.
  session.setDisplayMediaRequestHandler((_request, callback) => callback(null));
  session.on('will-download', (event) => event.preventDefault());
}
