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

/** A connection to the core, as its carrier opened it. */
interface CarrierConnection {
  send(text: string): void;
  close(): void;
}

/** Events of a connection. */
export interface CarrierHandlers {
  message(data: unknown): void;
  /** It could not be opened, or is gone. */
  closed(): void;
}

/** Carries frames between this page and the core. */
export interface Carrier {
  /** Starts to open a connection. */
  open(handlers: CarrierHandlers): CarrierConnection;
  /** Sends commands beside the connection, also while there is none; left out: they use it. */
  readonly command?: (name: string, args: unknown, id: number) => Promise<CommandAnswer>;
  /** Checks whether the page's address is still valid after a failed connection; left out: it always is. */
  readonly checkAddress?: CheckAddress;
  /** How long the greeting may take; null: no limit, because the other end reports its end. */
  readonly helloLimitMs: number | null;
  /** Waits before the next attempt (full jitter); `firstAtOnce`: after a connection that was greeted, none. */
  readonly retry: BackoffPolicy & { readonly firstAtOnce: boolean };
}

interface CoreBridgeOptions {
  readonly carrier: Carrier;
  readonly clock: Pick<PageClock, 'now' | 'after'>;
  /** Uniform numbers in [0, 1). */
  readonly random: () => number;
  readonly ownBuildId: string;
  /** The core is of another build; true when the page is being reloaded for it. */
  readonly reloadFor: (buildId: string) => boolean;
}

/**
 * The page's end of the bridge. It opens a connection at once and, whenever the connection is lost, another one
 * without limit; only once a minute where the core is there and does not know the page's address any
 * more. The core sends every feed anew on each connection; commands under way outlive a break, and are asked
 * about when the connection is back.
 */
export class CoreBridge implements Bridge {
  readonly #options: CoreBridgeOptions;
  readonly #feeds = new FeedListeners();
  readonly #reachable = new ObservableValue(false);
  readonly #gone = new ObservableValue(false);
  readonly #commands: OpenCommands;
  #connection: CarrierConnection | null = null;
  /** The run of the core that answered last; null before the first. */
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
          // What fails is the way itself: the app is ending.
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
    // A core that accepts the connection and then says nothing is as good as none.
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

  /** Starts over with the wait for the next attempt. */
  #retry(): void {
    const { clock, random, carrier } = this.#options;
    const wait = this.#gone.value
      ? GONE_RETRY_MS
      : backoffMs(this.#failures, carrier.retry, random);
    this.#stopTimer();
    this.#stopTimer = clock.after(wait, () => this.#connect());
  }

  /** A core that is off says nothing of the address: what was known of it stays. */
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

  /** Lets go of the present connection and its timer. */
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

  /** Calls back with every new value. */
  follow<N extends FeedName>(feed: N, listener: (value: Feeds[N]) => void): () => void {
    // An entry of its own, so that one function may follow twice and stop once.
    const entry = (value: Feeds[N]) => listener(value);
    const listeners = this.#listeners.get(feed) ?? new Set();
    this.#listeners.set(feed, listeners.add(entry));
    return () => {
      listeners.delete(entry);
    };
  }

  tell({ feed, value }: FeedFrame): void {
    // A listener of a feed takes its values.
    for (const listener of [...(this.#listeners.get(feed) ?? [])]) listener(value as never);
  }

  clear(): void {
    this.#listeners.clear();
  }
}

/** A value that followers receive at once and at every change. */
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
