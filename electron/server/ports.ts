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
import type {
  WidgetEvent,
  WidgetFault,
  WidgetFrame,
  WidgetSession,
} from '../../shared/overlay/custom-widgets.ts';
import type { Figures } from '../../shared/overlay/figures.ts';
import type { HighlightCard } from '../../shared/overlay/highlight.ts';
import type { LoadStep } from '../../shared/overlay/load-step.ts';
import type { PageConfig } from '../../shared/overlay/overlay-settings.ts';
import type { ShowCue } from '../../shared/overlay/show-sounds.ts';
import type { ShowViews } from '../../shared/overlay/show-views.ts';
import type { Clock } from '../base/clock.ts';
import type { Disposable } from '../base/disposables.ts';
import type { Subscribe } from '../base/emitter.ts';
import { StagelightError } from '../base/errors.ts';
import type { Logger } from '../base/log.ts';
import type { Place } from './access.ts';
import type { BeaconPages } from './beacon-pages.ts';
import type { KeptFileSource, MediaSource } from './file-answers.ts';
import type { OwnerCodes } from './owner-codes.ts';
import type { PagePeer, PeerListener } from './peer.ts';
import type { WidgetSource } from './widget-answers.ts';

export interface OverlaySource {
  /** Identifies this run's numbering; a page with another epoch gets a snapshot. */
  readonly epoch: string;
  /** Number of the newest event; 0 before the first. */
  lastSeq(): number;
  /** All kept events above `after`, oldest first; null: some are no longer kept. */
  since(after: number): readonly StageEvent[] | null;
  /** The newest `limit` chat messages, oldest first. */
  recentChat(limit: number): readonly StageEvent<'CHAT'>[];
  tallies(): readonly DrawTally[];
  /** The newest `limit` events with a value, oldest first. */
  latest(limit: number): readonly ValuedEvent[];
  config(): PageConfig;
  /** The sums of the layout's widgets; the same object until one changes. */
  figures(): Figures;
  /** The alert on screen, `remainingMs` counted from this call; null if there is none. */
  alert(): PlayingAlert | null;
  /** The highlighted message shown in the chat's place; null if there is none. */
  highlight(): HighlightCard | null;
  /** Activities of the show kit as viewers see them; each the same object until it changes. */
  shows(): ShowViews;
  language(): Language;
  /** How much the pages spare the streamer's computer. */
  loadStep(): LoadStep;
  /** Every event once, in order of number. */
  readonly onBatch: Subscribe<readonly StageEvent[]>;
  readonly onAlert: Subscribe<PlayingAlert | null>;
  readonly onTallies: Subscribe<readonly DrawTally[]>;
  readonly onHighlight: Subscribe<HighlightCard | null>;
  /** Some activities may have changed. */
  readonly onShows: Subscribe<void>;
  /** A moment of an activity is to be heard now; null: it ends. */
  readonly onCue: Subscribe<ShowCue | null>;
  readonly onLanguage: Subscribe<Language>;
  readonly onLoadStep: Subscribe<LoadStep>;
  readonly onConfig: Subscribe<PageConfig>;
  /** Some figures may have changed; read them when needed. */
  readonly onFigures: Subscribe<void>;
}

/** A connected overlay page; dispose when it disconnects. */
export interface ConnectedPage extends Disposable {
  /** Whether the page is visible. True until the page says otherwise. */
  setVisible(visible: boolean): void;
  /** The page's receipt for an alert. The page may send any number, even one of no alert. */
  receipt(alertId: number, state: ReceiptState): void;
}

export type OverlayHost = 'obs' | 'app-window' | 'browser';

/** Receives overlay pages' messages. One handle per page: open handles are the connected pages. */
export interface OverlaySink {
  pageConnected(seat: OverlayHost): ConnectedPage;
}

/** Each feed's present value and its change event. */
export type FeedSources = {
  readonly [N in CoreFeedName]: {
    /** The same object or value as before means no change. */
    read(): Feeds[N];
    readonly onChange: (listener: () => void) => Disposable;
  };
};

export interface DashboardSource {
  readonly feeds: FeedSources;
  /** The newest `limit` events of all kinds, oldest first. */
  recentEvents(limit: number): readonly StageEvent[];
  readonly onBatch: Subscribe<readonly StageEvent[]>;
  /** The recent events were altered: pages must reload them. */
  readonly onForgotten?: Subscribe<unknown>;
}

/** One handler per command; what it throws is answered as a problem (`problemOf`). */
export type CommandHandlers<N extends CommandName = CommandName> = {
  readonly [K in N]: (
    args: CommandArgs<K>,
  ) => CommandResult<K> extends undefined ? Promise<void> : Promise<CommandResult<K>>;
};
export type CoreCommandHandlers = CommandHandlers<CoreCommandName>;
export type DesktopCommandHandlers = CommandHandlers<DesktopCommandName>;

