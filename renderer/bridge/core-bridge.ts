import { type BackoffPolicy, backoffMs } from '../../shared/backoff.ts';
import {
  type Bridge,
  BridgeError,
  type CommandArgs,
  type CommandName,
  type CommandResult,
  type FeedFrame,
  type FeedName,
  type Feeds,
  type OnCommandWait,
} from '../../shared/contract/index.ts';
import { assertNever } from '../../shared/events.ts';
import type { CommandAnswer } from '../../shared/preload.ts';
import { type CheckAddress, GONE_RETRY_MS } from './address-check.ts';
import { ADDRESS_GONE, CORE_UNREACHABLE } from './bridge-problems.ts';
import { parseDownFrame } from './frames.ts';
import { OpenCommands } from './open-commands.ts';
import type { PageClock, Stop } from './page-host.ts';

interface CarrierConnection {
  send(text: string): void;
  close(): void;
}

export interface CarrierHandlers {
  message(data: unknown): void;
  /** Opening failed, or the connection closed. */
  closed(): void;
}

export interface Carrier {
  open(handlers: CarrierHandlers): CarrierConnection;
  /**
   * Sends commands outside the connection, even while disconnected; if omitted, they use the
   * connection.
   */
  readonly command?: (name: string, args: unknown, id: number) => Promise<CommandAnswer>;
  /** Checks the page's address after a failed connection; if omitted, it is always valid. */
  readonly checkAddress?: CheckAddress;
  /** Time limit for the greeting; null: none, as the carrier reports a closed connection. */
  readonly helloLimitMs: number | null;
  /** Backoff with full jitter; `firstAtOnce`: no wait after a connection that was greeted. */
  readonly retry: BackoffPolicy & { readonly firstAtOnce: boolean };
}

interface CoreBridgeOptions {
  readonly carrier: Carrier;
  readonly clock: Pick<PageClock, 'now' | 'after'>;
  /** Uniform numbers in [0, 1). */
  readonly random: () => number;
  readonly ownBuildId: string;
  /** Reloads the page if the core is of another build; returns true if it is reloading. */
  readonly reloadFor: (buildId: string) => boolean;
}

/**
 * The page's end of the bridge. It connects at once and reconnects forever: once a minute if the
 * core no longer knows the page's address. Each connection delivers every feed anew; open commands
 * survive a break and are sent again after it.
 */
export class CoreBridge implements Bridge {
  readonly #options: CoreBridgeOptions;
  readonly #feeds = new FeedListeners();
  readonly #reachable = new ObservableValue(false);
  readonly #gone = new ObservableValue(false);
  readonly #commands: OpenCommands;
  #connection: CarrierConnection | null = null;
  /** The core's run that answered last; null before the first. */
  #run: string | null = null;
  #failures = 0;
  #attempts = 0;
  #stopTimer: Stop = () => undefined;
  #disposed = false;

  constructor(options: CoreBridgeOptions) {
    this.#options = options;
    this.#commands = new OpenCommands(options.clock, options.random);
    this.#connect();
  }

