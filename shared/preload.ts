import type { Problem } from './problem.ts';

/** What preloads put into the app's pages, under this name: the same frames as sockets carry. */
export const PRELOAD_NAME = 'stagelight';

/** Each call brings everything of one frame of the screen. */
export interface ConnectionHandlers {
  heard(frames: readonly string[]): void;
  /** The line is gone: the core has ended or starts anew. Connect again after a moment. */
  closed(): void;
}

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
