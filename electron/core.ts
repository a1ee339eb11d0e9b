import { basename, join } from 'node:path';
import type { PlayingAlert } from '../shared/alerts.ts';
import { MEDIA_TYPES, type MediaItem } from '../shared/overlay/media.ts';
import type { ShowViews } from '../shared/overlay/show-views.ts';
import type { Account } from './auth/account.ts';
import { BUILD_ID } from './base/build-id.ts';
import { delay } from './base/clock.ts';
import { type Disposable, DisposableStore } from './base/disposables.ts';
import type { Subscribe } from './base/emitter.ts';
import { HeavyWork } from './base/heavy-work.ts';
import { isLoopbackAddress } from './base/loopback.ts';
import { chatLog } from './events/chat-log.ts';
import type { LedgerFailure } from './events/event-writer.ts';
import { createImagePolicy } from './events/field-sanitizer.ts';
import { EventHub } from './events/hub.ts';
import { RoleCache } from './events/role-cache.ts';
import { type AccountFeature, startAccount } from './features/account/index.ts';
import { type AlertsFeature, startAlerts } from './features/alerts/index.ts';
import { startDoors } from './features/doors/index.ts';
import { startDrops } from './features/drops/index.ts';
import { durableAnswers, joined, type Services } from './features/feature.ts';
import type { HeavyJobs } from './features/heavy-jobs.ts';
import { type LiveFeature, startLive } from './features/live/index.ts';
import { startMaintenance } from './features/maintenance/index.ts';
import { type MarksFeature, startMarks } from './features/marks/index.ts';
import { type MediaFeature, startMedia } from './features/media/index.ts';
import { type ObsFeature, startObs } from './features/obs/index.ts';
import { type OverlayFeature, startOverlay } from './features/overlay/index.ts';
import { startPeople } from './features/people/index.ts';
import { startReports } from './features/reports/index.ts';
import type { ShowHands, ShowSounds } from './features/show-kit/index.ts';
import { startSpeech } from './features/speech/index.ts';
import { type StreamFeature, startStream } from './features/stream/index.ts';
import type { CoreOptions } from './host/core-options.ts';
import { LanguageSource } from './host/language-source.ts';
import { ServerTime } from './platform/server-time.ts';
import type { MediaSource } from './server/file-answers.ts';
import { OwnerCodes } from './server/owner-codes.ts';
import { pageKeys } from './server/page-keys.ts';
import type { OverlaySource, PageServer } from './server/ports.ts';
import { startPageServer } from './server/start-server.ts';
import { connectPlatform } from './session/connect-platform.ts';
import type { SessionKeeper } from './session/keeper.ts';
import { OverlaySettingsSource } from './settings/overlay-settings.ts';
import { LogKeeper } from './storage/log-keeper.ts';
import { openLedger } from './storage/open-ledger.ts';

export type { CoreOptions } from './host/core-options.ts';

/** How long a stop waits for a last look at what the platform delivers. */
const LAST_LOOK_MS = 600;
/** How long a stop waits for pending writes. */
const LAST_WORDS_MS = 1_200;
/** The same while a sign-in is being renewed: without the answer it would be lost. */
export const RENEWAL_MOST_MS = 30_000;

/** The app without windows. Hosts provide ports and show its state. Started once, stopped once. */
export interface Core {
  readonly pageServer: PageServer;
  readonly status: AccountFeature['status'];
  readonly account: Account;
  readonly hub: EventHub;
  readonly alerts: AlertsFeature['queue'];
  readonly keeper: SessionKeeper;
  readonly media: MediaSource & Pick<MediaFeature['library'], 'items'>;
  readonly live: Pick<StreamFeature['live'], 'onAir' | 'onAirChange'>;
  readonly switchLayout: OverlayFeature['switchLayout'];
  readonly marks: MarksFeature['hands'];
  readonly show: ShowHands;
  /** Starts a sign-in or uses the stored grant; the live stream follows automatically. */
  begin(): Promise<void>;
  /** The sign-in is being renewed or saved: a stop waits for it, up to thirty seconds. */
  readonly isRenewing: boolean;
  /** The ledger has events that came by another way: totals are read from it again. */
  reread(): void;
  /** For a system that ends the process: the ledger is written and closed. `stop` may follow. */
  writeOut(): void;
  /** Stops everything in reverse order of its start, with everything saved. */
  stop(): Promise<void>;
}

