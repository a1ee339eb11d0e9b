import { z } from 'zod';
import { Checks, type CursorQuery } from '../checks.ts';
import type { Caller } from '../http/caller.ts';
import { NOTE_LIMITS, NOTE_OPERATIONS } from '../platform-notes.ts';
import {
  boolean,
  type CursorPage,
  cursorPageOf,
  id,
  listOf,
  numberOrNull,
  readableDataOf,
  text,
  textOrNull,
  timeOrNull,
} from './fields.ts';

export const category = z.looseObject({
  categoryId: id,
  categoryType: text,
  categoryValue: text,
  posterImageUrl: textOrNull,
});

export type Category = z.output<typeof category>;

export interface CategoryQuery {
  /** At most 100 characters; empty or left out: all. */
  readonly keyword?: string;
  /** 1-50 (20 when left out). */
  readonly size?: number;
}

export interface CategoriesApi {
  search(query?: CategoryQuery): Promise<readonly Category[]>;
}

export function createCategories(caller: Caller): CategoriesApi {
  const { categorySearch } = NOTE_OPERATIONS;
  return {
    async search({ keyword, size } = {}) {
      const checks = new Checks(categorySearch.name);
      checks.characters('keyword', keyword, 0, NOTE_LIMITS.keywordMax);
      checks.size(size, NOTE_LIMITS.categoriesSizeMax);
      return caller.ask(categorySearch, readableDataOf(category), { query: { keyword, size } });
    },
  };
}

const live = z.looseObject({
  liveId: id,
  liveTitle: text,
  liveThumbnailImageUrl: textOrNull,
  concurrentUserCount: numberOrNull,
  openedDate: timeOrNull,
  adult: boolean,
  tags: listOf(z.string()),
  categoryType: textOrNull,
  liveCategory: textOrNull,
  liveCategoryValue: textOrNull,
  channelId: id,
  channelName: text,
  channelHandle: text,
  channelImageUrl: textOrNull,
});

const liveSettings = z.looseObject({
  defaultLiveTitle: text,
  category: category.nullish().transform((value) => value ?? null),
  tags: listOf(z.string()),
});

const liveStatus = z.looseObject({ isLive: z.boolean(), title: textOrNull, openedAt: timeOrNull });

export type Live = z.output<typeof live>;
export type LiveSettings = z.output<typeof liveSettings>;
export type LiveStatus = z.output<typeof liveStatus>;

/** Omitted fields stay. A new title applies to a running broadcast at once. */
export interface LiveSettingsPatch {
  /** 1-100 characters. */
  readonly defaultLiveTitle?: string;
  /** At most 6. */
  readonly tags?: readonly string[];
  /** null removes the category. */
  readonly categoryId?: string | null;
}

export interface LivesApi {
  /** Size 1-20 (20 when left out). */
  list(query?: CursorQuery): Promise<CursorPage<Live>>;
  settings(): Promise<LiveSettings>;
  updateSettings(patch: LiveSettingsPatch): Promise<void>;
  status(channelId: string): Promise<LiveStatus>;
}

export function createLives(caller: Caller): LivesApi {
  const { lives, liveSettings: read, updateLiveSettings, liveStatus: status } = NOTE_OPERATIONS;
  return {
    async list({ size, next } = {}) {
      const checks = new Checks(lives.name);
      checks.size(size, NOTE_LIMITS.livesSizeMax);
      checks.id('next', next);
      return caller.ask(lives, cursorPageOf(live), { query: { size, next } });
    },
    settings: () => caller.ask(read, liveSettings),
    async updateSettings({ defaultLiveTitle, tags, categoryId }) {
      const body = { defaultLiveTitle, tags, categoryId };
      const checks = new Checks(updateLiveSettings.name);
      const { titleMin, titleMax, tagsMax } = NOTE_LIMITS;
      checks.notEmpty('patch', body);
      checks.characters('defaultLiveTitle', defaultLiveTitle, titleMin, titleMax);
      checks.count('tags', tags, tagsMax);
      checks.id('categoryId', categoryId ?? undefined);
      return caller.tell(updateLiveSettings, { body });
    },
    async status(channelId) {
      new Checks(status.name).id('channelId', channelId);
      return caller.ask(status, liveStatus, { parts: { channelId } });
    },
  };
}

const streamKey = z.looseObject({ streamKey: z.string().min(1) });

export interface StreamsApi {
  /** The stream key. Secret: with it, anyone can broadcast as the streamer. */
  key(): Promise<string>;
}

export function createStreams(caller: Caller): StreamsApi {
  return {
    key: async () => (await caller.ask(NOTE_OPERATIONS.streamKey, streamKey)).streamKey,
  };
}
