import { z } from 'zod';
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
  /** Everything looks right, but OBS's picture does not hold what the page painted. */
  'not-in-picture',
  'muted',
] as const;
export type ObsFindingCode = (typeof OBS_FINDINGS)[number];

export interface ObsFinding {
  readonly code: ObsFindingCode;
  /** The input or scene it is about; null: none. */
  readonly source: string | null;
  /** Whether `obs.fix` mends it. */
  readonly fixable: boolean;
}

/** Whether the overlay is on the broadcast, as last computed. */
export type ObsProof =
  | { readonly state: 'unknown' }
  | { readonly state: 'looking' }
  /** All is right in OBS, but its picture is too dark or too busy to read the overlay's mark from it. */
  | { readonly state: 'unclear'; readonly at: number }
  /** Read back from OBS's own picture of the program. `at`: epoch milliseconds. */
  | { readonly state: 'proved'; readonly at: number; readonly scene: string }
  | { readonly state: 'found'; readonly at: number; readonly findings: readonly ObsFinding[] };

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
  readonly proof: ObsProof;
  /** The set-up that `obs.undo` takes back; null: none. */
  readonly undoable: { readonly at: number; readonly scenes: readonly string[] } | null;
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

/** Without the password, which the vault keeps. */
export const obsSettingsSchema = z.object({
  /** The streamer asked for the connection on this computer; until then nothing is sent to OBS. */
  agreed: z.boolean().default(false),
  host: z.string().min(1).max(253).default(OBS_DEFAULTS.host),
  port: port.default(OBS_DEFAULTS.port),
  /** Where the stream goes, as entered last; empty: nowhere yet. No secret. */
  streamServer: z.string().max(500).default(''),
});

/** Where viewers and streamer hear alerts: through OBS's mixer, or from the desktop as before. */
export const OBS_AUDIO = ['obs', 'desktop'] as const;

/** One browser source for the whole overlay, or one a group of widgets: alerts, chat, the others. */
export const OBS_SOURCES = ['one', 'groups'] as const;

const wishSchema = z.strictObject({
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
