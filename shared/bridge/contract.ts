import { z } from 'zod';
import {
  CONTROL_COMMANDS,
  CONTROL_FEED_NAMES,
  type ControlFeeds,
} from '../control/control-contract.ts';
import { APP_MODES, type DesktopState, HOTKEY_ACTIONS, SETUP_STEPS } from '../desktop.ts';
import type { StageEvent } from '../events.ts';
import type { Lifeline } from '../lifeline.ts';
import { LANGUAGES, type Language } from '../locales/index.ts';
import type { AlertDesk } from '../overlay/alert-desk.ts';
import type { Figures } from '../overlay/figures.ts';
import type { MediaItem } from '../overlay/media.ts';
import { MEDIA_COMMANDS } from '../overlay/media-commands.ts';
import { type OverlaySettings, overlayChangeSchema } from '../overlay/overlay-settings.ts';
import type { AppReading } from '../overlay/reading.ts';
import { REPLAY_COMMANDS } from '../overlay/replay-commands.ts';
import type { Problem } from '../problem.ts';
import type { AppStatus } from '../status.ts';
import { testPlaySchema } from '../test-play.ts';

/**
 * The one contract between core and dashboard, whatever carries it (Electron's IPC, a WebSocket).
 * Every command has a name, an argument schema and a result schema; every feed has a value that is
 * sent whole at first and then changes.
 */

const nothing = z.object({}).strict();
const oneAlert = z.object({ seq: z.number().int().min(1) }).strict();

/** What every host can do. */
export const CORE_COMMANDS = {
  /**
   * Plays a made-up event of one kind on the overlay: the sample, with the fields that `data` names
   * as they are written there. Not in the books, not in the totals.
   */
  'test-event.play': {
    args: testPlaySchema,
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
    args: z.object({ language: z.enum(LANGUAGES) }).strict(),
    result: nothing,
  },
  /** Takes one notice off the list. */
  'notice.dismiss': { args: z.object({ id: z.string().max(100) }).strict(), result: nothing },
  /** While paused, alerts wait; the one on the screen plays to its end. */
  'alerts.pause': { args: z.object({ paused: z.boolean() }).strict(), result: nothing },
  /** Ends the alert on the screen now. */
  'alerts.skip': { args: nothing, result: nothing },
  /** Takes the alert off the screen and pauses; it is played again first when alerts go on. */
  'alerts.panic': { args: nothing, result: nothing },
  /** Everything that waits is kept as "never appeared"; the alert on the screen stays. */
  'alerts.clear': { args: nothing, result: nothing },
  /** Plays an alert of the books next, by the number of its event, whatever became of it before. */
  'alerts.replay': { args: oneAlert, result: nothing },
  /** Takes one alert off the list of those that never appeared; null: all of them. */
  'alerts.dismiss': {
    args: z.object({ seq: oneAlert.shape.seq.nullable() }).strict(),
    result: nothing,
  },
  /** Lets a held alert play. */
  'alerts.approve': { args: oneAlert, result: nothing },
  /** Turns an alert down, also when its hold has just run out. */
  'alerts.reject': { args: oneAlert, result: nothing },
  /** Sets what viewers see; fields left out stay. Answered when it is on the disk. */
  'overlay.set': { args: overlayChangeSchema, result: nothing },
  /** What widgets add up over a broadcast begins at nothing now. Answers the time, epoch ms. */
  'broadcast.begin': { args: nothing, result: z.object({ beganAt: z.number().int() }) },
  ...MEDIA_COMMANDS,
  ...CONTROL_COMMANDS,
  ...REPLAY_COMMANDS,
} as const;

