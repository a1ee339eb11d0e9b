import {
  CHAT_FIELDS,
  LIVE_FIELDS,
  type StreamCategory,
  type StreamChange,
  type StreamFieldName,
  type StreamFields,
  type StreamPart,
} from '../../../shared/contract/stream.ts';
import type { Text } from '../../../shared/locales/text.ts';
import type { ChatSettings, ChatSettingsPatch } from '../../platform/resources/chat.ts';
import type { CursorPage } from '../../platform/resources/fields.ts';
import type {
  Category,
  Live,
  LiveSettings,
  LiveSettingsPatch,
  LiveStatus,
} from '../../platform/resources/lives.ts';
import type { Scope } from '../../platform/scopes.ts';
import type { StreamFieldChange } from './stream-repository.ts';

/** Some fields with their values; unknown ones are missing. */
export type SomeFields = { readonly [F in StreamFieldName]?: StreamFields[F] | undefined };

/** Settings that the platform reads and changes in one call each. */
export interface PlatformPart {
  readonly part: StreamPart;
  readonly fields: readonly StreamFieldName[];
  readonly readScope: Scope;
  readonly writeScope: Scope;
  /** Name of the write operation, for errors raised without a call. */
  readonly writing: string;
  /** Reads all fields that the platform returns. */
  read(): Promise<SomeFields>;
  write(change: StreamChange): Promise<void>;
}

export function liveSettingsPart({ lives }: Pick<StreamApi, 'lives'>): PlatformPart {
  return {
    part: 'live',
    fields: LIVE_FIELDS,
    readScope: 'READ:LIVE_STREAM_SETTINGS',
    writeScope: 'WRITE:LIVE_STREAM_SETTINGS',
    writing: 'lives.updateSettings',
    async read() {
      const { defaultLiveTitle, category, tags } = await lives.settings();
      return { defaultLiveTitle, category: category && streamCategoryOf(category), tags };
    },
    write: (change) => lives.updateSettings(livePatchOf(change)),
  };
}

export function chatSettingsPart({ chat }: Pick<StreamApi, 'chat'>): PlatformPart {
  return {
    part: 'chat',
    fields: CHAT_FIELDS,
    readScope: 'READ:LIVE_CHAT_SETTINGS',
    writeScope: 'WRITE:LIVE_CHAT_SETTINGS',
    writing: 'chat.updateSettings',
    async read() {
      const { chatAllowedGroup, minFollowerMinute, followerSubscriberChatAllow } =
        await chat.settings();
      return { chatAllowedGroup, minFollowerMinute, followerSubscriberChatAllow };
    },
    write: (change) => chat.updateSettings(chatPatchOf(change)),
  };
}

/** Fits a category to our contract: cuts a long name, drops a picture address that is too long. */
export function streamCategoryOf(category: Category): StreamCategory {
  const { categoryId, categoryType, categoryValue, posterImageUrl } = category;
  return {
    categoryId,
    categoryType: categoryType.slice(0, 200),
    categoryValue: categoryValue.slice(0, 500),
    posterImageUrl:
      posterImageUrl !== null && posterImageUrl.length <= 2_000 ? posterImageUrl : null,
  };
}

function livePatchOf({ defaultLiveTitle, category, tags }: StreamChange): LiveSettingsPatch {
  return {
    ...(defaultLiveTitle === undefined ? {} : { defaultLiveTitle }),
    ...(category === undefined ? {} : { categoryId: category?.categoryId ?? null }),
    ...(tags === undefined ? {} : { tags }),
  };
}

function chatPatchOf(change: StreamChange): ChatSettingsPatch {
  const { chatAllowedGroup, minFollowerMinute, followerSubscriberChatAllow } = change;
  const { chatEmojiMode, chatSlowModeSec } = change;
  return {
    ...(chatAllowedGroup === undefined ? {} : { chatAllowedGroup }),
    ...(minFollowerMinute === undefined ? {} : { minFollowerMinute }),
    ...(followerSubscriberChatAllow === undefined ? {} : { followerSubscriberChatAllow }),
    ...(chatEmojiMode === undefined ? {} : { chatEmojiMode }),
    ...(chatSlowModeSec === undefined ? {} : { chatSlowModeSec }),
  };
}

/** The part's fields, without undefined ones. */
export function fieldsOf(part: PlatformPart, some: SomeFields): SomeFields {
  const kept = part.fields.filter((field) => some[field] !== undefined);
  return Object.fromEntries(kept.map((field) => [field, some[field]]));
}

/** The fields' names for errors, said in the reader's language. */
export function fieldNames(fields: readonly StreamFieldName[]): readonly Text[] {
  return fields.map((field) => ({ key: `stream.field.${field}` }));
}

/** The platform calls this feature needs; the client provides them. */
export interface StreamApi {
  readonly lives: {
    settings(): Promise<LiveSettings>;
    updateSettings(patch: LiveSettingsPatch): Promise<void>;
    status(channelId: string): Promise<LiveStatus>;
    /** Broadcasts with the most viewers first. */
    list(query: { readonly size: number; readonly next?: string }): Promise<CursorPage<Live>>;
  };
  readonly chat: {
    settings(): Promise<ChatSettings>;
    updateSettings(patch: ChatSettingsPatch): Promise<void>;
  };
  readonly categories: {
    search(query: {
      readonly keyword: string;
      readonly size: number;
    }): Promise<readonly Category[]>;
  };
}

/** Receives changed fields as soon as they are found. */
export type OnFieldChanges = (changes: readonly StreamFieldChange[]) => void;

/** Fields not set because they were changed elsewhere meanwhile. */
export type Refused = readonly StreamFieldName[];
