import {
  type Bridge,
  BridgeError,
  type BridgeUp,
  type CommandArgs,
  type CommandName,
  type CommandResult,
  type FeedName,
  type Feeds,
  type OnCommandWait,
} from '../../shared/bridge/contract.ts';
import { assertNever } from '../../shared/events.ts';
import { GONE_RETRY_MS, type LookAtAddress } from './address-look.ts';
import { ADDRESS_GONE, CORE_UNREACHABLE } from './bridge-problems.ts';
import { FeedMemory } from './feed-memory.ts';
import { parseDownFrame } from './frames.ts';
import { Heard } from './heard.ts';
import { OpenCommands } from './open-commands.ts';
import type { PageClock } from './page-host.ts';
import type { Stop } from './page-timers.ts';

export interface BridgeSocket {
  send(text: string): void;
  close(): void;
}

/** What the carrier wants to hear of a socket. */
export interface SocketEars {
  message(data: unknown): void;
  /** It could not be opened, or is gone. */
  closed(): void;
}

export interface SocketBridgeOptions {
  /** Starts to open the core's socket. */
  readonly open: (ears: SocketEars) => BridgeSocket;
  /** Whether the page's address still leads in, where no socket could be had. */
  readonly look: LookAtAddress;
  readonly clock: PageClock;
  /** Uniform numbers in [0, 1). */
  readonly random: () => number;
  readonly ownBuildId: string;
  /** The core is of another build; true when the page is being reloaded for it. */
  readonly reloadFor: (buildId: string) => boolean;
}

const HELLO_LIMIT_MS = 10_000;
const RETRY_MIN_MS = 500;
const RETRY_MAX_MS = 10_000;

/**
 * The bridge over a WebSocket. It opens at once and, whenever the line is lost, again without
 * limit after 0.5 to 10 s (full jitter); only once a minute where the core is there and does not know
 * the page's address any more. The core sends every feed anew on each connection; commands under way
 * outlive a break, and are asked about when the line is back.
 */
export class SocketBridge implements Bridge {
  readonly #options: SocketBridgeOptions;
  readonly #feeds = new FeedMemory();
  readonly #reachable = new Heard(false);
  readonly #gone = new Heard(false);
  readonly #commands: OpenCommands;
  #socket: BridgeSocket | null = null;
  /** The run of the core that answered last; null: none yet. */
  #run: string | null = null;
  #failures = 0;
  #attempts = 0;
  #stopTimer: Stop = () => undefined;
  #disposed = false;

  constructor(options: SocketBridgeOptions) {
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
    const socket = this.#socket;
    if (!socket || !this.#reachable.value) {
      return Promise.reject(new BridgeError(this.#gone.value ? ADDRESS_GONE : CORE_UNREACHABLE));
    }
    const send = (frame: BridgeUp): void => socket.send(JSON.stringify(frame));
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

  /** Closes the line for good; commands under way are rejected. */
  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    this.#release();
    this.#commands.loseAll();
    this.#feeds.forgetListeners();
    this.#reachable.forgetListeners();
    this.#gone.forgetListeners();
  }

  #connect(): void {
    const { clock, open } = this.#options;
    this.#attempts += 1;
    const socket = open({
      // A socket that was let go may still speak: nobody listens to it any more.
      message: (data) => this.#socket === socket && this.#receive(data),
      closed: () => this.#socket === socket && this.#lose(),
    });
    this.#socket = socket;
    // A core that accepts the line and then says nothing is as good as none.
    this.#stopTimer = clock.after(HELLO_LIMIT_MS, () => this.#lose());
  }

  #receive(text: unknown): void {
    const frame = parseDownFrame(text);
    if (!frame) return;
    switch (frame.type) {
      case 'hello':
        this.#greet(frame.buildId, frame.run);
        break;
      case 'feed':
        this.#feeds.receive(frame);
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
    const { ownBuildId, reloadFor } = this.#options;
    if (buildId !== ownBuildId && reloadFor(buildId)) {
      this.dispose();
      return;
    }
    this.#failures = 0;
    this.#gone.tell(false);
    this.#reachable.tell(true);
    const isSameRun = this.#run === run;
    this.#run = run;
    this.#commands.askAgain(isSameRun, (frame) => this.#socket?.send(JSON.stringify(frame)));
  }

  #lose(): void {
    const wasLetIn = this.#reachable.value;
    this.#release();
    this.#failures += 1;
    this.#retry();
    if (!wasLetIn) void this.#look();
  }

  /** Starts over with the wait for the next attempt. */
  #retry(): void {
    const { clock, random } = this.#options;
    const ceiling = Math.min(RETRY_MAX_MS, RETRY_MIN_MS * 2 ** Math.min(this.#failures, 10));
    const wait = this.#gone.value
      ? GONE_RETRY_MS
      : RETRY_MIN_MS + random() * (ceiling - RETRY_MIN_MS);
    this.#stopTimer();
    this.#stopTimer = clock.after(wait, () => this.#connect());
  }

  /** A core that is off says nothing of the address: what was known of it stays. */
  async #look(): Promise<void> {
    const attempt = this.#attempts;
    const state = await this.#options.look();
    if (this.#disposed || attempt !== this.#attempts || state === 'unknown') return;
    const gone = state === 'gone';
    if (gone === this.#gone.value) return;
    this.#gone.tell(gone);
    this.#retry();
  }

  /** Lets go of the present line and its timer. */
  #release(): void {
    this.#stopTimer();
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    this.#reachable.tell(false);
  }
}
