import { z } from 'zod';
import { countCharacters } from '../characters.ts';
import { type Problem, problemSchema } from '../problem.ts';
import {
  BOTH_SETTINGS,
  feed,
  LOCAL_READ,
  lookResult,
  nothing,
  PLATFORM_READ,
  SETTINGS,
  SETTINGS_READ,
} from './command.ts';

/** The platform's limits on stream and chat settings (platform-notes; a test keeps both equal). */
export const STREAM_LIMITS = {
  titleMin: 1,
  titleMax: 100,
  tagsMax: 6,
  keywordMax: 100,
} as const;

/** Settable choices of who may chat; the platform may answer others. */
export const CHAT_GROUP_CHOICES = ['ALL', 'FOLLOWER', 'MANAGER'] as const;
export type ChatGroup = (typeof CHAT_GROUP_CHOICES)[number];

/** Other values are accepted as well. */
export const SLOW_MODE_SECONDS = [0, 3, 5, 10, 30, 60, 120, 300] as const;
export const FOLLOWER_MINUTES = [
  0, 5, 10, 30, 60, 1440, 10080, 43200, 86400, 129600, 172800, 216000, 259200,
] as const;

export const PRESET_LIMITS = { nameMax: 40, most: 30 } as const;

export interface ReadAt<T> {
  readonly value: T;
  readonly readAt: number;
}

export interface LiveNow {
  readonly isLive: boolean;
  readonly title: string | null;
  /** Epoch milliseconds; null if the platform sent none. */
  readonly openedAt: number | null;
  /** null if the channel is not on the first page of the platform's list. */
  readonly viewers: number | null;
}

/** `us`: from a dashboard of this app; `elsewhere`: found by reading. */
export type ChangedBy = 'us' | 'elsewhere';

export type StreamChangeEntry = {
  readonly [F in StreamFieldName]: {
    readonly id: number;
    /** Epoch milliseconds: when it was set or found. */
    readonly at: number;
    readonly by: ChangedBy;
    readonly field: F;
    /** null if unknown. */
    readonly before: { readonly value: StreamFields[F] } | null;
    readonly after: StreamFields[F];
  };
}[StreamFieldName];

export type UndoStep = {
  readonly [F in StreamFieldName]: {
    readonly field: F;
    readonly now: StreamFields[F];
    readonly back: StreamFields[F];
  };
}[StreamFieldName];

/** This app's last change, without the fields changed elsewhere since. */
export interface StreamUndo {
  readonly id: number;
  readonly at: number;
  readonly steps: readonly UndoStep[];
}

/** The last value that the platform accepted; null if unknown. */
export type SetByUs = {
  readonly [F in keyof UnreadFields]: {
    readonly value: UnreadFields[F];
    /** Epoch milliseconds. */
    readonly setAt: number;
  } | null;
};

export interface StreamState {
  readonly revision: number;
  readonly settings: ReadAt<LiveFields> | null;
  readonly chat: ReadAt<ChatFields> | null;
  readonly live: ReadAt<LiveNow> | null;
  readonly setByUs: SetByUs;
  /** Sent without an answer, so they may apply; null if none. */
  readonly unsure: SetByUs;
  readonly presets: readonly StreamPreset[];
  readonly undo: StreamUndo | null;
  /** Latest first. */
  readonly log: readonly StreamChangeEntry[];
  /** Why the last read of each part failed; null if it succeeded or was not tried. */
  readonly problems: Readonly<Record<'settings' | 'chat' | 'live', Problem | null>>;
  readonly reading: boolean;
}

export const streamCategorySchema = z.strictObject({
  categoryId: z.string().min(1).max(200),
  categoryType: z.string().max(200),
  categoryValue: z.string().max(500),
  posterImageUrl: z.string().max(2_000).nullable(),
});

export type StreamCategory = z.infer<typeof streamCategorySchema>;

const fields = {
  defaultLiveTitle: z.string().max(10_000),
  category: streamCategorySchema.nullable(),
  tags: z.array(z.string().max(10_000)).max(1_000).readonly(),
  /** One of `CHAT_GROUP_CHOICES`, or a newer value of the platform. */
  chatAllowedGroup: z.string().max(200),
  /** null if the platform sent none; the next one too. */
  minFollowerMinute: z.number().nullable(),
  followerSubscriberChatAllow: z.boolean().nullable(),
  /** Cannot be read from the platform. */
  chatEmojiMode: z.boolean(),
  /** Seconds between two messages of one viewer, 0: off. Cannot be read from the platform. */
  chatSlowModeSec: z.number(),
};
export type StreamFields = Readonly<z.infer<z.ZodObject<typeof fields>>>;

export type StreamFieldName = keyof StreamFields;
export type StreamFieldValue = StreamFields[StreamFieldName];

export const LIVE_FIELDS = ['defaultLiveTitle', 'category', 'tags'] as const;
export const CHAT_FIELDS = [
  'chatAllowedGroup',
  'minFollowerMinute',
  'followerSubscriberChatAllow',
  'chatEmojiMode',
  'chatSlowModeSec',
] as const;
export const UNREAD_FIELDS = ['chatEmojiMode', 'chatSlowModeSec'] as const;
export const STREAM_FIELDS = [...LIVE_FIELDS, ...CHAT_FIELDS] as const;

