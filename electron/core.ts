import { basename, join } from 'node:path';
import { AlertQueue } from './alerts/alert-queue.ts';
import type { AlertSettingsSource } from './alerts/ports.ts';
import { BUILD_ID } from './base/build-id.ts';
import { delay } from './base/clock.ts';
import { DisposableStore } from './base/disposables.ts';
import { createFiles } from './base/files.ts';
import { HeavyWork } from './base/heavy-work.ts';
import { isLoopbackAddress } from './base/loopback.ts';
import { ServerTime } from './care/server-time.ts';
import { EventHub } from './events/hub.ts';
import { createImagePolicy } from './events/image-policy.ts';
import { Broadcast } from './figures/broadcast.ts';
import { FiguresBoard } from './figures/figures-board.ts';
import { LogKeeper } from './ledger/log-keeper.ts';
import { openLedger } from './ledger/open-ledger.ts';
import type { Ledger } from './ledger/ports.ts';
import { type MediaLibrary, openMediaLibrary } from './media/media-library.ts';
import { OwnerCodes } from './outputs/owner-codes.ts';
import type { Outputs } from './outputs/ports.ts';
import { startOutputs } from './outputs/start-outputs.ts';
import { RoleBook } from './people/role-book.ts';
import type { SessionKeeper } from './session/keeper.ts';
import type { LiveWatch } from './stream/live-watch.ts';
import type { Account } from './wiring/account.ts';
import { chatLog } from './wiring/chat-log.ts';
import { commandHandlers } from './wiring/commands.ts';
import { openControlRoom } from './wiring/control-room.ts';
import type { CoreOptions } from './wiring/core-options.ts';
import { durableAnswers } from './wiring/durable-answers.ts';
import { GapBook } from './wiring/gap-book.ts';
import type { HeavyJobs } from './wiring/heavy-jobs.ts';
import { LanguageSource } from './wiring/language-source.ts';
import { mediaUsers } from './wiring/media-wiring.ts';
import { OverlayPages } from './wiring/overlay-pages.ts';
import { OverlaySettingsSource } from './wiring/overlay-settings.ts';
import { dashboardSource, overlaySource } from './wiring/overlay-source.ts';
import { pageKeys } from './wiring/page-keys.ts';
import { connectPlatform } from './wiring/platform-wiring.ts';
import { ledgerSetAside } from './wiring/problems.ts';
import { ReadingSource } from './wiring/reading-source.ts';
import { StatusSource } from './wiring/status-source.ts';

export type { CoreOptions } from './wiring/core-options.ts';

/** How long a stop waits for what is still to be written. */
const LAST_WORDS_MS = 1_200;
/** The same while a sign-in is just being renewed: without the answer it would be lost. */
export const RENEWAL_MOST_MS = 10_000;
/** For a look at one file of the media library. */
const RECOGNISE_LIMIT_MS = 60_000;

/**
 * The app without a face: the rooms in the order of an event's way. Hosts give it ports and show
 * what it says. Started once, stopped once.
 */
export class Core {
  readonly outputs: Outputs;
  readonly status: StatusSource;
  readonly account: Account;
  readonly hub: EventHub;
  readonly alerts: AlertQueue;
  readonly keeper: SessionKeeper;
  readonly media: MediaLibrary;
  readonly #isRenewing: () => boolean;
  /** Whether the channel is on the air. */
  readonly live: Pick<LiveWatch, 'onAir' | 'onAirChange'>;
  readonly #writeOut: () => void;
  readonly #stop: () => Promise<void>;

  /** @internal Made by `startCore`. */
  constructor(parts: {
    readonly outputs: Outputs;
    readonly status: StatusSource;
    readonly account: Account;
    readonly hub: EventHub;
    readonly alerts: AlertQueue;
    readonly keeper: SessionKeeper;
    readonly media: MediaLibrary;
    readonly isRenewing: () => boolean;
    readonly live: Pick<LiveWatch, 'onAir' | 'onAirChange'>;
    readonly writeOut: () => void;
    readonly stop: () => Promise<void>;
  }) {
    this.outputs = parts.outputs;
    this.status = parts.status;
    this.account = parts.account;
    this.hub = parts.hub;
    this.alerts = parts.alerts;
    this.keeper = parts.keeper;
    this.media = parts.media;
    this.#isRenewing = parts.isRenewing;
    this.live = parts.live;
    this.#writeOut = parts.writeOut;
    this.#stop = parts.stop;
  }

