import { z } from 'zod';
import { LOAD_STEPS, type LoadStep } from '../overlay/load-step.ts';
import { feed, LONG_READ, LONG_WRITE, nothing } from './command.ts';

/** OBS as Stagelight meets it through obs-websocket 5. Nothing is sent before the streamer agreed. */

/** Why OBS is not reached. Each has a sentence and one action on the page. */
export const OBS_CAUSES = [
  /** Nothing listens there: OBS is closed, or its WebSocket server is off. */
  'not-running',
  'password-needed',
  'password-wrong',
  /** Something answers there, and it is not OBS. */
  'not-obs',
  /** OBS is older than 28 or speaks obs-websocket 4. */
  'too-old',
  /** The connection broke; it is tried again. */
  'lost',
] as const;
export type ObsCause = (typeof OBS_CAUSES)[number];

export type ObsLink =
  /** The streamer has not agreed, or ended the connection. */
  | { readonly state: 'off' }
  | { readonly state: 'connecting' }
  | { readonly state: 'connected'; readonly version: string; readonly protocol: string }
  /** `retryAt`: epoch milliseconds; null: only a change by the streamer helps. */
  | { readonly state: 'waiting'; readonly cause: ObsCause; readonly retryAt: number | null };

/** What keeps the overlay from the broadcast, the gravest first. */
export const OBS_FINDINGS = [
  'no-source',
  /** The overlay is in groups, and one of them has no source. */
  'part-missing',
  /** A source shows our address, but its scene is not on air (also not nested in it). */
  'not-in-program',
  'hidden',
  'old-address',
  /** The page of the source is not connected to Stagelight. */
  'not-connected',
  /** It is connected, but does not paint. */
  'frozen',
  'outside',
  'covered',
  'wrong-size',
  'shuts-down',
  /** A filter hides it: of the source itself, or of a scene around it. */
  'filtered',
  /** Everything looks right, but OBS's picture does not hold what the page painted. */
  'not-in-picture',
  /** The input that carries the alerts' sound is muted, … */
  'muted',
  /** … its volume is down, … */
  'turned-down',
  /** … it is on no track that OBS sends, … */
  'no-track',
  /** … only the streamer hears it, … */
  'monitor-only',
  /** … or an alert sounded and nothing of it arrived there. */
  'silent',
] as const;
export type ObsFindingCode = (typeof OBS_FINDINGS)[number];

export interface ObsFinding {
  readonly code: ObsFindingCode;
  /** The input or scene it is about; null: none. */
  readonly source: string | null;
  /** What causes it, where that is known: the sources above it, or the filters. */
  readonly by: readonly string[];
  /** Whether `obs.fix` mends it. */
  readonly fixable: boolean;
}

/** Those that keep an alert's sound from viewers. */
export type ObsSoundCode = Extract<
  ObsFindingCode,
  'muted' | 'turned-down' | 'no-track' | 'monitor-only' | 'silent'
>;

/** Whether viewers heard the last alert that sounded; what kept it from them is among the findings. */
export type ObsHeard =
  /** None sounded since OBS was reached, or since its sound was mended. */
  | { readonly state: 'unknown' }
  | { readonly state: 'heard'; readonly at: number; readonly input: string }
  | { readonly state: 'not-heard'; readonly at: number }
  /** OBS tells no levels of the input that carries it. */
  | { readonly state: 'untold'; readonly at: number };

/** Whether the overlay is on the broadcast, as last computed. */
export type ObsProof =
  | { readonly state: 'unknown' }
  | { readonly state: 'looking' }
  /** All is right in OBS, but its picture is too dark or too busy to read the overlay's mark from it. */
  | { readonly state: 'unclear'; readonly at: number }
  /**
   * Read back from OBS's own picture. `by` program: of the scene on air, as viewers get it. `by` source:
   * of the source alone, since the scene is too dark or too busy, and nothing in OBS keeps the source
   * from being seen. `at`: epoch milliseconds.
   */
  | {
      readonly state: 'proved';
      readonly at: number;
      readonly scene: string;
      readonly by: 'program' | 'source';
    }
  | { readonly state: 'found'; readonly at: number; readonly findings: readonly ObsFinding[] };

