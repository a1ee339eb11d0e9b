import {
  type Bridge,
  type BridgeDown,
  BridgeError,
  type BridgeUp,
  COMMANDS,
  type CommandArgs,
  type CommandName,
  type CommandResult,
  type FeedName,
  type Feeds,
} from '../../shared/bridge/contract.ts';
import { assertNever } from '../../shared/events.ts';
import type { Problem } from '../../shared/problem.ts';
import { BAD_ANSWER, CONNECTION_LOST, CORE_UNREACHABLE, NO_ANSWER } from './bridge-problems.ts';
import { FeedMemory } from './feed-memory.ts';
import { parseDownFrame } from './frames.ts';
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
  readonly clock: PageClock;
  /** Uniform numbers in [0, 1). */
  readonly random: () => number;
  readonly ownBuildId: string;
  /** The core is of another build; true when the page is being reloaded for it. */
  readonly reloadFor: (buildId: string) => boolean;
}

interface Pending {
  settle(frame: Extract<BridgeDown, { type: 'result' }>): void;
  fail(problem: Problem): void;
}

const ANSWER_LIMIT_MS = 10_000;
const HELLO_LIMIT_MS = 10_000;
const RETRY_MIN_MS = 500;
const RETRY_MAX_MS = 10_000;

/**
 * The bridge over a WebSocket. It opens at once and, whenever the line is lost, again without
 * limit after 0.5 to 10 s (full jitter). The core sends every feed anew on each connection.
 */
export class SocketBridge implements Bridge {
  readonly #options: SocketBridgeOptions;
  readonly #feeds = new FeedMemory();
  readonly #reachListeners = new Set<(reachable: boolean) => void>();
  readonly #pending = new Map<number, Pending>();
  #socket: BridgeSocket | null = null;
  #reachable = false;
  #failures = 0;
  #lastId = 0;
  #stopTimer: Stop = () => undefined;
  #disposed = false;

  constructor(options: SocketBridgeOptions) {
    this.#options = options;
    this.#connect();
  }

  command<N extends CommandName>(name: N, args: CommandArgs<N>): Promise<CommandResult<N>> {
    const socket = this.#socket;
    if (!socket || !this.#reachable) return Promise.reject(new BridgeError(CORE_UNREACHABLE));
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      const fail = (problem: Problem) => reject(new BridgeError(problem));
      const stopLimit = this.#options.clock.after(ANSWER_LIMIT_MS, () => {
        this.#pending.delete(id);
        fail(NO_ANSWER);
      });
      this.#pending.set(id, {
        fail(problem) {
          stopLimit();
          fail(problem);
        },
        settle(frame) {
          stopLimit();
          if (!frame.ok) return fail(frame.problem);
          const read = COMMANDS[name].result.safeParse(frame.value);
          if (!read.success) return fail(BAD_ANSWER);
          // The schema of this very name has just accepted it.
          resolve(read.data as CommandResult<N>);
        },
      });
      const frame: BridgeUp = { type: 'command', id, name, args };
      socket.send(JSON.stringify(frame));
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

  /** Closes the line for good; commands under way are rejected. */
  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    this.#release();
    this.#feeds.forgetListeners();
    this.#reachListeners.clear();
  }

  #connect(): void {
    const { clock, open } = this.#options;
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
        this.#greet(frame.buildId);
        break;
      case 'feed':
        this.#feeds.receive(frame);
        break;
      case 'result': {
        const pending = this.#pending.get(frame.id);
        this.#pending.delete(frame.id);
        pending?.settle(frame);
        break;
      }
      default:
        assertNever(frame);
    }
  }

  #greet(buildId: string): void {
    this.#stopTimer();
    const { ownBuildId, reloadFor } = this.#options;
    if (buildId !== ownBuildId && reloadFor(buildId)) {
      this.dispose();
      return;
    }
    this.#failures = 0;
    this.#tellReachable(true);
  }

  #lose(): void {
    this.#release();
    this.#failures += 1;
    const ceiling = Math.min(RETRY_MAX_MS, RETRY_MIN_MS * 2 ** Math.min(this.#failures, 10));
    const wait = RETRY_MIN_MS + this.#options.random() * (ceiling - RETRY_MIN_MS);
    this.#stopTimer = this.#options.clock.after(wait, () => this.#connect());
  }

  /** Lets go of the present line, its timer and everybody who waits for an answer on it. */
  #release(): void {
    this.#stopTimer();
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    const waiting = [...this.#pending.values()];
    this.#pending.clear();
    for (const pending of waiting) pending.fail(CONNECTION_LOST);
    this.#tellReachable(false);
  }

  #tellReachable(reachable: boolean): void {
    if (this.#reachable === reachable) return;
    this.#reachable = reachable;
    for (const listener of [...this.#reachListeners]) listener(reachable);
  }
}