  /** Begins to sign in or takes up the kept grant; the live stream follows by itself. */
  begin(): Promise<void> {
    return this.account.start();
  }

  /** The sign-in is being renewed or kept right now: a stop waits for it, up to ten seconds. */
  get isRenewing(): boolean {
    return this.#isRenewing();
  }

  /**
   * For a system that takes the process away in a moment: when this returns the books are written and
   * closed, and nothing comes in any more. `stop` may follow, for what takes time.
   */
  writeOut(): void {
    this.#writeOut();
  }

  /** Ends everything in the reverse order of its start, with everything written. */
  stop(): Promise<void> {
    return this.#stop();
  }
}

/** Wires and starts the core. Throws a `StagelightError` when the ledger or the port is not to be had. */
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
  const options = { ...given, fetch: serverTime.watch(given.fetch), platformNow };
  const { clock, log, settings, notices } = options;
  const language = owned.add(new LanguageSource(settings, options.systemLanguage, log));
  const overlay = owned.add(new OverlaySettingsSource(settings, log));
  const opened = openEvents(options, owned, overlay, language);
  const { ledger, logKeeper, hub, alerts, roles, chat } = opened;
  const work = owned.add(new HeavyWork<HeavyJobs>({ file: options.workerFile, clock }));
  const library = await openMedia(options, owned, overlay, work);
  const { broadcast, figures } = openFigures(options, owned, { ledger, hub, overlay });
  const staging = { overlay, figures, library };
  const reading = owned.add(new ReadingSource({ alerts, overlay, log }));
  const platform = connectPlatform(options, owned, hub, roles);
  const { tokens, signIn, stream, keeper, memory, account, stopping } = platform;
  owned.add(new GapBook({ keeper, ledger, clock, log }));
  const pages = owned.add(new OverlayPages(alerts, log, clock));
  let outputs: Outputs | null = null;
  const status = owned.add(
    new StatusSource({
      demo: options.demo,
      account,
      tokens,
      keeper,
      hub,
      alerts,
      notices,
      overlay: () => ({ url: outputs?.overlayUrl ?? '', connectedPages: pages.connected }),
      onOverlayPages: pages.onChange,
      clock,
      log,
    }),
  );
  const control = openControlRoom(
    {
      ...{ options, hub, ledger, chat, roles, alerts, overlay, library, broadcast, status },
      ...{ client: platform.client, tokens, account, keeper, pages, serverTime, work },
      outputs: () => outputs,
    },
    owned,
  );
  const keys = await pageKeys(options);
  outputs = await startOutputs({
    port: options.port,
    overlayDir: options.pages.overlay,
    dashboardDir: options.pages.dashboard,
    overlayKey: keys.overlay,
    dashboardKey: keys.dashboard,
    buildId: BUILD_ID,
    runId: options.makeKey(),
    // A platform on this machine (the simulator, a test server) may serve images without encryption.
    allowLoopbackImages: isLoopbackAddress(options.baseUrl),
    overlay: overlaySource(ledger.epoch, hub, alerts, language, {
      ...staging,
      highlighter: control.highlighter,
    }),
    sink: pages,
    dashboard: dashboardSource(hub, status, keeper, language, {
      ...{ ...staging, alerts, reading },
      control: control.feeds,
    }),
    media: library,
    keptFiles: control.keptFiles,
    commands: durableAnswers(ledger, {
      ...control.commands,
      ...commandHandlers({
        ...{ hub, alerts, account, language, notices, overlay, broadcast, library },
        replay: {
          broadcasts: ledger.broadcasts,
          flush: () => hub.handedOn().then(chat.flush),
        },
      }),
    }),
    owner: new OwnerCodes({ say: options.care?.sayCode ?? null, makeKey: options.makeKey, clock }),
    clock,
    log,
  });
  const running = outputs;
  const isRenewing = (): boolean => tokens.isRenewing || signIn.state.kind === 'exchanging';
  const quieten = (): void => {
    status.end();
    // Nobody waits for what takes long: it is given up, and tidied by the next start.
    work.dispose();
    // First of all: tokens that still come in must not begin the stream again.
    stream.dispose();
    stopping.abort();
  };
  const writeOut = (): void => {
    quieten();
    owned.dispose();
  };
  const stop = async (): Promise<void> => {
    if (isRenewing()) log.warn('the sign-in is being renewed: stopping waits up to 10 seconds');
    const mostMs = isRenewing() ? RENEWAL_MOST_MS : LAST_WORDS_MS;
    quieten();
    const lastTokens = signIn.stop().then(() => tokens.stop());
    const lastWords = Promise.all([lastTokens, memory.flush()]);
    const limit = new AbortController();
    const inTime = Promise.race([lastWords, delay(clock, mostMs, limit.signal)]);
    await Promise.all([inTime, running.dispose().then(() => library.close())]);
    limit.abort();
    owned.dispose();
    await logKeeper.close();
  };
  return new Core({
    ...{ outputs, status, account, hub, alerts, keeper, media: library },
    ...{ live: control.live, isRenewing, writeOut, stop },
  });
}