  command<N extends CommandName>(
    name: N,
    args: CommandArgs<N>,
    onWait?: OnCommandWait,
    code?: string,
  ): Promise<CommandResult<N>> {
    const { command } = this.#options.carrier;
    if (command) {
      return this.#commands.start(name, args, onWait, ({ id }) => {
        command(name, args, id).then(
          (answer) => this.#commands.settle({ type: 'result', id, ...answer }),
          // Sending itself failed: the app is closing.
          () => this.#commands.lose(id),
        );
      });
    }
    const connection = this.#connection;
    if (!connection || !this.#reachable.value) {
      return Promise.reject(new BridgeError(this.#gone.value ? ADDRESS_GONE : CORE_UNREACHABLE));
    }
    const send = (frame: unknown): void => connection.send(JSON.stringify(frame));
    return this.#commands.start(name, args, onWait, send, code);
  }

  follow<N extends FeedName>(feed: N, listener: (value: Feeds[N]) => void): Stop {
    return this.#feeds.follow(feed, listener);
  }

  followReachable(listener: (reachable: boolean) => void): Stop {
    return this.#reachable.follow(listener);
  }

  followAddressGone(listener: (gone: boolean) => void): Stop {
    return this.#gone.follow(listener);
  }

  /** Closes the connection for good; commands under way are rejected. */
  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    this.#release();
    this.#commands.loseAll();
    this.#feeds.clear();
    this.#reachable.forgetListeners();
    this.#gone.forgetListeners();
  }

  #connect(): void {
    const { carrier, clock } = this.#options;
    this.#attempts += 1;
    const connection = carrier.open({
      // Ignores messages of a connection that was replaced.
      message: (data) => this.#connection === connection && this.#receive(data),
      closed: () => this.#connection === connection && this.#lose(),
    });
    this.#connection = connection;
    // A core that accepts the connection but never greets counts as unreachable.
    if (carrier.helloLimitMs !== null) {
      this.#stopTimer = clock.after(carrier.helloLimitMs, () => this.#lose());
    }
  }

  #receive(text: unknown): void {
    const frame = parseDownFrame(text);
    if (!frame) return;
    switch (frame.type) {
      case 'hello':
        this.#greet(frame.buildId, frame.run);
        break;
      case 'feed':
        this.#feeds.tell(frame);
        break;
      case 'waiting':
        this.#commands.wait(frame);
        break;
      case 'result':
        this.#commands.settle(frame);
        break;
      default:
        assertNever(frame);
    }
  }

  #greet(buildId: string, run: string): void {
    this.#stopTimer();
    const { ownBuildId, reloadFor, carrier } = this.#options;
    if (buildId !== ownBuildId && reloadFor(buildId)) {
      this.dispose();
      return;
    }
    this.#failures = 0;
    this.#gone.tell(false);
    this.#reachable.tell(true);
    const isSameRun = this.#run === run;
    this.#run = run;
    if (carrier.command) return;
    this.#commands.askAgain(isSameRun, (frame) => this.#connection?.send(JSON.stringify(frame)));
  }

  #lose(): void {
    const wasLetIn = this.#reachable.value;
    this.#release();
    this.#failures += 1;
    if (this.#options.carrier.retry.firstAtOnce && this.#failures === 1) this.#connect();
    else this.#retry();
    if (!wasLetIn) void this.#checkAddress();
  }

  #retry(): void {
    const { clock, random, carrier } = this.#options;
    const wait = this.#gone.value
      ? GONE_RETRY_MS
      : backoffMs(this.#failures, carrier.retry, random);
    this.#stopTimer();
    this.#stopTimer = clock.after(wait, () => this.#connect());
  }

  /** An unreachable core tells nothing about the address, so the last result stays. */
  async #checkAddress(): Promise<void> {
    const { checkAddress } = this.#options.carrier;
    if (!checkAddress) return;
    const attempt = this.#attempts;
    const state = await checkAddress();
    if (this.#disposed || attempt !== this.#attempts || state === 'unknown') return;
    const gone = state === 'gone';
    if (gone === this.#gone.value) return;
    this.#gone.tell(gone);
    this.#retry();
  }

  #release(): void {
    this.#stopTimer();
    const connection = this.#connection;
    this.#connection = null;
    connection?.close();
    this.#reachable.tell(false);
  }
}

type Listener = (value: never) => void;

/** Listeners by feed. The page's store keeps the values. */
export class FeedListeners {
  readonly #listeners = new Map<FeedName, Set<Listener>>();

  follow<N extends FeedName>(feed: N, listener: (value: Feeds[N]) => void): () => void {
    // A wrapper per call, so the same function can follow twice and stop once.
    const entry = (value: Feeds[N]) => listener(value);
    const listeners = this.#listeners.get(feed) ?? new Set();
    this.#listeners.set(feed, listeners.add(entry));
    return () => {
      listeners.delete(entry);
    };
  }

  tell({ feed, value }: FeedFrame): void {
    // Each feed's listeners accept that feed's values.
    for (const listener of [...(this.#listeners.get(feed) ?? [])]) listener(value as never);
  }

  clear(): void {
    this.#listeners.clear();
  }
}

/** A value sent to followers at once and on every change. */
class ObservableValue<T> {
  readonly #listeners = new Set<(value: T) => void>();
  #value: T;

  constructor(value: T) {
    this.#value = value;
  }

  get value(): T {
    return this.#value;
  }

  tell(value: T): void {
    if (value === this.#value) return;
    this.#value = value;
    for (const listener of [...this.#listeners]) listener(value);
  }

  follow(listener: (value: T) => void): Stop {
    const entry = (value: T) => listener(value);
    this.#listeners.add(entry);
    listener(this.#value);
    return () => {
      this.#listeners.delete(entry);
    };
  }

  forgetListeners(): void {
    this.#listeners.clear();
  }
}
