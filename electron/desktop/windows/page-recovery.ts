import type { RenderProcessGoneDetails, WebContents } from 'electron';
import type { Clock } from '../../base/clock.ts';
import { type Disposable, DisposableStore } from '../../base/disposables.ts';
import type { Logger } from '../../base/log.ts';
import { listening } from '../listening.ts';

type MaintainedContents = Pick<
  WebContents,
  'on' | 'off' | 'loadURL' | 'isDestroyed' | 'forcefullyCrashRenderer'
>;

interface PageRecoveryOptions {
  readonly contents: MaintainedContents;
  readonly address: string;
  readonly name: string;
  readonly clock: Clock;
  readonly log: Logger;
  /** After the page was lost: milliseconds until it is loaded again; null: not any more. */
  readonly nextWait: () => number | null;
  readonly onStands: () => void;
  readonly hangPatienceMs: number;
}

/** A page that lasted so long did not crash because of how it starts. */
export const STANDS_MS = 60_000;
const MINUTE_MS = 60_000;
const RESTARTS_PER_MINUTE = 3;
/** Chromium's ERR_ABORTED: another load took this one's place. */
const ABORTED = -3;

/**
 * Keeps a page loaded: one whose renderer is gone, that did not load or that hangs is loaded again.
 * It gets everything that it shows from the core anew, so that nothing is lost with it.
 */
export class PageRecovery implements Disposable {
  readonly #options: PageRecoveryOptions;
  readonly #owned = new DisposableStore();
  #retry: Disposable | null = null;
  #stands: Disposable | null = null;
  #hang: Disposable | null = null;

  constructor(options: PageRecoveryOptions) {
    this.#options = options;
    const { contents, clock, log, name, onStands } = options;
    const gone = (_event: unknown, { reason, exitCode }: RenderProcessGoneDetails): void => {
      log.error('A page is gone', { page: name, reason, exitCode });
      this.#lost();
    };
    const failed = (
      _event: unknown,
      errorCode: number,
      errorDescription: string,
      _address: string,
      isMainFrame: boolean,
    ): void => {
      if (!isMainFrame || errorCode === ABORTED) return;
      log.error('A page did not load', { page: name, errorCode, errorDescription });
      this.#lost();
    };
    const loaded = (): void => {
      this.#stands?.dispose();
      // A page that failed is followed by the loading of Chromium's own error page.
      if (this.#retry === null) this.#stands = clock.setTimeout(onStands, STANDS_MS);
    };
    const hangs = (): void => this.#onHang();
    const answers = (): void => this.#hang?.dispose();
    this.#owned.add(
      listening((verb) => {
        if (contents.isDestroyed()) return;
        contents[verb]('render-process-gone', gone);
        contents[verb]('did-fail-load', failed);
        contents[verb]('did-finish-load', loaded);
        contents[verb]('unresponsive', hangs);
        contents[verb]('responsive', answers);
      }),
    );
  }

  load(): void {
    this.#clear();
    const { contents, address } = this.#options;
    if (this.#owned.isDisposed || contents.isDestroyed()) return;
    // What went wrong is told by did-fail-load.
    contents.loadURL(address).catch(() => {});
  }

  dispose(): void {
    this.#clear();
    this.#owned.dispose();
  }

  #onHang(): void {
    const { contents, clock, log, name, hangPatienceMs } = this.#options;
    log.warn('A page does not answer', { page: name });
    this.#hang?.dispose();
    this.#hang = clock.setTimeout(() => {
      // Its end is told as a renderer that is gone, and the page is loaded again in a new one.
      if (!contents.isDestroyed()) contents.forcefullyCrashRenderer();
    }, hangPatienceMs);
  }

  #lost(): void {
    if (this.#retry !== null) return;
    this.#clear();
    const wait = this.#options.nextWait();
    if (wait === null) return;
    this.#retry = this.#options.clock.setTimeout(() => this.load(), wait);
  }

  #clear(): void {
    for (const timer of [this.#retry, this.#stands, this.#hang]) timer?.dispose();
    this.#retry = null;
  }
}

/** Lets something happen at most `most` times within any `windowMs` milliseconds. */
export class RestartLimit {
  readonly #clock: Clock;
  #times: number[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Whether it may happen now; then it counts. */
  take(): boolean {
    const now = this.#clock.monotonic();
    this.#times = this.#times.filter((time) => now - time < MINUTE_MS);
    if (this.#times.length >= RESTARTS_PER_MINUTE) return false;
    this.#times.push(now);
    return true;
  }

  forget(): void {
    this.#times = [];
  }
}
