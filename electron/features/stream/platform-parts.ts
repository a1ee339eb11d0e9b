import {
  CHAT_FIELDS,
  LIVE_FIELDS,
  type StreamCategory,
  type StreamChange,
  type StreamFieldName,
  type StreamFields,
  type StreamPart,
} from '../../../shared/contract/stream.ts';
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

/** Fields and their values, as far as somebody knows or wants them. */
export type SomeFields = { readonly [F in StreamFieldName]?: StreamFields[F] | undefined };

/** Settings that the platform reads and changes in one call each. */
export interface PlatformPart {
  readonly part: StreamPart;
  readonly fields: readonly StreamFieldName[];
  readonly readScope: Scope;
  readonly writeScope: Scope;
  /** The operation that changes them, for errors that need no call. */
  readonly writing: string;
  /** The fields that a reading answers, all of them. */
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

/** Within what our contract carries: a name that is too long is cut, such a picture left out. */
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

/** The fields of one part, without those that are left out. */
export function fieldsOf(part: PlatformPart, some: SomeFields): SomeFields {
  const kept = part.fields.filter((field) => some[field] !== undefined);
  return Object.fromEntries(kept.map((field) => [field, some[field]]));
}

/** What this room asks the platform for; the client's own answers fit. */
export interface StreamApi {
  readonly lives: {
    settings(): Promise<LiveSettings>;
    updateSettings(patch: LiveSettingsPatch): Promise<void>;
    status(channelId: string): Promise<LiveStatus>;
    /** Those with the most viewers first. */
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

/** Hears of fields that have another value, at the moment that is found out. */
export type OnFieldChanges = (changes: readonly StreamFieldChange[]) => void;

/** What was not set because somebody else had set it meanwhile. */
export type Refused = readonly StreamFieldName[];
