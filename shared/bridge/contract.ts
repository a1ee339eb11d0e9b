import { z } from 'zod';
import { EVENT_KINDS, type StageEvent } from '../events.ts';
import type { Lifeline } from '../lifeline.ts';
import { LANGUAGES, type Problem } from '../problem.ts';
import type { AppStatus } from '../status.ts';

/**
 * The one contract between core and dashboard, whatever carries it (Electron's IPC, a WebSocket).
 * Every command has a name, an argument schema and a result schema; every feed has a value that is
 * sent whole at first and then changes.
 */

const nothing = z.object({}).strict();

export const COMMANDS = {
  /** Plays a sample of one kind on the overlay. Not in the books, not in the totals. */
  'test-event.play': {
    args: z.object({ kind: z.enum(EVENT_KINDS) }).strict(),
    result: z.object({ seq: z.number().int() }),
  },
  /**
   * Starts signing in; the address is to be opened in the system browser. `consent` asks for
   * permissions again, also for somebody who has agreed before.
   */
  'sign-in.start': {
    args: z.object({ prompt: z.literal('consent').optional() }).strict(),
    result: z.object({ url: z.string() }),
  },
  /** Ends the grant at the platform and forgets the tokens. */
  'sign-in.sign-out': { args: nothing, result: nothing },
  'settings.set-language': {
    args: z.object({ language: z.enum(LANGUAGES as ['ko', 'en']) }).strict(),
    result: nothing,
  },
  /** Takes one notice off the list. */
  'notice.dismiss': { args: z.object({ id: z.string().max(100) }).strict(), result: nothing },
} as const;

export type CommandName = keyof typeof COMMANDS;
export type CommandArgs<N extends CommandName> = z.infer<(typeof COMMANDS)[N]['args']>;
export type CommandResult<N extends CommandName> = z.infer<(typeof COMMANDS)[N]['result']>;

export function isCommandName(name: string): name is CommandName {
  return Object.hasOwn(COMMANDS, name);
}

/** The values a dashboard can follow. */
export interface Feeds {
  /** The whole status, whenever it changes. */
  readonly status: AppStatus;
  /** First the latest events (oldest first, `reset` true), then what is new. */
  readonly events: { readonly reset: boolean; readonly events: readonly StageEvent[] };
  readonly language: 'ko' | 'en';
  /** The life of the connection and the gaps in it, whenever either changes. */
  readonly lifeline: Lifeline;
}

export type FeedName = keyof Feeds;
export const FEED_NAMES: readonly FeedName[] = ['status', 'events', 'language', 'lifeline'];

/** Frames from the dashboard, JSON text. A dashboard follows all feeds from the start. */
export type BridgeUp = {
  readonly type: 'command';
  readonly id: number;
  readonly name: string;
  readonly args: unknown;
};

export type FeedFrame = {
  [N in FeedName]: { readonly type: 'feed'; readonly feed: N; readonly value: Feeds[N] };
}[FeedName];

/** Frames to the dashboard. `hello` comes first; the page reloads when its own build differs. */
export type BridgeDown =
  | { readonly type: 'hello'; readonly buildId: string }
  | FeedFrame
  | { readonly type: 'result'; readonly id: number; readonly ok: true; readonly value: unknown }
  | { readonly type: 'result'; readonly id: number; readonly ok: false; readonly problem: Problem };

/** Last part of the socket's address, below the dashboard page's own address. */
export const BRIDGE_SOCKET = 'bridge';

/** What the renderer calls; each carrier implements it. */
export interface Bridge {
  /** Rejects with a `BridgeError` that carries the problem. */
  command<N extends CommandName>(name: N, args: CommandArgs<N>): Promise<CommandResult<N>>;
  /** Calls back with the present value (if known) and every change; returns how to stop. */
  follow<N extends FeedName>(feed: N, listener: (value: Feeds[N]) => void): () => void;
  /** Whether the core can be reached right now. */
  followReachable(listener: (reachable: boolean) => void): () => void;
}

export class BridgeError extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.what.en);
    this.name = 'BridgeError';
    this.problem = problem;
  }
}