/** Wires and starts the core. Throws a `StagelightError` if the ledger or port is unavailable. */
export async function startCore(options: CoreOptions): Promise<Core> {
  const owned = new DisposableStore();
  try {
    return await wire(options, owned);
  } catch (failure) {
    owned.dispose();
    throw failure;
  }
}

async function wire(given: CoreOptions, owned: DisposableStore): Promise<Core> {
  const serverTime = new ServerTime(given.clock);
  const platformNow = () => serverTime.platformNow();
  const clockAhead = () => serverTime.aheadMs;
  const options = { ...given, fetch: serverTime.watch(given.fetch), platformNow, clockAhead };
  const { clock, log } = options;
  const language = owned.add(new LanguageSource(options.settings, options.systemLanguage, log));
  const overlaySettings = owned.add(new OverlaySettingsSource(options.settings, log));
  const events = openEvents(options, owned);
  const { hub, ledger, logKeeper } = events;
  const work = owned.add(new HeavyWork<HeavyJobs>({ file: options.workerFile, clock }));
  const platform = connectPlatform(options, events, owned);
  const { tokens, signIn, stream: liveStream, keeper, memory, account, stopping } = platform;
  let pageServer: PageServer | null = null;
  const services: Services = {
    ...options,
    ...events,
    language,
    overlaySettings,
    serverTime,
    work,
    client: platform.client,
    tokens,
    keeper,
    account,
    pageServer: () => pageServer,
  };
  // Not the watched `fetch`: only the platform's answers tell its time.
  const speech = startSpeech({ ...services, fetch: given.fetch }, owned);
  const alerts = startAlerts({ ...services, speech }, owned);
  const media = await startMedia(services, owned);
  const overlay = startOverlay(services, owned);
  const connection = startAccount({ ...services, alerts }, owned);
  const { status } = connection;
  const stream = startStream(services, owned);
  const live = startLive({ ...services, overlay, stream }, owned);
  const people = startPeople(services, owned);
  const drops = startDrops({ ...services, status, people }, owned);
  const obs = await startObs({ ...services, alerts }, owned);
  const marks = startMarks({ ...services, alerts, obs }, owned);
  // Apart from what the first window waits for.
  const { ShowSounds, startShowKit } = await import('./features/show-kit/index.ts');
  const kit = startShowKit({ ...services, marks, stream, people }, owned);
  const { show, activities, chatCommands } = kit;
  const reports = startReports({ ...services, alerts, show }, owned);
  const maintenance = startMaintenance({ ...services, alerts, status, obs }, owned);
  const offered = joined([
    alerts,
    media,
    overlay,
    connection,
    stream,
    live,
    people,
    drops,
    reports,
    maintenance,
    speech,
    obs,
    marks,
    show,
    chatCommands,
    ...Object.values(activities),
  ]);
  const views = showSource(activities);
  const { onCue } = owned.add(
    new ShowSounds({
      ...views,
      clock,
      log,
      settings: () => overlaySettings.get(),
      isQuiet: () => show.feeds.show.read().quiet,
      onQuiet: show.feeds.show.onChange,
    }),
  );
  const shows = { ...views, onCue };
  const doors = await startDoors({ ...services, ...shows, feeds: offered.feeds }, owned);
  const { startStreamerbot } = await import('./features/streamerbot/index.ts');
  const { startOsc } = await import('./features/osc/index.ts');
  const streamerbot = startStreamerbot({ ...services, feeds: offered.feeds }, owned);
  // Like the show kit.
  const { startSinks } = await import('./features/sinks/index.ts');
  const { startWidgets } = await import('./features/widgets/index.ts');
  const sinks = await startSinks(services, owned);
  const osc = startOsc({ ...services, ...shows, feeds: offered.feeds }, owned);
  const widgets = await startWidgets({ ...services, overlay, people, media: media.library }, owned);
  const features = joined([offered, doors, streamerbot, sinks, osc, widgets]);
  const served: MediaSource = {
    open: async (name) => (await speech.clips.open(name)) ?? media.library.open(name),
  };
  pageServer = await startPageServer({
    port: options.port,
    publicBase: options.publicBase,
    pages: options.pages,
    keys: await pageKeys(options),
    buildId: BUILD_ID,
    runId: options.makeKey(),
    // A platform on this machine (the simulator, a test server) may serve images without encryption.
    allowLoopbackImages: isLoopbackAddress(options.baseUrl),
    overlay: overlaySource(services, alerts, live, media, overlay, obs, shows),
    sink: alerts.pages,
    dashboard: {
      feeds: features.feeds,
      recentEvents: (limit) => hub.newest(limit),
      onBatch: (listener) => hub.onBatch(({ events }) => listener(events)),
      onForgotten: hub.onForgotten,
    },
    media: served,
    keptFiles: maintenance.keptFiles,
    commands: durableAnswers(ledger, features.commands),
    api: doors.api,
    widgets: widgets.source,
    owner: new OwnerCodes({
      say: options.maintenance?.sayCode ?? null,
      makeKey: options.makeKey,
      clock,
    }),
    clock,
    log,
  });
  obs.resume();
  await Promise.all([streamerbot.resume(), osc.resume()]);
  const running = pageServer;
  const isRenewing = (): boolean => tokens.isRenewing || signIn.state.kind === 'exchanging';
  const quieten = (): void => {
    status.end();
    // Long jobs are cancelled; the next start cleans up after them.
    work.dispose();
    // First, so that tokens that still arrive cannot restart the stream.
    liveStream.dispose();
    stopping.abort();
  };
  const writeOut = (): void => {
    quieten();
    owned.dispose();
  };
  const stop = async (): Promise<void> => {
    if (isRenewing()) log.warn('the sign-in is being renewed: stopping waits up to 30 seconds');
    const mostMs = isRenewing() ? RENEWAL_MOST_MS : LAST_WORDS_MS;
    const looked = new AbortController();
    await Promise.race([keeper.lastLook(), delay(clock, LAST_LOOK_MS, looked.signal)]);
    looked.abort();
    quieten();
    const lastTokens = signIn.stop().then(() => tokens.stop());
    const lastWords = Promise.all([lastTokens, memory.flush()]);
    const limit = new AbortController();
    const inTime = Promise.race([lastWords, delay(clock, mostMs, limit.signal)]);
    const closing = running.dispose();
    const pages = closing.then(() => Promise.all([media.library.close(), widgets.close()]));
    await Promise.all([inTime, streamerbot.close(), osc.close(), pages]);
    limit.abort();
    owned.dispose();
    await logKeeper.close();
  };
  return {
    pageServer,
    status,
    account,
    hub,
    alerts: alerts.queue,
    keeper,
    media: {
      open: served.open,
      get items() {
        return media.library.items;
      },
    },
    live: stream.live,
    switchLayout: overlay.switchLayout,
    marks: marks.hands,
    show: kit.hands,
    begin: () => account.start(),
    get isRenewing() {
      return isRenewing();
    },
    reread(): void {
      hub.rereadTallies();
      overlay.figures.reread();
    },
    writeOut,
    stop,
  };
}

