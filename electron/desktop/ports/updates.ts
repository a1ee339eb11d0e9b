import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { UpdateState } from '../../../shared/desktop.ts';
import type { Clock } from '../../base/clock.ts';
import { type Disposable, toDisposable } from '../../base/disposables.ts';
import { Emitter, type Subscribe } from '../../base/emitter.ts';
import { StagelightError } from '../../base/errors.ts';
import { errorCode } from '../../base/files.ts';
import type { Logger } from '../../base/log.ts';
import { type Random, spread } from '../../base/random.ts';
import { SingleFlight } from '../../base/serial-queue.ts';

const FIRST_CHECK_MS = 60_000;
const INTERVAL_MS = 12 * 3_600_000;
/** Spreads the checks of all installations over time. */
const JITTER = 0.1;

export interface UpdatesOptions {
  /** `async () => (await import('electron-updater')).default.autoUpdater`: loaded when needed. */
  readonly load: () => Promise<UpdaterLike>;
  readonly isPackaged: boolean;
  /** Folder of the update feed, https; null: none. */
  readonly feedUrl: string | null;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  /** Whether the streamer enabled automatic checks. */
  readonly enabled: () => boolean;
  /** While true the app never restarts. */
  readonly isBroadcasting: () => boolean;
}

/**
 * Updates of the app: checks one minute after the start and then every 12 hours; downloads and
 * installs only on request. A downloaded version is installed when the app quits; only `install`
 * restarts the app. Off if the app is not packaged or has no https feed.
 */
export class Updates implements Disposable {
  readonly #options: UpdatesOptions;
  readonly #changes: Emitter<UpdateState>;
  readonly #flight = new SingleFlight<void>();
  readonly #isOff: boolean;
  #state: UpdateState;
  #updater: Promise<UpdaterLike> | null = null;
  /** Removes the updater's listeners. */
  #listeners: Disposable | null = null;
  #found: string | null = null;
  #checkedAt: number | null = null;
  #timer: Disposable | null = null;
  #disposed = false;

  constructor(options: UpdatesOptions) {
    this.#options = options;
    this.#isOff = !options.isPackaged || !isSafeFeed(options.feedUrl);
    this.#state = this.#isOff ? { kind: 'off' } : { kind: 'idle', checkedAt: null };
    this.#changes = new Emitter((failure) =>
      options.log.error('A listener of the updates failed', { failure }),
    );
  }

  get state(): UpdateState {
    return this.#state;
  }

  get onChange(): Subscribe<UpdateState> {
    return this.#changes.on;
  }

  /** Starts automatic checks. A second call does nothing. */
  start(): void {
    if (!this.#isOff && this.#timer === null) this.#schedule(FIRST_CHECK_MS);
  }

  /**
   * Checks now. Resolves when the result is in `state`; never rejects. Does nothing while a version
   * is being downloaded or waits for installation.
   */
  check(): Promise<void> {
    return this.#check('asked');
  }

  /** Downloads the version that was found. A failure goes to `state`. Throws `NoUpdateError`. */
  async download(): Promise<void> {
    const version = this.#found;
    if (this.#state.kind === 'downloading' || this.#state.kind === 'ready') return;
    if (version === null || this.#state.kind === 'checking') throw new NoUpdateError();
    this.#set({ kind: 'downloading', version, percent: 0 });
    const updater = await this.#loaded().catch(() => null);
    try {
      if (!updater) throw new Error('the updater could not be loaded');
      // Set before the download, or the updater would not install on quit. The request to download
      // is the streamer's consent.
      updater.autoInstallOnAppQuit = true;
      await updater.downloadUpdate();
      this.#set({ kind: 'ready', version });
    } catch (failure) {
      if (updater) updater.autoInstallOnAppQuit = false;
      this.#fail(new UpdateDownloadError({ cause: failure }));
    }
  }

  /**
   * Quits the app and starts the new version. Throws `NoUpdateError` if none is ready and
   * `UpdateDuringBroadcastError`; if the system refuses, the app keeps running and `state` has the
   * failure.
   */
  async install(): Promise<void> {
    if (this.#state.kind !== 'ready') throw new NoUpdateError();
    if (this.#options.isBroadcasting()) throw new UpdateDuringBroadcastError();
    try {
      (await this.#loaded()).quitAndInstall(false, true);
    } catch (failure) {
      this.#fail(new UpdateInstallError({ cause: failure }));
    }
  }

  dispose(): void {
    this.#disposed = true;
    this.#timer?.dispose();
    this.#listeners?.dispose();
    this.#changes.dispose();
  }

  #schedule(delayMs: number): void {
    if (this.#disposed) return;
    this.#timer = this.#options.clock.setTimeout(() => {
      this.#schedule(spread(INTERVAL_MS, JITTER, this.#options.random));
      if (this.#options.enabled()) void this.#check('by-itself');
    }, delayMs);
  }

  #check(why: 'asked' | 'by-itself'): Promise<void> {
    const { kind } = this.#state;
    if (kind === 'off' || kind === 'downloading' || kind === 'ready') return Promise.resolve();
    return this.#flight.run(async () => {
      const before = this.#state;
      this.#set({ kind: 'checking' });
      try {
        const updater = await this.#loaded();
        const result = await updater.checkForUpdates();
        this.#checkedAt = this.#options.clock.now();
        this.#found = result?.isUpdateAvailable ? versionText(result.updateInfo.version) : null;
        this.#set(this.#resting());
      } catch (failure) {
        const error = isOffline(failure)
          ? new UpdateOfflineError({ cause: failure })
          : new UpdateCheckError({ cause: failure });
        // A missing network is not worth reporting for an automatic check.
        if (why === 'by-itself' && error instanceof UpdateOfflineError) this.#rest(before, failure);
        else this.#fail(error);
      }
    });
  }

  #rest(before: UpdateState, failure: unknown): void {
    this.#options.log.info('New versions cannot be looked for without a network', { failure });
    this.#set(before.kind === 'failed' ? this.#resting() : before);
  }

  /** The state while no check or download is running. */
  #resting(): UpdateState {
    if (this.#found !== null) return { kind: 'available', version: this.#found };
    return { kind: 'idle', checkedAt: this.#checkedAt };
  }

  #loaded(): Promise<UpdaterLike> {
    this.#updater ??= this.#load().catch((failure: unknown) => {
      this.#updater = null;
      throw failure;
    });
    return this.#updater;
  }

  async #load(): Promise<UpdaterLike> {
    const { load, feedUrl, log } = this.#options;
    const updater = await load();
    this.#listeners?.dispose();
    this.#listeners = openUpdater(updater, feedUrl ?? '', log, {
      onPercent: (percent) => this.#progress(percent),
      onError: (failure) => this.#heardError(failure),
    });
    return updater;
  }

  #progress(percent: number): void {
    const state = this.#state;
    if (state.kind !== 'downloading' || state.percent === percent) return;
    this.#set({ ...state, percent });
  }

  /**
   * While a version is ready, errors come from its installation; other failures reject their own
   * call.
   */
  #heardError(failure: unknown): void {
    if (this.#state.kind === 'ready') this.#fail(new UpdateInstallError({ cause: failure }));
  }

  #fail(error: StagelightError): void {
    this.#options.log.warn(error.message, { failure: error.cause });
    this.#set({ kind: 'failed', problem: error.problem });
  }

  #set(state: UpdateState): void {
    if (this.#disposed) return;
    this.#state = state;
    this.#changes.fire(state);
  }
}

