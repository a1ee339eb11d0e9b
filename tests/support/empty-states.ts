import { EMPTY_DESK } from '../../shared/contract/alerts.ts';
import type { DoorsState } from '../../shared/contract/doors.ts';
import { type DropsState, dropsSettingsSchema } from '../../shared/contract/drops.ts';
import type { CoreFeedName, Feeds } from '../../shared/contract/index.ts';
import type { LiveState } from '../../shared/contract/live.ts';
import type { MaintenancePlace, MaintenanceState } from '../../shared/contract/maintenance.ts';
import type { MarksState } from '../../shared/contract/marks.ts';
import { NO_STRIP, OBS_DEFAULTS, type ObsState } from '../../shared/contract/obs.ts';
import { type OscState, oscSettingsSchema } from '../../shared/contract/osc.ts';
import { EMPTY_PEOPLE_DESK } from '../../shared/contract/people.ts';
import { NO_SUM, type ReportTotals } from '../../shared/contract/reports.ts';
import type { ShowState } from '../../shared/contract/show.ts';
import type { SinksState } from '../../shared/contract/sinks.ts';
import type { StreamState } from '../../shared/contract/stream.ts';
import {
  type StreamerbotState,
  streamerbotSettingsSchema,
} from '../../shared/contract/streamerbot.ts';
import type { WidgetsState } from '../../shared/contract/widgets.ts';
import { NO_FIGURES } from '../../shared/overlay/figures.ts';
import { DEFAULT_OVERLAY } from '../../shared/overlay/overlay-settings.ts';
import { NO_READING } from '../../shared/overlay/reading.ts';
import type { AppStatus } from '../../shared/status.ts';

/** What the features' feeds say before anything has happened. */

const UNUSED = { used: 0, refused: false, seenLimit: null };

export const EMPTY_DROPS: DropsState = {
  revision: 0,
  readAt: null,
  platformAheadMs: 0,
  campaigns: [],
  campaignCount: 0,
  draws: [],
  watch: { kind: 'off' },
  damaged: 0,
  quota: { read: UNUSED, write: UNUSED, resetsAt: 0 },
  unpaid: 0,
  late: [],
  lateCount: 0,
  putAwayCount: 0,
  stuck: [],
  stuckCount: 0,
  jobs: [],
  settings: dropsSettingsSchema.parse({}),
};

export const EMPTY_LIVE: LiveState = {
  onAir: null,
  beganAt: 0,
  totals: null,
  highlight: null,
  highlightEndsAt: null,
  sent: [],
};

export const EMPTY_OBS: ObsState = {
  link: { state: 'off' },
  host: OBS_DEFAULTS.host,
  port: OBS_DEFAULTS.port,
  hasPassword: false,
  scenes: [],
  programScene: null,
  streaming: false,
  recording: false,
  strip: NO_STRIP,
  proof: { state: 'unknown' },
  heard: { state: 'unknown' },
  onPurpose: [],
  undoable: null,
  heal: { on: false, replays: true, ailments: [], last: null },
  load: { step: 0, mode: 'auto', reason: 'idle', lostPercent: 0 },
  elsewhere: false,
  streamKey: { server: '', putAt: null },
};

export const EMPTY_MARKS: MarksState = {
  recording: null,
  replayBuffer: 'unknown',
  canChapter: null,
  settings: { chatPeaks: true, chapters: false, replayFrom: null },
  replayMissedAt: null,
  revision: 0,
};

export const EMPTY_SHOW: ShowState = { quiet: false, waiting: 0, pace: 20, refused: 0 };

export const EMPTY_MAINTENANCE: MaintenanceState = {
  revision: 0,
  place: null,
  preflight: { running: false, at: null, findings: [], asksSound: false },
  backup: { running: false, share: 0, problem: null, kept: [] },
  restore: { phase: 'none' },
  bundles: [],
};

export const EMPTY_STREAM: StreamState = {
  revision: 0,
  settings: null,
  chat: null,
  live: null,
  setByUs: { chatEmojiMode: null, chatSlowModeSec: null },
  unsure: { chatEmojiMode: null, chatSlowModeSec: null },
  presets: [],
  undo: null,
  log: [],
  problems: { settings: null, chat: null, live: null },
  reading: false,
};