export interface PageServerOptions {
  /** 0 picks a free port. */
  readonly port: number;
  /** What the addresses of pages begin with, if another server stands before this one. */
  readonly publicBase?: string | undefined;
  /** Folders of the built pages (`overlay.html`, `dashboard.html`). */
  readonly pages: Readonly<Record<Place, string>>;
  /** At least 22 characters of URL-safe base64 (128 bits), not the same. */
  readonly keys: Readonly<Record<Place, string>>;
  /** Sent in `hello`: a page of another build reloads. */
  readonly buildId: string;
  /** Identifies this run of the core: a page that reconnects to another run repeats no command. */
  readonly runId: string;
  /** Allows images from plain http addresses on this computer; only for the simulator. */
  readonly allowLoopbackImages: boolean;
  readonly overlay: OverlaySource;
  readonly sink: OverlaySink;
  readonly dashboard: DashboardSource;
  /** Pictures, sounds and fonts served below both pages' addresses. */
  readonly media: MediaSource;
  readonly keptFiles?: KeptFileSource;
  readonly commands: CoreCommandHandlers;
  readonly api: ApiSource;
  readonly widgets: WidgetSource & WidgetLines;
  readonly owner: OwnerCodes;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Commands under way for one connection. */
export const MAX_COMMANDS = 32;

export function tooManyCommands(): StagelightError {
  return new StagelightError({ code: 'too-many-commands', values: { limit: MAX_COMMANDS } });
}

/** Throws as `CommandRouter.run`; what only the person at the computer may do is refused. */
export type RunCommand = (name: string, args: unknown, ask: CommandAsk) => Promise<unknown>;

/** A request to the API over HTTP. */
export interface ApiRequest {
  readonly method: string;
  /** Below the API's path, with a leading slash. */
  readonly path: string;
  readonly search: URLSearchParams;
  /** The key of its header; null: none. */
  readonly key: string | null;
  /** The web page that asks; null: a program. */
  readonly origin: string | null;
  /** Its text; read only where it is needed. */
  readonly body: () => Promise<string>;
  readonly run: RunCommand;
}

export interface ApiAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** The API for other programs. It asks each for its key itself. */
export interface ApiSource {
  /** Whether some key names this web page, so that a browser may ask at all. */
  names(origin: string): boolean;
  connect(given: {
    readonly origin: string | null;
    readonly key: string | null;
    readonly run: RunCommand;
  }): PeerListener & { start(peer: PagePeer): void };
  /** Never throws. */
  answer(request: ApiRequest): Promise<ApiAnswer>;
}

/** What overlay pages are told of widgets of others, and what they say of them. */
export interface WidgetLines {
  /** The same object until one changes. */
  frames(): readonly WidgetFrame[];
  /** null: there is no widget to be told. */
  session(): WidgetSession | null;
  readonly onFrames: Subscribe<void>;
  readonly onSession: Subscribe<void>;
  /** For one package, on every page. */
  readonly onEvents: Subscribe<WidgetEvents>;
  /** A page paused it. */
  fault(id: string, fault: WidgetFault): void;
  /** A widget keeps a value: JSON. */
  keep(id: string, key: string, value: string): void;
}

export interface WidgetEvents {
  readonly id: string;
  readonly events: readonly WidgetEvent[];
}

export interface CommandAsk {
  /** The page's id of the command; a repeated id means the same command. */
  readonly id: number | string;
  /** The platform asked to wait; the command continues after this many milliseconds. */
  readonly onWait: (forMs: number) => void;
}

export type OpenPage = PeerListener;

export interface PageServer {
  readonly port: number;
  /** What all addresses begin with, without a trailing slash. */
  readonly base: string;
  /** Address for OBS. Contains the key, so keep it out of logs. */
  readonly overlayUrl: string;
  readonly dashboardUrl: string;
  /** The page of a package for a frame, with its key; empty: none can have a name of its own. */
  widgetUrl(id: string): string;
  /** Connects a page without a socket; sends the first frames to `peer` at once. */
  openPage(place: Place, peer: PagePeer): OpenPage;
  /** Disconnects the pages after the caller's answer. Throws a RangeError for a bad key. */
  renewKey(place: Place, key: string): void;
  /** Whether a connected page can play an alert's sound. */
  readonly canSound: boolean;
  /** The connected pages in OBS, to be found again in OBS's picture. */
  readonly beacons: Pick<
    BeaconPages,
    'pages' | 'onAnswer' | 'searchOf' | 'showingIn' | 'hasPainted'
  >;
  /** Runs a command of the app's own window; throws as `CommandRouter.run`. */
  runCommand(name: string, args: unknown, ask?: CommandAsk): Promise<unknown>;
  /** Runs a command of another program. */
  readonly runForProgram: RunCommand;
  /** Closes every page (1001) and ends the server within a second. May be called twice. */
  dispose(): Promise<void>;
}