/** The ledger, the chat log and the hub, which together keep events safe. */
function openEvents(options: CoreOptions, owned: DisposableStore) {
  const { clock, log, notices } = options;
  const file = join(options.dataDir, 'ledger.sqlite');
  const logKeeper = new LogKeeper({ file, clock, log });
  owned.add({ dispose: () => void logKeeper.close() });
  const beside = options.syncInCommits ? {} : { sync: logKeeper.sync };
  const { ledger, setAside } = openLedger({ file, clock, log, ...beside });
  if (setAside) notices.add({ code: 'ledger-set-aside', values: { file: basename(setAside) } });
  owned.add({ dispose: () => ledger.close() });
  const chat = owned.add(chatLog({ ledger, settings: options.settings, notices, clock, log }));
  const imagePolicy = createImagePolicy({ allowLoopbackHttp: isLoopbackAddress(options.baseUrl) });
  const roles = new RoleCache(clock);
  const onFailure = (failure: unknown): void => log.error('an event listener failed', { failure });
  const hub = owned.add(new EventHub({ clock, log, ledger, imagePolicy, roles, onFailure }));
  // Until the hub itself ends: its last events are kept too.
  hub.onBatch(({ events }) => chat.add(events));
  const tell = (failure: LedgerFailure | null): void => {
    if (failure) notices.add(failure.problem, 'error');
  };
  tell(hub.ledgerFailure);
  owned.add(hub.onLedgerFailure(tell));
  return { ledger, logKeeper, hub, roles, chat };
}

