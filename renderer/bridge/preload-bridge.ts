import type {
  Bridge,
  CommandArgs,
  CommandName,
  CommandResult,
  FeedName,
  Feeds,
  OnCommandWait,
} from '../../shared/bridge/contract.ts';
import { type DashboardPreload, PRELOAD_NAME } from '../../shared/bridge/preload.ts';
import { isJsonObject } from '../../shared/json.ts';
import { FeedMemory } from './feed-memory.ts';
import { parseDownFrame } from './frames.ts';
import { OpenCommands } from './open-commands.ts';
import type { PageClock } from './page-host.ts';
import type { Stop } from './page-timers.ts';

/** What the desktop app has put into its dashboard; null: this is a page in a browser. */
export function dashboardPreload(page: object): DashboardPreload | null {
  const found: unknown = Reflect.get(page, PRELOAD_NAME);
  return isJsonObject(found) && typeof found['command'] === 'function'
    ? (found as unknown as DashboardPreload)
    : null;
}

export interface PreloadBridgeOptions {
  readonly preload: DashboardPreload;
  readonly clock: Pick<PageClock, 'now' | 'after'>;
  /** Uniform numbers in [0, 1). */
  readonly random: () => number;
  readonly ownBuildId: string;
  /** The core is of another build; true when the page is being reloaded for it. */
  readonly reloadFor: (buildId: string) => boolean;
}

const RETRY_MIN_MS = 250;
const RETRY_MAX_MS = 5_000;

/**
 * The bridge of the app's own window. A line that ends is begun again at once, and after 0.25 to
 * 5 s (full jitter) when that one ends before it has been greeted. There is no limit to the wait
 * for a greeting: the main process is there, and says so when a line is over. Commands go their own
 * way: the app around the core can be asked also while the core is not running.
 */
export class PreloadBridge implements Bridge {
  readonly #options: PreloadBridgeOptions;
  readonly #feeds = new FeedMemory();
  readonly #commands: OpenCommands;
  readonly #reachListeners = new Set<(reachable: boolean) => void>();
  #line: { close(): void } | null = null;
  #reachable = false;
  #failures = 0;
  #stopTimer: Stop = () => undefined;
  #disposed = false;

  constructor(options: PreloadBridgeOptions) {
    this.#options = options;
    this.#commands = new OpenCommands(options.clock, options.random);
    this.#connect();
  }

  command<N extends CommandName>(
    name: N,
    args: CommandArgs<N>,
    onWait?: OnCommandWait,
  ): Promise<CommandResult<N>> {
    return this.#commands.start(name, args, onWait, ({ id }) => {
      this.#options.preload.command(name, args, id).then(
        (answer) => this.#commands.settle({ type: 'result', id, ...answer }),
        // What fails is the way itself: the app is ending.
        () => this.#commands.lose(id),
      );
    });
  }

  follow<N extends FeedName>(feed: N, listener: (value: Feeds[N]) => void): Stop {
    return this.#feeds.follow(feed, listener);
  }

  followReachable(listener: (reachable: boolean) => void): Stop {
    const entry = (reachable: boolean) => listener(reachable);
    this.#reachListeners.add(entry);
    listener(this.#reachable);
    return () => {
      this.#reachListeners.delete(entry);
    };
  }

  /** A page of the app itself needs no key. */
  followAddressGone(listener: (gone: boolean) => void): Stop {
    listener(false);
    return () => undefined;
  }

  /** Closes the line for good. */
  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    this.#stopTimer();
    this.#commands.loseAll();
    this.#line?.close();
    this.#line = null;
    this.#tellReachable(false);
    this.#feeds.forgetListeners();
    this.#reachListeners.clear();
  }

  #connect(): void {
    // Own to this attempt, so that a line that was let go is not listened to any more.
    const line: { close(): void } = this.#options.preload.connect({
      heard: (frames) => {
        for (const frame of frames) if (this.#line === line) this.#receive(frame);
      },
      closed: () => {
        if (this.#line === line) this.#lose();
      },
    });
    this.#line = line;
  }

  #receive(text: string): void {
    const frame = parseDownFrame(text);
    if (frame?.type === 'hello') this.#greet(frame.buildId);
    else if (frame?.type === 'feed') this.#feeds.receive(frame);
    else if (frame?.type === 'waiting') this.#commands.wait(frame);
  }

  #greet(buildId: string): void {
    const { ownBuildId, reloadFor } = this.#options;
    if (buildId !== ownBuildId && reloadFor(buildId)) {
      this.dispose();
      return;
    }
    this.#failures = 0;
    this.#tellReachable(true);
  }

  #lose(): void {
    this.#line = null;
    this.#tellReachable(false);
    this.#failures += 1;
    if (this.#failures === 1) {
      this.#connect();
      return;
    }
    const ceiling = Math.min(RETRY_MAX_MS, RETRY_MIN_MS * 2 ** Math.min(this.#failures, 10));
    const wait = RETRY_MIN_MS + this.#options.random() * (ceiling - RETRY_MIN_MS);
    this.#stopTimer = this.#options.clock.after(wait, () => this.#connect());
  }

  #tellReachable(reachable: boolean): void {
    if (this.#reachable === reachable) return;
    this.#reachable = reachable;
    for (const listener of [...this.#reachListeners]) listener(reachable);
  }
}