/** The books, the hub and the alert queue: everything an event needs to be safe and shown. */
function openEvents(
  options: CoreOptions,
  owned: DisposableStore,
  settings: AlertSettingsSource,
  languages: LanguageSource,
) {
  const { clock, log, notices, random } = options;
  const onFailure = (failure: unknown): void => log.error('an event listener failed', { failure });
  const file = join(options.dataDir, 'ledger.sqlite');
  const logKeeper = new LogKeeper({ file, clock, log });
  owned.add({ dispose: () => void logKeeper.close() });
  const beside = options.syncInCommits ? {} : { sync: logKeeper.sync };
  const opened = openLedger({ file, clock, log, ...beside });
  if (opened.setAside) notices.add(ledgerSetAside(basename(opened.setAside)));
  const { ledger } = opened;
  owned.add({ dispose: () => ledger.close() });
  const chat = owned.add(chatLog({ ledger, settings: options.settings, notices, clock, log }));
  const imagePolicy = createImagePolicy({ allowLoopbackHttp: isLoopbackAddress(options.baseUrl) });
  const roles = new RoleBook(clock);
  const hub = owned.add(new EventHub({ clock, log, ledger, imagePolicy, roles, onFailure }));
  // Until the hub itself ends: its last words are kept too.
  hub.onBatch(({ events }) => chat.add(events));
  owned.add(
    hub.onLedgerFailure((failure) => {
      if (failure) notices.add(failure.problem, 'error');
    }),
  );
  const findTally = hub.findTally.bind(hub);
  const language = () => languages.current;
  const alerts = owned.add(
    new AlertQueue({ clock, log, ledger, settings, language, random, onFailure, findTally }),
  );
  alerts.restore();
  owned.add(hub.onBatch(({ events, draws }) => alerts.add(events, draws)));
  return { ledger, logKeeper, hub, alerts, roles, chat };
}

/** The streamer's pictures, sounds and fonts. */
async function openMedia(
  { dataDir, mediaDir, clock, makeKey, log, notices }: CoreOptions,
  owned: DisposableStore,
  overlay: OverlaySettingsSource,
  work: HeavyWork<HeavyJobs>,
): Promise<MediaLibrary> {
  const library = await openMediaLibrary({
    ...{ folder: mediaDir ?? join(dataDir, 'media'), files: createFiles(clock) },
    ...{ clock, makeKey, log },
    recognise: (path) => work.run('recognise-media', { path }, { limitMs: RECOGNISE_LIMIT_MS }),
    usedBy: mediaUsers(overlay),
    onProblem: notices.add.bind(notices),
    onSolved: notices.dismiss.bind(notices),
  });
  owned.add({ dispose: () => void library.close() });
  return library;
}

/** What widgets add up, and since when a broadcast is. */
function openFigures(
  { clock, log }: CoreOptions,
  owned: DisposableStore,
  parts: {
    readonly ledger: Ledger;
    readonly hub: EventHub;
    readonly overlay: OverlaySettingsSource;
  },
) {
  const { ledger, hub, overlay } = parts;
  const books = ledger.figures;
  const broadcast = owned.add(new Broadcast({ books, clock, log }));
  const figures = owned.add(
    new FiguresBoard({
      books,
      layout: { get: () => overlay.get().layout, onChange: overlay.onChange },
      lastSeq: () => hub.writtenSeq,
      onEvents: (listener) => hub.onBatch(({ events }) => listener(events)),
      broadcast,
      clock,
      log,
    }),
  );
  return { broadcast, figures };
}
