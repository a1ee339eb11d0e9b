import type { DoorsState } from '../../shared/contract/doors.ts';
import { type DropsState, dropsSettingsSchema } from '../../shared/contract/drops.ts';
import type { LiveState } from '../../shared/contract/live.ts';
import type { MaintenanceState } from '../../shared/contract/maintenance.ts';
import type { MarksState } from '../../shared/contract/marks.ts';
import { NO_STRIP, OBS_DEFAULTS, type ObsState } from '../../shared/contract/obs.ts';
import { type OscState, oscSettingsSchema } from '../../shared/contract/osc.ts';
import { NO_SUM, type ReportTotals } from '../../shared/contract/reports.ts';
import type { ShowState } from '../../shared/contract/show.ts';
import type { SinksState } from '../../shared/contract/sinks.ts';
import type { StreamState } from '../../shared/contract/stream.ts';
import {
  type StreamerbotState,
  streamerbotSettingsSchema,
} from '../../shared/contract/streamerbot.ts';
import type { WidgetsState } from '../../shared/contract/widgets.ts';

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