/** What healing does to a source, the mildest first. */
export const HEAL_STEPS = [
  /** Its own button loads the page anew. */
  'refresh',
  /** The overlay's address of now, in place of an old one. */
  'renew',
  /** Another parameter, so that OBS makes a new page: nothing less brings a frozen one back. */
  'fresh-address',
  /** A new source in its place, with all that the old one had. */
  'recreate',
] as const;
export type HealStep = (typeof HEAL_STEPS)[number];

/** What healing mends. */
export const HEAL_CODES = ['not-connected', 'frozen', 'old-address'] as const;
export type HealCode = Extract<ObsFindingCode, (typeof HEAL_CODES)[number]>;

/** One source that shows nothing new, and what is done about it. */
export interface ObsAilment {
  readonly source: string;
  readonly code: HealCode;
  readonly stage:
    | { readonly state: 'healing'; readonly step: HealStep }
    /** An alert shows in it: it is not interrupted. */
    | { readonly state: 'alert' }
    /** The last try did not help. `until`: epoch milliseconds. */
    | { readonly state: 'pause'; readonly until: number }
    /** All tries failed; `obs.heal` begins again. */
    | { readonly state: 'given-up' };
  readonly triesLeft: number;
}

export interface ObsHeal {
  /** Whether Stagelight heals by itself; the first set-up turns it on. */
  readonly on: boolean;
  /** Whether alerts that nobody saw meanwhile are played again. */
  readonly replays: boolean;
  /** At most one a source; empty: every page answers, as far as is known. */
  readonly ailments: readonly ObsAilment[];
  /** What healing did last. `at`: epoch milliseconds. `tookMs`: from its discovery. */
  readonly last: {
    readonly at: number;
    readonly source: string;
    readonly code: HealCode;
    readonly step: HealStep;
    readonly healed: boolean;
    readonly tookMs: number;
    /** Alerts that are played again. */
    readonly replayed: number;
  } | null;
}

/** Why the overlay draws as much or as little as it does. */
export const OBS_LOAD_REASONS = [
  /** OBS neither streams nor records. */
  'idle',
  /** OBS keeps up. */
  'calm',
  /** OBS draws frames too late. */
  'render',
  /** OBS's encoder skips frames. */
  'encode',
  /** Only the network drops frames, which the overlay has no part in. */
  'network',
  /** OBS keeps up again; the overlay waits a while before it draws more. */
  'recovering',
  /** OBS lost as many frames with less to draw: the overlay is not the cause. */
  'not-overlay',
] as const;
export type ObsLoadReason = (typeof OBS_LOAD_REASONS)[number];

export const OBS_LOAD_MODES = ['auto', ...LOAD_STEPS] as const;

/** How much the overlay spares OBS. */
export interface ObsLoad {
  readonly step: LoadStep;
  /** By itself, or the step that the streamer has set. */
  readonly mode: (typeof OBS_LOAD_MODES)[number];
  readonly reason: ObsLoadReason;
  /** Frames lost in the last seconds, percent. */
  readonly lostPercent: number;
}

/** Times are epoch milliseconds: a page counts on by itself. */
export type ObsStream =
  /** `failure`: how the last one ended, if not by a press: the server refused it, or the line broke. */
  | { readonly state: 'off'; readonly failure: 'refused' | 'cut' | null }
  | { readonly state: 'starting' }
  | { readonly state: 'live'; readonly since: number }
  | { readonly state: 'reconnecting'; readonly since: number }
  | { readonly state: 'stopping' };

export type ObsRecording =
  | { readonly state: 'off' }
  | { readonly state: 'starting' }
  /** `since`: as if there had been no pauses. */
  | { readonly state: 'running'; readonly since: number }
  | { readonly state: 'paused'; readonly duration: number }
  | { readonly state: 'stopping' };

