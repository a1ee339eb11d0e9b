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

interface CategoryQuery {
  /** At most 100 characters; empty or left out: all. */
  readonly keyword?: string;
  /** 1-50 (20 when left out). */
  readonly size?: number;
}

export function createCategories(caller: Caller) {
  const { categorySearch } = NOTE_OPERATIONS;
  return {
    async search({ keyword, size }: CategoryQuery = {}): Promise<readonly Category[]> {
      const checks = new Checks(categorySearch.name);
      checks.characters('keyword', keyword, 0, NOTE_LIMITS.keywordMax);
      checks.size(size, NOTE_LIMITS.categoriesSizeMax);
      return caller.ask(categorySearch, readableDataOf(category), { query: { keyword, size } });
    },
  };
}

export type CategoriesApi = ReturnType<typeof createCategories>;

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
  readonly defaultLiveTitle?: string;
  readonly tags?: readonly string[];
  /** null removes the category. */
  readonly categoryId?: string | null;
}

export function createLives(caller: Caller) {
  const { lives, liveSettings: read, updateLiveSettings, liveStatus: status } = NOTE_OPERATIONS;
  return {
    /** Size 1-20 (20 when left out). */
    async list({ size, next }: CursorQuery = {}): Promise<CursorPage<Live>> {
      const checks = new Checks(lives.name);
      checks.size(size, NOTE_LIMITS.livesSizeMax);
      checks.id('next', next);
      return caller.ask(lives, cursorPageOf(live), { query: { size, next } });
    },
    settings: (): Promise<LiveSettings> => caller.ask(read, liveSettings),
    async updateSettings(patch: LiveSettingsPatch): Promise<void> {
      const { defaultLiveTitle, tags, categoryId } = patch;
      const body = { defaultLiveTitle, tags, categoryId };
      const checks = new Checks(updateLiveSettings.name);
      const { titleMin, titleMax, tagsMax } = NOTE_LIMITS;
      checks.notEmpty('patch', body);
      checks.characters('defaultLiveTitle', defaultLiveTitle, titleMin, titleMax);
      checks.count('tags', tags, tagsMax);
      checks.id('categoryId', categoryId ?? undefined);
      return caller.tell(updateLiveSettings, { body });
    },
    async status(channelId: string): Promise<LiveStatus> {
      new Checks(status.name).id('channelId', channelId);
      return caller.ask(status, liveStatus, { parts: { channelId } });
    },
  };
}

export type LivesApi = ReturnType<typeof createLives>;

const streamKey = z.looseObject({ streamKey: z.string().min(1) });

export function createStreams(caller: Caller) {
  return {
    /** The stream key. Secret: with it, anyone can broadcast as the streamer. */
    key: async (): Promise<string> =>
      (await caller.ask(NOTE_OPERATIONS.streamKey, streamKey)).streamKey,
  };
}
