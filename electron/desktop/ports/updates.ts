import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { UpdateState } from '../../../shared/desktop.ts';
import type { Problem } from '../../../shared/problem.ts';
import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposables.ts';
import { Emitter, type Subscribe } from '../../base/emitter.ts';
import { errorCode } from '../../base/files.ts';
import type { Logger } from '../../base/log.ts';
import { type Random, spread } from '../../base/random.ts';
import { SingleFlight } from '../../base/serial-queue.ts';
import { DesktopError } from '../desktop-error.ts';
import { listening } from '../listening.ts';

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
  readonly enabled: () => boolean;
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
  readonly onChange: Subscribe<UpdateState>;
  readonly #flight = new SingleFlight<void>();
  readonly #isOff: boolean;
  #state: UpdateState;
  #updater: Promise<UpdaterLike> | null = null;
  #listeners: Disposable | null = null;
  #found: string | null = null;
  #checkedAt: number | null = null;
  #timer: Disposable | null = null;
  #disposed = false;

  constructor(options: UpdatesOptions) {
    this.#options = options;
    // Downloads run with the streamer's rights, so only https is allowed.
    const isSafe = URL.parse(options.feedUrl ?? '')?.protocol === 'https:';
    this.#isOff = !options.isPackaged || !isSafe;
    this.#state = this.#isOff ? { kind: 'off' } : { kind: 'idle', checkedAt: null };
    this.#changes = new Emitter((failure) =>
      options.log.error('A listener of the updates failed', { failure }),
    );
    this.onChange = this.#changes.on;
  }

  get state(): UpdateState {
    return this.#state;
  }

  start(): void {
    if (!this.#isOff && this.#timer === null) this.#schedule(FIRST_CHECK_MS);
  }

  /** Checks now, unless a version is being downloaded or waits. Never rejects. */
  check(isByItself = false): Promise<void> {
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
        const offline = isOffline(failure);
        // A missing network is not worth reporting for an automatic check.
        if (isByItself && offline) this.#rest(before, failure);
        else this.#fail(offline ? 'update-offline' : 'update-check-failed', failure);
      }
    });
  }

  /** Downloads the version that was found. A failure goes to `state`. Throws if there is none. */
  async download(): Promise<void> {
    const version = this.#found;
    if (this.#state.kind === 'downloading' || this.#state.kind === 'ready') return;
    if (version === null || this.#state.kind === 'checking') throw new DesktopError('update-none');
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
      this.#fail('update-download-failed', failure);
    }
  }

  /**
   * Quits the app and starts the new version. Throws if none is ready, and during a broadcast; if
   * the system refuses, the app keeps running and `state` has the failure.
   */
  async install(): Promise<void> {
    if (this.#state.kind !== 'ready') throw new DesktopError('update-none');
    if (this.#options.isBroadcasting()) throw new DesktopError('update-during-broadcast');
    try {
      (await this.#loaded()).quitAndInstall(false, true);
    } catch (failure) {
      this.#fail('update-install-failed', failure);
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
      if (this.#options.enabled()) void this.check(true);
    }, delayMs);
  }

  #rest(before: UpdateState, failure: unknown): void {
    this.#options.log.info('New versions cannot be looked for without a network', { failure });
    this.#set(before.kind === 'failed' ? this.#resting() : before);
  }

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
    const say = (level: 'info' | 'warn') => (message?: unknown) =>
      log[level]('updater', { says: String(message) });
    // Logged as warnings: the caller receives errors too.
    updater.logger = { info: say('info'), warn: say('warn'), error: say('warn') };
    updater.autoDownload = false;
    updater.autoInstallOnAppQuit = false;
    updater.allowDowngrade = false;
    updater.allowPrerelease = false;
    updater.disableWebInstaller = true;
    updater.setFeedURL({ provider: 'generic', url: feedUrl ?? '' });
    const onProgress = ({ percent }: Progress): void =>
      this.#progress(Math.max(0, Math.min(100, Math.floor(percent))));
    const onError = (failure: unknown): void => this.#heardError(failure);
    this.#listeners?.dispose();
    this.#listeners = listening((verb) => {
      updater[verb]('download-progress', onProgress);
      updater[verb]('error', onError);
    });
    return updater;
  }

  #progress(percent: number): void {
    const state = this.#state;
    if (state.kind !== 'downloading' || state.percent === percent) return;
    this.#set({ ...state, percent });
  }

  /** While a version is ready, errors come from its installation; others reject their call. */
  #heardError(failure: unknown): void {
    if (this.#state.kind === 'ready') this.#fail('update-install-failed', failure);
  }

  #fail(code: Problem['code'], failure: unknown): void {
    const { message, problem } = new DesktopError(code);
    this.#options.log.warn(message, { failure });
    this.#set({ kind: 'failed', problem });
  }

  #set(state: UpdateState): void {
    if (this.#disposed) return;
    this.#state = state;
    this.#changes.fire(state);
  }
}

const OFFLINE =
  /ERR_(?:INTERNET_DISCONNECTED|NAME_NOT_RESOLVED|ADDRESS_UNREACHABLE|NETWORK_|CONNECTION_|TIMED_OUT|PROXY_)|ENOTFOUND|EAI_AGAIN|ECONN|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT/;

/** Whether the failure only means that the network is missing. */
export function isOffline(failure: unknown): boolean {
  const says = failure instanceof Error ? failure.message : String(failure);
  return OFFLINE.test(errorCode(failure) ?? '') || OFFLINE.test(says);
}

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

export interface UpdaterLike {
  autoDownload: boolean;
  autoInstallOnAppQuit: boolean;
  allowDowngrade: boolean;
  allowPrerelease: boolean;
  disableWebInstaller: boolean;
  logger: Record<'info' | 'warn' | 'error', (message?: unknown) => void> | null;
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

/** A version that is safe to show; the feed's text is foreign. */
function versionText(version: string): string {
  return version.replaceAll(/[^\w.+-]/g, '').slice(0, 40);
}
