import { z } from 'zod';
import { Checks, type CursorQuery } from '../checks.ts';
import type { Caller } from '../http/caller.ts';
import { NOTE_LIMITS, NOTE_OPERATIONS } from '../platform-notes.ts';
import { category } from './categories.ts';
import {
  boolean,
  type CursorPage,
  cursorPageOf,
  id,
  listOf,
  numberOrNull,
  text,
  textOrNull,
  timeOrNull,
} from './fields.ts';

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

/** What is left out stays as it is. A new title reaches a running broadcast at once. */
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
