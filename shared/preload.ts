import type { Problem } from './problem.ts';

/**
 * What the desktop app's preloads put into its pages: one frozen object each, under this name. It
 * carries the same frames as the sockets of the other hosts.
 */
export const PRELOAD_NAME = 'stagelight';

/** What a page hears. Each call brings everything of one frame of the screen. */
export interface ConnectionHandlers {
  /** JSON texts of `BridgeDown` or `OverlayDown`. */
  heard(frames: readonly string[]): void;
  /** The line is gone: the core has ended or starts anew. Connect again after a moment. */
  closed(): void;
}

/** A page's line to the core. */
export interface PageConnection {
  /** JSON text of one `OverlayUp`; a dashboard has nothing to say but commands. */
  say(frame: string): void;
  close(): void;
}

export interface OverlayPreload {
  /** A second call closes the first line. */
  connect(handlers: ConnectionHandlers): PageConnection;
}

/** The answer to a command: never a rejection, so that a bad one is told from a broken one. */
export type CommandAnswer =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problem: Problem };

export interface DashboardPreload {
  connect(handlers: ConnectionHandlers): Pick<PageConnection, 'close'>;
  /** `id` names the command in the frames of the line (`waiting`). */
  command(name: string, args: unknown, id?: number): Promise<CommandAnswer>;
}

/** Channels between preloads and main process. */
export const CHANNELS = {
  /** To main: begins a line; the number tells it from earlier ones of the same page. */
  connect: 'stagelight:connect',
  close: 'stagelight:close',
  say: 'stagelight:say',
  /** To main, answered with a `CommandAnswer`: name, arguments, id. */
  command: 'stagelight:command',
  /** To the page: line number and frames. */
  frames: 'stagelight:frames',
  closed: 'stagelight:closed',
} as const;
