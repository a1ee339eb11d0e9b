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
import type { Scope } from '../../platform/operations.ts';
import type { ChatApi, ChatSettingsPatch } from '../../platform/resources/chat.ts';
import type {
  CategoriesApi,
  Category,
  LiveSettingsPatch,
  LivesApi,
} from '../../platform/resources/lives.ts';

/** Some fields with their values; unknown ones are missing. */
export type SomeFields = { readonly [F in StreamFieldName]?: StreamFields[F] | undefined };

export interface PlatformPart {
  readonly part: StreamPart;
  readonly fields: readonly StreamFieldName[];
  readonly readScope: Scope;
  readonly writeScope: Scope;
  /** Name of the write operation, for errors raised without a call. */
  readonly writing: string;
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
    write({ category, ...change }) {
      const patch = pick(change, ['defaultLiveTitle', 'tags']);
      const categoryId = category?.categoryId ?? null;
      const whole = category === undefined ? patch : { ...patch, categoryId };
      return lives.updateSettings(whole as LiveSettingsPatch);
    },
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
    write: (change) => chat.updateSettings(pick(change, CHAT_FIELDS) as ChatSettingsPatch),
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

/** The given fields, without unknown ones. */
export function pick(some: SomeFields, names: readonly StreamFieldName[]): SomeFields {
  const known = names.filter((field) => some[field] !== undefined);
  return Object.fromEntries(known.map((field) => [field, some[field]]));
}

/** The fields' names for errors, said in the reader's language. */
export function fieldNames(fields: readonly StreamFieldName[]): readonly Text[] {
  return fields.map((field) => ({ key: `stream.field.${field}` }));
}

/** The platform calls this feature needs; the client provides them. */
export interface StreamApi {
  readonly lives: LivesApi;
  readonly chat: Pick<ChatApi, 'settings' | 'updateSettings'>;
  readonly categories: Pick<CategoriesApi, 'search'>;
}
