import { z } from 'zod';
import { countCharacters } from '../characters.ts';
import { type Problem, problemSchema } from '../problem.ts';
import {
  BOTH_SETTINGS,
  feed,
  LOCAL_READ,
  nothing,
  PLATFORM_READ,
  SETTINGS,
  SETTINGS_READ,
} from './command.ts';

/** What the platform takes in stream and chat settings (platform-notes; a test holds both equal). */
export const STREAM_LIMITS = {
  titleMin: 1,
  titleMax: 100,
  tagsMax: 6,
  keywordMax: 100,
} as const;

/** Who may chat, as far as it can be set; the platform may come to answer something else. */
export const CHAT_GROUP_CHOICES = ['ALL', 'FOLLOWER', 'MANAGER'] as const;
export type ChatGroup = (typeof CHAT_GROUP_CHOICES)[number];

/** Offered as choices; other values are taken as well. */
export const SLOW_MODE_SECONDS = [0, 3, 5, 10, 30, 60, 120, 300] as const;
export const FOLLOWER_MINUTES = [
  0, 5, 10, 30, 60, 1440, 10080, 43200, 86400, 129600, 172800, 216000, 259200,
] as const;

/** Ours: what a preset may be called, and how many are kept. */
export const PRESET_LIMITS = { nameMax: 40, most: 30 } as const;

/** What the platform said, and when it was read (epoch milliseconds). */
export interface ReadAt<T> {
  readonly value: T;
  readonly readAt: number;
}

/** Whether the channel is on the air. */
export interface LiveNow {
  readonly isLive: boolean;
  readonly title: string | null;
  /** Epoch milliseconds; null: the platform did not say. */
  readonly openedAt: number | null;
  /** null: the channel is not among those the platform lists first. */
  readonly viewers: number | null;
}

/** `us`: from one of this app's dashboards; `elsewhere`: found out by reading. */
export type ChangedBy = 'us' | 'elsewhere';

/** One field that got another value. */
export type StreamChangeEntry = {
  readonly [F in StreamFieldName]: {
    readonly id: number;
    /** Epoch milliseconds: when it was set, or when it was found out. */
    readonly at: number;
    readonly by: ChangedBy;
    readonly field: F;
    /** null: it was not known. */
    readonly before: { readonly value: StreamFields[F] } | null;
    readonly after: StreamFields[F];
  };
}[StreamFieldName];

/** What undoing would set. */
export type UndoStep = {
  readonly [F in StreamFieldName]: {
    readonly field: F;
    readonly now: StreamFields[F];
    readonly back: StreamFields[F];
  };
}[StreamFieldName];

/** The last change of ours, as far as nobody has changed it since. */
export interface StreamUndo {
  readonly id: number;
  readonly at: number;
  readonly steps: readonly UndoStep[];
}

/** Why a part could not be read last; null: it could, or nobody asked. */
export interface StreamProblems {
  readonly settings: Problem | null;
  readonly chat: Problem | null;
  readonly live: Problem | null;
}

/** Fields that no reading answers: what the platform took last, and when; null: not known. */
export type SetByUs = {
  readonly [F in keyof UnreadFields]: {
    readonly value: UnreadFields[F];
    /** Epoch milliseconds. */
    readonly setAt: number;
  } | null;
};

/** Stream and chat settings as far as they are known, whole. */
export interface StreamState {
  /** Counts changes. */
  readonly revision: number;
  /** null: never read. */
  readonly settings: ReadAt<LiveFields> | null;
  /** null: never read. */
  readonly chat: ReadAt<ChatFields> | null;
  readonly live: ReadAt<LiveNow> | null;
  readonly setByUs: SetByUs;
  /** Of the same fields: what was sent last without an answer, and may hold; null: nothing is in doubt. */
  readonly unsure: SetByUs;
  readonly presets: readonly StreamPreset[];
  readonly undo: StreamUndo | null;
  /** The latest first. */
  readonly log: readonly StreamChangeEntry[];
  readonly problems: StreamProblems;
  /** Whether something is being read right now. */
  readonly reading: boolean;
}