/** What OBS sends and records, and how well. Rounded, so that it changes rarely. */
export interface ObsStrip {
  readonly stream: ObsStream;
  readonly record: ObsRecording;
  /** Share of the stream's frames that did not get through, percent; null: it does not stream. */
  readonly dropped: number | null;
  readonly fps: number | null;
  /** Where recordings go, megabytes. */
  readonly freeDisk: number | null;
  /** Whether OBS has a stream key. The key itself is not kept. */
  readonly hasKey: boolean | null;
  readonly studioMode: boolean;
}

export const NO_STRIP: ObsStrip = {
  stream: { state: 'off', failure: null },
  record: { state: 'off' },
  dropped: null,
  fps: null,
  freeDisk: null,
  hasKey: null,
  studioMode: false,
};

export interface ObsState {
  readonly link: ObsLink;
  readonly host: string;
  readonly port: number;
  readonly hasPassword: boolean;
  /** The scenes of the collection in OBS's order (top first), while connected. */
  readonly scenes: readonly string[];
  readonly programScene: string | null;
  readonly streaming: boolean;
  readonly recording: boolean;
  readonly strip: ObsStrip;
  readonly proof: ObsProof;
  readonly heard: ObsHeard;
  /** Inputs that viewers don't hear on purpose, by the streamer's word. */
  readonly onPurpose: readonly string[];
  /** The set-up that `obs.undo` takes back; null: none. */
  readonly undoable: { readonly at: number; readonly scenes: readonly string[] } | null;
  readonly heal: ObsHeal;
  readonly load: ObsLoad;
  /** OBS runs on another computer: its browser sources cannot open the overlay's address. */
  readonly elsewhere: boolean;
  /** `putAt`: when the stream key was put in, so that `obs.stream-key-back` has something to put back. */
  readonly streamKey: { readonly server: string; readonly putAt: number | null };
}

export const OBS_FEED = feed<ObsState>({ everyMs: 100 });

/** One step of a set-up, as the preview shows it. Names are those of OBS. */
const changeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('create'), scene: z.string(), input: z.string() }),
  z.object({ kind: z.literal('add'), scene: z.string(), input: z.string() }),
  z.object({
    kind: z.literal('settings'),
    input: z.string(),
    /** Which settings of the source change. */
    fields: z.array(z.enum(['address', 'size', 'fps', 'shutdown', 'restart', 'audio'])),
  }),
  z.object({ kind: z.literal('place'), scene: z.string(), input: z.string() }),
  z.object({ kind: z.literal('show'), scene: z.string(), input: z.string() }),
  z.object({ kind: z.literal('hide'), scene: z.string(), input: z.string() }),
  z.object({ kind: z.literal('raise'), scene: z.string(), input: z.string() }),
  z.object({ kind: z.literal('lock'), scene: z.string(), input: z.string() }),
  z.object({ kind: z.literal('unmute'), input: z.string() }),
]);
export type ObsChange = z.infer<typeof changeSchema>;

const port = z.number().int().min(1).max(65_535);

/** Where OBS's own WebSocket server listens as it comes. */
export const OBS_DEFAULTS = { host: '127.0.0.1', port: 4455 } as const;

/** More inputs than anybody mutes. */
export const ON_PURPOSE_MOST = 50;

/** Without the password, which the vault keeps. */
export const obsSettingsSchema = z.object({
  /** The streamer asked for the connection on this computer; until then nothing is sent to OBS. */
  agreed: z.boolean().default(false),
  host: z.string().min(1).max(253).default(OBS_DEFAULTS.host),
  port: port.default(OBS_DEFAULTS.port),
  /** Heals the overlay in OBS; null: the streamer has not set OBS up or chosen yet, so it does not. */
  heals: z.boolean().nullable().default(null),
  /** Plays again what nobody saw while the overlay was broken. */
  replaysMissed: z.boolean().default(true),
  /** Inputs that viewers don't hear on purpose: with a virtual cable, for one. */
  onPurpose: z.array(z.string().max(500)).max(ON_PURPOSE_MOST).default([]),
  /** How much the overlay spares OBS: by itself, or always at one step. */
  load: z.literal(OBS_LOAD_MODES).default('auto'),
  /** Where the stream goes, as entered last; empty: nowhere yet. No secret. */
  streamServer: z.string().max(500).default(''),
});

