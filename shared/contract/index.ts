import type { z } from 'zod';
import type { ConnectionHistory } from '../connection-history.ts';
import type { StageEvent } from '../events.ts';
import type { Problem } from '../problem.ts';
import { ACCOUNT_COMMANDS, LANGUAGE_FEED, STATUS_FEED } from './account.ts';
import { ALERTS_COMMANDS, ALERTS_FEED, READING_FEED } from './alerts.ts';
import {
  type CommandContract,
  type CommandTime,
  type FeedRow,
  feed,
  LOCAL_WRITE,
} from './command.ts';
import { DESKTOP_COMMANDS, DESKTOP_FEED } from './desktop.ts';
import { DROPS_COMMANDS, DROPS_FEED } from './drops.ts';
import { LIVE_COMMANDS, LIVE_FEED } from './live.ts';
import { MAINTENANCE_COMMANDS, MAINTENANCE_FEED } from './maintenance.ts';
import { MEDIA_COMMANDS, MEDIA_FEED } from './media.ts';
import { FIGURES_FEED, OVERLAY_COMMANDS, OVERLAY_FEED } from './overlay.ts';
import { PEOPLE_COMMANDS, PEOPLE_FEED } from './people.ts';
import { REPLAY_COMMANDS } from './replay.ts';
import { REPORTS_COMMANDS } from './reports.ts';
import { STREAM_COMMANDS, STREAM_FEED } from './stream.ts';

/**
 * The one contract between core and dashboard, whatever carries it (Electron's IPC, a WebSocket). Each
 * feature's commands, feed and limits stand in its file; they are joined here.
 */

/** What every host can do. */
export const CORE_COMMANDS = {
  ...ACCOUNT_COMMANDS,
  ...ALERTS_COMMANDS,
  ...OVERLAY_COMMANDS,
  ...MEDIA_COMMANDS,
  ...LIVE_COMMANDS,
  ...STREAM_COMMANDS,
  ...PEOPLE_COMMANDS,
  ...DROPS_COMMANDS,
  ...REPORTS_COMMANDS,
  ...MAINTENANCE_COMMANDS,
  ...REPLAY_COMMANDS,
} as const;

export { DESKTOP_COMMANDS } from './desktop.ts';

export const COMMANDS = { ...CORE_COMMANDS, ...DESKTOP_COMMANDS } as const;

export type CoreCommandName = keyof typeof CORE_COMMANDS;
export type DesktopCommandName = keyof typeof DESKTOP_COMMANDS;
export type CommandName = keyof typeof COMMANDS;
export type CommandArgs<N extends CommandName> = z.infer<(typeof COMMANDS)[N]['args']>;
export type CommandResult<N extends CommandName> = (typeof COMMANDS)[N] extends {
  readonly result: infer R extends z.ZodType;
}
  ? z.infer<R>
  : undefined;

export function isCommandName(name: string): name is CommandName {
  return Object.hasOwn(COMMANDS, name);
}

/** What the contract says of a command. */
export function contractOf(name: CommandName): CommandContract {
  return COMMANDS[name];
}

/** How long a command may take, and whether it changes anything. */
export function timeOf(name: CommandName): CommandTime {
  return contractOf(name).time ?? LOCAL_WRITE;
}

/** What a dashboard follows: each feed once, in the order in which a page that joins is told. */
export const FEEDS = {
  language: LANGUAGE_FEED,
  status: STATUS_FEED,
  /** The life of the connection and the gaps in it, whenever either changes. */
  connectionHistory: feed<ConnectionHistory>({ everyMs: 100 }),
  overlay: OVERLAY_FEED,
  figures: FIGURES_FEED,
  alerts: ALERTS_FEED,
  media: MEDIA_FEED,
  reading: READING_FEED,
  live: LIVE_FEED,
  stream: STREAM_FEED,
  people: PEOPLE_FEED,
  drops: DROPS_FEED,
  maintenance: MAINTENANCE_FEED,
  desktop: DESKTOP_FEED,
} as const;

/** Feeds whose value is sent whole, whenever it changes. */
export type ValueFeedName = keyof typeof FEEDS;
/** What the core says to every dashboard as soon as it joins, before the latest events. */
export type CoreFeedName = Exclude<ValueFeedName, 'desktop'>;

type FeedValues = {
  readonly [N in ValueFeedName]: (typeof FEEDS)[N] extends FeedRow<infer T, infer _> ? T : never;
};

/** The values a dashboard can follow. */
export interface Feeds extends FeedValues {
  /** First the latest events (oldest first, `reset` true), then what is new. */
  readonly events: { readonly reset: boolean; readonly events: readonly StageEvent[] };
}

/** What a page knows of each feed; before the core has spoken of it, where the table says how it begins. */
export type FeedState = {
  readonly [N in ValueFeedName]: (typeof FEEDS)[N] extends FeedRow<infer T, infer I>
    ? T | I
    : never;
};

export type FeedName = keyof Feeds;
export const FEED_NAMES = Object.keys(FEEDS) as readonly ValueFeedName[];
export const CORE_FEED_NAMES = FEED_NAMES.filter(
  (name): name is CoreFeedName => name !== 'desktop',
);

/**
 * Frames from the dashboard, JSON text. A dashboard follows all feeds from the start. An id begins at a
 * number that the page has drawn, so that it names the command on every connection of the page: one that
 * comes again gets the same answer, and what changes something is not done twice.
 */
export type BridgeUp = {
  readonly type: 'command';
  readonly id: number;
  readonly name: string;
  readonly args: unknown;
  /** What the terminal has told, for what is only for whoever sits at the computer (`owner.ts`). */
  readonly code?: string | undefined;
};

export type FeedFrame = {
  [N in FeedName]: { readonly type: 'feed'; readonly feed: N; readonly value: Feeds[N] };
}[FeedName];

/**
 * Frames to the dashboard. `hello` comes first; the page reloads when its own build differs. `run` names
 * this run of the core: another one knows nothing of the commands of this one.
 */
export type BridgeDown =
  | { readonly type: 'hello'; readonly buildId: string; readonly run: string }
  | FeedFrame
  /** The platform asked to wait: the command goes on by itself in so many milliseconds. */
  | { readonly type: 'waiting'; readonly id: number; readonly forMs: number }
  | { readonly type: 'result'; readonly id: number; readonly ok: true; readonly value: unknown }
  | { readonly type: 'result'; readonly id: number; readonly ok: false; readonly problem: Problem };

/** Last part of the socket's address, below the dashboard page's own address. */
export const BRIDGE_SOCKET = 'bridge';

export type OnCommandWait = (until: number) => void;

/** What the renderer calls; each carrier implements it. */
export interface Bridge {
  /**
   * Rejects with a `BridgeError` that carries the problem. `onWait` hears that the platform asked to
   * wait, and when the command goes on by itself (epoch milliseconds).
   *
   * @param code as the terminal has told it; the app's own window needs none.
   */
  command<N extends CommandName>(
    name: N,
    args: CommandArgs<N>,
    onWait?: OnCommandWait,
    code?: string,
  ): Promise<CommandResult<N>>;
  /** Calls back with every value that comes from now on; returns how to stop. */
  follow<N extends FeedName>(feed: N, listener: (value: Feeds[N]) => void): () => void;
  /** Whether the core can be reached right now. */
  followReachable(listener: (reachable: boolean) => void): () => void;
  /** Whether this page's address is no longer valid: its key was made anew, and the core is there. */
  followAddressGone(listener: (gone: boolean) => void): () => void;
}

export class BridgeError extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.code);
    this.name = 'BridgeError';
    this.problem = problem;
  }
}
