import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Emitter } from '../../../electron/base/emitter.ts';
import type { Logger } from '../../../electron/base/log.ts';
import type {
  ConnectedPage,
  CoreCommandHandlers,
  DashboardSource,
  Outputs,
  OutputsOptions,
  OverlaySink,
  OverlaySource,
} from '../../../electron/outputs/ports.ts';
import { startOutputs } from '../../../electron/outputs/start-outputs.ts';
import type { PlayingAlert } from '../../../shared/alerts.ts';
import type { DrawTally, StageEvent } from '../../../shared/events.ts';
import type { Lifeline } from '../../../shared/lifeline.ts';
import type { Language } from '../../../shared/problem.ts';
import type { AppStatus } from '../../../shared/status.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

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

/** A life with so many renewals. */
export function lifelineOf(renewals: number): Lifeline {
  const events = Array.from({ length: renewals }, (_, at) => ({
    at: 1_000 + at,
    name: 'renewed' as const,
    reason: null,
  }));
  return { events, gaps: [], openGap: null };
}

/** A core in memory, that says what the test tells it to. */
export class StandInCore implements OverlaySource, DashboardSource, OverlaySink {
  epoch = 'epoch-1';
  ringSize: number;
  currentAlert: PlayingAlert | null = null;
  currentTallies: readonly DrawTally[] = [];
  currentLanguage: Language = 'ko';
  currentStatus: AppStatus = statusOf(0);
  currentLifeline: Lifeline = lifelineOf(0);
  /** What pages have said, oldest first. */
  readonly heard: string[] = [];
  #kept: StageEvent[] = [];
  #last = 0;
  #pages = 0;
  readonly #batches = new Emitter<readonly StageEvent[]>(failOnListener);
  readonly #alerts = new Emitter<PlayingAlert | null>(failOnListener);
  readonly #tallies = new Emitter<readonly DrawTally[]>(failOnListener);
  readonly #languages = new Emitter<Language>(failOnListener);
  readonly #statuses = new Emitter<AppStatus>(failOnListener);
  readonly #lifelines = new Emitter<Lifeline>(failOnListener);
  readonly onBatch = this.#batches.on;
  readonly onAlert = this.#alerts.on;
  readonly onTallies = this.#tallies.on;
  readonly onLanguage = this.#languages.on;
  readonly onStatus = this.#statuses.on;
  readonly onLifeline = this.#lifelines.on;

  constructor(ringSize = 5_000) {
    this.ringSize = ringSize;
  }

  lastSeq = (): number => this.#last;

  since(after: number): readonly StageEvent[] | null {
    const oldest = this.#kept[0]?.seq ?? this.#last + 1;
    if (after + 1 < oldest) return null;
    return this.#kept.filter((event) => event.seq > after);
  }

  recentChat = (limit: number): readonly StageEvent<'CHAT'>[] =>
    this.#kept.filter((event) => event.kind === 'CHAT').slice(-limit);

  recentEvents = (limit: number): readonly StageEvent[] => this.#kept.slice(-limit);
  tallies = (): readonly DrawTally[] => this.currentTallies;
  alert = (): PlayingAlert | null => this.currentAlert;
  language = (): Language => this.currentLanguage;
  status = (): AppStatus => this.currentStatus;
  lifeline = (): Lifeline => this.currentLifeline;

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

  setLifeline(lifeline: Lifeline): void {
    this.currentLifeline = lifeline;
    this.#lifelines.fire(lifeline);
  }
}

export interface World {
  readonly core: StandInCore;
  readonly clock: VirtualClock;
  readonly outputs: Outputs;
  readonly folder: string;
  readonly logged: string[];
  stop(): Promise<void>;
}

export const idleCommands: CoreCommandHandlers = {
  'test-event.play': async () => ({ seq: 1 }),
  'sign-in.start': async () => ({ url: 'https://example.test/' }),
  'sign-in.sign-out': async () => ({}),
  'settings.set-language': async () => ({}),
  'notice.dismiss': async () => ({}),
  'alerts.pause': async () => ({}),
  'alerts.skip': async () => ({}),
  'alerts.panic': async () => ({}),
};

function recordingLogger(lines: string[]): Logger {
  const write = (message: string, fields?: object) =>
    lines.push(`${message} ${JSON.stringify(fields ?? {})}`);
  return { debug: write, info: write, warn: write, error: write };
}

/** The pages as a build leaves them, in a folder of their own. */
async function makePages(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'stagelight-outputs-'));
  for (const place of ['overlay', 'dashboard']) {
    await mkdir(join(folder, place, 'assets'), { recursive: true });
    await writeFile(join(folder, place, `${place}.html`), `<!doctype html><p>${place}</p>`);
    await writeFile(join(folder, place, 'assets', 'main-Ab12_-xY.js'), 'export {};');
    await writeFile(join(folder, place, 'assets', 'main-Ab12cdEF.css'), 'p{}');
    await writeFile(join(folder, place, 'assets', 'font-Ab12cdEF.woff2'), 'font');
    await writeFile(join(folder, place, 'assets', 'plain.svg'), '<svg/>');
  }
  await writeFile(join(folder, 'secret.txt'), 'not for pages');
  return folder;
}

/** A server on a free port over a core that stands in. */
export async function startWorld(options: Partial<OutputsOptions> = {}): Promise<World> {
  const core = new StandInCore();
  const clock = new VirtualClock();
  const folder = await makePages();
  const logged: string[] = [];
  const forget = () => rm(folder, { recursive: true, force: true });
  const outputs = await startOutputs({
    port: 0,
    overlayDir: join(folder, 'overlay'),
    dashboardDir: join(folder, 'dashboard'),
    overlayKey: OVERLAY_KEY,
    dashboardKey: DASHBOARD_KEY,
    buildId: 'build-1',
    allowLoopbackImages: false,
    overlay: core,
    sink: core,
    dashboard: core,
    commands: idleCommands,
    clock,
    log: recordingLogger(logged),
    ...options,
  }).catch(async (failure: unknown) => {
    await forget();
    throw failure;
  });
  const stop = async () => {
    await outputs.dispose();
    await forget();
  };
  return { core, clock, outputs, folder, logged, stop };
}
