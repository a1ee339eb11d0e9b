import type { z } from 'zod';
import type { ConnectionHistory } from '../connection-history.ts';
import type { StageEvent } from '../events.ts';
import type { Problem } from '../problem.ts';
import { ACCOUNT_COMMANDS, LANGUAGE_FEED, STATUS_FEED } from './account.ts';
import { ALERTS_COMMANDS, ALERTS_FEED, READING_FEED } from './alerts.ts';
import { CHAT_COMMANDS_COMMANDS, CHAT_COMMANDS_FEED } from './chat-commands.ts';
import {
  type CommandContract,
  type CommandTime,
  type FeedRow,
  feed,
  LOCAL_WRITE,
} from './command.ts';
import { COUNTERS_COMMANDS, COUNTERS_FEED } from './counters.ts';
import { DESKTOP_COMMANDS, DESKTOP_FEED } from './desktop.ts';
import { DOORS_COMMANDS, DOORS_FEED } from './doors.ts';
import { DRAW_COMMANDS, DRAW_FEED } from './draw.ts';
import { DROPS_COMMANDS, DROPS_FEED } from './drops.ts';
import { LIVE_COMMANDS, LIVE_FEED } from './live.ts';
import { MAINTENANCE_COMMANDS, MAINTENANCE_FEED } from './maintenance.ts';
import { MARKS_COMMANDS, MARKS_FEED } from './marks.ts';
import { MEDIA_COMMANDS, MEDIA_FEED } from './media.ts';
import { MISSIONS_COMMANDS, MISSIONS_FEED } from './missions.ts';
import { OBS_COMMANDS, OBS_FEED } from './obs.ts';
import { OSC_COMMANDS, OSC_FEED } from './osc.ts';
import { FIGURES_FEED, OVERLAY_COMMANDS, OVERLAY_FEED } from './overlay.ts';
import { PEOPLE_COMMANDS, PEOPLE_FEED } from './people.ts';
import { PLAYERS_COMMANDS, PLAYERS_FEED } from './players.ts';
import { REPLAY_COMMANDS } from './replay.ts';
import { REPORTS_COMMANDS } from './reports.ts';
import { SHOW_COMMANDS, SHOW_FEED } from './show.ts';
import { SINKS_COMMANDS, SINKS_FEED } from './sinks.ts';
import { SPEECH_COMMANDS } from './speech.ts';
import { STREAM_COMMANDS, STREAM_FEED } from './stream.ts';
import { STREAMERBOT_COMMANDS, STREAMERBOT_FEED } from './streamerbot.ts';
import { SUBATHON_COMMANDS, SUBATHON_FEED } from './subathon.ts';
import { VOTE_COMMANDS, VOTE_FEED } from './vote.ts';
import { WHEEL_COMMANDS, WHEEL_FEED } from './wheel.ts';
import { WIDGETS_COMMANDS, WIDGETS_FEED } from './widgets.ts';

/** The contract between core and dashboard, for every carrier: IPC and WebSocket. */

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
  ...SPEECH_COMMANDS,
  ...OBS_COMMANDS,
  ...MARKS_COMMANDS,
  ...SHOW_COMMANDS,
  ...VOTE_COMMANDS,
  ...CHAT_COMMANDS_COMMANDS,
  ...PLAYERS_COMMANDS,
  ...COUNTERS_COMMANDS,
  ...DRAW_COMMANDS,
  ...SUBATHON_COMMANDS,
  ...MISSIONS_COMMANDS,
  ...DOORS_COMMANDS,
  ...STREAMERBOT_COMMANDS,
  ...SINKS_COMMANDS,
  ...OSC_COMMANDS,
  ...WHEEL_COMMANDS,
  ...WIDGETS_COMMANDS,
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

export function contractOf(name: CommandName): CommandContract {
  return COMMANDS[name];
}

/** A command's time limit, and whether it only reads. */
export function timeOf(name: CommandName): CommandTime {
  return contractOf(name).time ?? LOCAL_WRITE;
}

/** Every feed of a dashboard, in the order in which a page receives them on joining. */
export const FEEDS = {
  language: LANGUAGE_FEED,
  status: STATUS_FEED,
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
  obs: OBS_FEED,
  marks: MARKS_FEED,
  show: SHOW_FEED,
  vote: VOTE_FEED,
  draw: DRAW_FEED,
  players: PLAYERS_FEED,
  subathon: SUBATHON_FEED,
  missions: MISSIONS_FEED,
  counters: COUNTERS_FEED,
  chatCommands: CHAT_COMMANDS_FEED,
  wheel: WHEEL_FEED,
  doors: DOORS_FEED,
  streamerbot: STREAMERBOT_FEED,
  sinks: SINKS_FEED,
  osc: OSC_FEED,
  widgets: WIDGETS_FEED,
  desktop: DESKTOP_FEED,
} as const;

export type ValueFeedName = keyof typeof FEEDS;
export type CoreFeedName = Exclude<ValueFeedName, 'desktop'>;

type FeedValues = {
  readonly [N in ValueFeedName]: (typeof FEEDS)[N] extends FeedRow<infer T, infer _> ? T : never;
};

export interface Feeds extends FeedValues {
  /** First the latest events (oldest first, `reset` true), then new ones. */
  readonly events: { readonly reset: boolean; readonly events: readonly StageEvent[] };
}

/** What a page has; before the core sends a value, the initial one of the table. */
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
 * Frames from the dashboard, JSON text. A dashboard follows all feeds from the start. Ids start at
 * a random number of the page and are unique across its connections: a repeated command gets the
 * first answer and is not done twice.
 */
export type BridgeUp = {
  readonly type: 'command';
  readonly id: number;
  readonly name: string;
  readonly args: unknown;
  /** From the terminal, for owner actions (`owner.ts`). */
  readonly code?: string | undefined;
};

export type FeedFrame = {
  [N in FeedName]: { readonly type: 'feed'; readonly feed: N; readonly value: Feeds[N] };
}[FeedName];

/**
 * Frames to the dashboard. `hello` comes first; the page reloads if its own build differs. `run`
 * names this run of the core: another run knows none of its commands.
 */
export type BridgeDown =
  | { readonly type: 'hello'; readonly buildId: string; readonly run: string }
  | FeedFrame
  /** The platform asked to wait; the command goes on by itself after this many milliseconds. */
  | { readonly type: 'waiting'; readonly id: number; readonly forMs: number }
  | { readonly type: 'result'; readonly id: number; readonly ok: true; readonly value: unknown }
  | { readonly type: 'result'; readonly id: number; readonly ok: false; readonly problem: Problem };

/** Below the dashboard page's own address. */
export const BRIDGE_SOCKET = 'bridge';

export type OnCommandWait = (until: number) => void;

export interface Bridge {
  /**
   * Rejects with a `BridgeError` that carries the problem. `onWait` is called when the platform
   * asks to wait, with the time when the command continues (epoch milliseconds).
   * @param code the owner code from the terminal; the app's own window needs none.
   */
  command<N extends CommandName>(
    name: N,
    args: CommandArgs<N>,
    onWait?: OnCommandWait,
    code?: string,
  ): Promise<CommandResult<N>>;
  follow<N extends FeedName>(feed: N, listener: (value: Feeds[N]) => void): () => void;
  followReachable(listener: (reachable: boolean) => void): () => void;
  /** Whether this page's key was renewed while the core runs. */
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