export type LiveFields = Pick<StreamFields, (typeof LIVE_FIELDS)[number]>;
export type UnreadFields = Pick<StreamFields, (typeof UNREAD_FIELDS)[number]>;
export type ChatFields = Omit<Pick<StreamFields, (typeof CHAT_FIELDS)[number]>, keyof UnreadFields>;
export type StreamPart = 'live' | 'chat';

export function partOf(field: StreamFieldName): StreamPart {
  return (LIVE_FIELDS as readonly string[]).includes(field) ? 'live' : 'chat';
}

export function isUnread(field: StreamFieldName): field is keyof UnreadFields {
  return (UNREAD_FIELDS as readonly string[]).includes(field);
}

const title = z.string().refine((text) => {
  const count = countCharacters(text);
  return count >= STREAM_LIMITS.titleMin && count <= STREAM_LIMITS.titleMax;
});
const count = z.number().int().min(0);

export const liveChangeSchema = z.strictObject({
  defaultLiveTitle: title.optional(),
  category: streamCategorySchema.nullable().optional(),
  tags: z.array(z.string().min(1).max(200)).max(STREAM_LIMITS.tagsMax).optional(),
});
export const chatChangeSchema = z.strictObject({
  chatAllowedGroup: z.enum(CHAT_GROUP_CHOICES).optional(),
  minFollowerMinute: count.optional(),
  followerSubscriberChatAllow: z.boolean().optional(),
  chatEmojiMode: z.boolean().optional(),
  chatSlowModeSec: count.optional(),
});
export const streamChangeSchema = liveChangeSchema.extend(chatChangeSchema.shape);
export type StreamChange = z.infer<typeof streamChangeSchema>;

/** What the page showed: a field that changed since is not overwritten, unless left out here. */
export const streamBaseSchema = z
  .strictObject({
    ...fields,
    chatEmojiMode: fields.chatEmojiMode.nullable(),
    chatSlowModeSec: fields.chatSlowModeSec.nullable(),
  })
  .partial();
export type StreamBase = z.infer<typeof streamBaseSchema>;

export const streamPresetSchema = z.strictObject({
  id: z.string().min(1).max(100),
  name: z
    .string()
    .trim()
    .min(1)
    .refine((text) => countCharacters(text) <= PRESET_LIMITS.nameMax),
  change: streamChangeSchema.refine((change) => Object.keys(change).length > 0),
});
export type StreamPreset = z.infer<typeof streamPresetSchema>;

/** Categories are compared by id. */
export function sameValue(one: StreamFieldValue, other: StreamFieldValue): boolean {
  if (one === null || other === null) return one === other;
  if (isCategory(one) && isCategory(other)) return one.categoryId === other.categoryId;
  return JSON.stringify(one) === JSON.stringify(other);
}

function isCategory(value: StreamFieldValue): value is StreamCategory {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const basedOn = streamBaseSchema;
const outcome = z.object({
  parts: z.array(z.object({ part: z.enum(['live', 'chat']), problem: problemSchema.nullable() })),
});
export type StreamOutcome = z.infer<typeof outcome>;

export const STREAM_COMMANDS = {
  /**
   * Values are on a page: those older than a minute are read again, after the answer. `only: 'live'`:
   * the live status and the number of viewers, not the settings.
   */
  'stream.look': {
    args: z.strictObject({ only: z.literal('live').optional() }),
    time: LOCAL_READ,
  },
  'stream.refresh': { args: nothing, time: SETTINGS_READ },
  /** Fields that differ from `basedOn` stay; then it fails with `stream-changed-elsewhere`. */
  'stream.set': { args: liveChangeSchema.extend({ basedOn }), time: SETTINGS },
  'stream.set-chat': { args: chatChangeSchema.extend({ basedOn }), time: SETTINGS },
  /** Whether a change whose answer was lost was made: reads the settings anew. */
  'stream.check': { args: streamChangeSchema, result: lookResult, time: SETTINGS_READ },
  /** At most 20 names containing the keyword; empty: the platform's first ones. */
  'stream.categories': {
    args: z.strictObject({
      keyword: z.string().refine((text) => countCharacters(text) <= STREAM_LIMITS.keywordMax),
    }),
    result: z.object({ categories: z.array(streamCategorySchema) }),
    time: PLATFORM_READ,
  },
  /** The stream key. Secret: with it, anyone can broadcast as the streamer. */
  'stream.key': { args: nothing, result: z.object({ streamKey: z.string() }), time: PLATFORM_READ },
  /** Saves a preset; `id` null: a new one. */
  'stream.preset-save': {
    args: streamPresetSchema.extend({ id: z.string().min(1).max(100).nullable() }),
    result: z.object({ id: z.string() }),
  },
  'stream.preset-remove': { args: z.strictObject({ id: z.string().max(100) }) },
  'stream.preset-apply': {
    args: z.strictObject({ id: z.string().max(100), basedOn }),
    result: outcome,
    time: BOTH_SETTINGS,
  },
  /** `id`: the change that the page offered to undo. */
  'stream.undo': {
    args: z.strictObject({ id: z.number().int() }),
    result: outcome,
    time: BOTH_SETTINGS,
  },
} as const;

export const STREAM_FEED = feed<StreamState>({ everyMs: 100 });