/** Where viewers and streamer hear alerts: through OBS's mixer, or from the desktop as before. */
export const OBS_AUDIO = ['obs', 'desktop'] as const;

/** One browser source for the whole overlay, or one a group of widgets: alerts, chat, the others. */
export const OBS_SOURCES = ['one', 'groups'] as const;

export const wishSchema = z.strictObject({
  /** Empty: the scene that is on air. */
  scenes: z.array(z.string().min(1).max(500)).max(50),
  audio: z.enum(OBS_AUDIO),
  /** Left out: one. */
  sources: z.enum(OBS_SOURCES).optional(),
});
export type ObsWish = z.infer<typeof wishSchema>;

const streamTargetSchema = z.object({
  /** The service or server in OBS, without a key; null: none, or unknown. */
  now: z.string().nullable(),
  /** The address to suggest. */
  server: z.string().nullable(),
});
export type ObsStreamTarget = z.infer<typeof streamTargetSchema>;

export const OBS_COMMANDS = {
  /** The streamer agrees and says where OBS is. `password` null: the one that is kept, if any. */
  'obs.connect': {
    args: z.strictObject({
      host: z.string().min(1).max(253),
      port,
      password: z.string().max(500).nullable(),
    }),
  },
  /**
   * Reads OBS's own settings file on this computer, which the streamer agreed to by pressing, and
   * connects with what stands there. `found` false: there is none, or its server is off.
   */
  'obs.find': { args: nothing, result: z.object({ found: z.enum(['yes', 'server-off', 'no']) }) },
  /** Ends the connection and forgets the password. */
  'obs.disconnect': { args: nothing },
  /** What a set-up would change; an empty list: all is right. */
  'obs.plan': {
    args: wishSchema,
    result: z.object({ changes: z.array(changeSchema) }),
    time: LONG_READ,
  },
  'obs.set-up': {
    args: wishSchema,
    result: z.object({ changes: z.array(changeSchema) }),
    time: LONG_WRITE,
  },
  /** Takes the last set-up back. */
  'obs.undo': { args: nothing, time: LONG_WRITE },
  /** Looks now whether the overlay is on the broadcast. */
  'obs.check': { args: nothing, time: LONG_READ },
  /** Mends one finding. */
  'obs.fix': {
    args: z.strictObject({ code: z.enum(OBS_FINDINGS), source: z.string().max(500).nullable() }),
    time: LONG_WRITE,
  },
  /** The streamer says that viewers don't hear an input on purpose, or takes that back. */
  'obs.on-purpose': {
    args: z.strictObject({ input: z.string().min(1).max(500), on: z.boolean() }),
  },
  /** Begins again with what healing has given up. */
  'obs.heal': { args: nothing },
  /** What is left out stays. */
  'obs.set-heal': {
    args: z.strictObject({ on: z.boolean().optional(), replays: z.boolean().optional() }),
  },
  /** The overlay spares OBS by itself, or always at one step. */
  'obs.load': { args: z.strictObject({ mode: z.literal(OBS_LOAD_MODES) }) },
  /** Starts or stops the stream. Answered once OBS begins to; whether it succeeds, the feed tells. */
  'obs.stream': { args: z.strictObject({ on: z.boolean() }) },
  'obs.record': {
    args: z.strictObject({ to: z.enum(['start', 'stop', 'pause', 'resume']) }),
  },
  /** Puts a scene on air at once, in studio mode too. */
  'obs.scene': { args: z.strictObject({ scene: z.string().min(1).max(500) }) },
  /** Opens the folder that OBS records to, where OBS and the app are on this computer. */
  'obs.open-recordings': { args: nothing },
  'obs.stream-target': { args: nothing, result: streamTargetSchema, time: LONG_READ },
  /** The platform's stream key goes into OBS, and into nothing else. `changed` false: it was there. */
  'obs.stream-key': {
    args: z.strictObject({ server: z.string().min(1).max(500) }),
    result: z.object({ changed: z.boolean() }),
    time: LONG_WRITE,
  },
  /** OBS streams to what it did before the key was put in. */
  'obs.stream-key-back': { args: nothing, time: LONG_WRITE },
} as const;