/** What viewers see of each activity of the show kit. */
type Activities = {
  readonly [K in keyof ShowViews]: {
    readonly view: () => ShowViews[K];
    readonly onChange: Subscribe<void>;
  };
};

function showSource(activities: Activities) {
  return {
    views: (): ShowViews => {
      const views = Object.entries(activities).map(([name, { view }]) => [name, view()]);
      return Object.fromEntries(views) as ShowViews;
    },
    onViews: (listener: () => void): Disposable => {
      const all = new DisposableStore();
      for (const { onChange } of Object.values(activities)) all.add(onChange(listener));
      return all;
    },
  };
}

/** The data source of the overlay pages. */
function overlaySource(
  { ledger, hub, language }: Services,
  alerts: AlertsFeature,
  live: LiveFeature,
  media: MediaFeature,
  overlay: OverlayFeature,
  { governor, sceneOverlay }: ObsFeature,
  { views, onViews, onCue }: ReturnType<typeof showSource> & Pick<ShowSounds, 'onCue'>,
): OverlaySource {
  const withKind = (alert: PlayingAlert | null) => withImageKind(alert, media.library.items);
  return {
    epoch: ledger.epoch,
    lastSeq: () => hub.lastSeq,
    since: (after) => hub.since(after),
    recentChat: (limit) => hub.recentChat(limit),
    latest: (limit) => hub.latestValued(limit),
    config: () => sceneOverlay.config(),
    figures: () => overlay.figures.read(),
    highlight: () => live.highlighter.current,
    shows: views,
    tallies: () => hub.tallies,
    alert: () => withKind(alerts.queue.current),
    language: () => language.current,
    loadStep: () => governor.step,
    onBatch: (listener) => hub.onBatch(({ events }) => listener(events)),
    onAlert: (listener) => alerts.queue.onChange((alert) => listener(withKind(alert))),
    onTallies: (listener) =>
      hub.onBatch(({ draws }) => {
        if (draws.size > 0) listener(hub.tallies);
      }),
    onLanguage: language.onChange,
    onLoadStep: governor.onStep,
    onConfig: sceneOverlay.onConfig,
    onFigures: overlay.figures.onChange,
    onHighlight: live.highlighter.onChange,
    onShows: onViews,
    onCue,
  };
}

/** Adds the picture's type to the alert, so that pages need not find it out by a failed attempt. */
export function withImageKind(
  alert: PlayingAlert | null,
  items: readonly Pick<MediaItem, 'hash' | 'type'>[],
): PlayingAlert | null {
  if (!alert || alert.look.image === null) return alert;
  const item = items.find(({ hash }) => hash === alert.look.image);
  const kind = item && MEDIA_TYPES[item.type].kind;
  if (kind !== 'image' && kind !== 'video') return alert;
  return { ...alert, look: { ...alert.look, imageKind: kind } };
}
