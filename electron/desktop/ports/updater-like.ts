import { type Disposable, toDisposable } from '../../base/disposables.ts';
import type { Logger } from '../../base/log.ts';

/** The part of electron-updater's autoUpdater that is used. */
export interface UpdaterLike {
  autoDownload: boolean;
  autoInstallOnAppQuit: boolean;
  allowDowngrade: boolean;
  allowPrerelease: boolean;
  disableWebInstaller: boolean;
  logger: UpdaterLogger | null;
  setFeedURL(feed: { readonly provider: 'generic'; readonly url: string }): void;
  checkForUpdates(): Promise<{
    readonly isUpdateAvailable: boolean;
    readonly updateInfo: { readonly version: string };
  } | null>;
  downloadUpdate(): Promise<readonly string[]>;
  quitAndInstall(isSilent: boolean, isForceRunAfter: boolean): void;
  on(event: 'download-progress', listener: (progress: Progress) => void): unknown;
  on(event: 'error', listener: (failure: Error) => void): unknown;
  off(event: 'download-progress', listener: (progress: Progress) => void): unknown;
  off(event: 'error', listener: (failure: Error) => void): unknown;
}

interface Progress {
  readonly percent: number;
}

interface UpdaterLogger {
  info(message?: unknown): void;
  warn(message?: unknown): void;
  error(message?: unknown): void;
}

export interface UpdaterEars {
  /** Whole percent. */
  readonly onPercent: (percent: number) => void;
  readonly onError: (failure: unknown) => void;
}

/** Sets an updater up so that it does nothing by itself. Dispose what is returned to stop hearing. */
export function openUpdater(
  updater: UpdaterLike,
  feedUrl: string,
  log: Logger,
  { onPercent, onError }: UpdaterEars,
): Disposable {
  const say = (level: 'info' | 'warn') => (message?: unknown) =>
    log[level]('updater', { says: String(message) });
  // It says errors twice, and whoever asked hears them: no alarm in the log.
  updater.logger = { info: say('info'), warn: say('warn'), error: say('warn') };
  updater.autoDownload = false;
  updater.autoInstallOnAppQuit = false;
  updater.allowDowngrade = false;
  updater.allowPrerelease = false;
  updater.disableWebInstaller = true;
  updater.setFeedURL({ provider: 'generic', url: feedUrl });
  const hearProgress = ({ percent }: Progress): void =>
    onPercent(Math.max(0, Math.min(100, Math.floor(percent))));
  updater.on('download-progress', hearProgress);
  updater.on('error', onError);
  return toDisposable(() => {
    updater.off('download-progress', hearProgress);
    updater.off('error', onError);
  });
}

/** A version as it may be shown; what a feed says is text of others. */
export function versionText(version: string): string {
  return version.replaceAll(/[^\w.+-]/g, '').slice(0, 40);
}
