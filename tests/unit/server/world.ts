import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Emitter } from '../../../electron/base/emitter.ts';
import { makeKey } from '../../../electron/base/random.ts';
import type { MediaSource, ServedMedia } from '../../../electron/server/file-answers.ts';
import { OwnerCodes } from '../../../electron/server/owner-codes.ts';
import type {
  ConnectedPage,
  DashboardSource,
  FeedSources,
  OverlaySink,
  OverlaySource,
  PageServer,
  PageServerOptions,
} from '../../../electron/server/ports.ts';
import { startPageServer } from '../../../electron/server/start-server.ts';
import type { PlayingAlert } from '../../../shared/alerts.ts';
import type { ConnectionHistory } from '../../../shared/connection-history.ts';
import { type AlertsState, EMPTY_DESK } from '../../../shared/contract/alerts.ts';
import { EMPTY_PEOPLE_DESK } from '../../../shared/contract/people.ts';
import {
  type DrawTally,
  isValued,
  type StageEvent,
  type ValuedEvent,
} from '../../../shared/events.ts';
import type { Language } from '../../../shared/locales/index.ts';
import { PLAIN_LOOK } from '../../../shared/overlay/alert-look.ts';
import { type Figures, NO_FIGURES } from '../../../shared/overlay/figures.ts';
import type { HighlightCard } from '../../../shared/overlay/highlight.ts';
import type { LoadStep } from '../../../shared/overlay/load-step.ts';
import type { MediaItem } from '../../../shared/overlay/media.ts';
import {
  DEFAULT_OVERLAY,
  type OverlaySettings,
  type PageConfig,
  pageConfigOf,
} from '../../../shared/overlay/overlay-settings.ts';
import { type AppReading, NO_READING } from '../../../shared/overlay/reading.ts';
import type { ShowCue } from '../../../shared/overlay/show-sounds.ts';
import { NO_SHOWS, type ShowViews } from '../../../shared/overlay/show-views.ts';
import type { AppStatus } from '../../../shared/status.ts';
import * as empty from '../../support/empty-states.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { makePages } from './built-pages.ts';
import { historyOf } from './history-sample.ts';
import { IDLE_OPTIONS, idleActivities, idleCommands, recordingLogger } from './idle-commands.ts';

export const OVERLAY_KEY = 'overlay-key-0123456789_abcdefghij';
export const DASHBOARD_KEY = 'dashboard-key-0123456789_abcdefgh';

const failOnListener = (failure: unknown): never => {
  throw failure;
};

export function chat(seq: number, content = `message ${seq}`): StageEvent<'CHAT'> {
  return {
    seq,
    receivedAt: 1_000 + seq,
    origin: 'platform',
    kind: 'CHAT',
    data: {
      channelId: 'channel',
      senderChannelId: 'viewer',
      senderRole: 'viewer',
      profile: { nickname: 'viewer', badges: [] },
      content,
      messageTime: null,
      emojis: {},
    },
  };
}

export function alertOf(seq: number): PlayingAlert {
  return {
    alertId: seq,
    event: {
      seq,
      receivedAt: 1_000,
      origin: 'platform',
      kind: 'SUBSCRIPTION',
      data: {
        channelId: 'channel',
        subscriberChannelId: null,
        subscriberChannelName: null,
        month: 3,
        tierNo: 1,
        subscriptionMessage: '',
        emojis: {},
      },
    },
    tally: null,
    look: PLAIN_LOOK,
    durationMs: 8_000,
    remainingMs: 8_000,
  };
}

export function tallyOf(total: number): DrawTally {
  return {
    campaignId: 'campaign',
    rewardId: 'reward',
    rewardTitle: 'A hat',
    rewardImageUrl: null,
    rounds: 1,
    lastCount: total,
    total,
    lastDrawnAt: 1_000,
  };
}

export function statusOf(unknownEvents: number): AppStatus {
  return {
    demo: false,
    connection: { state: 'live', reason: null, since: 1 },
    signInUrl: null,
    account: null,
    scopes: { granted: [], missing: [] },
    session: null,
    tokens: null,
    counts: { CHAT: 0, DONATION: 0, SUBSCRIPTION: 0, DROPS: 0, GOODS_PURCHASE: 0 },
    unknownEvents,
    refusals: [],
    overlay: { url: 'http://127.0.0.1/', connectedPages: 0 },
    alerts: { waiting: 0, neverAppeared: 0, paused: false },
    notices: [],
  };
}

