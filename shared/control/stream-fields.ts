import { z } from 'zod';
import { countCharacters } from '../characters.ts';
import { CHAT_GROUP_CHOICES, PRESET_LIMITS, STREAM_LIMITS } from './stream-limits.ts';

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