/** Downloads run with the streamer's rights, so only https is allowed. */
function isSafeFeed(feedUrl: string | null): boolean {
  return feedUrl !== null && URL.canParse(feedUrl) && new URL(feedUrl).protocol === 'https:';
}

/** The update feed cannot be reached; not alarming, because the app works without it. */
export class UpdateOfflineError extends StagelightError {
  constructor(options?: ErrorOptions) {
    super({ code: 'update-offline' }, options);
  }
}

/** The check for a new version failed for another reason. */
export class UpdateCheckError extends StagelightError {
  constructor(options?: ErrorOptions) {
    super({ code: 'update-check-failed' }, options);
  }
}

/** The download failed, or does not match the feed. */
export class UpdateDownloadError extends StagelightError {
  constructor(options?: ErrorOptions) {
    super({ code: 'update-download-failed' }, options);
  }
}

/** The new version is downloaded, but the system refused to install it. */
export class UpdateInstallError extends StagelightError {
  constructor(options?: ErrorOptions) {
    super({ code: 'update-install-failed' }, options);
  }
}

/** Download or install was requested without a found or downloaded version. */
export class NoUpdateError extends StagelightError {
  constructor(options?: ErrorOptions) {
    super({ code: 'update-none' }, options);
  }
}

/** The app never restarts during a broadcast. */
export class UpdateDuringBroadcastError extends StagelightError {
  constructor(options?: ErrorOptions) {
    super({ code: 'update-during-broadcast' }, options);
  }
}

const OFFLINE =
  /ERR_(?:INTERNET_DISCONNECTED|NAME_NOT_RESOLVED|ADDRESS_UNREACHABLE|NETWORK_|CONNECTION_|TIMED_OUT|PROXY_)|ENOTFOUND|EAI_AGAIN|ECONN|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT/;

/** Whether the failure only means that the network is missing. */
export function isOffline(failure: unknown): boolean {
  const says = failure instanceof Error ? failure.message : String(failure);
  return OFFLINE.test(errorCode(failure) ?? '') || OFFLINE.test(says);
}

/** Written by the packager if a feed address was configured. */
const FEED_FILE = 'app-update.yml';

/**
 * The feed address of a packaged app. Null if none was configured or, on Windows, if no publisher
 * is set: without one, electron-updater would install unsigned files.
 */
export async function updateFeed(
  resources: string,
  platform: NodeJS.Platform = process.platform,
): Promise<string | null> {
  const text = await readFile(join(resources, FEED_FILE), 'utf8').catch(() => '');
  if (platform === 'win32' && !/^publisherName:/m.test(text)) return null;
  return /^url: (\S+)$/m.exec(text)?.[1] ?? null;
}

/** The used part of electron-updater's autoUpdater. */
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

export interface UpdaterHandlers {
  /** Whole percent. */
  readonly onPercent: (percent: number) => void;
  readonly onError: (failure: unknown) => void;
}

/**
 * Configures the updater so that it does nothing automatically. Dispose the result to remove the
 * listeners.
 */
export function openUpdater(
  updater: UpdaterLike,
  feedUrl: string,
  log: Logger,
  { onPercent, onError }: UpdaterHandlers,
): Disposable {
  const say = (level: 'info' | 'warn') => (message?: unknown) =>
    log[level]('updater', { says: String(message) });
  // Logged as warnings: the caller receives errors too.
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

/** A version that is safe to show; the feed's text is foreign. */
export function versionText(version: string): string {
  return version.replaceAll(/[^\w.+-]/g, '').slice(0, 40);
}