export const NO_TOTALS: ReportTotals = {
  donation: NO_SUM,
  cheering: NO_SUM,
  subscription: NO_SUM,
  draw: NO_SUM,
  purchase: {},
};

export const EMPTY_SINKS: SinksState = { sinks: [] };

export const EMPTY_WIDGETS: WidgetsState = { packages: [] };

export const EMPTY_DOORS: DoorsState = { keys: [], address: 'http://127.0.0.1:1234/api/v1' };

export const EMPTY_OSC: OscState = {
  settings: oscSettingsSchema.parse({}),
  address: null,
  problem: null,
  counts: { ran: 0, strangers: 0, unreadable: 0, unknown: 0, tooMany: 0 },
  lastStranger: null,
  lastUnknown: null,
  lastProblem: null,
};

export const EMPTY_STREAMERBOT: StreamerbotState = {
  settings: streamerbotSettingsSchema.parse({}),
  address: null,
  problem: null,
  programs: [],
};

/** Live; whose channel it is has not been read yet, and nothing has come in. */
export const LIVE_STATUS: AppStatus = {
  demo: false,
  connection: { state: 'live', reason: null, since: 1 },
  signInUrl: null,
  account: null,
  scopes: { granted: ['READ:USER'], missing: [] },
  session: null,
  tokens: null,
  counts: { CHAT: 0, DONATION: 0, SUBSCRIPTION: 0, DROPS: 0, GOODS_PURCHASE: 0 },
  unknownEvents: 0,
  refusals: [],
  overlay: { url: 'http://127.0.0.1/', connectedPages: 0 },
  alerts: { waiting: 0, neverAppeared: 0, paused: false },
  notices: [],
};

/** What all feeds of a core say that is live, and to which nothing has happened. */
export const EMPTY_FEEDS: Pick<Feeds, CoreFeedName> = {
  language: 'ko',
  status: LIVE_STATUS,
  connectionHistory: { events: [], gaps: [], openGaps: [] },
  overlay: DEFAULT_OVERLAY,
  figures: NO_FIGURES,
  alerts: EMPTY_DESK,
  media: [],
  reading: NO_READING,
  live: EMPTY_LIVE,
  stream: EMPTY_STREAM,
  people: EMPTY_PEOPLE_DESK,
  drops: EMPTY_DROPS,
  maintenance: EMPTY_MAINTENANCE,
  obs: EMPTY_OBS,
  marks: EMPTY_MARKS,
  show: EMPTY_SHOW,
  vote: { vote: null, last: null },
  draw: { draw: null, last: null },
  players: { desk: null, last: null },
  subathon: { clock: null, last: null },
  missions: { board: null, last: null },
  counters: { managers: true, answer: true, counters: [] },
  chatCommands: { settings: { commands: [], timers: [], bots: [] }, uses: {}, mutedCount: 0 },
  wheel: { wheel: null, config: null, spins: [], before: null, missed: 0 },
  doors: EMPTY_DOORS,
  streamerbot: EMPTY_STREAMERBOT,
  sinks: EMPTY_SINKS,
  osc: EMPTY_OSC,
  widgets: EMPTY_WIDGETS,
};

/** Where a host runs, as the settings show it. */
export const PLACE: MaintenancePlace = {
  host: 'headless',
  version: '1.2.3',
  dataDir: '/home/moon/.config/stagelight',
  overlayUrl: 'http://127.0.0.1:4123/overlay/overlay-key-0123456789abcdef/',
  dashboardUrl: 'http://127.0.0.1:4123/dashboard/key/',
  port: 4_123,
  portSetting: null,
  application: {
    clientId: 'abcd••••wxyz',
    hasSecret: true,
    baseUrl: 'https://ci.me',
    authUrl: 'https://ci.me',
    redirectUri: 'http://127.0.0.1:17817/callback',
  },
  demo: false,
  canRestart: true,
  canOpenFolder: false,
};