/** A core in memory, that says what the test tells it to. */
export class StandInCore implements OverlaySource, DashboardSource, OverlaySink, MediaSource {
  epoch = 'epoch-1';
  ringSize: number;
  currentAlert: PlayingAlert | null = null;
  currentTallies: readonly DrawTally[] = [];
  currentLanguage: Language = 'ko';
  /** Change it, then fire `loadSteps`. */
  currentLoadStep: LoadStep = 0;
  readonly loadStep = (): LoadStep => this.currentLoadStep;
  currentStatus: AppStatus = statusOf(0);
  currentHistory: ConnectionHistory = historyOf(0);
  currentDesk: AlertsState = EMPTY_DESK;
  currentOverlay: OverlaySettings = DEFAULT_OVERLAY;
  currentConfig: PageConfig = pageConfigOf(DEFAULT_OVERLAY);
  currentFigures: Figures = NO_FIGURES;
  /** How often somebody wanted to know the figures. */
  figuresAsked = 0;
  currentMedia: readonly MediaItem[] = [];
  currentReading: AppReading = NO_READING;
  /** Content of the media that can be asked for, by hash. */
  readonly shelf = new Map<string, { readonly type: string; readonly content: Buffer }>();
  /** What pages have said, oldest first. */
  readonly heard: string[] = [];
  get connectedPages(): number {
    const count = (what: string) => this.heard.filter((said) => said.endsWith(` ${what}`)).length;
    return count('connected') - count('gone');
  }
  #kept: StageEvent[] = [];
  #last = 0;
  #pages = 0;
  readonly #batches = new Emitter<readonly StageEvent[]>(failOnListener);
  readonly #alerts = new Emitter<PlayingAlert | null>(failOnListener);
  readonly #tallies = new Emitter<readonly DrawTally[]>(failOnListener);
  readonly #languages = new Emitter<Language>(failOnListener);
  readonly loadSteps = new Emitter<LoadStep>(failOnListener);
  readonly #statuses = new Emitter<AppStatus>(failOnListener);
  readonly #histories = new Emitter<ConnectionHistory>(failOnListener);
  readonly #desks = new Emitter<void>(failOnListener);
  readonly #overlays = new Emitter<OverlaySettings>(failOnListener);
  readonly #configs = new Emitter<PageConfig>(failOnListener);
  readonly #figures = new Emitter<void>(failOnListener);
  readonly #mediaChanges = new Emitter<readonly MediaItem[]>(failOnListener);
  readonly #readings = new Emitter<void>(failOnListener);
  readonly #controls = new Emitter<void>(failOnListener);
  readonly #highlights = new Emitter<HighlightCard | null>(failOnListener);
  readonly onHighlight = this.#highlights.on;
  #highlight: HighlightCard | null = null;
  /** The feeds of dashboards; those of the rooms never change. */
  readonly feeds: FeedSources = {
    language: { read: () => this.currentLanguage, onChange: this.#languages.on },
    status: { read: () => this.currentStatus, onChange: this.#statuses.on },
    connectionHistory: { read: () => this.currentHistory, onChange: this.#histories.on },
    overlay: { read: () => this.currentOverlay, onChange: this.#overlays.on },
    figures: { read: () => this.figures(), onChange: this.#figures.on },
    alerts: { read: () => this.currentDesk, onChange: this.#desks.on },
    media: { read: () => this.currentMedia, onChange: this.#mediaChanges.on },
    reading: { read: () => this.currentReading, onChange: this.#readings.on },
    live: { read: () => empty.EMPTY_LIVE, onChange: this.#controls.on },
    stream: { read: () => empty.EMPTY_STREAM, onChange: this.#controls.on },
    people: { read: () => EMPTY_PEOPLE_DESK, onChange: this.#controls.on },
    drops: { read: () => empty.EMPTY_DROPS, onChange: this.#controls.on },
    maintenance: { read: () => empty.EMPTY_MAINTENANCE, onChange: this.#controls.on },
    obs: { read: () => empty.EMPTY_OBS, onChange: this.#controls.on },
    marks: { read: () => empty.EMPTY_MARKS, onChange: this.#controls.on },
    show: { read: () => empty.EMPTY_SHOW, onChange: this.#controls.on },
    ...idleActivities(this.#controls.on),
  };
  readonly onBatch = this.#batches.on;
  readonly onAlert = this.#alerts.on;
  readonly onTallies = this.#tallies.on;
  readonly onLanguage = this.#languages.on;
  readonly onLoadStep = this.loadSteps.on;
  readonly onConfig = this.#configs.on;
  readonly onFigures = this.#figures.on;

  constructor(ringSize = 5_000) {
    this.ringSize = ringSize;
  }

  lastSeq = (): number => this.#last;

  /** Change it, then fire `showChanges`. */
  currentShows: ShowViews = NO_SHOWS;
  readonly showChanges = new Emitter<void>(failOnListener);
  readonly onShows = this.showChanges.on;
  readonly cues = new Emitter<ShowCue | null>(failOnListener);
  readonly onCue = this.cues.on;
  shows = (): ShowViews => this.currentShows;

  highlight = (): HighlightCard | null => this.#highlight;

  showLarge(highlight: HighlightCard | null): void {
    this.#highlight = highlight;
    this.#highlights.fire(highlight);
  }

  since(after: number): readonly StageEvent[] | null {
    const oldest = this.#kept[0]?.seq ?? this.#last + 1;
    if (after + 1 < oldest) return null;
    return this.#kept.filter((event) => event.seq > after);
  }

  recentChat = (limit: number): readonly StageEvent<'CHAT'>[] =>
    this.#kept.filter((event) => event.kind === 'CHAT').slice(-limit);

  latest = (limit: number): readonly ValuedEvent[] => this.#kept.filter(isValued).slice(-limit);
  config = (): PageConfig => this.currentConfig;
  figures = (): Figures => {
    this.figuresAsked += 1;
    return this.currentFigures;
  };

  recentEvents = (limit: number) => this.#kept.slice(-limit);
  tallies = () => this.currentTallies;
  alert = (): PlayingAlert | null => this.currentAlert;
  language = (): Language => this.currentLanguage;

  pageConnected(): ConnectedPage {
    this.#pages += 1;
    const name = `page ${this.#pages}`;
    this.heard.push(`${name} connected`);
    return {
      setVisible: (visible) => this.heard.push(`${name} ${visible ? 'visible' : 'hidden'}`),
      receipt: (alertId, state) => this.heard.push(`${name} ${state} ${alertId}`),
      dispose: () => this.heard.push(`${name} gone`),
    };
  }

  /** So many new chat messages, in one batch. */
  say(count: number, content?: string): void {
    const events: StageEvent[] = [];
    for (let index = 0; index < count; index += 1) {
      this.#last += 1;
      events.push(chat(this.#last, content));
    }
    this.publish(events);
  }

  /** So many new events of value, in one batch: none of them may ever be left out. */
  pay(count: number): void {
    const events = Array.from({ length: count }, () => {
      this.#last += 1;
      return alertOf(this.#last).event;
    });
    this.publish(events);
  }

  publish(events: readonly StageEvent[]): void {
    this.keep(events);
    this.announce(events);
  }

  /** The first half of `publish`: the events can be asked for, but are not announced yet. */
  keep(events: readonly StageEvent[]): void {
    this.#last = events.at(-1)?.seq ?? this.#last;
    this.#kept = [...this.#kept, ...events].slice(-this.ringSize);
  }

  announce(events: readonly StageEvent[]): void {
    this.#batches.fire(events);
  }

  setAlert(alert: PlayingAlert | null): void {
    this.currentAlert = alert;
    this.#alerts.fire(alert);
  }

  setTallies(tallies: readonly DrawTally[]): void {
    this.currentTallies = tallies;
    this.#tallies.fire(tallies);
  }

  setLanguage(language: Language): void {
    this.currentLanguage = language;
    this.#languages.fire(language);
  }

  setStatus(status: AppStatus): void {
    this.currentStatus = status;
    this.#statuses.fire(status);
  }

  setOverlay(overlay: OverlaySettings): void {
    this.currentOverlay = overlay;
    this.currentConfig = pageConfigOf(overlay);
    this.#overlays.fire(overlay);
    this.#configs.fire(this.currentConfig);
  }

  setFigures(figures: Figures): void {
    this.currentFigures = figures;
    this.#figures.fire();
  }

  setMedia(media: readonly MediaItem[]): void {
    this.currentMedia = media;
    this.#mediaChanges.fire(media);
  }

  async open(hash: string): Promise<ServedMedia | null> {
    const item = this.shelf.get(hash);
    if (!item) return null;
    const { type, content } = item;
    const read = (from: number, to: number) =>
      new Blob([new Uint8Array(content.subarray(from, to))]).stream();
    return { type, bytes: content.length, read };
  }

  setReading(reading: AppReading): void {
    this.currentReading = reading;
    this.#readings.fire();
  }

  setDesk(desk: AlertsState): void {
    this.currentDesk = desk;
    this.#desks.fire();
  }

  setHistory(connectionHistory: ConnectionHistory): void {
    this.currentHistory = connectionHistory;
    this.#histories.fire(connectionHistory);
  }
}

export interface World {
  readonly core: StandInCore;
  readonly clock: VirtualClock;
  readonly pageServer: PageServer;
  readonly folder: string;
  readonly logged: string[];
  stop(): Promise<void>;
}

/** A server on a free port over a core that stands in. */
export async function startWorld(options: Partial<PageServerOptions> = {}): Promise<World> {
  const core = new StandInCore();
  const clock = new VirtualClock();
  const folder = await makePages();
  const logged: string[] = [];
  const forget = () => rm(folder, { recursive: true, force: true });
  const pageServer = await startPageServer({
    port: 0,
    pages: { overlay: join(folder, 'overlay'), dashboard: join(folder, 'dashboard') },
    keys: { overlay: OVERLAY_KEY, dashboard: DASHBOARD_KEY },
    buildId: 'build-1',
    runId: 'run-1',
    allowLoopbackImages: false,
    overlay: core,
    sink: core,
    dashboard: core,
    media: core,
    commands: idleCommands,
    ...IDLE_OPTIONS,
    owner: new OwnerCodes({ say: null, makeKey, clock }),
    clock,
    log: recordingLogger(logged),
    ...options,
  }).catch(async (failure: unknown) => {
    await forget();
    throw failure;
  });
  const stop = async () => {
    await pageServer.dispose();
    await forget();
  };
  return { core, clock, pageServer, folder, logged, stop };
}