/** The whole look with every field optional: what is left out stays as it is. */
const lookPatch = z
  .object({
    shown: z.boolean().optional(),
    locked: z.boolean().optional(),
    opacity: z.number().min(0.2).max(1).optional(),
    zoom: z.number().min(0.5).max(2).optional(),
    parts: z
      .object({ chat: z.boolean(), alerts: z.boolean(), tallies: z.boolean() })
      .strict()
      .optional(),
    hideFromCapture: z.boolean().optional(),
    background: z
      .string()
      .regex(/^#[0-9a-f]{6}$/i)
      .nullable()
      .optional(),
  })
  .strict();

const address = z.string().max(300);

/** What only the desktop app can do, asked for by its own window. */
export const DESKTOP_COMMANDS = {
  /** Goes to a step of the first run, so that it can be left and taken up again. */
  'setup.go': { args: z.object({ step: z.enum(SETUP_STEPS) }).strict(), result: nothing },
  /** Which platform the app talks to; the core starts anew on it. */
  'setup.set-mode': { args: z.object({ mode: z.enum(APP_MODES) }).strict(), result: nothing },
  /** Keeps the application's credentials and connects with them. Secret null: the kept one. */
  'setup.connect': {
    args: z
      .object({
        clientId: z.string().max(300),
        clientSecret: z.string().max(300).nullable(),
        baseUrl: address,
        authUrl: address,
        redirectUri: address,
      })
      .strict(),
    result: nothing,
  },
  'overlay-window.set': { args: lookPatch, result: nothing },
  /** Back to the middle of the main display, at its first size. */
  'overlay-window.reset-place': { args: nothing, result: nothing },
  /** null switches it off. The answer says whether it works. */
  'hotkey.set': {
    args: z
      .object({ action: z.enum(HOTKEY_ACTIONS), accelerator: z.string().min(1).max(80).nullable() })
      .strict(),
    result: z.object({ status: z.enum(['active', 'off', 'taken', 'doubled', 'invalid']) }),
  },
  /** While a combination is being pressed into a field, hotkeys must reach the page as keys. */
  'hotkey.recording': { args: z.object({ on: z.boolean() }).strict(), result: nothing },
  'app.set': {
    args: z
      .object({
        closeToTray: z.boolean().optional(),
        startWithSystem: z.boolean().optional(),
        checkForUpdates: z.boolean().optional(),
      })
      .strict(),
    result: nothing,
  },
  /** Puts text on the clipboard. */
  'app.copy': { args: z.object({ text: z.string().max(30_000) }).strict(), result: nothing },
  /** Opens an address in the system's browser: https, or one that the app is configured with. */
  'app.open': { args: z.object({ address: z.string().max(4_000) }).strict(), result: nothing },
  /** Whether logins may be kept although the system cannot encrypt them. */
  'vault.allow-weak': { args: z.object({ allow: z.boolean() }).strict(), result: nothing },
  'update.check': { args: nothing, result: nothing },
  'update.download': { args: nothing, result: nothing },
  /** Ends the app and starts the new version. */
  'update.install': { args: nothing, result: nothing },
} as const;

export const COMMANDS = { ...CORE_COMMANDS, ...DESKTOP_COMMANDS } as const;

export type CoreCommandName = keyof typeof CORE_COMMANDS;
export type DesktopCommandName = keyof typeof DESKTOP_COMMANDS;
export type CommandName = keyof typeof COMMANDS;
export type CommandArgs<N extends CommandName> = z.infer<(typeof COMMANDS)[N]['args']>;
export type CommandResult<N extends CommandName> = z.infer<(typeof COMMANDS)[N]['result']>;

export function isCommandName(name: string): name is CommandName {
  return Object.hasOwn(COMMANDS, name);
}

/** The values a dashboard can follow. */
export interface Feeds extends ControlFeeds {
  /** The whole status, whenever it changes. */
  readonly status: AppStatus;
  /** First the latest events (oldest first, `reset` true), then what is new. */
  readonly events: { readonly reset: boolean; readonly events: readonly StageEvent[] };
  readonly language: Language;
  /** The life of the connection and the gaps in it, whenever either changes. */
  readonly lifeline: Lifeline;
  /** What the streamer has set about what viewers see, whole, whenever somebody changed it. */
  readonly overlay: OverlaySettings;
  /** The sums that the layout's widgets show. */
  readonly figures: Figures;
  /** The alert queue, whole, whenever something of it changed. */
  readonly alerts: AlertDesk;
  /** The media library whole, the latest first, whenever it changes. */
  readonly media: readonly MediaItem[];
  /** What the app's own window is to read aloud; said at once, also to a window that is hidden. */
  readonly reading: AppReading;
  /** The app around the core; said by the desktop app only. */
  readonly desktop: DesktopState;
}

export type FeedName = keyof Feeds;
/** What the core says to every dashboard as soon as it joins. */
export const CORE_FEED_NAMES: readonly FeedName[] = [
  'status',
  'events',
  'language',
  'lifeline',
  'overlay',
  'figures',
  'alerts',
  'media',
  'reading',
  ...CONTROL_FEED_NAMES,
];
export const FEED_NAMES: readonly FeedName[] = [...CORE_FEED_NAMES, 'desktop'];

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
  /** Calls back with the present value (if known) and every change; returns how to stop. */
  follow<N extends FeedName>(feed: N, listener: (value: Feeds[N]) => void): () => void;
  /** Whether the core can be reached right now. */
  followReachable(listener: (reachable: boolean) => void): () => void;
  /** Whether this page's address is no longer valid: its key was made anew, and the core is there. */
  followAddressGone(listener: (gone: boolean) => void): () => void;
}

export class BridgeError extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.what.en);
    this.name = 'BridgeError';
    this.problem = problem;
  }
}
