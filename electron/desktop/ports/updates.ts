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
/** So that not all installations ask at the same hour. */
const JITTER = 0.1;

export interface UpdatesOptions {
  /** `async () => (await import('electron-updater')).default.autoUpdater`: loaded when needed. */
  readonly load: () => Promise<UpdaterLike>;
  readonly isPackaged: boolean;
  /** Folder with the announcements of new versions, https; null: none. */
  readonly feedUrl: string | null;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  /** Whether the streamer wants the app to look by itself. */
  readonly enabled: () => boolean;
  /** While true the app is not restarted, whoever asks. */
  readonly isBroadcasting: () => boolean;
}

/**
 * New versions of the app: looks for them (one minute after the start, then every 12 hours), tells,
 * and fetches and installs only when asked. A version that the streamer asked to fetch is installed
 * when the app quits; the app restarts by `install` alone. Off when the app is not packaged or has
 * no https feed.
 */
export class Updates implements Disposable {
  readonly #options: UpdatesOptions;
  readonly #changes: Emitter<UpdateState>;
  readonly #flight = new SingleFlight<void>();
  readonly #isOff: boolean;
  #state: UpdateState;
  #updater: Promise<UpdaterLike> | null = null;
  /** Undoes what was subscribed at the updater. */
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

  /** Begins to look by itself. A second call does nothing. */
  start(): void {
    if (!this.#isOff && this.#timer === null) this.#schedule(FIRST_CHECK_MS);
  }

  /**
   * Looks now. Resolves when the answer is in `state`; never rejects. Nothing is looked for while
   * a version is being fetched or waits to be installed.
   */
  check(): Promise<void> {
    return this.#check('asked');
  }

  /** Fetches the version that was found. A failure is in `state`. Throws `NoUpdateError`. */
  async download(): Promise<void> {
    const version = this.#found;
    if (this.#state.kind === 'downloading' || this.#state.kind === 'ready') return;
    if (version === null || this.#state.kind === 'checking') throw new NoUpdateError();
    this.#set({ kind: 'downloading', version, percent: 0 });
    const updater = await this.#loaded().catch(() => null);
    try {
      if (!updater) throw new Error('the updater could not be loaded');
      // To be said before: what is fetched later is not installed at quitting. Asking to fetch it
      // is the streamer's consent to that.
      updater.autoInstallOnAppQuit = true;
      await updater.downloadUpdate();
      this.#set({ kind: 'ready', version });
    } catch (failure) {
      if (updater) updater.autoInstallOnAppQuit = false;
      this.#fail(new UpdateDownloadError({ cause: failure }));
    }
  }

  /**
   * Ends the app and starts the new version. Throws `NoUpdateError` when none is ready and
   * `UpdateDuringBroadcastError`; when the system refuses, the app goes on and `state` says so.
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
        // Nobody asked: that there is no network just now is nobody's concern.
        if (why === 'by-itself' && error instanceof UpdateOfflineError) this.#rest(before, failure);
        else this.#fail(error);
      }
    });
  }

  #rest(before: UpdateState, failure: unknown): void {
    this.#options.log.info('New versions cannot be looked for without a network', { failure });
    this.#set(before.kind === 'failed' ? this.#resting() : before);
  }

  /** As things stand when nothing is under way. */
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

  /** What fails while a version waits is its installation; other failures reject a call. */
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

/** What is fetched runs with the streamer's rights: it comes over https or not at all. */
function isSafeFeed(feedUrl: string | null): boolean {
  return feedUrl !== null && URL.canParse(feedUrl) && new URL(feedUrl).protocol === 'https:';
}

/** The place of updates cannot be reached: no alarm, the app works without it. */
export class UpdateOfflineError extends StagelightError {
  constructor(options?: ErrorOptions) {
    super({ code: 'update-offline' }, options);
  }
}

/** Looking for a new version failed for another reason. */
export class UpdateCheckError extends StagelightError {
  constructor(options?: ErrorOptions) {
    super({ code: 'update-check-failed' }, options);
  }
}

/** A new version could not be fetched, or what came is not what was announced. */
export class UpdateDownloadError extends StagelightError {
  constructor(options?: ErrorOptions) {
    super({ code: 'update-download-failed' }, options);
  }
}

/** The new version is here but the system did not let it be put in place. */
export class UpdateInstallError extends StagelightError {
  constructor(options?: ErrorOptions) {
    super({ code: 'update-install-failed' }, options);
  }
}

/** Asked for what there is not: to fetch or install while nothing was found or fetched. */
export class NoUpdateError extends StagelightError {
  constructor(options?: ErrorOptions) {
    super({ code: 'update-none' }, options);
  }
}

/** The app does not restart under a running broadcast. */
export class UpdateDuringBroadcastError extends StagelightError {
  constructor(options?: ErrorOptions) {
    super({ code: 'update-during-broadcast' }, options);
  }
}

const OFFLINE =
  /ERR_(?:INTERNET_DISCONNECTED|NAME_NOT_RESOLVED|ADDRESS_UNREACHABLE|NETWORK_|CONNECTION_|TIMED_OUT|PROXY_)|ENOTFOUND|EAI_AGAIN|ECONN|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT/;

/** Whether a failure only says that the network is not there. */
export function isOffline(failure: unknown): boolean {
  const says = failure instanceof Error ? failure.message : String(failure);
  return OFFLINE.test(errorCode(failure) ?? '') || OFFLINE.test(says);
}

/** What the packager writes beside the app when it was given an address of new versions. */
const FEED_FILE = 'app-update.yml';

/**
 * The address where new versions of a packaged app are announced; null: none was given, or on Windows
 * nobody whose signature could be checked: electron-updater would install whatever it finds there.
 */
export async function updateFeed(
  resources: string,
  platform: NodeJS.Platform = process.platform,
): Promise<string | null> {
  const text = await readFile(join(resources, FEED_FILE), 'utf8').catch(() => '');
  if (platform === 'win32' && !/^publisherName:/m.test(text)) return null;
  return /^url: (\S+)$/m.exec(text)?.[1] ?? null;
}

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

export interface UpdaterHandlers {
  /** Whole percent. */
  readonly onPercent: (percent: number) => void;
  readonly onError: (failure: unknown) => void;
}

/** Sets an updater up so that it does nothing by itself. Dispose what is returned to stop hearing. */
export function openUpdater(
  updater: UpdaterLike,
  feedUrl: string,
  log: Logger,
  { onPercent, onError }: UpdaterHandlers,
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
