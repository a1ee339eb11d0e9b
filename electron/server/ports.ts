import type { PlayingAlert, ReceiptState } from '../../shared/alerts.ts';
import type {
  CommandArgs,
  CommandName,
  CommandResult,
  CoreCommandName,
  CoreFeedName,
  DesktopCommandName,
  Feeds,
} from '../../shared/contract/index.ts';
import type { DrawTally, StageEvent, ValuedEvent } from '../../shared/events.ts';
import type { Language } from '../../shared/locales/index.ts';
import type { Figures } from '../../shared/overlay/figures.ts';
import type { HighlightCard } from '../../shared/overlay/highlight.ts';
import type { PageConfig } from '../../shared/overlay/overlay-settings.ts';
import type { Clock } from '../base/clock.ts';
import type { Disposable } from '../base/disposables.ts';
import type { Subscribe } from '../base/emitter.ts';
import type { Logger } from '../base/log.ts';
import type { KeptFileSource, MediaSource } from './file-answers.ts';
import type { OwnerCodes } from './owner-codes.ts';
import type { PagePeer } from './peer.ts';

/** What overlay pages are fed from. */
export interface OverlaySource {
  /** Names this run of the numbering; a page that comes with another one gets a snapshot. */
  readonly epoch: string;
  /** Number of the newest event; 0 before the first. */
  lastSeq(): number;
  /**
   * All kept events with a number above `after`, oldest first, including what `onBatch` is just
   * about to say. null: some of them are no longer kept.
   */
  since(after: number): readonly StageEvent[] | null;
  /** The newest `limit` chat messages, oldest first. */
  recentChat(limit: number): readonly StageEvent<'CHAT'>[];
  tallies(): readonly DrawTally[];
  /** The newest `limit` events with a value, oldest first. */
  latest(limit: number): readonly ValuedEvent[];
  /** What the streamer has set, as pages need it. */
  config(): PageConfig;
  /** The sums of the layout's widgets; the same object until one of them changes. */
  figures(): Figures;
  /** What is on the screen now, `remainingMs` counted from this call; null: nothing. */
  alert(): PlayingAlert | null;
  /** The viewer's words that stand large in the chat's place; null: none do. */
  highlight(): HighlightCard | null;
  language(): Language;
  /** Every event once, in order of the numbers. */
  readonly onBatch: Subscribe<readonly StageEvent[]>;
  readonly onAlert: Subscribe<PlayingAlert | null>;
  readonly onTallies: Subscribe<readonly DrawTally[]>;
  readonly onHighlight: Subscribe<HighlightCard | null>;
  readonly onLanguage: Subscribe<Language>;
  readonly onConfig: Subscribe<PageConfig>;
  /** Some of the figures may have changed: they are to be asked for, not more often than is needed. */
  readonly onFigures: Subscribe<void>;
}

/** One overlay page as the core sees it; disposed when the page is gone. */
export interface ConnectedPage extends Disposable {
  /** Whether anybody can see the page. Counts as visible until the page says otherwise. */
  setVisible(visible: boolean): void;
  /** The page's word about an alert. The number is the page's claim: it may be of no alert at all. */
  receipt(alertId: number, state: ReceiptState): void;
}

/** Where an overlay page stands. */
export type OverlayHost = 'obs' | 'app-window' | 'browser';

/** Hears what overlay pages say. One handle a page: open handles are the connected pages. */
export interface OverlaySink {
  pageConnected(seat: OverlayHost): ConnectedPage;
}

/** Each feed whole as it is now, and a word when it may have changed. */
export type FeedSources = {
  readonly [N in CoreFeedName]: {
    /** The same object or value as before means: it has not changed. */
    read(): Feeds[N];
    readonly onChange: (listener: () => void) => Disposable;
  };
};

/** What dashboards are fed from. */
export interface DashboardSource {
  readonly feeds: FeedSources;
  /** The newest `limit` events of all kinds, oldest first. */
  recentEvents(limit: number): readonly StageEvent[];
  readonly onBatch: Subscribe<readonly StageEvent[]>;
  /** The recent events are no longer what they were: pages are to begin with them anew. */
  readonly onForgotten?: Subscribe<void>;
}

/** One function a command; what it throws is answered as a problem (`problemOf`). */
export type CommandHandlers<N extends CommandName = CommandName> = {
  readonly [K in N]: (
    args: CommandArgs<K>,
  ) => CommandResult<K> extends undefined ? Promise<void> : Promise<CommandResult<K>>;
};
export type CoreCommandHandlers = CommandHandlers<CoreCommandName>;
export type DesktopCommandHandlers = CommandHandlers<DesktopCommandName>;

export interface PageServerOptions {
  /** 0 takes a free port. */
  readonly port: number;
  /** Folder with the built overlay (`overlay.html`). */
  readonly overlayDir: string;
  /** Folder with the built dashboard (`dashboard.html`). */
  readonly dashboardDir: string;
  /** At least 22 characters of URL-safe base64 (128 bits), different from the other one. */
  readonly overlayKey: string;
  readonly dashboardKey: string;
  /** Sent in `hello`: a page of another build reloads itself. */
  readonly buildId: string;
  /** Names this run of the core: a page that comes back to another one repeats no change. */
  readonly runId: string;
  /** Images from plain http addresses on this computer: only while the simulator stands in. */
  readonly allowLoopbackImages: boolean;
  readonly overlay: OverlaySource;
  readonly sink: OverlaySink;
  readonly dashboard: DashboardSource;
  /** Pictures, sounds and fonts below both pages' addresses. */
  readonly media: MediaSource;
  /** Files below a dashboard's address that it may download. */
  readonly keptFiles?: KeptFileSource;
  readonly commands: CoreCommandHandlers;
  /** Codes for what is only for whoever sits at the computer. */
  readonly owner: OwnerCodes;
  readonly clock: Clock;
  readonly log: Logger;
}

/** One asking of a command by one page. */
export interface CommandAsk {
  /** The page's id of the command: the same one again is the same command. */
  readonly id: number;
  /** The platform asked to wait: the command goes on in so many milliseconds. */
  readonly onWait: (forMs: number) => void;
}

/** A page's connection, driven by whoever carries its frames. */
export interface OpenPage {
  /** One frame from the page. False: it makes no sense. */
  onText(text: string): boolean;
  /** The page gets frames again after a time in which they were dropped: everything is sent anew. */
  onCaughtUp(): void;
  onClosed(): void;
}

/** The running server. */
export interface PageServer {
  readonly port: number;
  /** Address for OBS, key included: not for logs. */
  readonly overlayUrl: string;
  readonly dashboardUrl: string;
  /**
   * Connects a page that comes another way than the socket: a window of the desktop app. The first
   * frames are offered to `peer` at once.
   */
  openPage(place: 'overlay' | 'dashboard', peer: PagePeer): OpenPage;
  /**
   * From now on only `key` opens the place: pages of the former one are shown out, and come no further
   * than the page that says so. Their sockets end after the answer to who asked has left.
   *
   * @throws RangeError when the key could be guessed, or opens the other place.
   */
  renewKey(place: 'overlay' | 'dashboard', key: string): void;
  /** Whether a page is there that could sound an alert. */
  readonly canSound: boolean;
  /** Does what the app's own window asks for; throws as `CommandRouter.run`. */
  runCommand(name: string, args: unknown, ask?: CommandAsk): Promise<unknown>;
  /** Overlay pages that are attached right now. */
  readonly connectedPages: number;
  /** Says goodbye to every page (1001) and ends the server, within a second. Twice is harmless. */
  dispose(): Promise<void>;
}