export const EMPTY_STREAM_DESK: StreamState = {
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

/** A category as the platform names it. */
export const streamCategorySchema = z
  .object({
    categoryId: z.string().min(1).max(200),
    categoryType: z.string().max(200),
    categoryValue: z.string().max(500),
    posterImageUrl: z.string().max(2_000).nullable(),
  })
  .strict();

export type StreamCategory = z.infer<typeof streamCategorySchema>;

/** Everything that can be set, and what the platform answers of it. */
export interface StreamFields {
  readonly defaultLiveTitle: string;
  /** null: none is chosen. */
  readonly category: StreamCategory | null;
  readonly tags: readonly string[];
  /** One of `CHAT_GROUP_CHOICES`, or what the platform has come to answer instead. */
  readonly chatAllowedGroup: string;
  /** null: the platform did not say. */
  readonly minFollowerMinute: number | null;
  /** null: the platform did not say. */
  readonly followerSubscriberChatAllow: boolean | null;
  /** No reading answers it. */
  readonly chatEmojiMode: boolean;
  /** Seconds between two messages of one viewer, 0: off. No reading answers it. */
  readonly chatSlowModeSec: number;
}

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
/** Can be set, but no reading answers them. */
export const UNREAD_FIELDS = ['chatEmojiMode', 'chatSlowModeSec'] as const;
export const STREAM_FIELDS = [...LIVE_FIELDS, ...CHAT_FIELDS] as const;

export type LiveFields = Pick<StreamFields, (typeof LIVE_FIELDS)[number]>;
export type UnreadFields = Pick<StreamFields, (typeof UNREAD_FIELDS)[number]>;
/** Those of the chat that a reading answers. */
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

const liveShape = {
  defaultLiveTitle: title.optional(),
  category: streamCategorySchema.nullable().optional(),
  tags: z.array(z.string().min(1).max(200)).max(STREAM_LIMITS.tagsMax).optional(),
};
const chatShape = {
  chatAllowedGroup: z.enum(CHAT_GROUP_CHOICES).optional(),
  minFollowerMinute: count.optional(),
  followerSubscriberChatAllow: z.boolean().optional(),
  chatEmojiMode: z.boolean().optional(),
  chatSlowModeSec: count.optional(),
};

/** What is to be set; fields left out stay. */
export const liveChangeSchema = z.object(liveShape).strict();
export const chatChangeSchema = z.object(chatShape).strict();
export const streamChangeSchema = z.object({ ...liveShape, ...chatShape }).strict();
export type StreamChange = z.infer<typeof streamChangeSchema>;

/**
 * What the page showed when it was told to set something: a field that has another value by then is
 * not overwritten. A field left out is set whatever it is.
 */
export const streamBaseSchema = z
  .object({
    defaultLiveTitle: z.string().max(10_000),
    category: streamCategorySchema.nullable(),
    tags: z.array(z.string().max(10_000)).max(1_000),
    chatAllowedGroup: z.string().max(200),
    minFollowerMinute: z.number().nullable(),
    followerSubscriberChatAllow: z.boolean().nullable(),
    chatEmojiMode: z.boolean().nullable(),
    chatSlowModeSec: z.number().nullable(),
  })
  .partial()
  .strict();
export type StreamBase = z.infer<typeof streamBaseSchema>;

/** Several fields under one name, to be set together. */
export const streamPresetSchema = z
  .object({
    id: z.string().min(1).max(100),
    name: z
      .string()
      .trim()
      .min(1)
      .refine((text) => countCharacters(text) <= PRESET_LIMITS.nameMax),
    change: streamChangeSchema.refine((change) => Object.keys(change).length > 0),
  })
  .strict();
export type StreamPreset = z.infer<typeof streamPresetSchema>;

/** Whether two values of a field say the same; a category is its id. */
export function sameValue(one: StreamFieldValue, other: StreamFieldValue): boolean {
  if (one === null || other === null) return one === other;
  if (isCategory(one) && isCategory(other)) return one.categoryId === other.categoryId;
  return JSON.stringify(one) === JSON.stringify(other);
}

function isCategory(value: StreamFieldValue): value is StreamCategory {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const basedOn = streamBaseSchema;
/** What became of each part that was to be changed; problem null: it is as it was to be. */
const outcome = z.object({
  parts: z.array(z.object({ part: z.enum(['live', 'chat']), problem: problemSchema.nullable() })),
});
export type StreamOutcome = z.infer<typeof outcome>;

/** What a dashboard may ask of this part of the control room. */
export const STREAM_COMMANDS = {
  /** A dashboard shows the desk: what is older than a minute is read again. Answered at once. */
  'stream.look': { args: nothing, time: LOCAL_READ },
  /** Reads everything now, but where the platform asked to be left alone. */
  'stream.refresh': { args: nothing, time: SETTINGS_READ },
  /**
   * Sets title, category or tags. A field that is not as in `basedOn` any more is left alone: then
   * the others are set and the command fails with `stream-changed-elsewhere`.
   */
  'stream.set': { args: liveChangeSchema.extend({ basedOn }).strict(), time: SETTINGS },
  /** As `stream.set`, for the rules of the chat. */
  'stream.set-chat': { args: chatChangeSchema.extend({ basedOn }).strict(), time: SETTINGS },
  /** Categories whose name holds the keyword, at most 20; empty: those the platform shows first. */
  'stream.categories': {
    args: z
      .object({
        keyword: z.string().refine((text) => countCharacters(text) <= STREAM_LIMITS.keywordMax),
      })
      .strict(),
    result: z.object({ categories: z.array(streamCategorySchema) }),
    time: PLATFORM_READ,
  },
  /** The stream key. A secret: whoever has it can broadcast as the streamer. */
  'stream.key': { args: nothing, result: z.object({ streamKey: z.string() }), time: PLATFORM_READ },
  /** Keeps a preset; `id` null: a new one. */
  'stream.preset-save': {
    args: streamPresetSchema
      .pick({ name: true })
      .extend({
        id: z.string().min(1).max(100).nullable(),
        change: streamChangeSchema.refine((change) => Object.keys(change).length > 0),
      })
      .strict(),
    result: z.object({ id: z.string() }),
  },
  'stream.preset-remove': { args: z.object({ id: z.string().max(100) }).strict() },
  /** Sets what a preset says, each part for itself. */
  'stream.preset-apply': {
    args: z.object({ id: z.string().max(100), basedOn }).strict(),
    result: outcome,
    time: BOTH_SETTINGS,
  },
  /** Takes back the last change of ours; `id` is the one that the page offered. */
  'stream.undo': {
    args: z.object({ id: z.number().int() }).strict(),
    result: outcome,
    time: BOTH_SETTINGS,
  },
} as const;

/** Stream and chat settings. */
export const STREAM_FEED = feed<StreamState>({ everyMs: 100 });
